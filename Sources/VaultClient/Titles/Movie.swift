public import Foundation
public import MediaCore

/// A film. Not every route of the server sends every member. If a route does not send an optional member, the member is nil. Decoding
/// requires only `id`.
///
/// The server reuses the ids of deleted films. Before you trust a stored id, compare ``imdbID`` as well.
public struct Movie: Codable, Hashable, Sendable, Identifiable {
  public var id: Int {
    get { shared.members.id }
    set { shared.members.id = newValue }
  }
  /// The title of the film.
  public var title: String {
    get { shared.members.title }
    set { shared.members.title = newValue }
  }
  /// The film's id at IMDb: `tt` and seven or eight digits.
  public var imdbID: String? {
    get { shared.members.imdbID }
    set { shared.members.imdbID = newValue }
  }
  /// The release date as the server sends it: a whole day, only a year, or an empty text.
  public var releaseDate: LooseDate? {
    get { shared.members.releaseDate }
    set { shared.members.releaseDate = newValue }
  }
  /// The runtime in minutes. The runtime is unknown if this is 0 or nil.
  public var runtime: Int? {
    get { shared.members.runtime }
    set { shared.members.runtime = newValue }
  }
  /// Whether the film is watched. In the titles of a list, this is the mark that the list stores. In the watchlist and in responses of
  /// ``MovieAPI``, this is the film's own mark.
  public var watched: Bool {
    get { shared.members.watched }
    set { shared.members.watched = newValue }
  }
  /// The collection's id at TMDB; nil if the film is in no collection.
  public var collectionID: Int? {
    get { shared.members.collectionID }
    set { shared.members.collectionID = newValue }
  }
  /// The collection's name; nil if the film is in no collection or the collection has no name.
  public var collectionName: String? {
    get { shared.members.collectionName }
    set { shared.members.collectionName = newValue }
  }
  /// The address of the poster: a web address, or a path on the server. ``MediaAPI/url(of:)`` returns an address that can be loaded.
  public var posterURL: String? {
    get { shared.members.posterURL }
    set { shared.members.posterURL = newValue }
  }
  /// The address of a smaller version of the poster, as the server sends it.
  public var posterThumb: String? {
    get { shared.members.posterThumb }
    set { shared.members.posterThumb = newValue }
  }
  /// The description of the film, from the server's catalogue.
  public var overview: String? {
    get { shared.members.overview }
    set { shared.members.overview = newValue }
  }
  /// The note that a list stores for the film. Nil if the film was not read as a title of a list.
  public var notes: String? {
    get { shared.members.notes }
    set { shared.members.notes = newValue }
  }
  /// The quality of the film's file at Jellyfin.
  public var quality: Quality? {
    get { shared.members.quality }
    set { shared.members.quality = newValue }
  }
  /// Whether the server has reported the film as new and the user has not opened the film since then.
  public var isNew: Bool? {
    get { shared.members.isNew }
    set { shared.members.isNew = newValue }
  }
  /// The time at which the film was added to the library. In the titles of a list, the time at which the film was added to the list.
  public var addedAt: Date? {
    get { shared.members.addedAt }
    set { shared.members.addedAt = newValue }
  }
  /// The time at which the film was imported. For 24 hours after this time, screens show the film with the NEW badge.
  public var importedAt: Date? {
    get { shared.members.importedAt }
    set { shared.members.importedAt = newValue }
  }
  /// The viewers that a list stores for the film, such as `family`. Nil if the film was not read as a title of a list.
  public var watchedBy: WatchedBy? {
    get { shared.members.watchedBy }
    set { shared.members.watchedBy = newValue }
  }
  /// Whether the title is a film, a series or a collection.
  public var type: TitleKind? {
    get { shared.members.type }
    set { shared.members.type = newValue }
  }
  /// The id of the user who owns the film.
  public var userID: Int? {
    get { shared.members.userID }
    set { shared.members.userID = newValue }
  }

  private struct Members: Encodable, Hashable, Sendable {
    typealias CodingKeys = Movie.CodingKeys

    var id: Int
    var title = ""
    var imdbID: String?
    var releaseDate: LooseDate?
    var runtime: Int?
    var watched = false
    var collectionID: Int?
    var collectionName: String?
    var posterURL: String?
    var posterThumb: String?
    var overview: String?
    var notes: String?
    var quality: Quality?
    var isNew: Bool?
    var addedAt: Date?
    var importedAt: Date?
    var watchedBy: WatchedBy?
    var type: TitleKind?
    var userID: Int?
  }

