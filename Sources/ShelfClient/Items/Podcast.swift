public import Foundation
import MediaCore

/// The podcast of a library item.
public struct Podcast: Codable, Hashable, Sendable {
  /// The podcast's own id. Routes of the server use the library item's id instead.
  public var id: String?
  /// The id of the library item that the podcast belongs to.
  public var libraryItemId: String?
  /// The metadata of the podcast: title, author, feed and the like.
  public var metadata = PodcastMetadata()
  /// The path of the cover on the server. The path is no address for a client; it only shows that the podcast has a cover.
  public var coverPath: String?
  /// The tags of the podcast, in the server's order.
  public var tags: [String] = []
  /// The number of the podcast's episodes. Always 0 on shelves, in search results and in playlists.
  public var numEpisodes: Int?
  /// Whether the server downloads new episodes at the times of ``autoDownloadSchedule``.
  public var autoDownloadEpisodes: Bool?
  /// The times at which the server checks for new episodes, as a cron expression.
  public var autoDownloadSchedule: String?
  /// When the server last looked for new episodes.
  public var lastEpisodeCheck: Date?
  /// The highest number of episodes that the server keeps. 0 means that there is no limit.
  public var maxEpisodesToKeep: Int?
  /// The highest number of episodes that the server downloads in one check. 0 means that there is no limit.
  public var maxNewEpisodesToDownload: Int?
  /// The size of the episodes in bytes. In responses where ``numEpisodes`` is 0, this size is usually 0 as well: use ``ShelfItem/size``
  /// instead.
  public var size: Int?
  /// The episodes of the podcast. Nil in the short form of lists (see ``ShelfItem``). Always empty in search results and lists of recent
  /// episodes.
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
