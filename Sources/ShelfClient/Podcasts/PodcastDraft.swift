import MediaCore

/// The request body that adds a podcast to a library (`POST /api/podcasts`).
public struct PodcastDraft: Encodable, Hashable, Sendable {
  /// The id of the library that the podcast is added to.
  public var libraryId: String
  /// The id of the library folder that contains ``path``. The library folders are in ``Library/folders``.
  public var folderId: String
  /// The path of the podcast's own folder on the server, which will contain the episodes: the library folder's ``LibraryFolder/fullPath``,
  /// a slash and a name.
  public var path: String
  /// The metadata of the podcast, with at least the title and the feed's address.
  public var metadata: PodcastMetadata
  /// Whether the server regularly looks for new episodes in the feed and downloads them.
  public var autoDownloadEpisodes = false
  /// The schedule by which the server looks for new episodes, as a cron expression. If nil, the server uses its default schedule.
  public var autoDownloadSchedule: String?

  /// Creates a draft of a podcast.
  /// - Parameter path: the path of the podcast's own folder on the server, inside the library folder `folderId`.
  public init(libraryId: String, folderId: String, path: String, metadata: PodcastMetadata) {
    self.libraryId = libraryId
    self.folderId = folderId
    self.path = path
    self.metadata = metadata
  }

  private enum CodingKeys: String, CodingKey { case libraryId, folderId, path, media }
  private enum MediaKeys: String, CodingKey { case metadata, autoDownloadEpisodes, autoDownloadSchedule }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(libraryId, forKey: .libraryId)
    try members.encode(folderId, forKey: .folderId)
    try members.encode(path, forKey: .path)
    var media = members.nestedContainer(keyedBy: MediaKeys.self, forKey: .media)
    try media.encode(metadata, forKey: .metadata)
    try media.encode(autoDownloadEpisodes, forKey: .autoDownloadEpisodes)
    try media.encodeIfPresent(autoDownloadSchedule, forKey: .autoDownloadSchedule)
  }
}
