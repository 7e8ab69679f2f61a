import Foundation
import ShelfClient

struct GatewayTransport: Transport {
  let base: any Transport
  let gateway: URL

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    request.fields["X-Forwarded-Host"] = request.url.host
    guard var parts = URLComponents(url: request.url, resolvingAgainstBaseURL: false) else {
      throw TransportFailure.malformed
    }
    (parts.scheme, parts.host, parts.port) = (gateway.scheme, gateway.host, gateway.port)
    request.url = parts.url ?? request.url
    return try await base.send(request)
  }
}
