/// One call of an endpoint on its way through the client's chain of ``Middleware``.
public struct Call: Sendable {
  /// The request to send. The authentication middleware adds the account's credentials to it. Middleware that runs earlier, such as an
  /// app's own, receives the request without credentials.
  public var request: HTTPRequest
  /// The rules for the call, such as its credentials, retries, caching and time limits.
  public let traits: EndpointTraits
  /// The uptime at its beginning: its deadline and its duration count from there.
  let began: Duration
  /// The account for which the call is made, and the generation number of its sign-in. The authentication middleware sets the scope. A call
  /// never gets a response that was cached for, or is shared with, a call of another scope.
  public internal(set) var scope: AccountScope = .none
  /// The account as which a call of the queue or of a download is sent; the call fails when another account is signed in. Nil for an app's
  /// own call.
  var account: String?
  /// Reads the answer, within the call's deadline.
  var finish: @Sendable (HTTPResponse) -> Void = { _ in }
  /// The address to which the call is sent; nil for the requests that search for the server.
  var address: AnsweringAddress?
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

/// Passes a call to the middleware that comes next in the chain, and returns the response.
public typealias Next = @Sendable (Call) async throws(ClientError) -> HTTPResponse

/// A step that every call of a client passes through. It can inspect or change the call, sends the call on with `next`, and can inspect the
/// response.
///
/// Use middleware for everything that concerns all requests, such as metrics or a signature for a gateway. A setting for a single request
/// belongs in its endpoint. An app's middleware runs after the deadline has started and before credentials are added. It therefore receives
/// no credentials, and the time that it takes is part of the call's time limit. Responses of every status are returned. An error is thrown
/// only if there is no response.
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
  /// Handles a call, and calls `next` once, several times or not at all. An implementation has to convert errors of other types to a
  /// ``ClientError``.
  func respond(to call: Call, next: @escaping Next) async throws(ClientError) -> HTTPResponse
}
