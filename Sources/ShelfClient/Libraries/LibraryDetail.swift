public import Foundation
import MediaCore

/// A library with the values to filter it by (`GET /api/libraries/{id}?include=filterdata`). Required: `library`.
public struct LibraryDetail: Codable, Hashable, Sendable {
  public var library: Library
  public var filterdata: FilterData?
  /// The number of items that are missing or broken.
  public var issues: Int?
  /// The number of this account's playlists in it.
  public var numUserPlaylists: Int?

  public init(library: Library) { self.library = library }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    library = try members.require(.library)
    filterdata = members[.filterdata]
    issues = members[.issues]
    numUserPlaylists = members[.numUserPlaylists]
  }
}

/// The values that a library can be filtered by (`GET /api/libraries/{id}/filterdata`). Up to half an hour old.
public struct FilterData: Codable, Hashable, Sendable {
  public var authors: [NamedReference] = []
  public var genres: [String] = []
  public var tags: [String] = []
  public var series: [NamedReference] = []
  public var narrators: [String] = []
  public var languages: [String] = []
  public var publishers: [String] = []
  /// The first year of each: `2010`.
  public var publishedDecades: [String] = []
  public var bookCount: Int?
  public var authorCount: Int?
  public var seriesCount: Int?
  public var podcastCount: Int?
  /// The number of items that are missing or broken.
  public var numIssues: Int?
  /// When the server collected this.
  public var loadedAt: Date?

  public init() {}

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
