import MediaCore

/// One page of the lists that titles can be copied or moved to. Required: `lists`.
public struct ListTargetsPage: Codable, Hashable, Sendable {
  /// Lists that titles can be copied or moved to.
  public var lists: [ListTarget] = []
  /// The number of this page and of all pages; nil where all lists came.
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
    /// The number of the page, from 1.
    public var page: Int?
    /// The number of lists of a page.
    public var pageSize: Int?
    /// The number of all lists.
    public var totalLists: Int?
    /// The number of all pages.
    public var totalPages: Int?
    /// Whether more pages follow.
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
      page = members.integer(.page)
      pageSize = members.integer(.pageSize)
      totalLists = members.integer(.totalLists)
      totalPages = members.integer(.totalPages)
      hasMore = members.flag(.hasMore)
    }
  }
}

/// A list that titles can be copied or moved to. Required: `id`.
public struct ListTarget: Codable, Hashable, Sendable, Identifiable {
  public var id: Int
  /// The name.
  public var name = ""
  /// The icon, an emoji.
  public var icon: String?
  /// The colour, such as `#007AFF`.
  public var color: String?
  /// The number of titles in the list.
  public var itemCount: Int?

  /// Sets the required members and leaves the others at their defaults.
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
    itemCount = members.integer(.itemCount)
  }
}
