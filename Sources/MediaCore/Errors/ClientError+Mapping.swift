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

  /// The short reasons that MediaCore itself sets as ``ClientError/detail``. Services can set other reasons.
  public enum Detail {
    /// The other side of the connection does not speak TLS.
    public static let notTLS = "notTLS"
    /// The body of the response is larger than the call allows.
    public static let tooLarge = "tooLarge"
    /// The response is not HTTP, or its body cannot be decoded in the way that its header states.
    public static let malformed = "malformed"
    /// The transport was closed before or during the call.
    public static let closed = "closed"
    /// The response has no body although the endpoint needs one.
    public static let empty = "empty"
    /// The response is an HTML page, but the endpoint needs data.
    public static let html = "html"
    /// While the call was running, the user signed out or signed in to another account. The account of the call is no longer signed in.
    public static let accountChanged = "accountChanged"
    /// The sign-in has expired, or the server has ended it. The call was not sent, and the user has to sign in again.
    public static let signInExpired = "signInExpired"
    /// The credentials of a sign-in belong to another account than the one for which they were requested.
    public static let anotherAccount = "anotherAccount"
    /// The server answers only over plain http, and the user has not agreed to use plain http: see ``ClientOptions/allowsPlainHTTP``.
    public static let needsConsent = "plainHTTPNeedsConsent"
    /// The server answers only at addresses that are not trusted yet. ``ServerLocator/prove(_:)`` and ``ServerLocator/confirm(_:)`` make an
    /// address trusted.
    public static let unprovenAddress = "unprovenAddress"
    /// An id is invalid, for example because it is an empty text. The request was not sent.
    public static let badIdentifier = "badIdentifier"
    /// A header field contains characters that could inject another header field. The request was not sent.
    public static let badHeader = "badHeader"
    /// The server does not accept the user name or the password of a sign-in.
    public static let wrongCredentials = "wrongCredentials"
    /// The SDK has renewed the sign-in too often in a short time. It can renew the sign-in again later.
    public static let authenticationBudget = "authenticationBudget"
  }
}

extension ClientError.Kind {
  /// Creates the kind for an HTTP status that is not a success.
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
      // 511 comes from the sign-in page of a network, not from the server.
      case 300..<400, 511: .wrongServer
      case 500..<600: .server
      default: .invalidRequest
      }
  }
}
