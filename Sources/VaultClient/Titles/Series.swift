public import Foundation
import MediaCore

/// A series. A member that a route does not send is nil, or empty for ``episodes``. Required: `id`.
public struct Series: Codable, Hashable, Sendable, Identifiable {
  public var id: Int
  /// The title.
  public var title = ""
  /// `tt` and digits, or `tmdb_` and a number for series without a known IMDb id.
  public var imdbID: String?
  /// An address or a path below the server; ask ``MediaAPI`` for one to load.
  public var posterURL: String?
  /// A smaller picture, as the server has it.
  public var posterThumb: String?
  /// The mark that the watchlist computes: all episodes watched, false without any. See ``isWatched``.
  public var watched: Bool?
  /// In order of season and number.
  public var episodes: [Episode] = []
  /// Posters by season number; 0 are specials.
  public var seasonPosters: [Int: String] = [:]
  /// New since it was last looked at.
  public var isNew: Bool?
  /// When it came into the library.
  public var addedAt: Date?
  /// When it was imported; within a day it counts as newly imported.
  public var importedAt: Date?
  /// Minutes.
  public var averageEpisodeRuntime: Int?
  /// The user's notes.
  public var notes: String?
  /// Film, series or collection, as the server writes it.
  public var type: TitleKind?
  /// The id of its owner.
  public var userID: Int?
  /// Marked as deleted; lists leave it out.
  public var deleted: Bool?

  /// With its required members; what is optional is nil, lists are empty.
  public init(id: Int) { self.id = id }

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
    id = try members.requireNumber(.id)
    title = members[.title] ?? ""
    imdbID = members.identifier(.imdbID)
    posterURL = members[.posterURL]
    posterThumb = members[.posterThumb]
    watched = members.flag(.watched)
    episodes = members.list(.episodes)
    let posters: [String: JSONValue] = members[.seasonPosters] ?? [:]
    for (number, url) in posters { if let number = Int(number) { seasonPosters[number] = url.string } }
    isNew = members.flag(.isNew)
    addedAt = members[.addedAt]
    importedAt = members[.importedAt]
    averageEpisodeRuntime = members.number(.averageEpisodeRuntime)
    notes = members[.notes]
    type = members[.type]
    userID = members.number(.userID)
    deleted = members.flag(.deleted)
  }

  /// Whether everything is watched: the server's computed mark, otherwise computed from the episodes.
  public var isWatched: Bool { watched ?? (!episodes.isEmpty && episodes.allSatisfy(\.watched)) }

  /// The combined mark of the episodes.
  public var watchedState: WatchedState { WatchedState(episodes.map(\.watched)) }
}
