import Foundation
import MediaTesting

/// The state of a ``FakeHubServer``. The routes are in the other files.
struct HubState: Sendable {
  /// A video as the server has stored it.
  struct Row: Sendable {
    let id: String
    let channel: String
    let published: HubInstant
    var title: String?
    var description: String?
    var thumbnail: String?
    var length: Double?
    /// The uptime at which the details are added; nil for never or done.
    var enrichedAt: Duration?
  }

  var settings: FakeHubServer.Settings
  var uploads: [String: HubWorld.Upload]
  var users: [String: [String]]
  var rows: [Row] = []
  /// The uptime at which the playlist of a channel is resolved; nil for never.
  var channels: [String: Duration?] = [:]
  var now: Date
  var uptime: Duration
  var cache = HubOutputCache()
  var limiter: HubRateLimiter
  var pushLimiter: HubRateLimiter
  /// The units of YouTube's quota that are used. Starts at 0 when the server starts and at each midnight in Pacific time.
  var quotaUsed = 0
  private(set) var quotaExceededAt: HubInstant?
  private var quotaDay = ""
  var isDatabaseDown = false
  var reconcileRuns = 0
  var planned = PlannedFailures<FakeHubServer.Failure>()

  init(world: HubWorld, settings: FakeHubServer.Settings, now: Date, uptime: Duration) {
    self.settings = settings
    self.now = now
    self.uptime = uptime
    limiter = HubRateLimiter(start: uptime)
    pushLimiter = HubRateLimiter(start: uptime)
    uploads = Dictionary(world.uploads.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    users = world.users
    for channel in world.users.values.joined() { channels[channel] = .some(uptime) }
    for upload in world.uploads where world.stored.contains(upload.id) {
      rows.append(Row(upload, isPush: false, length: upload.length))
      if channels[upload.channel] == nil { channels[upload.channel] = .some(uptime) }
    }
    quotaDay = pacificDay
  }

  mutating func restart() {
    cache = HubOutputCache()
    limiter = HubRateLimiter(start: uptime)
    pushLimiter = HubRateLimiter(start: uptime)
    quotaUsed = 0
  }

  // MARK: Quota

  private static let pacificTime = TimeZone(identifier: "America/Los_Angeles")

  /// The present day in Pacific time, such as `2026-11-21`.
  var pacificDay: String {
    let offset = Self.pacificTime?.secondsFromGMT(for: now) ?? -8 * 3600
    return WireMoment(now.addingTimeInterval(Double(offset))).day.text
  }

  /// Resets YouTube's daily quota if midnight in Pacific time has passed: the number of used units is 0 again, and YouTube answers even if
  /// the quota was exceeded the day before.
  mutating func turnDay() {
    guard quotaDay != pacificDay else { return }
    quotaDay = pacificDay
    quotaUsed = 0
    quotaExceededAt = nil
  }

  mutating func setQuotaExceeded(_ isExceeded: Bool) {
    if isExceeded { quotaUsed = max(quotaUsed, 10_037) } else if quotaExceededAt != nil { quotaUsed = 0 }
    quotaExceededAt = isExceeded ? HubInstant(now) : nil
  }

  // MARK: Channels and videos

  /// Adds channels to a user, who exists from then on.
  mutating func add(_ ids: [String], to user: String) {
    var own = users[user] ?? []
    for id in ids where !own.contains(id) { own.append(id) }
    users[user] = own
    for id in ids where channels[id] == nil {
      // The real server never resolves a channel that was added while the quota was used up.
      channels[id] = quotaExceededAt == nil ? .some(uptime + settings.resolutionTime) : .some(nil)
    }
  }

  func isResolved(_ channel: String) -> Bool { (channels[channel] ?? nil).map { $0 <= uptime } ?? false }

  /// Stores the new videos among the twenty newest uploads of each resolved channel; without quota it finds none.
  mutating func find(for user: String) -> Int {
    reconcileRuns += 1
    guard quotaExceededAt == nil else { return 0 }
    var count = 0
    for channel in users[user] ?? [] where isResolved(channel) {
      quotaUsed += 1
      let known = Set(rows.map(\.id))
      let newest = uploads.values.filter { $0.channel == channel }
        .sorted { ($1.published, $1.id) < ($0.published, $0.id) }.prefix(20)
      for upload in newest where !known.contains(upload.id) {
        rows.append(Row(upload, isPush: false, enrichedAt: enrichment))
        count += 1
      }
    }
    return count
  }

  mutating func push(_ upload: HubWorld.Upload) {
    let published = HubInstant(upload.published)
    let newest = rows.filter { $0.channel == upload.channel }.map(\.published).max()
    guard channels[upload.channel] != nil, !rows.contains(where: { $0.id == upload.id }),
      newest.map({ published > $0 }) ?? true
    else { return }
    rows.append(Row(upload, isPush: true, enrichedAt: enrichment))
  }

  private var enrichment: Duration? { settings.enrichmentTime.map { uptime + $0 } }

  /// Adds the details to videos that are due.
  mutating func enrich(everything: Bool = false) {
    for index in rows.indices {
      let isDue = rows[index].enrichedAt.map { $0 <= uptime } ?? false
      guard everything || isDue, let upload = uploads[rows[index].id] else { continue }
      rows[index].enrichedAt = nil
      guard rows[index].title != "Private video" else { continue }
      rows[index] = Row(upload, isPush: false, published: rows[index].published, length: upload.length)
    }
  }
}

extension HubState.Row {
  /// Creates a row; a push has only the title.
  init(
    _ upload: HubWorld.Upload, isPush: Bool, published: HubInstant? = nil, length: Double? = nil,
    enrichedAt: Duration? = nil
  ) {
    self.init(
      id: upload.id, channel: upload.channel, published: published ?? HubInstant(upload.published), title: upload.title,
      description: isPush ? nil : upload.description,
      thumbnail: isPush ? nil : "https://i.ytimg.com/vi/\(upload.id)/hqdefault.jpg", length: length,
      enrichedAt: enrichedAt)
  }
}

/// Keeps GET answers with status 200, each for its whole lifetime.
struct HubOutputCache: Sendable {
  private var entries: [[String]: (response: HTTPResponse, storedAt: Duration, lifetime: Duration)] = [:]

  /// The cached answer with its age.
  func answer(_ key: [String], uptime: Duration) -> HTTPResponse? {
    guard let entry = entries[key], uptime - entry.storedAt < entry.lifetime else { return nil }
    var response = entry.response
    response.fields["Age"] = String((uptime - entry.storedAt).components.seconds)
    return response
  }

  mutating func keep(_ response: HTTPResponse, under key: [String], lifetime: Duration, uptime: Duration) {
    entries[key] = (response, uptime, lifetime)
  }
}
