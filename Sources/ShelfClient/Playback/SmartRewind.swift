import Foundation

/// A rewind after a pause, so that the listener finds the thread again: the longer the pause, the farther.
///
/// The rewind grows with the logarithm of the pause, from nothing at ``shortest`` to ``most`` after a day.
public struct SmartRewind: Codable, Hashable, Sendable {
  /// The rewind after a pause of a day, the farthest, in seconds of media.
  public var most: Double
  /// The longest pause without a rewind, in seconds.
  public var shortest: Double

  /// The pause in seconds after which the rewind is ``most``.
  static let longest = 86_400.0

  /// Creates a rewind.
  /// - Parameters:
  ///   - most: the seconds of media to go back after a day's pause.
  ///   - shortest: the longest pause without a rewind, in seconds.
  public init(most: Double = 30, shortest: Double = 10) {
    self.most = most.isFinite ? min(max(0, most), 600) : 0
    self.shortest = shortest.isFinite ? min(max(1, shortest), 3600) : 10
  }

  /// The usual rewind: none after a pause of up to 10 seconds, 30 seconds back after a day.
  public static let standard = SmartRewind()
  /// No rewind: playing continues exactly where it stopped.
  public static let off = SmartRewind(most: 0)

  /// The seconds to go back after a pause.
  /// - Parameter pause: the length of the pause, in seconds.
  /// - Returns: seconds of media, rounded to whole ones, as a listener expects of a jump.
  public func seconds(afterPause pause: Double) -> Double {
    guard pause > shortest else { return 0 }
    let share = log(pause / shortest) / log(Self.longest / shortest)
    return (most * min(1, share)).rounded()
  }

  /// The position from which playing continues after a pause, in seconds on the item's timeline.
  /// - Parameters:
  ///   - position: the position at the pause, in seconds on the item's timeline.
  ///   - pause: the length of the pause, in seconds.
  ///   - chapters: the rewind stops at the start of the current chapter, so that it does not play the last words of the one before.
  public func position(from position: Double, afterPause pause: Double, in chapters: ChapterList) -> Double {
    let back = seconds(afterPause: pause)
    let floor = chapters.current(at: position).map { $0.start } ?? 0
    return max(position - back, min(floor, position), 0)
  }
}
