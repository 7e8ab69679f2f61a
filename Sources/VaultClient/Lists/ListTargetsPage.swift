import MediaCore

/// One page of the lists that titles can be copied or moved to. Required: `lists`.
public struct ListTargetsPage: Codable, Hashable, Sendable {
  public var lists: [ListTarget]
  public var pagination: Pagination?

  public init(lists: [ListTarget] = [], pagination: Pagination? = nil) {
    self.lists = lists
    self.pagination = pagination
  }

  enum CodingKeys: String, CodingKey {
    case lists
    case pagination
  }
}

extension ListTargetsPage {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    lists = try members.requireList(.lists)
    pagination = members[.pagination]
  }
}

extension ListTargetsPage {
  /// Where in a longer list a page stands.
  public struct Pagination: Codable, Hashable, Sendable {
    /// From 1.
    public var page: Int?
    public var pageSize: Int?
    public var totalLists: Int?
    public var totalPages: Int?
    public var hasMore: Bool?

    public init(
      page: Int? = nil, pageSize: Int? = nil, totalLists: Int? = nil, totalPages: Int? = nil, hasMore: Bool? = nil
    ) {
      self.page = page
      self.pageSize = pageSize
      self.totalLists = totalLists
      self.totalPages = totalPages
      self.hasMore = hasMore
    }

    enum CodingKeys: String, CodingKey {
      case page
      case pageSize = "page_size"
      case totalLists = "total_lists"
      case totalPages = "total_pages"
      case hasMore = "has_more"
    }

    public init(from decoder: any Decoder) throws {
      let members = try decoder.lenient(CodingKeys.self)
      page = members[.page]
      pageSize = members[.pageSize]
      totalLists = members[.totalLists]
      totalPages = members[.totalPages]
      hasMore = members.flag(.hasMore)
    }
  }
}
