import Foundation
import MediaCore
import Testing

@testable import ShelfClient

/// One document of the contract with the model that reads it.
struct ContractDocument: Sendable, CustomTestStringConvertible {
  let name: String
  let wire: JSONValue
  let check: @Sendable () throws -> Void
  /// Decodes the document, reads the value's computed properties, and encodes it again.
  let rewrite: @Sendable (Data, DecodingIssues) throws -> JSONValue

  var testDescription: String { name }

  init<Value: Codable & Equatable & SendableMetatype>(_ name: String, _ type: Value.Type, _ wire: JSONValue) {
    self.name = name
    self.wire = wire
    check = { try roundTrip(type, wire, name) }
    rewrite = { data, issues in
      let value = try shelfCoder.decode(type, from: data, issues: issues)
      Self.use(value)
      return try JSONValue(parsing: shelfCoder.encode(value))
    }
  }

  private static func use(_ value: Any) {
    switch value {
    case let item as ShelfItem: _ = (item.title, item.authorName, item.duration, item.hasCover)
    case let progress as MediaProgress: _ = (progress.fraction, progress.playableID)
    case let list as Listing<MediaProgress>: _ = list.elements.map(\.fraction)
    case let page as Listing<ShelfItem>:
      _ = (Page(page.list), page.elements.map(\.title), page.elements.map(\.duration))
    case let page as Listing<RecentEpisode>: _ = (Page(page.list), page.elements.map(\.episode.duration))
    case let page as Listing<PlaybackSession>: _ = (Page(page.list), page.elements.map(\.playableID))
    default: break
    }
  }

  static func all() throws -> [ContractDocument] { try answers() + requests() }

  static func answers() throws -> [ContractDocument] {
    let one: [ContractDocument] = [
      .init("login", Login.self, try Fixtures.contract("login.response")),
      .init("refresh", Login.self, try Fixtures.contract("refresh.response")),
      .init("libraries", Listing<Library>.self, try Fixtures.contract("libraries.response")),
      .init("book items", Listing<ShelfItem>.self, try Fixtures.contract("library-items.books.response")),
      .init("podcast items", Listing<ShelfItem>.self, try Fixtures.contract("library-items.podcasts.response")),
      .init("recent episodes", Listing<RecentEpisode>.self, try Fixtures.contract("recent-episodes.response")),
      .init("in progress", Listing<ShelfItem>.self, try Fixtures.contract("items-in-progress.response")),
      .init("book shelves", Shelves.self, try Fixtures.contract("personalized.book.response")),
      .init("podcast shelves", Shelves.self, try Fixtures.contract("personalized.podcast.response")),
      .init("book search", SearchResults.self, try Fixtures.contract("search.book.response")),
      .init("podcast search", SearchResults.self, try Fixtures.contract("search.podcast.response")),
    ]
    let items = try ["book", "ebook-only", "podcast", "empty-podcast"].map {
      ContractDocument("item \($0)", ShelfItem.self, try Fixtures.contract("item-expanded.\($0).response"))
    }
    let plays = try ["book-direct", "book-transcode", "episode-direct"].map {
      ContractDocument("play \($0)", PlaybackSession.self, try Fixtures.contract("play.\($0).response"))
    }
    let statuses = try ["localOnly", "localAndOpenID", "notInitialized"].map {
      ContractDocument("status \($0)", ServerStatus.self, try Fixtures.contract("status.responses", $0))
    }
    return try one + items + plays + statuses + records() + browse() + frames()
  }

  private static func requests() throws -> [ContractDocument] {
    [
      .init("local session", LocalSession.self, try Fixtures.contract("sessions", "local", "request")),
      .init("local sessions", LocalSessionUpload.self, try Fixtures.contract("sessions", "localAll", "request")),
      .init("play", PlayRequest.self, try Fixtures.contract("sessions", "play", "request")),
      .init("sync", SessionSync.self, try Fixtures.contract("sessions", "sync", "request")),
      .init("close", SessionSync.self, try Fixtures.contract("sessions", "closeWithFinalSync", "request")),
      .init("position", ProgressUpdate.self, try Fixtures.contract("progress", "patchPosition", "request")),
      .init("finish", ProgressUpdate.self, try Fixtures.contract("progress", "markFinished", "request")),
      .init("restart", ProgressUpdate.self, try Fixtures.contract("progress", "restartFinished", "request")),
      .init("back to 0", ProgressUpdate.self, try Fixtures.contract("progress", "restartInProgress", "request")),
      .init("batch", [BatchProgressUpdate].self, try Fixtures.contract("progress", "batch", "request")),
    ]
  }

  private static func records() throws -> [ContractDocument] {
    [
      .init("progress", MediaProgress.self, try Fixtures.contract("progress", "get", "response")),
      .init("all progress", Listing<MediaProgress>.self, try Fixtures.contract("progress", "all", "response")),
      .init(
        "local results", Listing<LocalSessionResult>.self, try Fixtures.contract("sessions", "localAll", "response")),
      .init("bookmarks", Listing<Bookmark>.self, try Fixtures.contract("bookmarks", "list", "response")),
      .init("no bookmarks", Listing<Bookmark>.self, try Fixtures.contract("bookmarks", "empty")),
      .init("new bookmark", Bookmark.self, try Fixtures.contract("bookmarks", "create", "response")),
      .init("bookmark", Bookmark.self, try Fixtures.contract("bookmarks", "update", "response")),
      .init("history", Listing<PlaybackSession>.self, try Fixtures.contract("listening", "sessions", "response")),
      .init("no history", Listing<PlaybackSession>.self, try Fixtures.contract("listening", "sessionsEmpty")),
      .init("stats", ListeningStats.self, try Fixtures.contract("listening", "stats", "response")),
      .init("year", YearStats.self, Unrecorded.year),
      .init("login sessions", Listing<LoginSession>.self, Unrecorded.loginSessions),
      .init("downloads", DownloadQueue.self, Unrecorded.downloads),
      .init("library detail", LibraryDetail.self, try Unrecorded.libraryDetail()),
      .init("feed", RSSFeedInfo.self, Unrecorded.feed),
    ]
  }

