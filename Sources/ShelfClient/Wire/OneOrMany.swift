import MediaCore

/// A member that some answers write as one object and others as a list. It remembers which, so that it goes back as it
/// came.
enum OneOrMany<Element: Codable & Hashable & Sendable>: Hashable, Sendable {
  case one(Element)
  case many([Element])

  var list: [Element] {
    switch self {
    case .one(let element): [element]
    case .many(let elements): elements
    }
  }
}

extension OneOrMany: Codable {
  init(from decoder: any Decoder) throws {
    if let list = try? LossyList<Element>(from: decoder) {
      self = .many(list.elements)
    } else {
      self = .one(try Element(from: decoder))
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .one(let element): try element.encode(to: encoder)
    case .many(let elements): try elements.encode(to: encoder)
    }
  }
}
