/// One call on its way through the pipeline.
public struct Call: Sendable {
  /// The request to send. It holds credentials only below the authentication middleware.
  public var request: HTTPRequest
  /// The treatment of the call in the pipeline.
  public let traits: EndpointTraits
  /// The uptime at its beginning: its deadline and its duration count from there.
  let began: Duration
  /// The account and generation of the call, set by the authentication middleware: answers are never cached or shared across
  /// scopes.
  public internal(set) var scope: AccountScope = .none
  /// The account as which a call of the queue or of a download is sent; the call fails when another account is signed in. Nil for an app's
  /// own call.
  var account: String?
  /// Reads the answer, within the call's deadline.
  var finish: @Sendable (HTTPResponse) -> Void = { _ in }
  /// The work of this call, which the deadline middleware starts; callers who share its answer hold it.
  let work: SharedWork<HTTPResponse>
  /// Whether the sender tries the server's other addresses when this one does not answer.
  var hasOtherAddresses = false
  /// Takes the body of a success in pieces as they come; nil for a call that returns its body whole.
  var receive: DownloadReceiver?

  init(request: HTTPRequest, traits: EndpointTraits, began: Duration) {
    (self.request, self.traits, self.began) = (request, traits, began)
    work = SharedWork(operation: request.operation, endsWhenAbandoned: true)
  }

  /// The endpoint's id.
  public var operation: OperationID { request.operation }
}

/// The rest of the pipeline.
public typealias Next = @Sendable (Call) async throws(ClientError) -> HTTPResponse

/// Wraps every call: inspects or changes it, sends it on with `next`, and inspects the answer.
///
/// Use middleware for what concerns every request, such as metrics or a signature for a gateway; what concerns one request belongs
/// to its endpoint. An app's middleware stands between deadline and authentication: it sees no credentials, and the time it takes
/// counts. Answers of every status come back as values; only the absence of an answer is thrown.
///
/// ```swift
/// struct CountCalls: Middleware {
///   let counter: any CallCounter
///   func respond(to call: Call, next: Next) async throws(ClientError) -> HTTPResponse {
///     counter.add(call.operation)
///     return try await next(call)
///   }
/// }
/// ```
public protocol Middleware: Sendable {
  /// Calls `next` once, more often or not at all. Errors other than ``ClientError`` are mapped to one first.
  func respond(to call: Call, next: @escaping Next) async throws(ClientError) -> HTTPResponse
}
