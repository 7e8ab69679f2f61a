public import MediaCore

/// Positions and lengths as text for people.
public enum MediaTime {
  /// 99,999 hours, in seconds: the longest position or length; greater numbers are invalid.
  static let longest = 359_999_999.0

  /// A time as text: `m:ss`, or `h:mm:ss` from an hour on; `0:00` for a number that is no time.
  public static func text(_ seconds: Double) -> String {
    let whole = seconds.isFinite ? Int(min(max(seconds, 0), longest)) : 0
    let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
    let tail = rest < 10 ? "0\(rest)" : "\(rest)"
    return hours > 0 ? "\(hours):\(minutes < 10 ? "0" : "")\(minutes):\(tail)" : "\(minutes):\(tail)"
  }

  /// The time that is left, such as "12 minutes left", "1 h 5 min left" or "less than a minute left".
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
