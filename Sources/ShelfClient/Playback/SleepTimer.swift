public import Foundation

/// A timer that ends playing: after some time of playing, at the end of a chapter, or at a moment.
///
/// A value without a clock: its owner calls ``step(position:elapsed:speed:now:)``, which returns what to do and when to call again. Time
/// counts only while something plays, unless ``runsWhilePaused``. The end of a chapter is a place in the media: at a higher speed playing
/// reaches it sooner.
public struct SleepTimer: Codable, Hashable, Sendable {
  /// The event at which a sleep timer ends the sound.
  public enum Mode: Codable, Hashable, Sendable {
    /// The end of a time of playing, in seconds by the clock.
    case duration(Double)
    /// The end of the chapter that is playing; after a seek into another chapter, the end of that chapter.
    case endOfChapter
    /// The end of that many chapters, including the chapter that is playing. A seek within them changes nothing. A seek to another place,
    /// or another item, begins the count anew. Each chapter that is played to its end counts, also one that a ``ChapterOrder`` repeats.
    case endOfChapters(Int)
    /// A moment by the device's clock, whether or not something plays until then.
    case until(Date)
  }

  /// The next step for the owner of a sleep timer.
  public struct Step: Hashable, Sendable {
    /// The volume to set, 0…1.
    public var volume: Double
    /// Whether the timer has ended, and the owner has to pause.
    public var isOver: Bool
    /// The seconds until the next step, by the clock.
    public var next: Double
  }

  /// The event at which the timer ends: after a time of playing, at the end of a chapter, or at a moment.
  public private(set) var mode: Mode
  /// The number of seconds at the end in which the sound fades out; 0 for none.
  public private(set) var fadeOut: Double
  /// Whether the timer also runs while playing is paused. Always so for ``Mode/until(_:)``, and never for chapters.
  public private(set) var runsWhilePaused: Bool
  /// The seconds that are left, by the clock; nil for chapters, and for ``Mode/until(_:)`` before the first step.
  public private(set) var timeLeft: Double?
  /// The position at which the timer ends, in seconds on the item's timeline. Nil for times, while the chapters are unknown, and while
  /// repeated or shuffled chapters follow the one that plays.
  public var end: Double? { later > 0 ? nil : heardUntil }
  /// The end of the chapters that play without a jump, in seconds on the item's timeline.
  private var heardUntil: Double?
  /// Seconds of media that play after a jump from `heardUntil`: the chapters that are repeated or come in another order.
  private var later = 0.0
  /// The chapters that ``Mode/endOfChapters(_:)`` counts from `countedFrom` on.
  private var chaptersLeft = 1
  /// The start of the first chapter that ``Mode/endOfChapters(_:)`` counts, in seconds on the item's timeline. A seek to a place between it
  /// and `heardUntil` starts no new count.
  private var countedFrom: Double?

  /// Seconds between two volumes while the sound fades.
  static let fadeStep = 0.5
  /// The longest wait before the next step, in seconds. A timer whose end is unknown waits this long, because each wait needs a limit.
  static let longestStep = 3600.0

  /// Creates a sleep timer.
  /// - Parameters:
  ///   - fadeOut: the number of seconds at the end in which the sound fades.
  ///   - runsWhilePaused: whether a timer for a time of playing also runs while playing is paused.
  public init(_ mode: Mode, fadeOut: Double = 10, runsWhilePaused: Bool = false) {
    self.mode = mode
    self.fadeOut = Self.fade(fadeOut)
    self.runsWhilePaused = Self.runs(mode, runsWhilePaused)
    if case .duration(let seconds) = mode { timeLeft = seconds.isFinite ? min(max(0, seconds), 86_400) : 0 }
  }

  private static func fade(_ seconds: Double) -> Double { seconds.isFinite ? min(max(0, seconds), 120) : 0 }

  private static func runs(_ mode: Mode, _ runsWhilePaused: Bool) -> Bool {
    switch mode {
    case .duration: runsWhilePaused
    case .until: true
    case .endOfChapter, .endOfChapters: false
    }
  }

  /// Uses other settings for the time that is left.
  mutating func use(fadeOut: Double, runsWhilePaused: Bool) {
    (self.fadeOut, self.runsWhilePaused) = (Self.fade(fadeOut), Self.runs(mode, runsWhilePaused))
  }

  private enum CodingKeys: String, CodingKey {
    case mode, fadeOut, runsWhilePaused, timeLeft, countedFrom, later, chaptersLeft
    case heardUntil = "end"
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    mode = try container.decode(Mode.self, forKey: .mode)
    fadeOut = try container.decode(Double.self, forKey: .fadeOut)
    runsWhilePaused = try container.decodeIfPresent(Bool.self, forKey: .runsWhilePaused) ?? false
    timeLeft = try container.decodeIfPresent(Double.self, forKey: .timeLeft)
    heardUntil = try container.decodeIfPresent(Double.self, forKey: .heardUntil)
    countedFrom = try container.decodeIfPresent(Double.self, forKey: .countedFrom)
    later = try container.decodeIfPresent(Double.self, forKey: .later) ?? 0
    var all = 1
    if case .endOfChapters(let count) = mode { all = count }
    chaptersLeft = Self.bounded(try container.decodeIfPresent(Int.self, forKey: .chaptersLeft) ?? all)
  }

