public import Foundation
public import MediaCore

/// A book or a podcast in a library. One type for the three shapes of the wire: minified (lists and shelves), expanded, and
/// plain (`GET /api/items/{id}`). What a shape does not carry is nil. Required: `id`.
public struct ShelfItem: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The folder's number on the server, as digits.
  public var ino: String?
  /// The id in servers before 2.3.
  public var oldLibraryItemId: String?
  /// The id of the library.
  public var libraryId: String?
  /// The folder of the library that holds it.
  public var folderId: String?
  /// On the server.
  public var path: String?
  /// Below the library's folder.
  public var relPath: String?
  /// Whether it is one file rather than a folder.
  public var isFile = false
  /// When its files changed.
  public var mtimeMs: Date?
  /// When their entries changed.
  public var ctimeMs: Date?
  /// When they were made; 1970 when the file system keeps no such time.
  public var birthtimeMs: Date?
  /// When it came into the library.
  public var addedAt: Date?
  /// Part of a cover's address, so that a changed cover has another one.
  public var updatedAt: Date?
  /// Whether its files are gone. It can still be asked to play, and then every file is not found.
  public var isMissing = false
  /// Whether it has nothing to play or read.
  public var isInvalid = false
  /// Books or podcasts; decides the kind of ``media``.
  public var mediaType: MediaType?
  /// The book or the podcast.
  public var media: Media
  /// The number of files.
  public var numFiles: Int?
  /// Bytes.
  public var size: Int?
  /// When the server last looked at its folder.
  public var lastScan: Date?
  /// The version of the server that looked at it.
  public var scanVersion: String?
  /// Nil in short answers.
  public var libraryFiles: [LibraryFile]?
  /// The series it stands for, when a list collapses them.
  public var collapsedSeries: BookSeries?
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

  /// A value with its required members; optional ones are nil, lists are empty.
  public init(id: String, media: Media) {
    self.id = id
    self.media = media
    mediaType = media.type
  }

  enum CodingKeys: String, CodingKey {
    case id, ino, oldLibraryItemId, libraryId, folderId, path, relPath, isFile, mtimeMs, ctimeMs, birthtimeMs, addedAt
    case updatedAt, isMissing, isInvalid, mediaType, media, numFiles, size, lastScan, scanVersion, libraryFiles
    case collapsedSeries, rssFeed, numEpisodesIncomplete, mediaItemShare, progressLastUpdate, userMediaProgress
    case episodeDownloadsQueued, episodesDownloading
    case recentEpisodeBox = "recentEpisode"
  }

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

extension ShelfItem {
  /// The title; the name of the file or folder when there is none.
  public var title: String { media.book?.metadata.title ?? media.podcast?.metadata.title ?? relPath ?? "" }

  /// The author or authors, joined with commas; nil when there are none.
  public var authorName: String? {
    switch media {
    case .book(let book): book.metadata.authorNames
    case .podcast(let podcast): podcast.metadata.author.flatMap { $0.isEmpty ? nil : $0 }
    case .other: nil
    }
  }

  /// Seconds, of a book; nil for a podcast, whose episodes have their own.
  public var duration: Double? {
    media.book?.duration
      ?? media.book?.audioFiles?.reduce(0) { $1.exclude == true ? $0 : $0 + ($1.duration ?? 0) }
  }

  /// Whether there is a cover to ask for.
  public var hasCover: Bool { (media.book?.coverPath ?? media.podcast?.coverPath) != nil }
}
