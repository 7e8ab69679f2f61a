public import Foundation
import MediaCore

/// The podcast of a library item.
public struct Podcast: Codable, Hashable, Sendable {
  /// The podcast's own id; routes want the library item's.
  public var id: String?
  /// The id of the book or podcast.
  public var libraryItemId: String?
  /// Title, author, feed and the like.
  public var metadata = PodcastMetadata()
  /// A path on the server: its only use is to see whether there is a cover.
  public var coverPath: String?
  /// The tags of the library, in the server's order.
  public var tags: [String] = []
  /// 0 in shelves, searches and playlists although there are episodes.
  public var numEpisodes: Int?
  /// Whether the server fetches new episodes by itself.
  public var autoDownloadEpisodes: Bool?
  /// The times at which the server checks for new episodes, in cron form.
  public var autoDownloadSchedule: String?
  /// When the server last looked for new episodes.
  public var lastEpisodeCheck: Date?
  /// 0 for all.
  public var maxEpisodesToKeep: Int?
  /// The most episodes that one look fetches; 0 for all.
  public var maxNewEpisodesToDownload: Int?
  /// Bytes; mostly 0 where ``numEpisodes`` is. The item's own is right.
  public var size: Int?
  /// Nil in short answers; always empty in searches and recent episodes.
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
