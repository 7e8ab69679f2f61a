import MediaCore

/// One page of the lists that titles can be copied or moved to. Required: `lists`.
public struct ListTargetsPage: Codable, Hashable, Sendable {
  public var lists: [ListTarget] = []
  public var pagination: Pagination?

  public init() {}

  enum CodingKeys: String, CodingKey { case lists, pagination }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    lists = try members.requireList(.lists)
    pagination = members[.pagination]
  }

  /// The place of a page in a longer list.
  public struct Pagination: Codable, Hashable, Sendable {
    /// From 1.
    public var page: Int?
    public var pageSize: Int?
    public var totalLists: Int?
    public var totalPages: Int?
    public var hasMore: Bool?

    public init() {}

    enum CodingKeys: String, CodingKey {
      case page
      case pageSize = "page_size"
      case totalLists = "total_lists"
      case totalPages = "total_pages"
      case hasMore = "has_more"
    }

    public init(from decoder: any Decoder) throws {
      let members = try decoder.lenient(CodingKeys.self)
      page = members.number(.page)
      pageSize = members.number(.pageSize)
      totalLists = members.number(.totalLists)
      totalPages = members.number(.totalPages)
      hasMore = members.flag(.hasMore)
    }
  }
}

/// A list that titles can be copied or moved to. Required: `id`.
public struct ListTarget: Codable, Hashable, Sendable, Identifiable {
  public var id: Int
  public var name = ""
  public var icon: String?
  public var color: String?
  public var itemCount: Int?

  public init(id: Int) { self.id = id }

  enum CodingKeys: String, CodingKey {
    case id, name, icon, color
    case itemCount = "item_count"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireNumber(.id)
    name = members[.name] ?? ""
    icon = members[.icon]
    color = members[.color]
    itemCount = members.number(.itemCount)
  }
}
