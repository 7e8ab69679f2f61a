import Foundation
public import MediaCore

/// Answers calls by their operation id, strictly: an unexpected call fails with `unsupported` ("unexpectedCall"), and ``problems`` lists
/// such calls and unused answers.
///
/// ```swift
/// let transport = FakeTransport()
/// transport.answer(.shelfLibrariesAll, with: .json(["libraries": []]))
/// let shelf = ShelfService(server: .fake, transport: transport, environment: .test())
/// let libraries = try await shelf.libraries.all()
/// #expect(libraries.isEmpty && transport.problems == [])
/// ```
public final class FakeTransport: Transport {
  /// Answers a request, or throws a `TransportFailure`.
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

  /// Creates a transport without answers, for which every call is a problem.
  public init() {}

  /// Answers the next call of `operation` that has no earlier answer.
  public func answer(_ operation: OperationID, with response: HTTPResponse) { answer(operation) { _ in response } }

  /// Answers the next call of `operation` with an answer that depends on the request, or with an error.
  public func answer(_ operation: OperationID, _ respond: @escaping Responder) {
    add(operation, isLasting: false, respond)
  }

  /// Answers every later call of `operation`; unless one is made, ``problems`` lists the answer.
  public func alwaysAnswer(_ operation: OperationID, with response: HTTPResponse) {
    alwaysAnswer(operation) { _ in response }
  }

  /// Answers every later call of `operation` with an answer that depends on the request, or with an error.
  public func alwaysAnswer(_ operation: OperationID, _ respond: @escaping Responder) {
    add(operation, isLasting: true, respond)
  }

  /// Every request so far, in order.
  public var requests: [HTTPRequest] { state.withLock { $0.requests } }

  /// The number of calls of `operation`.
  public func count(_ operation: OperationID) -> Int { requests.count { $0.operation == operation } }

  /// The unexpected calls and the unused answers, in sentences; empty when the calls match the test.
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
  /// An answer with a JSON body.
  public static func json(
    _ value: JSONValue, status: Int = 200, type: String = "application/json; charset=utf-8"
  ) -> HTTPResponse {
    HTTPResponse(status: status, fields: ["Content-Type": type], body: value.serialized())
  }

  /// An answer with a text body.
  /// - Parameter type: the content type; nil for an answer without one.
  public static func text(_ text: String, status: Int = 200, type: String? = "text/plain; charset=utf-8")
    -> HTTPResponse
  {
    var response = HTTPResponse(status: status, body: Data(text.utf8))
    response.fields["Content-Type"] = type
    return response
  }

  /// The sign-in page of a proxy in front of a server, with status 200.
  public static let loginPage = HTTPResponse.text(
    "<!DOCTYPE html><html><head><title>Sign in</title></head><body><form></form></body></html>", type: "text/html")
}
