/// An event of a client, as it happens. It holds operation ids, numbers and errors; never a URL, a header or a body.
public enum ClientEvent: Sendable, Hashable {
  /// A call begins; its attempts are not counted.
  case started(operation: OperationID)
  /// An answer came, with its status and size in bytes. `isStale`: a kept answer stood in for a server that could
  /// not.
  case answered(operation: OperationID, status: Int, bytes: Int, isStale: Bool, duration: Duration)
  /// A call ended without an answer that counts.
  case failed(ClientError, duration: Duration)
  /// An attempt failed, and the next begins after the pause. `attempt` counts from 1.
  case retrying(operation: OperationID, attempt: Int, pause: Duration)
  /// The credentials were renewed, or an attempt to renew them ended with the error.
  case renewed(ClientError?)
  /// Faults of an answer that were tolerated.
  case tolerated(operation: OperationID, count: Int, issues: [DecodingIssue])
  /// A file was damaged and set aside, or could not be written.
  case storage(ClientError)
}
