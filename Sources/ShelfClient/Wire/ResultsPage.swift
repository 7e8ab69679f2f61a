import MediaCore

/// The envelope of paged lists: items, series, authors, collections, playlists. Required: `results`.
struct ResultsPage<Element: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  var results: [Element]
  /// How many there are in all.
  var total: Int?
  /// How many were asked for; 0 when all were.
  var limit: Int?
  /// From 0.
  var page: Int?
  var sortBy: String?
  var sortDesc: Bool?
  var filterBy: String?
  var mediaType: MediaType?
  var minified: Bool?
  var collapseseries: Bool?
  /// What was asked to be included, with commas.
  var include: String?
  var offset: Int?
}

extension ResultsPage {
  init(from decoder: any Decoder) throws {
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
  init(_ answer: ResultsPage<Element>) {
    self.init(
      items: answer.results, total: answer.total, page: answer.page ?? 0, limit: answer.limit ?? answer.results.count)
  }
}
