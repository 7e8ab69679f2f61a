public import Foundation
import MediaCore

/// The values that a library can be filtered by (`GET /api/libraries/{id}/filterdata`). Up to half an hour old.
public struct FilterData: Codable, Hashable, Sendable {
  public var authors: [NamedReference]
  public var genres: [String]
  public var tags: [String]
  public var series: [NamedReference]
  public var narrators: [String]
  public var languages: [String]
  public var publishers: [String]
  /// The first year of each: `2010`.
  public var publishedDecades: [String]
  public var bookCount: Int?
  public var authorCount: Int?
  public var seriesCount: Int?
  public var podcastCount: Int?
  /// How many items are missing or broken.
  public var numIssues: Int?
  /// When the server collected this.
  public var loadedAt: Date?

  public init(
    authors: [NamedReference] = [], genres: [String] = [], tags: [String] = [], series: [NamedReference] = [],
    narrators: [String] = [], languages: [String] = [], publishers: [String] = [], publishedDecades: [String] = [],
    bookCount: Int? = nil, authorCount: Int? = nil, seriesCount: Int? = nil, podcastCount: Int? = nil,
    numIssues: Int? = nil, loadedAt: Date? = nil
  ) {
    self.authors = authors
    self.genres = genres
    self.tags = tags
    self.series = series
    self.narrators = narrators
    self.languages = languages
    self.publishers = publishers
    self.publishedDecades = publishedDecades
    self.bookCount = bookCount
    self.authorCount = authorCount
    self.seriesCount = seriesCount
    self.podcastCount = podcastCount
    self.numIssues = numIssues
    self.loadedAt = loadedAt
  }
}

extension FilterData {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    authors = members.list(.authors)
    genres = members.list(.genres)
    tags = members.list(.tags)
    series = members.list(.series)
    narrators = members.list(.narrators)
    languages = members.list(.languages)
    publishers = members.list(.publishers)
    publishedDecades = members.list(.publishedDecades)
    bookCount = members[.bookCount]
    authorCount = members[.authorCount]
    seriesCount = members[.seriesCount]
    podcastCount = members[.podcastCount]
    numIssues = members[.numIssues]
    loadedAt = members[.loadedAt]
  }
}
