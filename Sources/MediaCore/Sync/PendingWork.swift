/// The fate of changes that are not on the server yet when the user signs out.
public enum PendingWork: Sendable, Hashable {
  /// They wait on this device until the same account signs in again.
  case keep
  /// They are lost.
  case discard
}
