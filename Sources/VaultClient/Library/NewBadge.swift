public import Foundation

/// The NEW badge of imports.
public enum NewBadge {
  /// How long an import is new.
  public static let lifetime: TimeInterval = 24 * 3600

  /// Whether something that was imported at `date` shows the badge at `now`.
  public static func isShown(importedAt date: Date?, now: Date) -> Bool {
    guard let date else { return false }
    return now.timeIntervalSince(date) < lifetime
  }
}
