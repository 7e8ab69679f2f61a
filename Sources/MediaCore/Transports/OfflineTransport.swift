/// A transport that sends nothing. Every call fails in the same way as on a device without a network. Use this transport in processes that
/// only read the stored data; see ``ClientEnvironment/reading()``.
public struct OfflineTransport: Transport {
  public init() {}

  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    throw TransportFailure.unreachable(.noNetwork)
  }
}
