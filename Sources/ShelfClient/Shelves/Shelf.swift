import MediaCore

/// A shelf of the home screen (`GET /api/libraries/{id}/personalized`). Empty ones do not come. Required: `id`.
public struct Shelf: Codable, Hashable, Sendable, Identifiable {
  public var id: ShelfID
  /// In English.
  public var label: String?
  /// The web client's key for other languages.
  public var labelStringKey: String?
  public var type: ShelfType?
  public var content: ShelfContent
  /// How many there are in all; for what is in progress it counts ebooks too.
  public var total: Int?

  public init(
    id: ShelfID, label: String? = nil, labelStringKey: String? = nil, type: ShelfType? = nil,
    content: ShelfContent, total: Int? = nil
  ) {
    self.id = id
    self.label = label
    self.labelStringKey = labelStringKey
    self.type = type
    self.content = content
    self.total = total
  }

  enum CodingKeys: String, CodingKey {
    case id, label, labelStringKey, type, total
    case content = "entities"
  }
}

extension Shelf {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.require(.id)
    label = members[.label]
    labelStringKey = members[.labelStringKey]
    type = members[.type]
    content = ShelfContent(members, .content, type: type)
    total = members[.total]
  }
}

extension Shelf {
  /// The library items on it; empty for shelves of series or authors.
  public var items: [LibraryItem] { if case .items(let items) = content { items } else { [] } }
  public var series: [Series] { if case .series(let series) = content { series } else { [] } }
  public var authors: [Author] { if case .authors(let authors) = content { authors } else { [] } }
}