  /// Sets the chapter at the start of another item as the one to end with, or to begin counting with.
  /// - Parameter order: the order in which the chapters are played.
  public mutating func opened(at position: Double, in chapters: ChapterList, order: ChapterOrder = ChapterOrder()) {
    (heardUntil, countedFrom) = (nil, nil)
    moved(to: position, in: chapters, order: order)
  }

  /// Sets the chapter at a new position as the one to end with, after a seek.
  /// - Parameter order: the order in which the chapters are played.
  public mutating func moved(to position: Double, in chapters: ChapterList, order: ChapterOrder = ChapterOrder()) {
    switch mode {
    case .endOfChapter: heardUntil = chapters.end(at: position)
    case .endOfChapters(let count):
      if let heardUntil, let countedFrom, position >= countedFrom, position < heardUntil { return }
      chaptersLeft = Self.bounded(count)
      countOn(from: position, in: chapters, order: order)
    case .duration, .until: break
    }
  }

  /// Counts the chapters that are left in another order, after the user has changed the order.
  mutating func reordered(at position: Double, in chapters: ChapterList, order: ChapterOrder) {
    guard case .endOfChapters = mode else { return }
    if let now = chapters.index(at: position), let first = countedFrom.flatMap({ chapters.index(at: $0) }) {
      chaptersLeft = max(1, chaptersLeft - max(0, now - first))
    }
    countOn(from: position, in: chapters, order: order)
  }

  /// Counts the end of a chapter that was played through, before the player jumps to the next one of the order.
  /// - Parameter chapter: its index; nil if the item has no chapters.
  /// - Returns: whether the timer has ended: the player pauses there and does not jump.
  mutating func chapterEnded(_ chapter: Int?, in chapters: ChapterList) -> Bool {
    switch mode {
    case .endOfChapter: return true
    case .endOfChapters:
      let first = countedFrom.flatMap { chapters.index(at: $0) }
      let passed = if let chapter, let first { chapter - first } else { 0 }
      chaptersLeft -= max(0, passed) + 1
      return chaptersLeft < 1
    case .duration, .until: return false
    }
  }

  /// Goes on with the chapter to which the player has jumped after ``chapterEnded(_:in:)``.
  mutating func jumped(to position: Double, in chapters: ChapterList, order: ChapterOrder) {
    switch mode {
    case .endOfChapter: moved(to: position, in: chapters)
    case .endOfChapters: countOn(from: position, in: chapters, order: order)
    case .duration, .until: break
    }
  }

  private static func bounded(_ chapters: Int) -> Int { min(max(1, chapters), 10_000) }

  private mutating func countOn(from position: Double, in chapters: ChapterList, order: ChapterOrder) {
    later = 0
    guard let first = chapters.index(at: position) else {
      (countedFrom, heardUntil) = (position, chapters.end(at: position))
      return
    }
    let list = chapters.chapters
    countedFrom = list[first].start
    guard order.isPlain else {
      heardUntil = list[first].end
      var (chapter, left) = (first, chaptersLeft - 1)
      while left > 0, case .chapter(let next) = order.turn(atEndOf: chapter), list.indices.contains(next) {
        later += list[next].end - list[next].start
        (chapter, left) = (next, left - 1)
        // A repeated chapter follows itself: leave the loop, and multiply the chapter's length below.
        if order.repeats == .chapter { break }
      }
      if order.repeats == .chapter { later *= Double(left + 1) }
      return
    }
    let last = min(first + min(chaptersLeft, list.count) - 1, list.count - 1)
    heardUntil = list[last].end
    // If the item repeats, add the lengths of the chapters that are left after its end, from its first chapter on.
    if order.repeats == .item {
      let left = chaptersLeft - (last - first + 1)
      let whole = Double(left / list.count) * list.reduce(0) { $0 + $1.end - $1.start }
      later = whole + list.prefix(left % list.count).reduce(0) { $0 + $1.end - $1.start }
    }
  }

  /// Adds seconds to the time that is left; has no effect on a timer for the end of a chapter.
  public mutating func extend(by seconds: Double) {
    guard seconds.isFinite else { return }
    if case .until(let date) = mode { mode = .until(date + seconds) }
    if let left = timeLeft { timeLeft = min(max(0, left + seconds), 86_400) }
  }

  /// Counts the time since the last step, and returns the volume, whether the timer has ended, and when to call again.
  /// - Parameters:
  ///   - position: seconds on the item's timeline.
  ///   - elapsed: seconds since the last step, by the clock; only those of playing, unless ``runsWhilePaused``.
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

  /// The real time in seconds until the timer stops playback, from a position and at a speed; nil while the timer has no end.
  public func remaining(at position: Double, speed: PlaybackSpeed) -> Double? {
    timeLeft ?? heardUntil.map { (max(0, $0 - position) + later) / speed.rawValue }
  }
}
