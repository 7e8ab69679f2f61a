import MediaCore

/// Records the traits of every call.
final class TraitsRecorder: Middleware {
  private let recorded = Locked<[EndpointTraits]>([])

  var calls: [EndpointTraits] { recorded.withLock { $0 } }

  func respond(to call: Call, next: @escaping Next) async throws(ClientError) -> HTTPResponse {
    recorded.withLock { $0.append(call.traits) }
    return try await next(call)
  }
}
