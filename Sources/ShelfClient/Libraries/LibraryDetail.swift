public import Foundation
import MediaCore

/// A library with the values by which its items can be filtered (`GET /api/libraries/{id}?include=filterdata`). Decoding requires
/// `library`.
public struct LibraryDetail: Codable, Hashable, Sendable {
  /// The library itself.
  public var library: Library
  /// The values by which the library's items can be filtered. Nil unless the request contains `include=filterdata`.
  public var filterdata: FilterData?
  /// The number of items whose files are missing or cannot be read.
  public var issues: Int?
  /// The number of this account's playlists in the library.
  public var numUserPlaylists: Int?

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
  public init(library: Library) { self.library = library }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    library = try members.require(.library)
    filterdata = members[.filterdata]
    issues = members[.issues]
    numUserPlaylists = members[.numUserPlaylists]
  }
}

/// The values by which a library's items can be filtered (`GET /api/libraries/{id}/filterdata`). The values can be half an hour old.
public struct FilterData: Codable, Hashable, Sendable {
  /// The authors in the library, by id and name.
  public var authors: [NamedReference] = []
  /// All genres of the library.
  public var genres: [String] = []
  /// All tags of the library.
  public var tags: [String] = []
  /// The series in the library, by id and name.
  public var series: [NamedReference] = []
  /// All narrators of the library.
  public var narrators: [String] = []
  /// All languages of the library, as they are written in the metadata.
  public var languages: [String] = []
  /// All publishers of the library.
  public var publishers: [String] = []
  /// The decades in which books were published, each given by its first year, such as `2010`.
  public var publishedDecades: [String] = []
  /// The number of books; nil in a podcast library.
  public var bookCount: Int?
  /// The number of authors; nil in a podcast library.
  public var authorCount: Int?
  /// The number of series; nil in a podcast library.
  public var seriesCount: Int?
  /// The number of podcasts; nil in a book library.
  public var podcastCount: Int?
  /// The number of items whose files are missing or cannot be read.
  public var numIssues: Int?
  /// When the server collected these values.
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
