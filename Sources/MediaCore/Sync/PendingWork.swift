/// The fate of changes that are not on the server yet when the user signs out.
public enum PendingWork: Sendable, Hashable {
  /// The changes wait on this device until the same account signs in again.
  case keep
  /// The changes are lost.
  case discard
}
