public import Foundation
public import MediaCore

/// A book or a podcast in a library. One type for the three shapes of the wire: minified (lists and shelves), expanded, and
/// plain (`GET /api/items/{id}`). What a shape does not carry is nil. Required: `id`.
public struct LibraryItem: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The folder's number on the server, as digits.
  public var ino: String?
  public var oldLibraryItemId: String?
  public var libraryId: String?
  public var folderId: String?
  /// On the server.
  public var path: String?
  /// Below the library's folder.
  public var relPath: String?
  /// Whether it is one file rather than a folder.
  public var isFile: Bool
  /// When its files changed.
  public var mtimeMs: Date?
  /// When their entries changed.
  public var ctimeMs: Date?
  /// When they were made; 1970 when the file system does not know.
  public var birthtimeMs: Date?
  public var addedAt: Date?
  /// Good for telling covers apart.
  public var updatedAt: Date?
  /// Whether its files are gone. It can still be asked to play, and then every file is not found.
  public var isMissing: Bool
  /// Whether it has nothing to play or read.
  public var isInvalid: Bool
  public var mediaType: MediaType?
  public var media: Media
  public var numFiles: Int?
  /// Bytes.
  public var size: Int?
  public var lastScan: Date?
  public var scanVersion: String?
  /// Nil in short answers.
  public var libraryFiles: [LibraryFile]?
  /// The series it stands for, when a list collapses them.
  public var collapsedSeries: CollapsedSeries?
  /// Only when asked for.
  public var rssFeed: RSSFeedInfo?
  /// Episodes this account has not finished, when asked for and not 0.
  public var numEpisodesIncomplete: Int?
  /// A public link to it; for administrators, as it came.
  public var mediaItemShare: JSONValue?
  /// The episode that put a podcast on a shelf, into a search or among what is in progress.
  public var recentEpisode: Episode? {
    get { recentEpisodeBox?.value }
    set { recentEpisodeBox = newValue.map { Boxed($0) } }
  }
  private var recentEpisodeBox: Boxed<Episode>?
  /// When it was last listened to; only among items in progress.
  public var progressLastUpdate: Date?
  /// This account's progress, when asked for.
  public var userMediaProgress: MediaProgress?
  /// Episodes the server will fetch, when asked for.
  public var episodeDownloadsQueued: [Download]?
  /// Episodes the server is fetching; nil while it is not.
  public var episodesDownloading: [Download]?

  public init(
    id: String, ino: String? = nil, oldLibraryItemId: String? = nil, libraryId: String? = nil,
    folderId: String? = nil, path: String? = nil, relPath: String? = nil, isFile: Bool = false, mtimeMs: Date? = nil,
    ctimeMs: Date? = nil, birthtimeMs: Date? = nil, addedAt: Date? = nil, updatedAt: Date? = nil,
    isMissing: Bool = false, isInvalid: Bool = false, mediaType: MediaType? = nil, media: Media,
    numFiles: Int? = nil, size: Int? = nil, lastScan: Date? = nil, scanVersion: String? = nil,
    libraryFiles: [LibraryFile]? = nil, collapsedSeries: CollapsedSeries? = nil, rssFeed: RSSFeedInfo? = nil,
    numEpisodesIncomplete: Int? = nil, mediaItemShare: JSONValue? = nil, recentEpisode: Episode? = nil,
    progressLastUpdate: Date? = nil, userMediaProgress: MediaProgress? = nil,
    episodeDownloadsQueued: [Download]? = nil, episodesDownloading: [Download]? = nil
  ) {
    self.id = id
    self.ino = ino
    self.oldLibraryItemId = oldLibraryItemId
    self.libraryId = libraryId
    self.folderId = folderId
    self.path = path
    self.relPath = relPath
    self.isFile = isFile
    self.mtimeMs = mtimeMs
    self.ctimeMs = ctimeMs
    self.birthtimeMs = birthtimeMs
    self.addedAt = addedAt
    self.updatedAt = updatedAt
    self.isMissing = isMissing
    self.isInvalid = isInvalid
    self.mediaType = mediaType ?? media.type
    self.media = media
    self.numFiles = numFiles
    self.size = size
    self.lastScan = lastScan
    self.scanVersion = scanVersion
    self.libraryFiles = libraryFiles
    self.collapsedSeries = collapsedSeries
    self.rssFeed = rssFeed
    self.numEpisodesIncomplete = numEpisodesIncomplete
    self.mediaItemShare = mediaItemShare
    recentEpisodeBox = recentEpisode.map { Boxed($0) }
    self.progressLastUpdate = progressLastUpdate
    self.userMediaProgress = userMediaProgress
    self.episodeDownloadsQueued = episodeDownloadsQueued
    self.episodesDownloading = episodesDownloading
  }

  enum CodingKeys: String, CodingKey {
    case id, ino, oldLibraryItemId, libraryId, folderId, path, relPath, isFile, mtimeMs, ctimeMs, birthtimeMs, addedAt
    case updatedAt, isMissing, isInvalid, mediaType, media, numFiles, size, lastScan, scanVersion, libraryFiles
    case collapsedSeries, rssFeed, numEpisodesIncomplete, mediaItemShare, progressLastUpdate, userMediaProgress
    case episodeDownloadsQueued, episodesDownloading
    case recentEpisodeBox = "recentEpisode"
  }
}

extension LibraryItem {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    ino = members[.ino]
    oldLibraryItemId = members[.oldLibraryItemId]
    libraryId = members[.libraryId]
    folderId = members[.folderId]
    path = members[.path]
    relPath = members[.relPath]
    isFile = members[.isFile] ?? false
    mtimeMs = members[.mtimeMs]
    ctimeMs = members[.ctimeMs]
    birthtimeMs = members[.birthtimeMs]
    addedAt = members[.addedAt]
    updatedAt = members[.updatedAt]
    isMissing = members[.isMissing] ?? false
    isInvalid = members[.isInvalid] ?? false
    mediaType = members[.mediaType]
    media = Media(members, .media, type: mediaType)
    numFiles = members[.numFiles]
    size = members[.size]
    lastScan = members[.lastScan]
    scanVersion = members[.scanVersion]
    libraryFiles = members.optionalList(.libraryFiles)
    collapsedSeries = members[.collapsedSeries]
    rssFeed = members[.rssFeed]
    numEpisodesIncomplete = members[.numEpisodesIncomplete]
    mediaItemShare = members[.mediaItemShare]
    recentEpisodeBox = members[.recentEpisodeBox]
    progressLastUpdate = members[.progressLastUpdate]
    userMediaProgress = members[.userMediaProgress]
    episodeDownloadsQueued = members.optionalList(.episodeDownloadsQueued)
    episodesDownloading = members.optionalList(.episodesDownloading)
  }
}
