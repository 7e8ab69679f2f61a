import MediaCore

/// A list that titles can be copied or moved to. Required: `id`.
public struct ListTarget: Codable, Hashable, Sendable, Identifiable {
  public var id: Int
  public var name: String
  public var icon: String?
  public var color: String?
  public var itemCount: Int?

  public init(id: Int, name: String = "", icon: String? = nil, color: String? = nil, itemCount: Int? = nil) {
    self.id = id
    self.name = name
    self.icon = icon
    self.color = color
    self.itemCount = itemCount
  }

  enum CodingKeys: String, CodingKey {
    case id
    case name
    case icon
    case color
    case itemCount = "item_count"
  }
}

extension ListTarget {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireNumber(.id)
    name = members[.name] ?? ""
    icon = members[.icon]
    color = members[.color]
    itemCount = members[.itemCount]
  }
}
