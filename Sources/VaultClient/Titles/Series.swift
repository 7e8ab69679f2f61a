public import Foundation
import MediaCore

/// A series. If a route of the server does not send an optional member, the member is nil. If a route does not send the episodes,
/// ``episodes`` is empty. Decoding requires only `id`.
public struct Series: Codable, Hashable, Sendable, Identifiable {
  public var id: Int {
    get { shared.members.id }
    set { shared.members.id = newValue }
  }
  /// The title of the series.
  public var title: String {
    get { shared.members.title }
    set { shared.members.title = newValue }
  }
  /// The id of the series: `tt` and digits, or `tmdb_` and a number for a series without a known IMDb id.
  public var imdbID: String? {
    get { shared.members.imdbID }
    set { shared.members.imdbID = newValue }
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
  /// Whether all episodes are watched, as the server sends it in the watchlist. Nil if another route sent the series. False for a series
  /// without episodes. See ``isWatched``.
  public var watched: Bool? {
    get { shared.members.watched }
    set { shared.members.watched = newValue }
  }
  /// The episodes, sorted by season and number.
  public var episodes: [Episode] {
    get { shared.members.episodes }
    // Yield the stored array itself, so that changing one episode does not copy all of them.
    _modify { yield &shared.members.episodes }
  }
  /// The addresses of the posters of the seasons, by season number. Specials are season 0.
  public var seasonPosters: [Int: String] {
    get { shared.members.seasonPosters }
    set { shared.members.seasonPosters = newValue }
  }
  /// Whether the server has reported the series as new and the user has not opened the series since then.
  public var isNew: Bool? {
    get { shared.members.isNew }
    set { shared.members.isNew = newValue }
  }
  /// The time when the series was added to the library.
  public var addedAt: Date? {
    get { shared.members.addedAt }
    set { shared.members.addedAt = newValue }
  }
  /// The time at which the series was imported. For 24 hours after this time, screens show the series with the NEW badge.
  public var importedAt: Date? {
    get { shared.members.importedAt }
    set { shared.members.importedAt = newValue }
  }
  /// The average runtime of an episode, in minutes.
  public var averageEpisodeRuntime: Int? {
    get { shared.members.averageEpisodeRuntime }
    set { shared.members.averageEpisodeRuntime = newValue }
  }
  /// The user's notes on the series.
  public var notes: String? {
    get { shared.members.notes }
    set { shared.members.notes = newValue }
  }
  /// Whether the title is a film, a series or a collection.
  public var type: TitleKind? {
    get { shared.members.type }
    set { shared.members.type = newValue }
  }
  /// The id of the user who owns the series.
  public var userID: Int? {
    get { shared.members.userID }
    set { shared.members.userID = newValue }
  }
  /// Whether the server has marked the series as deleted. Lists do not contain deleted series.
  public var deleted: Bool? {
    get { shared.members.deleted }
    set { shared.members.deleted = newValue }
  }

  private struct Members: Encodable, Hashable, Sendable {
    typealias CodingKeys = Series.CodingKeys

    var id: Int
    var title = ""
    var imdbID: String?
    var posterURL: String?
    var posterThumb: String?
    var watched: Bool?
    var episodes: [Episode] = []
    var seasonPosters: [Int: String] = [:]
    var isNew: Bool?
    var addedAt: Date?
    var importedAt: Date?
    var averageEpisodeRuntime: Int?
    var notes: String?
    var type: TitleKind?
    var userID: Int?
    var deleted: Bool?
  }

  private var shared: SharedMembers<Members>

  func isCopy(of other: Series) -> Bool { shared.isCopy(of: other.shared) }

  /// Creates a value from its required members. All other members have their default values.
  public init(id: Int) { shared = SharedMembers(Members(id: id)) }

  enum CodingKeys: String, CodingKey {
    case id, title, watched, episodes, notes, type, deleted
    case imdbID = "imdb_id"
    case posterURL = "poster_url"
    case posterThumb = "poster_thumb"
    case seasonPosters = "season_posters"
    case isNew = "is_new"
    case addedAt = "added_at"
    case importedAt = "imported_at"
    case averageEpisodeRuntime = "average_episode_runtime"
    case userID = "user_id"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    var read = Members(id: try members.requireNumber(.id))
    read.title = members[.title] ?? ""
    read.imdbID = members.identifier(.imdbID)
    read.posterURL = members[.posterURL]
    read.posterThumb = members[.posterThumb]
    read.watched = members.flag(.watched)
    read.episodes = members.list(.episodes)
    let posters: [String: String] = members.map(.seasonPosters) ?? [:]
    for (number, url) in posters { if let number = Int(number) { read.seasonPosters[number] = url } }
    read.isNew = members.flag(.isNew)
    read.addedAt = members[.addedAt]
    read.importedAt = members[.importedAt]
    read.averageEpisodeRuntime = members.integer(.averageEpisodeRuntime)
    read.notes = members[.notes]
    read.type = members[.type]
    read.userID = members.integer(.userID)
    read.deleted = members.flag(.deleted)
    shared = SharedMembers(read)
  }

  public func encode(to encoder: any Encoder) throws { try shared.members.encode(to: encoder) }

  /// Whether the whole series is watched. This is ``watched`` if the server has sent it. Otherwise, it is computed from the episodes.
  public var isWatched: Bool { watched ?? (!episodes.isEmpty && episodes.allSatisfy(\.watched)) }

  /// Whether none, some or all of the episodes are watched.
  public var watchedState: WatchedState { WatchedState(episodes.map(\.watched)) }
}
