public import Foundation
public import MediaCore

/// A film. Routes send more or fewer members: a member that is not sent is nil. Required: `id`.
///
/// The server reuses ids after a deletion: compare ``imdbID`` before trusting a stored one.
public struct Movie: Codable, Hashable, Sendable, Identifiable {
  public var id: Int
  /// The title.
  public var title = ""
  /// `tt` and seven or eight digits.
  public var imdbID: String?
  /// As the server has it; not always a whole day.
  public var releaseDate: LooseDate?
  /// Minutes; 0 and nil both mean unknown.
  public var runtime: Int?
  /// The mark of the film in the watchlist and in its own route; in the items of a list, the list's own mark.
  public var watched = false
  /// The collection's number at TMDB; nil for a film in none.
  public var collectionID: Int?
  /// The collection's name.
  public var collectionName: String?
  /// An address, absolute or relative to the server; see ``MediaAPI/url(of:)``.
  public var posterURL: String?
  /// A smaller picture, as the server has it.
  public var posterThumb: String?
  /// The description, from the server's catalogue.
  public var overview: String?
  /// In the items of a list, the list's own note.
  public var notes: String?
  /// The quality of the file, as Jellyfin has it.
  public var quality: Quality?
  /// Whether the film was found by the server and has not been opened since.
  public var isNew: Bool?
  /// The time when the film was added to the library; in the items of a list, to the list.
  public var addedAt: Date?
  /// When it was imported; within a day it counts as newly imported.
  public var importedAt: Date?
  /// The viewers of the film; only in the items of a list.
  public var watchedBy: WatchedBy?
  /// Film, series or collection, as the server writes it.
  public var type: TitleKind?
  /// The id of its owner.
  public var userID: Int?

  /// With its required members; what is optional is nil, lists are empty.
  public init(id: Int) { self.id = id }

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
    imdbID = members.identifier(.imdbID)
    releaseDate = members[.releaseDate]
    runtime = members.number(.runtime)
    watched = members.flag(.watched) ?? false
    collectionID = members.number(.collectionID)
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
    userID = members.number(.userID)
  }
}

/// The quality of a film's file. Show unknown values like ``sd``.
public struct Quality: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// On the wire `SD`.
  public static let sd = Quality(rawValue: "SD")
  /// On the wire `HD`.
  public static let hd = Quality(rawValue: "HD")
  /// On the wire `4K`.
  public static let uhd = Quality(rawValue: "4K")
}

/// The viewers of an item of a list; free text on the server.
public struct WatchedBy: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// On the wire `you`.
  public static let you = WatchedBy(rawValue: "you")
  /// On the wire `family`.
  public static let family = WatchedBy(rawValue: "family")
  /// On the wire `both`.
  public static let both = WatchedBy(rawValue: "both")
}

/// Films that belong together, by TMDB's id. Lists and the watchlist name the members differently. Required: `id`.
public struct MovieCollection: Codable, Hashable, Sendable, Identifiable {
  public var id: Int
  /// The title.
  public var title = ""
  /// The films by release date as far as the watchlist sends it, those without a date last.
  public var movies: [Movie] = []
  /// An address or a path below the server; ask ``MediaAPI`` for one to load.
  public var posterURL: String?
  /// The description, from the server's catalogue.
  public var overview: String?
  /// Whether the first film is new; the others do not count.
  public var isNew: Bool?

  /// With its required members; what is optional is nil, lists are empty.
  public init(id: Int) { self.id = id }

  enum CodingKeys: String, CodingKey {
    case id, title, overview
    case movies = "items"
    case posterURL = "poster_url"
    case isNew = "is_new"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    let other = try decoder.lenient(ListKeys.self)
    id = try members.requireNumber(.id)
    title = members[.title] ?? other[.title] ?? ""
    movies = members.optionalList(.movies) ?? other.list(.movies)
    posterURL = members[.posterURL]
    overview = members[.overview]
    isNew = members.flag(.isNew)
  }

  fileprivate enum ListKeys: String, CodingKey {
    case title = "name"
    case movies
  }

  /// The combined mark of the films.
  public var watchedState: WatchedState { WatchedState(movies.map(\.watched)) }

  /// The films that an opened collection shows.
  public func movies(unwatchedOnly: Bool) -> [Movie] { unwatchedOnly ? movies.filter { !$0.watched } : movies }
}
