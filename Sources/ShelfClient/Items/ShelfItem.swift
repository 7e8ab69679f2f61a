public import Foundation
public import MediaCore

/// A book or a podcast in a library. The server sends an item in three forms: short (also called minified, in lists and on shelves),
/// expanded, and plain (`GET /api/items/{id}`). Members that a form lacks are nil. Decoding requires `id`.
public struct ShelfItem: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The inode number of the item's folder on the server, as text of digits.
  public var ino: String?
  /// The id that the item had on a server before version 2.3.
  public var oldLibraryItemId: String?
  /// The id of the item's library.
  public var libraryId: String?
  /// The id of the ``LibraryFolder`` that contains the item.
  public var folderId: String?
  /// The path of the item in the server's file system.
  public var path: String?
  /// The path of the item, relative to the library's folder.
  public var relPath: String?
  /// Whether the item is one file instead of a folder.
  public var isFile = false
  /// When the content of the item's files last changed.
  public var mtimeMs: Date?
  /// When the file-system entries of the item's files last changed (`ctime`).
  public var ctimeMs: Date?
  /// When the item's files were created; in 1970 if the file system does not store that time.
  public var birthtimeMs: Date?
  /// When the item was added to the library.
  public var addedAt: Date?
  /// When the item last changed. The address of the cover includes this date, so that a changed cover has another address.
  public var updatedAt: Date?
  /// Whether the item's files are gone from the server's disk. The server still opens a playback session for such an item, but cannot send
  /// its files.
  public var isMissing = false
  /// Whether the item has neither audio to play nor an ebook to read.
  public var isInvalid = false
  /// The type of the item: book or podcast. ``media`` is of the same type.
  public var mediaType: MediaType?
  /// The content of the item: its book or its podcast.
  public var media: Media
  /// The number of the item's files.
  public var numFiles: Int?
  /// The size of the item's files, in bytes.
  public var size: Int?
  /// When the server last scanned the item's folder.
  public var lastScan: Date?
  /// The version of the server that scanned the item.
  public var scanVersion: String?
  /// The files of the item. Nil in the short form, which the server sends in lists.
  public var libraryFiles: [LibraryFile]?
  /// The series that this entry of a list stands for, if the list was requested with ``ItemQuery/collapsingSeries``; nil if the entry is an
  /// ordinary item.
  public var collapsedSeries: BookSeries?
  /// The open RSS feed of the item. Nil if there is none, or if the request does not include the feed.
  public var rssFeed: RSSFeedInfo?
  /// The number of episodes that this account has not finished. Nil if the number is 0, or if the request does not include the number.
  public var numEpisodesIncomplete: Int?
  /// The public link to the item, as the server sent it. The server sends the link to administrators only.
  public var mediaItemShare: JSONValue?
  /// The episode because of which a podcast is listed on a shelf, in search results or among the items in progress. Nil in all other
  /// responses.
  public var recentEpisode: Episode? {
    get { recentEpisodeBox?.value }
    set { recentEpisodeBox = newValue.map { Boxed($0) } }
  }
  private var recentEpisodeBox: Boxed<Episode>?
  /// When this account last listened to the item; nil except in the response of ``ItemAPI/inProgress(limit:)``.
  public var progressLastUpdate: Date?
  /// The account's progress in the item. Nil if the item was never begun, or if the request does not include the progress.
  public var userMediaProgress: MediaProgress?
  /// Episodes that wait to be downloaded by the server. Nil unless the request includes the downloads.
  public var episodeDownloadsQueued: [Download]?
  /// Episodes that the server is downloading; nil if there are none.
  public var episodesDownloading: [Download]?

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
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
  /// The title of the book or podcast. If the title is missing, the path of the item in the library's folder.
  public var title: String { media.book?.metadata.title ?? media.podcast?.metadata.title ?? relPath ?? "" }

  /// The author or authors, joined with commas; nil if there are none.
  public var authorName: String? {
    switch media {
    case .book(let book): book.metadata.authorNames
    case .podcast(let podcast): podcast.metadata.author.flatMap { $0.isEmpty ? nil : $0 }
    case .other: nil
    }
  }

  /// The duration of the book, in seconds; nil if the item is a podcast, whose episodes have their own durations.
  public var duration: Double? {
    media.book?.duration
      ?? media.book?.audioFiles?.reduce(0) { $1.exclude == true ? $0 : $0 + ($1.duration ?? 0) }
  }

  /// Whether the item has a cover.
  public var hasCover: Bool { (media.book?.coverPath ?? media.podcast?.coverPath) != nil }
}

/// The type of the media of a library, an item, a session or a progress record.
public struct MediaType: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A book; on the wire `book`.
  public static let book = MediaType(rawValue: "book")
  /// A podcast; on the wire `podcast`.
  public static let podcast = MediaType(rawValue: "podcast")
  /// An episode of a podcast, only in progress records; on the wire `podcastEpisode`.
  public static let podcastEpisode = MediaType(rawValue: "podcastEpisode")
}
