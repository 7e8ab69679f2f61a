public import MediaCore

/// The listening time of an account (`GET /api/me/listening-stats`). All times are seconds.
public struct ListeningStats: Codable, Hashable, Sendable {
  /// The total number of seconds that the account has ever listened.
  public var totalTime: Double?
  /// The listening time by the id of the library item. The key `null` stands for items that were deleted.
  public var items: [String: ListenedItem] = [:]
  /// The seconds of listening on each day, by the server's time zone.
  public var days: [CalendarDay: Double] = [:]
  /// The seconds of listening on each day of the week. The key is the day's English name, such as `Monday`.
  public var dayOfWeek: [String: Double] = [:]
  /// The seconds of listening today, by the server's time zone.
  public var today: Double?
  /// The latest sessions, at most ten, without their tracks.
  public var recentSessions: [PlaybackSession] = []

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    totalTime = members[.totalTime]
    items = members.map(.items) ?? [:]
    days = members.map(.days) ?? [:]
    dayOfWeek = members.map(.dayOfWeek) ?? [:]
    today = members[.today]
    recentSessions = members.list(.recentSessions)
  }
}

/// The time for which an account has listened to one library item.
public struct ListenedItem: Codable, Hashable, Sendable {
  /// The id of the library item.
  public var id: String?
  /// The seconds for which the account has listened to the item.
  public var timeListening: Double?
  /// The metadata of the item, as it was when the account last listened to the item.
  public var mediaMetadata: MediaMetadata?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = members[.id]
    timeListening = members[.timeListening]
    mediaMetadata = members[.mediaMetadata]
  }
}
