public import Foundation
public import MediaCore

/// A playback session that was recorded on this device, for upload (`POST /api/session/local`). ``timeListening`` is a total, so a repeated
/// upload adds no listening twice. Required: `id`, `libraryItemId`, `timeListening`, `currentTime`, `startedAt`, `updatedAt`.
public struct LocalSession: Codable, Hashable, Sendable, Identifiable {
  /// The id of the session. For a session that was recorded without the server, this is a UUID that the app creates. For a session that was
  /// opened on the server and whose last report did not reach the server, this is the id of that session.
  public var id: String
  /// The id of the account that listened.
  public var userId: String?
  /// The id of the library that the item belongs to.
  public var libraryId: String?
  /// The id of the library item: the book's own library item, or that of the episode's podcast.
  public var libraryItemId: String
  /// The id of the book itself, not of its library item.
  public var bookId: String?
  /// The id of the episode; nil if the item is a book.
  public var episodeId: String?
  /// The type of the item: book or podcast. Always send the type, although the server also accepts a session without a type.
  public var mediaType: MediaType?
  /// The item's metadata, filled in by the server.
  public var mediaMetadata: MediaMetadata?
  /// The chapters of the item. If nil, the server uses its own chapters of the item.
  public var chapters: [Chapter]?
  /// The title that the server's history shows. If nil, the history shows the book's title, or for an episode the title of its podcast.
  public var displayTitle: String?
  /// The author that the server's history shows.
  public var displayAuthor: String?
  /// The path of the cover that the server's history shows.
  public var coverPath: String?
  /// The duration of the item in seconds. The server ignores this value and uses its own.
  public var duration: Double?
  /// The source of the audio: the server's original files, a transcoded stream, or files on this device.
  public var playMethod: PlayMethod? = .local
  /// The name of the player that the server's history shows.
  public var mediaPlayer: String?
  /// The device that played the session. Only an upload of one session uses this member. An upload of several sessions sends the device
  /// once for all sessions.
  public var deviceInfo: DeviceInfo?
  /// The day on which the session started.
  public var date: CalendarDay?
  /// The English name of the weekday on which the session started.
  public var dayOfWeek: String?
  /// The total number of seconds listened in this session.
  public var timeListening: Double
  /// The position where listening started, in seconds on the item's timeline.
  public var startTime: Double?
  /// The position where listening ended, in seconds on the item's timeline.
  public var currentTime: Double
  /// The time at which the listening began, by the server's clock if known, otherwise by this device's clock.
  public var startedAt: Date
  /// The time at which the listening ended. If the account's progress on the server is newer than this date, the server keeps its own
  /// position.
  public var updatedAt: Date

  var ids: [String?] { [id, libraryItemId, episodeId] }

  /// Creates a session for upload.
  /// - Parameter timeListening: the total number of seconds listened in the session. With a total, a repeated upload adds no listening
  ///   twice.
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

/// The server's result for one uploaded session. Required: `id`.
public struct LocalSessionResult: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// Whether the server stored the session.
  public var success = false
  /// Whether the server also stored the position of the session. False if the account's progress on the server was newer than the session.
  public var progressSynced: Bool?
  /// The server's error as a sentence, such as `Media item not found`.
  public var error: String?

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
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
