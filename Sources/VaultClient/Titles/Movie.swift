public import Foundation
public import MediaCore

/// A film. Routes tell more or less of it: what one does not tell is nil. Required: `id`.
///
/// Ids are given out again after a deletion: compare ``imdbID`` before trusting one that was kept.
public struct Movie: Codable, Hashable, Sendable, Identifiable {
  public var id: Int
  public var title: String
  /// `tt` and seven or eight digits.
  public var imdbID: String?
  public var releaseDate: LooseDate?
  /// Minutes; 0 and nil both mean unknown.
  public var runtime: Int?
  /// Film-wide in the watchlist and by itself; in the items of a list, the list's own mark.
  public var watched = false
  public var collectionID: Int?
  public var collectionName: String?
  /// Absolute, or relative to the server; see ``MediaAPI/url(of:)``.
  public var posterURL: String?
  public var posterThumb: String?
  public var overview: String?
  /// In the items of a list, the list's own note.
  public var notes: String?
  public var quality: Quality?
  /// Not opened yet since it was found.
  public var isNew: Bool?
  /// When it came into the library; in the items of a list, into the list.
  public var addedAt: Date?
  public var importedAt: Date?
  /// Only in the items of a list.
  public var watchedBy: WatchedBy?
  public var type: TitleKind?
  public var userID: Int?

  public init(id: Int, title: String = "") {
    self.id = id
    self.title = title
  }

  enum CodingKeys: String, CodingKey {
    case id, title, runtime, watched, overview, notes, quality, type
    case imdbID = "imdb_id"
    case releaseDate = "release_date"
    case collectionID = "collection_id"
    case collectionName = "collection_name"
    case posterURL = "poster_url"
    case posterThumb = "poster_thumb"
    case isNew = "is_new"
    case addedAt = "added_at"
    case importedAt = "imported_at"
    case watchedBy = "watched_by"
    case userID = "user_id"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireNumber(.id)
    title = members[.title] ?? ""
    imdbID = members[.imdbID]
    releaseDate = members[.releaseDate]
    runtime = members[.runtime]
    watched = members.flag(.watched) ?? false
    collectionID = members[.collectionID]
    collectionName = members[.collectionName]
    posterURL = members[.posterURL]
    posterThumb = members[.posterThumb]
    overview = members[.overview]
    notes = members[.notes]
    quality = members[.quality]
    isNew = members.flag(.isNew)
    addedAt = members[.addedAt]
    importedAt = members[.importedAt]
    watchedBy = members[.watchedBy]
    type = members[.type]
    userID = members[.userID]
  }
}

/// The quality of a film's file. Show unknown ones like ``sd``.
public struct Quality: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let sd = Quality(rawValue: "SD")
  public static let hd = Quality(rawValue: "HD")
  public static let uhd = Quality(rawValue: "4K")
}

/// Who has watched an item of a list; free text on the server.
public struct WatchedBy: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let you = WatchedBy(rawValue: "you")
  public static let family = WatchedBy(rawValue: "family")
  public static let both = WatchedBy(rawValue: "both")
}
