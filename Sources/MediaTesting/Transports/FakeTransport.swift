import Foundation
public import MediaCore

/// A transport that answers each call with the response that a test has set for the call's operation. A call for which no response is set
/// fails with `unsupported` and the detail "unexpectedCall". ``problems`` lists such calls and the responses that were not used.
///
/// ```swift
/// let transport = FakeTransport()
/// transport.answer(.shelfServerStatus, with: .json(["app": "audiobookshelf", "isInit": true]))
/// let shelf = ShelfService(server: .fake, transport: transport, environment: .test())
/// let status = try await shelf.server.status()
/// #expect(status.isInit == true && transport.problems == [])
/// ```
/// A call that needs a sign-in throws `signedOut` before it reaches the transport.
public final class FakeTransport: Transport {
  /// Returns the response to a request, or throws an error such as a `TransportFailure`.
  public typealias Responder = @Sendable (HTTPRequest) async throws -> HTTPResponse

  private struct Stub {
    let operation: OperationID
    let isLasting: Bool
    var isUsed = false
    let respond: Responder
  }

  private struct State {
    var stubs: [Stub] = []
    var requests: [HTTPRequest] = []
    var unexpected: [OperationID] = []
  }

  private let state = Locked(State())

  /// Creates a transport without responses. Until a test sets a response, every call fails and is listed in ``problems``.
  public init() {}

  /// Sets the response to one future call of `operation`. If several responses are set for an operation, they are used in the order in
  /// which they were set.
  public func answer(_ operation: OperationID, with response: HTTPResponse) { answer(operation) { _ in response } }

  /// Sets a closure for one future call of `operation`. `respond` makes the response from the request, or throws an error. If several
  /// responses are set for an operation, they are used in the order in which they were set.
  public func answer(_ operation: OperationID, _ respond: @escaping Responder) {
    add(operation, isLasting: false, respond)
  }

  /// Sets the response to all further calls of `operation`, after those for which responses were set before. If there is no such call,
  /// ``problems`` lists the response as unused.
  public func alwaysAnswer(_ operation: OperationID, with response: HTTPResponse) {
    alwaysAnswer(operation) { _ in response }
  }

  /// Sets a closure for all further calls of `operation`, after those for which responses were set before. `respond` makes the response
  /// from the request, or throws an error. If there is no such call, ``problems`` lists the response as unused.
  public func alwaysAnswer(_ operation: OperationID, _ respond: @escaping Responder) {
    add(operation, isLasting: true, respond)
  }

  /// All requests that this transport has received so far, in order.
  public var requests: [HTTPRequest] { state.withLock { $0.requests } }

  /// The number of requests for `operation` that this transport has received so far.
  public func count(_ operation: OperationID) -> Int { requests.count { $0.operation == operation } }

  /// The unexpected calls and the unused responses, each as a sentence. Empty if every call had a response and every response was used.
  public var problems: [String] {
    state.withLock { state in
      state.unexpected.map { "unexpected: \($0)" }
        + state.stubs.filter { !$0.isUsed }.map { "unused: \($0.operation)" }
    }
  }

  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let respond = state.withLock { state -> Responder? in
      state.requests.append(request)
      let index = state.stubs.firstIndex { $0.operation == request.operation && ($0.isLasting || !$0.isUsed) }
      guard let index else {
        state.unexpected.append(request.operation)
        return nil
      }
      state.stubs[index].isUsed = true
      return state.stubs[index].respond
    }
    guard let respond else {
      throw ClientError(.unsupported, operation: request.operation, detail: "unexpectedCall")
    }
    return try await respond(request)
  }

  private func add(_ operation: OperationID, isLasting: Bool, _ respond: @escaping Responder) {
    state.withLock { $0.stubs.append(Stub(operation: operation, isLasting: isLasting, respond: respond)) }
  }
}

extension HTTPResponse {
  /// Returns a response with a JSON body.
  public static func json(
    _ value: JSONValue, status: Int = 200, type: String = "application/json; charset=utf-8"
  ) -> HTTPResponse {
    HTTPResponse(status: status, fields: ["Content-Type": type], body: value.serialized())
  }

  /// Returns a response with a text body.
  /// - Parameter type: the value of `Content-Type`. If nil, the response has no `Content-Type`.
  public static func text(_ text: String, status: Int = 200, type: String? = "text/plain; charset=utf-8")
    -> HTTPResponse
  {
    var response = HTTPResponse(status: status, body: Data(text.utf8))
    response.fields["Content-Type"] = type
    return response
  }

  /// A response with a login page as its body and the status 200, as a proxy in front of a server can send it.
  public static let loginPage = HTTPResponse.text(
    "<!DOCTYPE html><html><head><title>Sign in</title></head><body><form></form></body></html>", type: "text/html")
}
