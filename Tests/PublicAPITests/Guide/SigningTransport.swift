import ShelfClient

struct SigningTransport: Transport {
  let base: any Transport
  let signature: @Sendable (HTTPRequest) throws -> String

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await base.send(signed(request))
  }

  func download(_ request: HTTPRequest, receive: @escaping DownloadReceiver) async throws -> HTTPResponse {
    try await base.download(signed(request), receive: receive)
  }

  private func signed(_ request: HTTPRequest) throws -> HTTPRequest {
    var request = request
    request.fields["X-Signature"] = try signature(request)
    return request
  }
}
