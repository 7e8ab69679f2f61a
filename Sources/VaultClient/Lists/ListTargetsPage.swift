import MediaCore

/// One page of the lists to which titles can be copied or moved. A response without `lists` cannot be decoded.
public struct ListTargetsPage: Codable, Hashable, Sendable {
  /// The lists on this page, to which titles can be copied or moved.
  public var lists: [ListTarget] = []
  /// The position of this page among all pages; nil if the response contains all lists.
  public var pagination: Pagination?

  public init() {}

  enum CodingKeys: String, CodingKey { case lists, pagination }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    lists = try members.requireList(.lists)
    pagination = members[.pagination]
  }

  /// The position of a page among all pages.
  public struct Pagination: Codable, Hashable, Sendable {
    /// The number of the page, from 1.
    public var page: Int?
    /// The number of lists on a page.
    public var pageSize: Int?
    /// The number of lists on all pages together.
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

/// A list to which titles can be copied or moved. Decoding requires only `id`.
public struct ListTarget: Codable, Hashable, Sendable, Identifiable {
  public var id: Int
  /// The name of the list.
  public var name = ""
  /// The icon of the list, an emoji.
  public var icon: String?
  /// The colour of the list, such as `#007AFF`.
  public var color: String?
  /// The number of titles in the list.
  public var itemCount: Int?

  /// Creates a value from its required members. All other members have their default values.
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
