public import Foundation
public import MediaCore

/// A session that was played without the server, for upload (`POST /api/session/local`). Its times are totals, so a repeated upload counts
/// nothing twice. Required: `id`, `libraryItemId`, `timeListening`, `currentTime`, `startedAt`, `updatedAt`.
public struct LocalSession: Codable, Hashable, Sendable, Identifiable {
  /// The id of the session: a UUID made by the app, or the id of a server session whose end was lost.
  public var id: String
  /// The id of the account that listened.
  public var userId: String?
  /// The id of the library that the item belongs to.
  public var libraryId: String?
  /// The id of the library item: of the book, or of the episode's podcast.
  public var libraryItemId: String
  /// The id of the book itself, not of its library item.
  public var bookId: String?
  /// The id of the episode; nil for a book.
  public var episodeId: String?
  /// The kind of the item. Optional for the server, but should be sent.
  public var mediaType: MediaType?
  /// The item's metadata, filled in by the server.
  public var mediaMetadata: MediaMetadata?
  /// The chapters of the item; nil for the chapters that the server has.
  public var chapters: [Chapter]?
  /// The title for the server's history. Nil for the item's title; for an episode, that is the title of its podcast.
  public var displayTitle: String?
  /// The author, for the server's history.
  public var displayAuthor: String?
  /// The path of the cover, for the server's history.
  public var coverPath: String?
  /// The duration of the item in seconds; ignored by the server, which keeps its own.
  public var duration: Double?
  /// How the files are played: as they are, transcoded, or from this device.
  public var playMethod: PlayMethod? = .local
  /// The name of the player, for the server's history.
  public var mediaPlayer: String?
  /// The device, for the upload of one session; in an upload of many sessions the device is sent once for all.
  public var deviceInfo: DeviceInfo?
  /// The day on which the session started.
  public var date: CalendarDay?
  /// The English name of the weekday on which the session started.
  public var dayOfWeek: String?
  /// The seconds listened in this session in total.
  public var timeListening: Double
  /// The position where listening started, in seconds on the item's timeline.
  public var startTime: Double?
  /// The position where listening ended, in seconds on the item's timeline.
  public var currentTime: Double
  /// When the listening began, by this device's clock.
  public var startedAt: Date
  /// When the listening ended. If the server has later listening, it keeps its own position.
  public var updatedAt: Date

  var ids: [String?] { [id, libraryItemId, episodeId] }

  /// Creates a session for upload.
  /// - Parameter timeListening: the seconds listened in total, so that a repeated upload counts nothing twice.
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

/// The body that uploads many sessions (`POST /api/session/local-all`). The newest session of an item comes first: for an item without
/// progress, the server takes only the first one's position.
struct LocalSessionUpload: Codable, Hashable, Sendable {
  var deviceInfo: DeviceInfo?
  var sessions: [LocalSession] = []
}

/// The outcome of one uploaded session. Required: `id`.
public struct LocalSessionResult: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// Whether the server stored the session.
  public var success = false
  /// Whether the server also took the session's position; false if it had later listening.
  public var progressSynced: Bool?
  /// The server's error as a sentence, such as `Media item not found`.
  public var error: String?

  /// A value with its required members; optional ones are nil, lists are empty.
  public init(id: String) { self.id = id }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    success = members[.success] ?? false
    progressSynced = members[.progressSynced]
    error = members[.error]
  }
}

extension LocalSession: TimedBody {
  var hasPlausibleTimes: Bool {
    [timeListening, currentTime, startTime ?? 0, duration ?? 0].allSatisfy(\.isMediaTime)
  }
}

extension LocalSessionUpload: TimedBody {
  var hasPlausibleTimes: Bool { sessions.allSatisfy(\.hasPlausibleTimes) }
}
