public import Foundation
public import MediaCore

/// A film. Routes send more or fewer members: a member that is not sent is nil. Required: `id`.
///
/// The server reuses ids after a deletion: compare ``imdbID`` before trusting a stored one.
public struct Movie: Codable, Hashable, Sendable, Identifiable {
  public var id: Int {
    get { shared.members.id }
    set { shared.members.id = newValue }
  }
  /// The title.
  public var title: String {
    get { shared.members.title }
    set { shared.members.title = newValue }
  }
  /// The id at IMDb: `tt` and seven or eight digits.
  public var imdbID: String? {
    get { shared.members.imdbID }
    set { shared.members.imdbID = newValue }
  }
  /// The release date as the server has it; not always a whole day.
  public var releaseDate: LooseDate? {
    get { shared.members.releaseDate }
    set { shared.members.releaseDate = newValue }
  }
  /// The runtime in minutes; 0 and nil both mean unknown.
  public var runtime: Int? {
    get { shared.members.runtime }
    set { shared.members.runtime = newValue }
  }
  /// Whether the film is watched: in the watchlist and in a film's own route, the film's own mark; in the items of a list, the list's mark.
  public var watched: Bool {
    get { shared.members.watched }
    set { shared.members.watched = newValue }
  }
  /// The collection's number at TMDB; nil for a film without a collection.
  public var collectionID: Int? {
    get { shared.members.collectionID }
    set { shared.members.collectionID = newValue }
  }
  /// The collection's name.
  public var collectionName: String? {
    get { shared.members.collectionName }
    set { shared.members.collectionName = newValue }
  }
  /// The poster: an address, absolute or relative to the server; see ``MediaAPI/url(of:)``.
  public var posterURL: String? {
    get { shared.members.posterURL }
    set { shared.members.posterURL = newValue }
  }
  /// A smaller poster, as the server has it.
  public var posterThumb: String? {
    get { shared.members.posterThumb }
    set { shared.members.posterThumb = newValue }
  }
  /// The description, from the server's catalogue.
  public var overview: String? {
    get { shared.members.overview }
    set { shared.members.overview = newValue }
  }
  /// The list's note on the film; only in the items of a list.
  public var notes: String? {
    get { shared.members.notes }
    set { shared.members.notes = newValue }
  }
  /// The quality of the file, as Jellyfin has it.
  public var quality: Quality? {
    get { shared.members.quality }
    set { shared.members.quality = newValue }
  }
  /// Whether the film was found by the server and has not been opened since.
  public var isNew: Bool? {
    get { shared.members.isNew }
    set { shared.members.isNew = newValue }
  }
  /// The time when the film was added to the library; in the items of a list, to the list.
  public var addedAt: Date? {
    get { shared.members.addedAt }
    set { shared.members.addedAt = newValue }
  }
  /// The time of the import; within a day the title counts as newly imported.
  public var importedAt: Date? {
    get { shared.members.importedAt }
    set { shared.members.importedAt = newValue }
  }
  /// The people who have watched the film, such as `family`; only in the items of a list.
  public var watchedBy: WatchedBy? {
    get { shared.members.watchedBy }
    set { shared.members.watchedBy = newValue }
  }
  /// Film, series or collection, as the server writes it.
  public var type: TitleKind? {
    get { shared.members.type }
    set { shared.members.type = newValue }
  }
  /// The id of the owner.
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

  /// Sets the required members and leaves the others at their defaults.
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

/// The people who have watched an item of a list; free text on the server.
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

/// A collection of films that belong together, by its number at TMDB. Lists and the watchlist name the members differently. Required: `id`.
public struct MovieCollection: Codable, Hashable, Sendable, Identifiable {
  public var id: Int
  /// The title.
  public var title = ""
  /// The films by release date, as far as the watchlist sends the date; films without a date come last.
  public var movies: [Movie] = []
  /// The poster: an address, or a path below the server. ``MediaAPI`` makes an address that can be loaded.
  public var posterURL: String?
  /// The description, from the server's catalogue.
  public var overview: String?
  /// Whether the first film is new; the others do not count.
  public var isNew: Bool?

  /// Sets the required members and leaves the others at their defaults.
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

  /// Whether none, some or all of the films are watched.
  public var watchedState: WatchedState { WatchedState(movies.map(\.watched)) }

  /// The films that an opened collection shows: all, or only the unwatched ones.
  public func movies(unwatchedOnly: Bool) -> [Movie] { unwatchedOnly ? movies.filter { !$0.watched } : movies }
}
