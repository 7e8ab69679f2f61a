/// A title in a list: the server wants its id and its kind, and of a row to remove or to mark only the id.
public struct ListItem: Hashable, Sendable, Codable {
  public var id: Int
  /// Use ``TitleKind/movie`` and ``TitleKind/series`` only: the server takes anything and shows nothing else.
  public var kind: TitleKind

  public init(_ kind: TitleKind, _ id: Int) {
    self.id = id
    self.kind = kind
  }

  public static func movie(_ id: Int) -> ListItem { ListItem(.movie, id) }
  public static func series(_ id: Int) -> ListItem { ListItem(.series, id) }

  enum CodingKeys: String, CodingKey {
    case id = "item_id"
    case kind = "item_type"
  }
}
