/// Why a refresh happens.
public enum RefreshReason: Sendable, Hashable {
  /// Somebody pulled. With `force`, the pause between reconciles does not count.
  case pull(force: Bool)
  /// The app came to the front.
  case foreground
  /// The system gave the app a moment in the background.
  case background
}
