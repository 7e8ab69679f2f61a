/// A timer that ends playing: after some time of playing, or at the end of a chapter.
///
/// A value without a clock: its owner calls ``step(position:elapsed:speed:)``, and gets back what to do and when to call again. Time
/// counts only while something plays. The end of a chapter is a place in the media: at a higher speed it comes sooner.
public struct SleepTimer: Codable, Hashable, Sendable {
  /// The event that ends the sound.
  public enum Mode: Codable, Hashable, Sendable {
    /// Seconds of playing, by the clock.
    case duration(Double)
    /// The end of the chapter that is playing, also after a seek into another one.
    case endOfChapter
  }

  /// The next thing for its owner to do.
  public struct Step: Hashable, Sendable {
    /// The volume, 0…1.
    public var volume: Double
    /// Whether the timer has ended: pause.
    public var isOver: Bool
    /// Seconds until the next step, by the clock.
    public var next: Double
  }

  /// A time of playing, or the end of the chapter.
  public let mode: Mode
  /// The last seconds of playing, in which the sound fades out; 0 for none.
  public let fadeOut: Double
  /// Seconds of playing that are left, by the clock; nil for ``Mode/endOfChapter``.
  public private(set) var timeLeft: Double?
  /// The end in seconds on the item's timeline; nil for ``Mode/duration(_:)`` and while the chapters are unknown.
  public private(set) var end: Double?

  /// Seconds between two volumes while the sound fades.
  static let fadeStep = 0.5
  /// The longest time until the next step, in seconds. A timer whose end is unknown has no other, and nobody can wait for ever.
  static let longestStep = 3600.0

  /// - Parameter fadeOut: the last seconds, in which the sound fades.
  public init(_ mode: Mode, fadeOut: Double = 10) {
    self.mode = mode
    self.fadeOut = fadeOut.isFinite ? min(max(0, fadeOut), 120) : 0
    if case .duration(let seconds) = mode { timeLeft = seconds.isFinite ? min(max(0, seconds), 86_400) : 0 }
  }

  /// Takes the chapter at a new position as the one to end with, after a seek or for a new item.
  public mutating func moved(to position: Double, in chapters: ChapterList) {
    if mode == .endOfChapter { end = chapters.end(at: position) }
  }

  /// Adds seconds of playing; has no effect on a timer for the end of a chapter.
  public mutating func extend(by seconds: Double) {
    if let left = timeLeft, seconds.isFinite { timeLeft = min(max(0, left + seconds), 86_400) }
  }

  /// - Parameters:
  ///   - position: seconds on the item's timeline.
  ///   - elapsed: seconds of playing since the last step, by the clock.
  public mutating func step(position: Double, elapsed: Double, speed: PlaybackSpeed) -> Step {
    if let time = timeLeft { timeLeft = max(0, time - max(0, elapsed)) }
    let left = remaining(at: position, speed: speed) ?? .infinity
    // Treat less than a millisecond as over: rounding must not cause one more step.
    if left < 0.001 { return Step(volume: 0, isOver: true, next: 0) }
    // Without a fade, the quotient is infinite and the volume full.
    let volume = min(1, left / fadeOut)
    let quiet = min(left - fadeOut, Self.longestStep)
    return Step(volume: volume, isOver: false, next: quiet < 0.001 ? min(left, Self.fadeStep) : quiet)
  }

  /// Seconds of playing that are left at a position and speed, by the clock; nil while the timer has no end.
  public func remaining(at position: Double, speed: PlaybackSpeed) -> Double? {
    timeLeft ?? end.map { max(0, $0 - position) / speed.rawValue }
  }
}
