import Foundation

/// The setting for how many seconds the player goes back when playing continues after a pause. After a longer pause, the player goes back
/// further.
///
/// The rewind grows with the logarithm of the pause: from 0 seconds after a pause of ``shortest`` seconds to ``most`` seconds after a pause
/// of a day.
public struct SmartRewind: Codable, Hashable, Sendable {
  /// The longest rewind, in seconds of media. After a pause of a day or more, the player goes back this far.
  public var most: Double
  /// The length of a pause, in seconds, up to which the player does not go back.
  public var shortest: Double

  /// The pause in seconds after which the rewind is ``most``.
  static let longest = 86_400.0

  /// Creates a setting for the rewind after a pause.
  /// - Parameters:
  ///   - most: the number of seconds of media to go back after a pause of a day, kept within 0…600.
  ///   - shortest: the length of a pause up to which the player does not go back, in seconds, kept within 1…3600.
  public init(most: Double = 30, shortest: Double = 10) {
    self.most = most.isFinite ? min(max(0, most), 600) : 0
    self.shortest = shortest.isFinite ? min(max(1, shortest), 3600) : 10
  }

  /// The standard rewind: 0 seconds after a pause of up to 10 seconds, growing to 30 seconds after a pause of a day.
  public static let standard = SmartRewind()
  /// No rewind: playing continues exactly at the position where it was paused.
  public static let off = SmartRewind(most: 0)

  /// Returns the number of seconds to go back after a pause.
  /// - Parameter pause: the length of the pause, in seconds.
  /// - Returns: the seconds of media to go back, rounded to whole seconds.
  public func seconds(afterPause pause: Double) -> Double {
    guard pause > shortest else { return 0 }
    let share = log(pause / shortest) / log(Self.longest / shortest)
    return (most * min(1, share)).rounded()
  }

  /// Returns the position from which playing continues after a pause, in seconds on the item's timeline.
  /// - Parameters:
  ///   - position: the position at the pause, in seconds on the item's timeline.
  ///   - pause: the length of the pause, in seconds.
  ///   - chapters: the item's chapters. The rewind stops at the start of the current chapter, so that the end of the previous chapter is
  ///     not played again.
  public func position(from position: Double, afterPause pause: Double, in chapters: ChapterList) -> Double {
    let back = seconds(afterPause: pause)
    let floor = chapters.current(at: position).map { $0.start } ?? 0
    return max(position - back, min(floor, position), 0)
  }
}
