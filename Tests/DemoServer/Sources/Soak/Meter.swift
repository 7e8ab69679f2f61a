import MediaCore

/// The requests of all clients of a run.
final class RequestCount: Sendable {
  private let counts = Locked((total: 0, failed: 0))

  var total: Int { counts.withLock { $0.total } }
  /// Those without an answer.
  var failed: Int { counts.withLock { $0.failed } }

  fileprivate func counted<Answer>(_ body: () async throws -> Answer) async throws -> Answer {
    counts.withLock { $0.total += 1 }
    do { return try await body() } catch {
      counts.withLock { $0.failed += 1 }
      throw error
    }
  }
}

/// The platform's default transport, with each request counted.
final class Meter: Transport {
  private let base = DefaultTransport()
  private let count: RequestCount

  init(_ count: RequestCount) { self.count = count }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await count.counted { try await base.send(request) }
  }

  func download(
    _ request: HTTPRequest, receive: @escaping @Sendable (DownloadPiece) async throws -> Void
  ) async throws -> HTTPResponse {
    try await count.counted { try await base.download(request, receive: receive) }
  }
}
