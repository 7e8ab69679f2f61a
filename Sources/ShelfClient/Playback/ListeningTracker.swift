import Foundation
import MediaCore

/// Counts the seconds that were really listened to, and decides which positions the user wanted.
///
/// Seconds are counted by a clock that never jumps, only while the position moves, and split at the user's midnight, by the server's clock as far as known. A position
/// that neither playing nor a seek explains is not believed: a player that starts up, fails or ends must never send
/// the user back to 0:00.
struct ListeningTracker {
  let item: PlayableID
  private(set) var position: Double
  private(set) var stretches: [ListeningStretch] = []
  private(set) var reachedEnd = false
  /// Something happened that is not recorded yet.
  private(set) var isUnsent = false

  /// A time and the clock that it is by.
  struct Moment {
    let date: Date
    /// By the server's clock; else by the device's.
    let isServerTime: Bool
    /// The user's.
    let zone: TimeZone
  }

  /// Whether a second was listened to here.
  var hasListened: Bool { !stretches.isEmpty }

  private let display: ListeningStretch.Display?
  private let makeID: () -> String
  private var lastTick: Duration?
  private var isPlaying = false
  private var mayJump = false

  init(
    item: PlayableID, position: Double, display: ListeningStretch.Display? = nil, makeID: @escaping () -> String
  ) {
    self.item = item
    self.position = position
    self.display = display
    self.makeID = makeID
  }

  mutating func started(at uptime: Duration) {
    isPlaying = true
    reachedEnd = false
    lastTick = uptime
  }

  /// The user wants to be at `position`.
  mutating func seek(to position: Double) {
    move(to: position)
    isUnsent = true
  }

  /// The engine reports a position.
  /// - Parameters:
  ///   - now: by the server's clock as far as known.
  /// - Returns: whether the position counts.
  @discardableResult
  mutating func progressed(to reported: Double, rate: Double, uptime: Duration, now: Moment) -> Bool {
    guard isPlaying, let last = lastTick, reported.isFinite else { return false }
    let elapsed = max(0, (uptime - last).seconds)
    let moved = reported - position
    guard moved >= -0.5, moved <= elapsed * max(rate, 1) + 5 || mayJump else { return false }
    lastTick = uptime
    // After a seek the engine can be a little beside the place for a moment.
    if mayJump, abs(moved) > elapsed * max(rate, 1) + 5 { return false }
    mayJump = false
    let from = position
    position = max(position, reported)
    guard moved > 0 else { return true }
    count(min(elapsed, moved / max(rate, 0.1) + 1), from: from, now: now)
    isUnsent = true
    return true
  }

  mutating func stalled(uptime: Duration) { lastTick = uptime }

  mutating func paused() {
    isPlaying = false
    lastTick = nil
  }

  mutating func ended(duration: Double, uptime: Duration, rate: Double, now: Moment) {
    progressed(to: duration, rate: rate, uptime: uptime, now: now)
    // Only who was near it has reached the end: a player that gives up ends too.
    reachedEnd = duration > 0 && duration - position < 2
    if reachedEnd { position = duration }
    isUnsent = isUnsent || reachedEnd
    paused()
  }

  private mutating func count(_ seconds: Double, from: Double, now: Moment) {
    let (moment, day) = (now.date, CalendarDay(now.date, in: now.zone))
    // Seconds by two clocks in one stretch could not be corrected later.
    if stretches.last?.day != day || stretches.last?.isServerTime != now.isServerTime {
      stretches.append(
        ListeningStretch(
          id: makeID(), day: day, startedAt: moment - seconds, startPosition: from, position: position, seconds: 0,
          updatedAt: moment, display: display, zone: now.zone.identifier, isServerTime: now.isServerTime))
    }
    let index = stretches.count - 1
    stretches[index].seconds += seconds
    stretches[index].position = position
    stretches[index].updatedAt = max(stretches[index].updatedAt, moment)
  }

  /// The item counts as finished, wherever the position is; what was listened to up to here is still recorded.
  mutating func markFinished() { reachedEnd = true }

  /// Another screen has recorded that the user is at `position`.
  mutating func move(to position: Double) {
    self.position = position
    reachedEnd = false
    mayJump = true
  }

  /// The change to record now; nil until something happens again.
  mutating func takeMutation(at moment: Date, isServerTime: Bool, duration: Double?) -> ProgressMutation? {
    guard isUnsent else { return nil }
    isUnsent = false
    var mutation = ProgressMutation(
      item: item, action: .listened, position: position, duration: duration, at: moment, isServerTime: isServerTime)
    mutation.stretches = stretches
    mutation.reachedEnd = reachedEnd
    return mutation
  }

  /// Recording failed: it has to be recorded again.
  mutating func markUnsent() { isUnsent = true }
}
