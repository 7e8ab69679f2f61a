import Foundation
import MediaCore

/// Counts the seconds that were really listened to, and decides which positions the user wanted.
///
/// Seconds are counted by a clock that never jumps, only while the position moves, and split at the user's midnight, by the server's
/// clock if known. A reported position that neither playing nor a seek explains is ignored: an engine that starts up, fails or ends
/// must never send the user back to 0:00.
struct ListeningTracker {
  let item: PlayableID
  private(set) var position: Double
  private(set) var stretches: [ListeningStretch] = []
  private(set) var reachedEnd = false
  /// Whether there is listening, or a seek, that is not recorded yet.
  private(set) var isUnsent = false

  /// A time and the clock that it is by.
  struct Moment {
    let date: Date
    /// Whether ``date`` is by the server's clock; else it is by the device's.
    let isServerTime: Bool
    /// The user's time zone.
    let zone: TimeZone
  }

  /// Whether anything was listened to since the item was opened.
  var hasListened: Bool { !stretches.isEmpty }

  private let display: ListeningStretch.Display?
  private let makeID: () -> String
  /// The time up to which listening is counted; nil while nothing plays.
  private var lastTick: Duration?
  private var mayJump = false
  /// The newest stretch as it was recorded last.
  private var recorded: ListeningStretch?

  init(
    item: PlayableID, position: Double, display: ListeningStretch.Display? = nil, makeID: @escaping () -> String
  ) {
    self.item = item
    self.position = position
    self.display = display
    self.makeID = makeID
  }

  mutating func started(at uptime: Duration) {
    reachedEnd = false
    lastTick = uptime
  }

  /// Moves to a position that the user chose, and marks it for recording.
  mutating func seek(to position: Double) {
    move(to: position)
    isUnsent = true
  }

  /// Counts the listening up to a position that the engine reports.
  /// - Parameters:
  ///   - now: the current time, by the server's clock if known.
  /// - Returns: whether the position counts.
  @discardableResult
  mutating func progressed(to reported: Double, rate: Double, uptime: Duration, now: Moment) -> Bool {
    guard let last = lastTick else { return false }
    let elapsed = (uptime - last).seconds
    let moved = reported - position
    // A position that is NaN fails the first comparison and does not count.
    guard moved >= -0.5, moved <= elapsed * max(rate, 1) + 5 || mayJump else { return false }
    lastTick = uptime
    // Just after a seek back, the engine may still report the old position: ignore the position, but count time from now.
    if mayJump, abs(moved) > elapsed * max(rate, 1) + 5 { return false }
    mayJump = false
    let from = position
    position = max(position, reported)
    guard moved > 0 else { return true }
    count(min(elapsed, moved / rate + 1), from: from, now: now)
    isUnsent = true
    return true
  }

  mutating func stalled(uptime: Duration) { if lastTick != nil { lastTick = uptime } }

  mutating func paused() { lastTick = nil }

  mutating func ended(duration: Double, uptime: Duration, rate: Double, now: Moment) {
    progressed(to: duration, rate: rate, uptime: uptime, now: now)
    // An engine that gives up also reports an end: count only an end near the duration.
    reachedEnd = duration > 0 && duration - position < 2
    if reachedEnd { position = duration }
    isUnsent = isUnsent || reachedEnd
    paused()
  }

  private mutating func count(_ seconds: Double, from: Double, now: Moment) {
    let (moment, day) = (now.date, CalendarDay(now.date, in: now.zone))
    // Begin a new stretch on each day, and whenever the dates change between the device's and the server's clock: only dates of the
    // device's clock are corrected later.
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

  /// Marks the item as finished, wherever the position is. The listening up to here is still recorded.
  mutating func markFinished() { reachedEnd = true }

  /// Moves to a position that is recorded already, such as one that another screen has set.
  mutating func move(to position: Double) {
    self.position = position
    reachedEnd = false
    mayJump = true
  }

  /// The change to record now; nil if nothing has happened since the last call.
  /// - Parameter mayArriveLater: whether an upload of a stretch, by its id, may still arrive: the stretch then grows no more.
  mutating func takeMutation(
    at moment: Date, isServerTime: Bool, duration: Double?, mayArriveLater: (String) -> Bool = { _ in false }
  ) -> ProgressMutation? {
    guard isUnsent else { return nil }
    isUnsent = false
    if let recorded, mayArriveLater(recorded.id) { keep(recorded) }
    recorded = stretches.last
    var mutation = ProgressMutation(
      item: item, action: .listened, position: position, duration: duration, at: moment, isServerTime: isServerTime)
    mutation.stretches = stretches
    mutation.reachedEnd = reachedEnd
    return mutation
  }

  /// Sets a stretch back to what was recorded, and puts what was listened to since then into a new one.
  private mutating func keep(_ recorded: ListeningStretch) {
    guard let index = stretches.firstIndex(where: { $0.id == recorded.id }),
      stretches[index].seconds > recorded.seconds
    else { return }
    let whole = stretches[index]
    stretches[index] = recorded
    stretches.insert(
      ListeningStretch(
        id: makeID(), day: whole.day, startedAt: recorded.updatedAt, startPosition: recorded.position,
        position: whole.position, seconds: whole.seconds - recorded.seconds, updatedAt: whole.updatedAt,
        display: display, zone: whole.zone, isServerTime: whole.isServerTime), at: index + 1)
  }

  /// Marks the listening as not recorded, after recording has failed.
  mutating func markUnsent() { isUnsent = true }
}
