import MediaCore

/// The requests of all clients of a run.
final class RequestCount: Sendable {
  private let count = Locked(0)

  var total: Int { count.withLock { $0 } }

  fileprivate func add() { count.withLock { $0 += 1 } }
}

/// The platform's default transport, with each request counted.
final class Meter: Transport {
  private let base = DefaultTransport()
  private let count: RequestCount

  init(_ count: RequestCount) { self.count = count }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    count.add()
    return try await base.send(request)
  }

  func download(
    _ request: HTTPRequest, receive: @escaping @Sendable (DownloadPiece) async throws -> Void
  ) async throws -> HTTPResponse {
    count.add()
    return try await base.download(request, receive: receive)
  }
}
