public import Foundation

/// A timer that ends playing: after some time of playing, at the end of a chapter, or at a moment.
///
/// A value without a clock: its owner calls ``step(position:elapsed:speed:now:)``, and gets back what to do and when to call again. Time
/// counts only while something plays, unless ``runsWhilePaused``. The end of a chapter is a place in the media: at a higher speed it comes
/// sooner.
public struct SleepTimer: Codable, Hashable, Sendable {
  /// The event that ends the sound.
  public enum Mode: Codable, Hashable, Sendable {
    /// Seconds of playing, by the clock.
    case duration(Double)
    /// The end of the chapter that is playing, also after a seek into another one.
    case endOfChapter
    /// The end of that many chapters, the one that is playing counted. A seek within them changes nothing; a seek to another place, and
    /// another item, begin anew.
    case endOfChapters(Int)
    /// A moment by the device's clock, whether or not something plays until then.
    case until(Date)
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

  /// A time of playing, the end of a chapter, or a moment.
  public private(set) var mode: Mode
  /// The last seconds of playing, in which the sound fades out; 0 for none.
  public let fadeOut: Double
  /// Whether the time counts also while playing is paused. Always so for ``Mode/until(_:)``, and never for chapters.
  public let runsWhilePaused: Bool
  /// Seconds that are left, by the clock; nil for chapters, and of ``Mode/until(_:)`` before the first step.
  public private(set) var timeLeft: Double?
  /// The end in seconds on the item's timeline; nil for times, and while the chapters are unknown.
  public private(set) var end: Double?
  /// The start of the first chapter that ``Mode/endOfChapters(_:)`` counts, in seconds on the item's timeline. A seek to a place between it
  /// and `end` starts no new count.
  private var countedFrom: Double?

  /// Seconds between two volumes while the sound fades.
  static let fadeStep = 0.5
  /// The longest wait before the next step, in seconds. A timer whose end is unknown waits this long, because each wait needs a limit.
  static let longestStep = 3600.0

  /// - Parameters:
  ///   - fadeOut: the last seconds, in which the sound fades.
  ///   - runsWhilePaused: whether a time of playing counts also while playing is paused.
  public init(_ mode: Mode, fadeOut: Double = 10, runsWhilePaused: Bool = false) {
    self.mode = mode
    self.fadeOut = fadeOut.isFinite ? min(max(0, fadeOut), 120) : 0
    var runs = runsWhilePaused
    switch mode {
    case .duration(let seconds): timeLeft = seconds.isFinite ? min(max(0, seconds), 86_400) : 0
    case .until: runs = true
    case .endOfChapter, .endOfChapters: runs = false
    }
    self.runsWhilePaused = runs
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    mode = try container.decode(Mode.self, forKey: .mode)
    fadeOut = try container.decode(Double.self, forKey: .fadeOut)
    runsWhilePaused = try container.decodeIfPresent(Bool.self, forKey: .runsWhilePaused) ?? false
    timeLeft = try container.decodeIfPresent(Double.self, forKey: .timeLeft)
    end = try container.decodeIfPresent(Double.self, forKey: .end)
    countedFrom = try container.decodeIfPresent(Double.self, forKey: .countedFrom)
  }

  /// Takes the chapter at the start of another item as the one to end with, or to begin counting with.
  public mutating func opened(at position: Double, in chapters: ChapterList) {
    (end, countedFrom) = (nil, nil)
    moved(to: position, in: chapters)
  }

  /// Takes the chapter at a new position as the one to end with, after a seek.
  public mutating func moved(to position: Double, in chapters: ChapterList) {
    switch mode {
    case .endOfChapter: end = chapters.end(at: position)
    case .endOfChapters(let count):
      if let end, let countedFrom, position >= countedFrom, position < end { return }
      let first = chapters.index(at: position)
      countedFrom = first.map { chapters.chapters[$0].start } ?? position
      let last = first.map { min($0 + max(1, count) - 1, chapters.chapters.count - 1) }
      end = last.map { chapters.chapters[$0].end } ?? chapters.end(at: position)
    case .duration, .until: break
    }
  }

  /// Adds seconds; has no effect on a timer for the end of a chapter.
  public mutating func extend(by seconds: Double) {
    guard seconds.isFinite else { return }
    if case .until(let date) = mode { mode = .until(date + seconds) }
    if let left = timeLeft { timeLeft = min(max(0, left + seconds), 86_400) }
  }

  /// - Parameters:
  ///   - position: seconds on the item's timeline.
  ///   - elapsed: seconds since the last step, by the clock; of playing unless ``runsWhilePaused``.
  ///   - now: the date by the device's clock, for ``Mode/until(_:)``.
  public mutating func step(position: Double, elapsed: Double, speed: PlaybackSpeed, now: Date? = nil) -> Step {
    if case .until(let date) = mode {
      if let now { timeLeft = max(0, date.timeIntervalSince(now)) }
    } else if let time = timeLeft {
      timeLeft = max(0, time - max(0, elapsed))
    }
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
