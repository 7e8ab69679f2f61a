public import Foundation
import MediaCore

/// The podcast of a library item.
public struct Podcast: Codable, Hashable, Sendable {
  /// The podcast's own id; routes use the library item's id.
  public var id: String?
  /// The id of the library item that the podcast belongs to.
  public var libraryItemId: String?
  /// Title, author, feed and the like.
  public var metadata = PodcastMetadata()
  /// The path of the cover on the server. A client uses it only to see whether there is a cover.
  public var coverPath: String?
  /// The tags of the podcast, in the server's order.
  public var tags: [String] = []
  /// The number of episodes; always 0 in shelves, searches and playlists.
  public var numEpisodes: Int?
  /// Whether the server fetches new episodes on a schedule (``autoDownloadSchedule``).
  public var autoDownloadEpisodes: Bool?
  /// The times at which the server checks for new episodes, in cron form.
  public var autoDownloadSchedule: String?
  /// When the server last looked for new episodes.
  public var lastEpisodeCheck: Date?
  /// The highest number of episodes that the server keeps; 0 for all.
  public var maxEpisodesToKeep: Int?
  /// The highest number of episodes that the server fetches in one check; 0 for all.
  public var maxNewEpisodesToDownload: Int?
  /// The size of the episodes in bytes; mostly 0 in answers where ``numEpisodes`` is 0. Use ``ShelfItem/size`` instead.
  public var size: Int?
  /// The episodes; nil in short answers, always empty in searches and recent episodes.
  public var episodes: [Episode]?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = members[.id]
    libraryItemId = members[.libraryItemId]
    metadata = members[.metadata] ?? PodcastMetadata()
    coverPath = members[.coverPath]
    tags = members.list(.tags)
    numEpisodes = members[.numEpisodes]
    autoDownloadEpisodes = members[.autoDownloadEpisodes]
    autoDownloadSchedule = members[.autoDownloadSchedule]
    lastEpisodeCheck = members[.lastEpisodeCheck]
    maxEpisodesToKeep = members[.maxEpisodesToKeep]
    maxNewEpisodesToDownload = members[.maxNewEpisodesToDownload]
    size = members[.size]
    episodes = members.optionalList(.episodes)
  }
}
