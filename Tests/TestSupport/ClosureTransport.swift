package import MediaCore

/// Answers with a closure and keeps what came.
package final class ClosureTransport: Transport {
  private let kept = Locked<[HTTPRequest]>([])
  private let respond: @Sendable (HTTPRequest) async throws -> HTTPResponse

  package init(_ respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) { self.respond = respond }

  package var requests: [HTTPRequest] { kept.withLock { $0 } }
  package func count(_ operation: OperationID) -> Int { requests.count { $0.operation == operation } }

  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    kept.withLock { $0.append(request) }
    return try await respond(request)
  }
}
