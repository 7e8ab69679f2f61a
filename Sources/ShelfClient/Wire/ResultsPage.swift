public import MediaCore

/// The envelope of paged lists: items, series, authors, collections, playlists. Required: `results`.
public struct ResultsPage<Element: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  public var results: [Element]
  /// How many there are in all.
  public var total: Int?
  /// How many were asked for; 0 when all were.
  public var limit: Int?
  /// From 0.
  public var page: Int?
  public var sortBy: String?
  public var sortDesc: Bool?
  public var filterBy: String?
  public var mediaType: MediaType?
  public var minified: Bool?
  public var collapseseries: Bool?
  /// What was asked to be included, with commas.
  public var include: String?
  public var offset: Int?

  public init(
    results: [Element], total: Int? = nil, limit: Int? = nil, page: Int? = nil, sortBy: String? = nil,
    sortDesc: Bool? = nil, filterBy: String? = nil, mediaType: MediaType? = nil, minified: Bool? = nil,
    collapseseries: Bool? = nil, include: String? = nil, offset: Int? = nil
  ) {
    self.results = results
    self.total = total
    self.limit = limit
    self.page = page
    self.sortBy = sortBy
    self.sortDesc = sortDesc
    self.filterBy = filterBy
    self.mediaType = mediaType
    self.minified = minified
    self.collapseseries = collapseseries
    self.include = include
    self.offset = offset
  }
}

extension ResultsPage {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    results = try members.requireList(.results)
    total = members[.total]
    limit = members[.limit]
    page = members[.page]
    sortBy = members[.sortBy]
    sortDesc = members[.sortDesc]
    filterBy = members[.filterBy]
    mediaType = members[.mediaType]
    minified = members[.minified]
    collapseseries = members[.collapseseries]
    include = members[.include]
    offset = members[.offset]
  }
}

extension Page where Element: Codable & Hashable {
  public init(_ answer: ResultsPage<Element>) {
    self.init(
      items: answer.results, total: answer.total, page: answer.page ?? 0, limit: answer.limit ?? answer.results.count)
  }
}
