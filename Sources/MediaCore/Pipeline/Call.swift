/// One call on its way through the pipeline.
public struct Call: Sendable {
  /// The request to send. It holds credentials only below the authentication middleware.
  public var request: HTTPRequest
  /// The rules for the call: credentials, repeating, caching and time limits.
  public let traits: EndpointTraits
  /// The uptime at its beginning: its deadline and its duration count from there.
  let began: Duration
  /// The account for which the call is made, with the generation of its sign-in; set by the authentication middleware. Answers are never
  /// cached for or shared with calls of another scope.
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

  /// The id of the call's endpoint.
  public var operation: OperationID { request.operation }
}

/// Sends a call through the rest of the pipeline and returns its answer.
public typealias Next = @Sendable (Call) async throws(ClientError) -> HTTPResponse

/// Wraps every call of a client: inspects or changes the call, sends it on with `next`, and inspects the answer.
///
/// Use middleware for everything that concerns all requests, such as metrics or a signature for a gateway. A setting of a single request
/// belongs to its endpoint. An app's middleware runs between deadline and authentication: it sees no credentials, and its own time counts
/// towards the deadline. Answers of every status are returned; only a missing answer is thrown as an error.
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
