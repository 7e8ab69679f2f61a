/// The times at which the player records: bursts of seeks and presses become one save, and the last of them is recorded
/// within two seconds.
struct SaveSchedule: Hashable, Sendable {
  enum Cause: Hashable, Sendable {
    /// A seek, which others may follow at once, as while the user drags the seek bar.
    case seek
    /// A pause, after which the app may be suspended soon.
    case pause
  }

  /// Quiet time after the last seek.
  static let quiet = Duration.milliseconds(700)
  /// The longest time that a change waits, and the shortest between two saves.
  static let longest = Duration.seconds(2)

  /// When to save, by the clock that never jumps; nil while there is nothing to save.
  private(set) var due: Duration?
  private var firstWanted: Duration?
  private var lastSave: Duration?

  mutating func want(_ cause: Cause, at now: Duration) {
    let first = firstWanted ?? now
    firstWanted = first
    switch cause {
    case .seek: due = min(now + Self.quiet, first + Self.longest)
    case .pause:
      // Save a pause at once, or two seconds after the last save if that is later.
      let earliest = lastSave.map { $0 + Self.longest } ?? now
      due = min(due ?? earliest, earliest)
    }
  }

  /// Begins a save, which records everything up to now.
  mutating func begin(at now: Duration) {
    (due, firstWanted) = (nil, nil)
    lastSave = now
  }
}
