public import Foundation
public import MediaCore

/// A session that was played without the server, for upload (`POST /api/session/local`). Times are totals, so sending it
/// again does no harm. Required: `id`, `libraryItemId`, `timeListening`, `currentTime`, `startedAt`, `updatedAt`.
public struct LocalSession: Codable, Hashable, Sendable, Identifiable {
  /// A UUID made by the app, or the id of a server session whose end was lost.
  public var id: String
  /// The id of the account.
  public var userId: String?
  /// The id of the library.
  public var libraryId: String?
  /// The id of the book or podcast.
  public var libraryItemId: String
  /// The id of the book itself, beside that of its library item.
  public var bookId: String?
  /// Nil for a book.
  public var episodeId: String?
  /// Should be sent.
  public var mediaType: MediaType?
  /// The server fills it in.
  public var mediaMetadata: MediaMetadata?
  /// Nil leaves the server's.
  public var chapters: [Chapter]?
  /// The server fills it in, for an episode with the podcast's.
  public var displayTitle: String?
  /// The author, for the server's history.
  public var displayAuthor: String?
  /// The path of the picture, for the server's history.
  public var coverPath: String?
  /// Seconds; the server keeps its own.
  public var duration: Double?
  /// How the files are handed over: as they are, transcoded, or from this device.
  public var playMethod: PlayMethod? = .local
  /// The name of the player, for the server's history.
  public var mediaPlayer: String?
  /// For one session; an upload of many has it beside them.
  public var deviceInfo: DeviceInfo?
  /// The day it started.
  public var date: CalendarDay?
  /// In English.
  public var dayOfWeek: String?
  /// Seconds listened in this session, all in all.
  public var timeListening: Double
  /// Seconds: where it started on the item's timeline.
  public var startTime: Double?
  /// Seconds: where it ended.
  public var currentTime: Double
  /// When the listening began, by this device's clock.
  public var startedAt: Date
  /// When it was last listened to: a server with later listening keeps its own position.
  public var updatedAt: Date

  var ids: [String?] { [id, libraryItemId, episodeId] }

  /// - Parameter timeListening: seconds in all, so that a repeated upload counts nothing twice.
  public init(
    id: String, libraryItemId: String, timeListening: Double, currentTime: Double, startedAt: Date, updatedAt: Date
  ) {
    self.id = id
    self.libraryItemId = libraryItemId
    self.timeListening = timeListening
    self.currentTime = currentTime
    self.startedAt = startedAt
    self.updatedAt = updatedAt
  }
}

/// The body that uploads many sessions (`POST /api/session/local-all`). For each item the newest goes first: where the server
/// has no progress yet, only the first one counts.
struct LocalSessionUpload: Codable, Hashable, Sendable {
  var deviceInfo: DeviceInfo?
  var sessions: [LocalSession] = []
}

/// The outcome of one uploaded session. Required: `id`.
public struct LocalSessionResult: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// Whether it was stored.
  public var success = false
  /// Whether its position was taken too; false when the server had later listening.
  public var progressSynced: Bool?
  /// A sentence such as `Media item not found`.
  public var error: String?

  /// With its required members; what is optional is nil, lists are empty.
  public init(id: String) { self.id = id }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    success = members[.success] ?? false
    progressSynced = members[.progressSynced]
    error = members[.error]
  }
}
