import Foundation

extension ClientError {
  /// The SDK's error for a transport's. `URLError` and friends carry the whole URL: nothing of them is kept.
  init(transport error: any Error, operation: OperationID) {
    switch error {
    case let error as ClientError: self = error
    case let failure as TransportFailure: self.init(failure: failure, operation: operation)
    default: self.init(failure: TransportFailure(error), operation: operation)
    }
    if Task.isCancelled { self = .cancelled(operation) }
  }

  private init(failure: TransportFailure, operation: OperationID) {
    switch failure {
    case .unreachable(let reach): self.init(.unreachable, operation: operation, detail: reach.rawValue)
    case .tls(let fault): self.init(.tls, operation: operation, detail: fault.rawValue)
    case .notTLS: self.init(.unreachable, operation: operation, detail: Detail.notTLS)
    case .timedOut: self.init(.timedOut, operation: operation)
    case .cancelled: self.init(.cancelled, operation: operation)
    case .tooLarge: self.init(.undecodable, operation: operation, detail: Detail.tooLarge)
    case .malformed: self.init(.wrongServer, operation: operation, detail: Detail.malformed)
    case .closed: self.init(.cancelled, operation: operation, detail: Detail.closed)
    }
  }

  /// An answer that is not a success, in the SDK's terms.
  init(status: Int, operation: OperationID, message: String?, retryAt: Date?) {
    self.init(
      Kind(status: status), operation: operation, status: status, serverMessage: message, retryAt: retryAt)
  }

  /// The short reasons that the core itself puts into ``ClientError/detail``.
  public enum Detail {
    public static let notTLS = "notTLS"
    public static let tooLarge = "tooLarge"
    public static let malformed = "malformed"
    public static let closed = "closed"
    public static let empty = "empty"
    public static let html = "html"
    public static let accountChanged = "accountChanged"
    public static let anotherAccount = "anotherAccount"
    public static let needsConsent = "plainHTTPNeedsConsent"
    public static let badIdentifier = "badIdentifier"
    public static let badHeader = "badHeader"
    /// A sign-in with a user name or password that the server does not accept.
    public static let wrongCredentials = "wrongCredentials"
    public static let authenticationBudget = "authenticationBudget"
  }
}

extension ClientError.Kind {
  /// The kind of a status that is not a success.
  package init(status: Int) {
    self =
      switch status {
      case 401: .signedOut
      case 403: .forbidden
      case 404, 410: .notFound
      case 409, 412: .conflict
      case 405, 501: .unsupported
      case 408: .timedOut
      case 429: .rateLimited
      // 511: a network that wants its own sign-in first answers in the server's place.
      case 300..<400, 511: .wrongServer
      case 500..<600: .server
      default: .invalidRequest
      }
  }
}
