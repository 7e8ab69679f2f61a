public import MediaCore

/// Converts positions and durations in seconds to texts for the user.
public enum MediaTime {
  /// 99,999 hours, in seconds: the longest position or length; greater numbers are invalid.
  static let longest = 359_999_999.0

  /// Returns a time in seconds as text: `m:ss`, or `h:mm:ss` from an hour on. Returns `0:00` for a number that is not finite or below 0.
  public static func text(_ seconds: Double) -> String {
    let whole = seconds.isFinite ? Int(min(max(seconds, 0), longest)) : 0
    let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
    let tail = rest < 10 ? "0\(rest)" : "\(rest)"
    return hours > 0 ? "\(hours):\(minutes < 10 ? "0" : "")\(minutes):\(tail)" : "\(minutes):\(tail)"
  }

  /// Returns the remaining time as text: "12 minutes left", "1 h 5 min left" or "less than a minute left".
  /// - Parameter seconds: the remaining time.
  public static func left(_ seconds: Double, _ texts: Texts = .english) -> String {
    let whole = seconds.isFinite ? Int(min(max(seconds, 0), longest)) : 0
    let (hours, minutes) = (whole / 3600, whole / 60 % 60)
    if hours > 0 { return texts("shelf.left.hours", english: "%@ h %@ min left", "\(hours)", "\(minutes)") }
    return switch minutes {
    case 0: texts("shelf.left.none", english: "less than a minute left")
    case 1: texts("shelf.left.minute", english: "1 minute left")
    default: texts("shelf.left.minutes", english: "%@ minutes left", "\(minutes)")
    }
  }
}
