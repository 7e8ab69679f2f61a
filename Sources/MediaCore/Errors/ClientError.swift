public import Foundation

/// The only error type of the SDK. It holds the kind of the error, the operation that failed, and how to deal with the error.
///
/// The error is safe to log, to show and to send in a report. It is built only from values on an allow-list, and never holds a URL, a
/// query, a header, a body or a credential. Show ``text(_:)`` to users, not `description`.
///
/// A later version of the SDK can add further kinds. Handle the kinds that the app needs, and add a `default` for all others.
///
/// ```swift
/// do throws(ClientError) {
///   render(try await shelf.libraries.all())
/// } catch {
///   switch error.kind {
///   case .cancelled: break
///   case .signedOut: showSignIn()
///   default: show(error.text(.english))
///   }
/// }
/// ```
public struct ClientError: Error, Sendable, Hashable {
  /// The kind of the error. Decide by this kind how to deal with the error.
  public var kind: Kind
  /// The id of the operation that failed. For a call, this is the id of the endpoint, such as `"shelf.playback.start"`. An operation that
  /// is not a call, such as an import, has an id of its own.
  public var operation: OperationID
  /// The HTTP status of the response; nil if there was no response.
  public var status: Int?
  /// The server's own message, in the server's language; nil if the server sent no short and readable message.
  public var serverMessage: String?
  /// The time from which the call may succeed again. A rate-limited (``Kind/rateLimited``) or busy server has sent this time, or the SDK
  /// has set it after too many renewals of the sign-in (``Detail/authenticationBudget``). Nil if neither the server nor the SDK has set a
  /// time.
  public var retryAt: Date?
  /// A short machine-readable reason, such as a coding path or `"untrusted"`. It contains no values from the response. See ``Detail``.
  public var detail: String?
  /// The words of the service that threw it, for `localizedDescription`. Two errors that differ in them alone are equal.
  private var wording = Wording()

  /// Creates an error, for an app's own implementations of the SDK's protocols, such as a transport or middleware. The texts must not
  /// contain secrets.
  public init(
    _ kind: Kind, operation: OperationID, status: Int? = nil, serverMessage: String? = nil, retryAt: Date? = nil,
    detail: String? = nil
  ) {
    self.kind = kind
    self.operation = operation
    self.status = status
    self.serverMessage = serverMessage
    self.retryAt = retryAt
    self.detail = detail
  }

  /// Returns the same error with `texts` as the language of its `localizedDescription`.
  package func speaking(_ texts: Texts) -> ClientError { with(self) { $0.wording.texts = texts } }

  /// The texts of the service that threw the error; nil for an app's own.
  package var spokenTexts: Texts? { wording.texts }

  private struct Wording: Hashable, Sendable {
    var texts: Texts?

    static func == (_: Wording, _: Wording) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  /// The kind of an error. A later version can add further kinds, so a `switch` needs a `default`.
  public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    /// No connection could be made, or the connection broke before the whole response had arrived.
    public static let unreachable = Kind(rawValue: "unreachable")
    /// The server's certificate was refused, or the server can be reached only over plain http, which is not allowed.
    public static let tls = Kind(rawValue: "tls")
    /// No response arrived within the time limit of the call.
    public static let timedOut = Kind(rawValue: "timedOut")
    /// The caller cancelled the call. Show nothing to the user.
    public static let cancelled = Kind(rawValue: "cancelled")
    /// Nobody is signed in, the sign-in expired, or the account changed while the call was running.
    public static let signedOut = Kind(rawValue: "signedOut")
    /// The account is signed in, but is not allowed to do this.
    public static let forbidden = Kind(rawValue: "forbidden")
    /// The server does not have the requested object, or does not show it to this account.
    public static let notFound = Kind(rawValue: "notFound")
    /// The change conflicts with the current state of the server.
    public static let conflict = Kind(rawValue: "conflict")
    /// The client has sent too many requests; see ``ClientError/retryAt``.
    public static let rateLimited = Kind(rawValue: "rateLimited")
    /// The server failed, with a status of 500 to 599.
    public static let server = Kind(rawValue: "server")
    /// The response did not come from the service, but from another program at this address or from the login page of a proxy. While a
    /// service looks for its server, the response can also be an error page of a proxy in front of the server; ``ClientError/status`` then
    /// has the status of that page.
    public static let wrongServer = Kind(rawValue: "wrongServer")
    /// The response does not have the format of this route's responses. ``ClientError/detail`` has the path of the fault.
    public static let undecodable = Kind(rawValue: "undecodable")
    /// The server does not support the operation, for example because its version is too old.
    public static let unsupported = Kind(rawValue: "unsupported")
    /// The request is invalid. Either the SDK refused to send it, or the server rejected it as malformed.
    public static let invalidRequest = Kind(rawValue: "invalidRequest")
    /// A file or the credential store could not be read or written.
    public static let storage = Kind(rawValue: "storage")
    /// A change cannot be sent yet, because the server must first receive an earlier change of this device.
    public static let waiting = Kind(rawValue: "waiting")
  }

  /// Advice for a failed call: whether the call can be retried, and when.
  public enum RetryHint: Sendable, Hashable {
    /// Do not retry: the same call will fail again.
    case never
    /// The same call may succeed later, but the time is unknown.
    case later
    /// The same call may succeed from this date on.
    case after(Date)
    /// The same call may succeed after a sign-in.
    case afterSignIn
  }

  /// Advice for the call that failed with this error: whether the call can be retried, and when.
  public var retryHint: RetryHint {
    if let retryAt { return .after(retryAt) }
    switch kind {
    case .unreachable, .timedOut, .rateLimited, .server, .wrongServer, .cancelled, .storage: return .later
    case .signedOut: return .afterSignIn
    default: return .never
    }
  }

  /// Whether the caller cancelled the call. Do not show such an error to the user.
  public var isCancellation: Bool { kind == .cancelled }

  /// Whether the server may have received the request and carried it out, judged only by this error.
  public var canHaveArrived: Bool {
    switch kind {
    case .unreachable: !neverLeftDevice
    case .tls, .signedOut, .rateLimited, .forbidden, .notFound, .invalidRequest, .conflict: false
    default: true
    }
  }

  /// Whether the system forbids the app to make the connection. The network itself may be available.
  package var isForbiddenBySystem: Bool {
    kind == .unreachable
      && [TransportFailure.Reach.localNetworkDenied, .plainHTTPBlocked].map(\.rawValue).contains(detail)
  }

  /// Whether no connection was made, so that the server has seen nothing of the request.
  var neverLeftDevice: Bool {
    kind == .tls
      || kind == .unreachable
        && (detail == Detail.notTLS || detail.flatMap(TransportFailure.Reach.init(rawValue:))?.meansNothingSent == true)
  }

  /// Creates the error of a cancelled operation.
  public static func cancelled(_ operation: OperationID) -> ClientError {
    ClientError(.cancelled, operation: operation)
  }
}

extension ClientError: CustomStringConvertible {
  /// The error in one line of text, for logs and developers.
  public var description: String {
    var parts = ["\(operation): \(kind)"]
    if let status { parts.append("status \(status)") }
    if let detail { parts.append(detail) }
    if let serverMessage { parts.append("“\(serverMessage)”") }
    return parts.joined(separator: ", ")
  }
}

extension ClientError: LocalizedError {
  /// The sentence that ``text(_:)`` returns in the language of the service that threw the error. If no service has thrown the error, the
  /// sentence is in English.
  public var errorDescription: String? { text(wording.texts ?? .english) }
}
