public import Foundation

/// The only error type of the SDK: its kind, the operation that failed, and what to do about it.
///
/// The error is rebuilt from an allow-list, so that it can be logged, shown and sent in a report: it never holds a URL, a
/// query, a header, a body or a credential. Show people ``text(_:)``, not `description`.
///
/// `Kind` is open: handle the kinds you need, and keep a default for kinds that a later version adds.
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
  /// The kind of the error, which decides what to do about it.
  public var kind: Kind
  /// The id of the failed operation: an endpoint's, such as `"shelf.playback.start"`, or that of the work outside a call.
  public var operation: OperationID
  /// The HTTP status, when there was an answer.
  public var status: Int?
  /// The server's own message, if it sent a short and readable one; in the server's language.
  public var serverMessage: String?
  /// The time from which the call may succeed again: as a ``Kind/rateLimited`` or busy server has said, or after too many renewals of the
  /// sign-in (``Detail/authenticationBudget``). Nil for other errors.
  public var retryAt: Date?
  /// A short machine-readable reason, such as a coding path or `"untrusted"`; it holds no values of the answer. See ``Detail``.
  public var detail: String?
  /// The words of the service that threw it, for `localizedDescription`. Two errors that differ in them alone are equal.
  private var wording = Wording()

  /// An error for an app's own roles, transports and middleware. Put nothing secret into the texts.
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

  /// The kind of an error. The set of kinds is open: keep a default in a switch.
  public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    /// No connection could be made, or it broke before the whole answer was there.
    public static let unreachable = Kind(rawValue: "unreachable")
    /// The server's certificate was refused, or plain http would have been needed and is not allowed.
    public static let tls = Kind(rawValue: "tls")
    /// No answer within the time that the call may take.
    public static let timedOut = Kind(rawValue: "timedOut")
    /// The caller cancelled the call. Show nothing to the user.
    public static let cancelled = Kind(rawValue: "cancelled")
    /// Nobody is signed in, the sign-in ran out, or the account changed while the call was under way.
    public static let signedOut = Kind(rawValue: "signedOut")
    /// The account is signed in, but not allowed to do this.
    public static let forbidden = Kind(rawValue: "forbidden")
    /// The server does not have it, or does not show it to this account.
    public static let notFound = Kind(rawValue: "notFound")
    /// The change contradicts the server's present state.
    public static let conflict = Kind(rawValue: "conflict")
    /// The client has sent too many requests; see ``ClientError/retryAt``.
    public static let rateLimited = Kind(rawValue: "rateLimited")
    /// The server failed (5xx).
    public static let server = Kind(rawValue: "server")
    /// The answer came from something else than the service: another program on the address, or the login page of a proxy. While a
    /// service looks for its server, also an error page of a proxy in front of it; ``ClientError/status`` has its status.
    public static let wrongServer = Kind(rawValue: "wrongServer")
    /// The answer has another form than this route's answers; ``ClientError/detail`` names the place of the fault.
    public static let undecodable = Kind(rawValue: "undecodable")
    /// The server does not support the operation, for example because its version is too old.
    public static let unsupported = Kind(rawValue: "unsupported")
    /// The request cannot be right: refused by the SDK before sending, or by the server as malformed.
    public static let invalidRequest = Kind(rawValue: "invalidRequest")
    /// A file or the credential store could not be read or written.
    public static let storage = Kind(rawValue: "storage")
    /// A change cannot be sent before an earlier one of this device is on the server.
    public static let waiting = Kind(rawValue: "waiting")
  }

  /// The advice about retrying a failed call.
  public enum RetryHint: Sendable, Hashable {
    /// The same call will fail again.
    case never
    /// The same call may succeed later, at an unknown time.
    case later
    /// The same call may succeed from this moment on.
    case after(Date)
    /// The same call may succeed after a sign-in.
    case afterSignIn
  }

  /// The way to deal with the error: give up, try later, wait until a moment, or sign in.
  public var retryHint: RetryHint {
    if let retryAt { return .after(retryAt) }
    switch kind {
    case .unreachable, .timedOut, .rateLimited, .server, .wrongServer, .cancelled, .storage: return .later
    case .signedOut: return .afterSignIn
    default: return .never
    }
  }

  /// Whether the caller cancelled the call. Such an error is not worth showing.
  public var isCancellation: Bool { kind == .cancelled }

  /// Whether the server may have carried out the request, judged by the error alone.
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

  /// The error of a cancelled operation.
  public static func cancelled(_ operation: OperationID) -> ClientError {
    ClientError(.cancelled, operation: operation)
  }
}

extension ClientError: CustomStringConvertible {
  /// The error in one line, for logs and developers.
  public var description: String {
    var parts = ["\(operation): \(kind)"]
    if let status { parts.append("status \(status)") }
    if let detail { parts.append(detail) }
    if let serverMessage { parts.append("“\(serverMessage)”") }
    return parts.joined(separator: ", ")
  }
}

extension ClientError: LocalizedError {
  /// The sentence of ``text(_:)``, in the texts of the service that threw the error; in English for other errors.
  public var errorDescription: String? { text(wording.texts ?? .english) }
}