  private var shared: SharedMembers<Members>

  func isCopy(of other: Movie) -> Bool { shared.isCopy(of: other.shared) }

  /// Creates a value from its required members. All other members have their default values.
  public init(id: Int) { shared = SharedMembers(Members(id: id)) }

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
    var read = Members(id: try members.requireNumber(.id))
    read.title = members[.title] ?? ""
    read.imdbID = members.identifier(.imdbID)
    read.releaseDate = members.text(.releaseDate, as: LooseDate.init(rawValue:))
    read.runtime = members.integer(.runtime)
    read.watched = members.flag(.watched) ?? false
    read.collectionID = members.integer(.collectionID)
    read.collectionName = members[.collectionName]
    read.posterURL = members[.posterURL]
    read.posterThumb = members[.posterThumb]
    read.overview = members[.overview]
    read.notes = members[.notes]
    read.quality = members[.quality]
    read.isNew = members.flag(.isNew)
    read.addedAt = members[.addedAt]
    read.importedAt = members[.importedAt]
    read.watchedBy = members[.watchedBy]
    read.type = members[.type]
    read.userID = members.integer(.userID)
    shared = SharedMembers(read)
  }

  public func encode(to encoder: any Encoder) throws { try shared.members.encode(to: encoder) }
}

extension Movie {
  /// The key by which a collection sorts its films: by release date, films without a date last, films of one date by id. The server sorts
  /// collections of the watchlist in this order.
  fileprivate var releaseKey: (date: String, id: Int) {
    let date = releaseDate?.rawValue ?? ""
    return (date.isEmpty ? "9999-12-31" : date, id)
  }
}

/// The quality of a film's file. Show an unknown value in the same way as ``sd``.
public struct Quality: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Standard definition. The wire value is `SD`.
  public static let sd = Quality(rawValue: "SD")
  /// High definition. The wire value is `HD`.
  public static let hd = Quality(rawValue: "HD")
  /// 4K resolution. The wire value is `4K`.
  public static let uhd = Quality(rawValue: "4K")
}

/// The viewers who have watched a title of a list. The server accepts any text.
public struct WatchedBy: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The user has watched the title. The wire value is `you`.
  public static let you = WatchedBy(rawValue: "you")
  /// The user's family has watched the title. The wire value is `family`.
  public static let family = WatchedBy(rawValue: "family")
  /// The user and the family have watched the title. The wire value is `both`.
  public static let both = WatchedBy(rawValue: "both")
}

/// A collection of films that belong together, identified by its id at TMDB. In the server's JSON, lists and the watchlist use different
/// names for the members of a collection, and the SDK reads both. Decoding requires only `id`.
public struct MovieCollection: Codable, Hashable, Sendable, Identifiable {
  public var id: Int
  /// The title of the collection.
  public var title = ""
  /// The films of the collection, sorted by release date. Films for which the server sends no date come last.
  public var movies: [Movie] = []
  /// The address of the poster: a web address, or a path on the server. ``MediaAPI/url(of:)`` returns an address that can be loaded.
  public var posterURL: String?
  /// The description of the collection, from the server's catalogue.
  public var overview: String?
  /// Whether the first film of the collection is new. The other films do not affect this member.
  public var isNew: Bool?

  /// Creates a value from its required members. All other members have their default values.
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
    // In lists, the server sends the films in the order of their ids.
    movies = members.optionalList(.movies) ?? other.list(.movies).sorted { $0.releaseKey < $1.releaseKey }
    posterURL = members[.posterURL]
    overview = members[.overview]
    isNew = members.flag(.isNew)
  }

  fileprivate enum ListKeys: String, CodingKey {
    case title = "name"
    case movies
  }

  /// Adds a film at its place by release date.
  mutating func insert(_ movie: Movie) {
    movies.insert(movie, at: movies.firstIndex { $0.releaseKey > movie.releaseKey } ?? movies.endIndex)
  }

  /// Whether none, some or all of the films are watched.
  public var watchedState: WatchedState { WatchedState(movies.map(\.watched)) }

  /// Returns the films to show when the user opens the collection.
  /// - Parameter unwatchedOnly: whether only the unwatched films are returned. If false, all films are returned.
  public func movies(unwatchedOnly: Bool) -> [Movie] { unwatchedOnly ? movies.filter { !$0.watched } : movies }
}
