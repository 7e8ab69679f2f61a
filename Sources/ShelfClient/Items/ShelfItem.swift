public import Foundation
public import MediaCore

/// A book or a podcast in a library. One type for the three shapes of the wire: minified (lists and shelves), expanded, and
/// plain (`GET /api/items/{id}`). Members that a shape lacks are nil. Required: `id`.
public struct ShelfItem: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The number of the item's folder on the server, as digits.
  public var ino: String?
  /// The item's id in servers before 2.3.
  public var oldLibraryItemId: String?
  /// The id of the item's library.
  public var libraryId: String?
  /// The id of the library's folder that holds the item.
  public var folderId: String?
  /// The path of the item on the server.
  public var path: String?
  /// The path of the item below the library's folder.
  public var relPath: String?
  /// Whether the item is one file rather than a folder.
  public var isFile = false
  /// When the content of the files changed.
  public var mtimeMs: Date?
  /// When the entries of the files changed.
  public var ctimeMs: Date?
  /// When the files were created; 1970 when the file system keeps no such time.
  public var birthtimeMs: Date?
  /// When the item was added to the library.
  public var addedAt: Date?
  /// When the item last changed. A part of the cover's address, so that a changed cover has another address.
  public var updatedAt: Date?
  /// Whether the files are gone. The server still opens a session for such an item, but finds none of its files.
  public var isMissing = false
  /// Whether the item has nothing to play or read.
  public var isInvalid = false
  /// The kind of the item, a book or a podcast; decides the kind of ``media``.
  public var mediaType: MediaType?
  /// The content of the item: the book or the podcast.
  public var media: Media
  /// The number of the item's files.
  public var numFiles: Int?
  /// The size of the item's files, in bytes.
  public var size: Int?
  /// When the server last scanned the item's folder.
  public var lastScan: Date?
  /// The version of the server that scanned the item.
  public var scanVersion: String?
  /// The files; nil in short answers.
  public var libraryFiles: [LibraryFile]?
  /// The series that the item stands for in a list with collapsed series.
  public var collapsedSeries: BookSeries?
  /// The RSS feed of the item; only sent when requested.
  public var rssFeed: RSSFeedInfo?
  /// The number of episodes that this account has not finished; only sent when requested and not 0.
  public var numEpisodesIncomplete: Int?
  /// The public link to the item, as the server sent it; for administrators.
  public var mediaItemShare: JSONValue?
  /// The episode for which a podcast is on a shelf, in search results or among the items in progress.
  public var recentEpisode: Episode? {
    get { recentEpisodeBox?.value }
    set { recentEpisodeBox = newValue.map { Boxed($0) } }
  }
  private var recentEpisodeBox: Boxed<Episode>?
  /// When the item was last listened to; only among items in progress.
  public var progressLastUpdate: Date?
  /// This account's progress; only sent when requested.
  public var userMediaProgress: MediaProgress?
  /// Episodes that the server will fetch; only sent when requested.
  public var episodeDownloadsQueued: [Download]?
  /// Episodes that the server is fetching; nil when there are none.
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
  /// The title of the book or podcast; the name of the file or folder when there is none.
  public var title: String { media.book?.metadata.title ?? media.podcast?.metadata.title ?? relPath ?? "" }

  /// The author or authors, joined with commas; nil when there are none.
  public var authorName: String? {
    switch media {
    case .book(let book): book.metadata.authorNames
    case .podcast(let podcast): podcast.metadata.author.flatMap { $0.isEmpty ? nil : $0 }
    case .other: nil
    }
  }

  /// The duration of a book, in seconds; nil for a podcast, whose episodes have their own durations.
  public var duration: Double? {
    media.book?.duration
      ?? media.book?.audioFiles?.reduce(0) { $1.exclude == true ? $0 : $0 + ($1.duration ?? 0) }
  }

  /// Whether the item has a cover.
  public var hasCover: Bool { (media.book?.coverPath ?? media.podcast?.coverPath) != nil }
}

/// The kind of media of a library, an item, a session or a progress record.
public struct MediaType: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A book; on the wire `book`.
  public static let book = MediaType(rawValue: "book")
  /// A podcast; on the wire `podcast`.
  public static let podcast = MediaType(rawValue: "podcast")
  /// A podcast's episode; on the wire `podcastEpisode`; only in progress records.
  public static let podcastEpisode = MediaType(rawValue: "podcastEpisode")
}
