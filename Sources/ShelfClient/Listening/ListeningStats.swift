public import MediaCore

/// The listening time of an account (`GET /api/me/listening-stats`). All times are seconds.
public struct ListeningStats: Codable, Hashable, Sendable {
  /// The seconds listened in all time.
  public var totalTime: Double?
  /// The listening time by library item. One key can be the text `null`, for items that are gone.
  public var items: [String: ListenedItem] = [:]
  /// The seconds listened by day, in the server's time zone.
  public var days: [CalendarDay: Double] = [:]
  /// The seconds listened by day of the week, under its English name.
  public var dayOfWeek: [String: Double] = [:]
  /// The seconds listened today, by the server's time zone.
  public var today: Double?
  /// The latest sessions, at most ten, without tracks.
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
  /// The seconds listened to the item.
  public var timeListening: Double?
  /// The item's metadata as it was at the last listening.
  public var mediaMetadata: MediaMetadata?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = members[.id]
    timeListening = members[.timeListening]
    mediaMetadata = members[.mediaMetadata]
  }
}
