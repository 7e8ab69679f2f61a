import Foundation

/// The middleware chain, built once per client:
/// observe → deadline → the app's own → authenticate → coalesce → cache → retry → the service's own for each attempt → transport.
struct Pipeline: Sendable {
  private let chain: Next
  /// The chain without the cache, for calls that are never cached: each step of a chain costs time.
  private let uncached: Next

  /// A middleware with its place in the chain. The type of the SDK's own middleware is known here, which makes its calls faster.
  struct Step {
    let isCache: Bool
    let chained: (_ next: @escaping Next) -> Next

    init<M: Middleware>(_ middleware: M) {
      isCache = M.self == CacheMiddleware.self
      chained = { next in { (call) async throws(ClientError) in try await middleware.respond(to: call, next: next) } }
    }
  }

  init(_ steps: [Step], transport: any Transport) {
    // Use a loop instead of `reduce`: passing a typed-throws closure through a generic crashes the compiler.
    var chain: Next = { (call) async throws(ClientError) in
      // Check again: middleware and the sign-in have added headers, and Foundation silently drops unsafe ones.
      guard call.request.fields.areSafe else {
        throw ClientError(.invalidRequest, operation: call.operation, detail: ClientError.Detail.badHeader)
      }
      do {
        guard let receive = call.receive else { return try await transport.send(call.request) }
        return try await Self.stream(call.request, over: transport, to: receive)
      } catch {
        throw ClientError(transport: error, operation: call.operation)
      }
    }
    var uncached = chain
    for step in steps.reversed() {
      chain = step.chained(chain)
      if !step.isCache { uncached = step.chained(uncached) }
    }
    (self.chain, self.uncached) = (chain, uncached)
  }

  private static let largestRefusal = 64 << 10

  /// Only a success is handed over. The beginning of a refusal's body is returned with it, for the server's message.
  private static func stream(
    _ request: HTTPRequest, over transport: any Transport, to receive: @escaping DownloadReceiver
  ) async throws -> HTTPResponse {
    let refusal = Locked<Data?>(nil)
    var response = try await transport.download(request) { piece in
      let isRefused = refusal.withLock { refusal in
        if case .head(let head) = piece { refusal = head.isSuccess ? nil : Data() }
        if case .bytes(let bytes) = piece, let known = refusal {
          refusal = known + bytes.prefix(largestRefusal - known.count)
        }
        return refusal != nil
      }
      if !isRefused { try await receive(piece) }
    }
    response.body = refusal.withLock { $0 } ?? Data()
    return response
  }

  func send(_ call: Call) async throws(ClientError) -> HTTPResponse {
    try await (call.traits.caching == .never ? uncached : chain)(call)
  }
}
