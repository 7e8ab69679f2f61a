import Foundation
import MediaTesting
import ShelfClient

/// Leads a made-up host to the server, whose own address can be cut off.
final class Detour: Transport {
  static let host = "away.example"
  private let base: any Transport
  private let home: URL
  private let cut = Locked(false)

  init(_ base: any Transport, to home: URL) { (self.base, self.home) = (base, home) }

  var isHomeDown: Bool {
    get { cut.withLock { $0 } }
    set { cut.withLock { $0 = newValue } }
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard request.url.host == Self.host else {
      if isHomeDown { throw TransportFailure.unreachable(.refused) }
      return try await base.send(request)
    }
    var request = request
    let rest = request.url.absoluteString.dropFirst("https://\(Self.host)".count)
    guard let url = URL(string: home.absoluteString + rest) else { throw TransportFailure.unreachable(.nameNotFound) }
    request.url = url
    var response = try await base.send(request)
    response.url = nil
    return response
  }
}
