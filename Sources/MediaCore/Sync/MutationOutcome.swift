/// The outcome of a mutation.
public enum MutationOutcome: Sendable, Hashable {
  /// The server took the mutation; it is not read back yet.
  case written
  /// The server was read afterwards and shows the mutation.
  case synced
  /// The mutation waits for the network, the server or a sign-in; the error says which, when there was one.
  case waiting(ClientError?)
  /// The server will not accept the mutation, which stays listed as refused until it is retried, edited or discarded.
  case refused(ClientError)
  /// Another state counts instead: the server's changed in the meantime, or the mutation was discarded.
  case superseded(reason: String)

  /// Whether the server has the mutation.
  public var isDelivered: Bool { self == .written || self == .synced }
}