  private static func browse() throws -> [ContractDocument] {
    [
      .init("playlists", Listing<Playlist>.self, try Fixtures.contract("browse", "playlists", "response")),
      .init(
        "collections", Listing<BookCollection>.self, try Fixtures.contract("browse", "collections", "response")),
      .init("series", Listing<Series>.self, try Fixtures.contract("browse", "series", "response")),
      .init("authors", Listing<Author>.self, try Fixtures.contract("browse", "authorsUnpaged", "response")),
      .init("author page", Listing<Author>.self, try Fixtures.contract("browse", "authorsPaged", "response")),
      .init("filter data", FilterData.self, try Fixtures.contract("browse", "filterdata", "response")),
    ]
  }

  private static func frames() throws -> [ContractDocument] {
    let user = try SocketFrames.payload("user_updated")
    let progress = try SocketFrames.payload("user_item_progress_updated")["data"] ?? .null
    let items = try SocketFrames.payload("items_added")
    return [
      .init("pushed user", User.self, user),
      .init("pushed progress", MediaProgress.self, progress),
      .init("pushed item", ShelfItem.self, try SocketFrames.payload("item_updated")),
      .init("pushed items", [ShelfItem].self, items),
      .init("pushed episode", Episode.self, try SocketFrames.payload("episode_added")),
    ]
  }
}

/// The events in the contract's text frames.
enum SocketFrames {
  static func payload(_ event: String) throws -> JSONValue {
    let frames = try Fixtures.contract("socket-frames", "frames").array ?? []
    for frame in frames {
      guard let text = frame["text"]?.string, text.hasPrefix("42[\"\(event)\"") else { continue }
      let parts = try JSONDecoder().decode(JSONValue.self, from: Data(text.dropFirst(2).utf8))
      return parts[1] ?? .null
    }
    return .null
  }
}

/// Answers that the contract describes in words only.
enum Unrecorded {
  static let year: JSONValue = [
    "totalListeningSessions": 41, "totalListeningTime": 90_120.5, "totalBookListeningTime": 60_000,
    "totalPodcastListeningTime": 30_120.5,
    "topAuthors": [["name": "Ada Vale", "time": 40_000], ["name": "Björk Aas", "time": 20_000]],
    "topGenres": [["genre": "Fiction", "time": 60_000]], "mostListenedNarrator": ["time": 9000.25, "name": "Io Lund"],
    "mostListenedMonth": ["month": 11, "time": 30_000], "numBooksFinished": 3, "numBooksListened": 5,
    "longestAudiobookFinished": [
      "id": "item-1", "title": "Long Water", "duration": 40_000.5, "finishedAt": "2026-03-04T05:06:07.089Z",
    ],
    "booksWithCovers": ["item-1", "item-2"], "finishedBooksWithCovers": ["item-1"],
  ]

  static let loginSessions: JSONValue = [
    "total": 1, "numPages": 1, "page": 0, "itemsPerPage": 10,
    "sessions": [
      [
        "id": "login-1", "ipAddress": "192.0.2.7", "userAgent": "ShelfClient/1.0",
        "deviceInfo": ["browserName": "Safari", "osName": "iOS", "osVersion": "18.5", "vendor": "Apple"],
        "createdAt": 1_788_220_800_000, "updatedAt": 1_788_220_900_000, "current": true,
      ]
    ],
  ]

  private static let download: JSONValue = [
    "id": "download-1", "episodeDisplayTitle": "Tin Roof", "url": "https://cdn.example.org/tin.mp3",
    "libraryItemId": "item-9", "libraryId": "library-2", "isFinished": false, "failed": false, "appendRandomId": false,
    "startedAt": 1_788_220_800_000, "createdAt": 1_788_220_700_000, "finishedAt": .null, "podcastTitle": "Weather",
    "podcastExplicit": false, "season": "1", "episode": "2", "episodeType": "bonus",
    "publishedAt": 1_788_120_800_000, "guid": "tag:2",
  ]
  static let downloads: JSONValue = ["currentDownload": download, "queue": [download]]

  static let feed: JSONValue = [
    "id": "feed-1", "entityType": "libraryItem", "entityId": "item-1", "feedUrl": "https://abs.example.org/feed/one",
    "meta": [
      "title": "One", "description": .null, "preventIndexing": true, "ownerName": "Ada",
      "ownerEmail": "ada@example.org",
    ],
  ]

  static func libraryDetail() throws -> JSONValue {
    [
      "library": try Fixtures.contract("libraries.response", "libraries")[0] ?? .null,
      "filterdata": try Fixtures.contract("browse", "filterdata", "response"), "issues": 2, "numUserPlaylists": 1,
    ]
  }
}
