/// Sends nothing: every call ends as on a device without a network. For processes that only read what is kept; see
/// ``ClientEnvironment/reading()``.
public struct OfflineTransport: Transport {
  public init() {}

  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    throw TransportFailure.unreachable(.noNetwork)
  }
}
