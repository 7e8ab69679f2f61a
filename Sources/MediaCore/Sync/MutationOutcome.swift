/// The outcome of a mutation.
public enum MutationOutcome: Sendable, Hashable {
  /// The server took it; it is not read back yet.
  case written
  /// The server was read afterwards and shows it.
  case synced
  /// It waits for the network, the server or a sign-in; the error says which, when there was one.
  case waiting(ClientError?)
  /// The server will not accept it. It is listed with the refused ones until somebody decides.
  case refused(ClientError)
  /// Another state counts instead: the server's changed in the meantime, or the mutation was discarded.
  case superseded(reason: String)

  /// The server has it.
  public var isDelivered: Bool { self == .written || self == .synced }
}
