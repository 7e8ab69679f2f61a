/// A transport that sends nothing: every call fails as on a device without a network. Use it in processes that only read the stored data;
/// see ``ClientEnvironment/reading()``.
public struct OfflineTransport: Transport {
  public init() {}

  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    throw TransportFailure.unreachable(.noNetwork)
  }
}
