public import Foundation

/// A timer that pauses the player after some time of playing, at the end of one or more chapters, or at a date.
///
/// The timer does not measure time by itself. Its owner, such as ``PlayerViewModel``, calls ``step(position:elapsed:speed:now:)``, which
/// returns the volume to set, whether to pause, and when to call again. The timer runs only while an item plays, unless ``runsWhilePaused``
/// is true. If the timer ends with a chapter, its end is a position in the item, which the player reaches sooner at a higher speed.
public struct SleepTimer: Codable, Hashable, Sendable {
  /// The event at which a sleep timer pauses the player.
  public enum Mode: Codable, Hashable, Sendable {
    /// The timer ends after audio has played for this number of seconds. The playback speed has no effect on them.
    case duration(Double)
    /// The timer ends at the end of the current chapter. After a seek into another chapter, the timer ends at the end of that chapter.
    case endOfChapter
    /// The timer ends at the end of this number of chapters, including the current one. A seek within these chapters changes nothing. If
    /// the user seeks to any other position, or opens another item, the count starts again. A chapter that a ``ChapterOrder`` repeats is
    /// counted each time that it ends.
    case endOfChapters(Int)
    /// The timer ends at this date by the device's clock, whether or not an item plays until then.
    case until(Date)
  }

  /// The instructions for the owner of a sleep timer: what to do now, and when to call again.
  public struct Step: Hashable, Sendable {
    /// The volume to set, 0…1; below 1 while the sound fades out.
    public var volume: Double
    /// Whether the timer has ended. If true, the owner has to pause the player.
    public var isOver: Bool
    /// The number of seconds, in real time, after which the owner has to call again.
    public var next: Double
  }

  /// The event at which the timer pauses the player.
  public private(set) var mode: Mode
  /// The number of seconds before the timer's end during which the sound fades out. If 0, the sound does not fade.
  public private(set) var fadeOut: Double
  /// Whether the timer also runs while the player is paused. The value is always true if the mode is ``Mode/until(_:)``, and always false
  /// if the timer ends with a chapter.
  public private(set) var runsWhilePaused: Bool
  /// The seconds that are left, in real time. Nil if the timer ends with a chapter. Also nil if the mode is ``Mode/until(_:)`` and
  /// ``step(position:elapsed:speed:now:)`` was not called yet.
  public private(set) var timeLeft: Double?
  /// The position at which the timer ends, in seconds on the item's timeline. Nil if the mode is ``Mode/duration(_:)`` or
  /// ``Mode/until(_:)``. Also nil if the chapters are unknown, or if the timer ends only after a jump to a repeated or shuffled chapter.
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
  ///   - fadeOut: the number of seconds before the timer's end during which the sound fades out, kept within 0…120.
  ///   - runsWhilePaused: whether a timer of ``Mode/duration(_:)`` also runs while the player is paused. The other modes ignore this
  ///     parameter.
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

  /// Sets the timer to the chapters of another item, after that item was opened. A timer of ``Mode/endOfChapter`` then ends with the
  /// chapter at `position`. A timer of ``Mode/endOfChapters(_:)`` starts its count with that chapter.
  /// - Parameter order: the order in which the chapters are played.
  public mutating func opened(at position: Double, in chapters: ChapterList, order: ChapterOrder = ChapterOrder()) {
    (heardUntil, countedFrom) = (nil, nil)
    moved(to: position, in: chapters, order: order)
  }

  /// Sets the timer to the chapter at a new position, after a seek of the user. See ``Mode/endOfChapter`` and ``Mode/endOfChapters(_:)``.
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

  /// Adds seconds to the time that is left. Has no effect on a timer that ends with a chapter.
  public mutating func extend(by seconds: Double) {
    guard seconds.isFinite else { return }
    if case .until(let date) = mode { mode = .until(date + seconds) }
    if let left = timeLeft { timeLeft = min(max(0, left + seconds), 86_400) }
  }

  /// Subtracts the time since the last step from the time that is left. Returns the volume to set, whether the timer has ended, and when to
  /// call again.
  /// - Parameters:
  ///   - position: the current position, in seconds on the item's timeline.
  ///   - elapsed: the number of seconds since the last step, in real time. If ``runsWhilePaused`` is false, pass only the seconds in which
  ///     the item played.
  ///   - now: the current date by the device's clock, which a timer of ``Mode/until(_:)`` needs.
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

  /// Returns the real time, in seconds, until the timer pauses the player, if the item plays from `position` on at `speed`. Nil if the
  /// timer's end is not known, for example because neither the chapters nor the duration of the item are known.
  public func remaining(at position: Double, speed: PlaybackSpeed) -> Double? {
    timeLeft ?? heardUntil.map { (max(0, $0 - position) + later) / speed.rawValue }
  }
}
