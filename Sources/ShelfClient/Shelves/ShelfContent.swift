public import MediaCore

/// The things on a shelf, in their order.
public enum ShelfContent: Hashable, Sendable {
  case items([LibraryItem])
  case series([Series])
  case authors([Author])
  /// Of a type that this version does not know, as they came.
  case other([JSONValue])

  public var count: Int {
    switch self {
    case .items(let items): items.count
    case .series(let series): series.count
    case .authors(let authors): authors.count
    case .other(let values): values.count
    }
  }
}

extension ShelfContent: Encodable {
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .items(let items): try items.encode(to: encoder)
    case .series(let series): try series.encode(to: encoder)
    case .authors(let authors): try authors.encode(to: encoder)
    case .other(let values): try values.encode(to: encoder)
    }
  }

  /// With the type that the answer says beside them.
  init<Key>(_ members: LenientContainer<Key>, _ key: Key, type: ShelfType?) {
    switch type {
    case .book, .podcast, .episode: self = .items(members.list(key))
    case .series: self = .series(members.list(key))
    case .authors: self = .authors(members.list(key))
    default: self = .other(members.list(key))
    }
  }
}
