public import MediaCore

/// The listening time of an account (`GET /api/me/listening-stats`). All times are seconds.
public struct ListeningStats: Codable, Hashable, Sendable {
  /// Seconds, of all time.
  public var totalTime: Double?
  /// The listening by library item. One key can be the text `null`, for items that are gone.
  public var items: [String: ListenedItem] = [:]
  /// The seconds by day, in the server's time zone.
  public var days: [CalendarDay: Double] = [:]
  /// The seconds by the English name of the weekday.
  public var dayOfWeek: [String: Double] = [:]
  /// Seconds, today in the server's time zone.
  public var today: Double?
  /// The last ten sessions at most, without tracks.
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

/// An account's listening to one library item.
public struct ListenedItem: Codable, Hashable, Sendable {
  /// The id of the library item.
  public var id: String?
  /// Seconds.
  public var timeListening: Double?
  /// The metadata as of the last listening.
  public var mediaMetadata: MediaMetadata?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = members[.id]
    timeListening = members[.timeListening]
    mediaMetadata = members[.mediaMetadata]
  }
}
