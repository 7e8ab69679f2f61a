public import Foundation
public import MediaCore

/// A session that was played without the server, for upload (`POST /api/session/local`). Times are totals, so sending it again does no
/// harm. Required: `id`, `libraryItemId`, `timeListening`, `currentTime`, `startedAt`, `updatedAt`.
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
  /// The id of the episode; nil for a book.
  public var episodeId: String?
  /// The kind of the item, which should be sent.
  public var mediaType: MediaType?
  /// The item's metadata, filled in by the server.
  public var mediaMetadata: MediaMetadata?
  /// The chapters; nil for the server's.
  public var chapters: [Chapter]?
  /// The title for the server's history; nil for the item's, of an episode the podcast's.
  public var displayTitle: String?
  /// The author, for the server's history.
  public var displayAuthor: String?
  /// The path of the picture, for the server's history.
  public var coverPath: String?
  /// Seconds; ignored by the server, which keeps its own.
  public var duration: Double?
  /// How the files are played: as they are, transcoded, or from this device.
  public var playMethod: PlayMethod? = .local
  /// The name of the player, for the server's history.
  public var mediaPlayer: String?
  /// The device, for the upload of one session; an upload of many has it beside the sessions.
  public var deviceInfo: DeviceInfo?
  /// The day on which the session started.
  public var date: CalendarDay?
  /// The English name of the weekday.
  public var dayOfWeek: String?
  /// Seconds listened in this session in total.
  public var timeListening: Double
  /// The position where listening started, in seconds on the item's timeline.
  public var startTime: Double?
  /// The position where listening ended, in seconds on the item's timeline.
  public var currentTime: Double
  /// When the listening began, by this device's clock.
  public var startedAt: Date
  /// When listening ended: a server with later listening keeps its own position.
  public var updatedAt: Date

  var ids: [String?] { [id, libraryItemId, episodeId] }

  /// - Parameter timeListening: seconds in total, so that a repeated upload counts nothing twice.
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
  /// A sentence such as `Media item not found`.
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
