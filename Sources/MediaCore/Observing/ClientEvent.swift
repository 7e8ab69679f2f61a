/// An event of a client, as it happens. It holds operation ids, numbers and errors; never a URL, a header or a body.
public enum ClientEvent: Sendable, Hashable {
  case started(operation: OperationID)
  case answered(operation: OperationID, status: Int, bytes: Int, isStale: Bool, duration: Duration)
  case failed(ClientError, duration: Duration)
  case retrying(operation: OperationID, attempt: Int, pause: Duration)
  /// The credentials were renewed, or an attempt at it ended with the error.
  case renewed(ClientError?)
  /// Faults of an answer that were tolerated.
  case tolerated(operation: OperationID, count: Int, issues: [DecodingIssue])
  /// A file was damaged and set aside, or could not be written.
  case storage(ClientError)
}
