import Foundation
public import MediaCore

/// A transport that replays a ``Cassette``. Each call gets the response of the first exchange in the cassette that has the same operation,
/// method and path and was not replayed yet. If there is no such exchange, the call fails.
public final class ReplayTransport: Transport {
  private let waiting: Locked<[Cassette.Exchange]>

  /// Creates a transport from a cassette.
  public init(_ cassette: Cassette) { waiting = Locked(cassette.exchanges) }

  /// The exchanges that were not replayed yet.
  public var unused: [Cassette.Exchange] { waiting.withLock { $0 } }

  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let exchange = waiting.withLock { waiting -> Cassette.Exchange? in
      let index = waiting.firstIndex {
        $0.operation == request.operation && $0.method == request.method.rawValue && $0.path == request.url.path
      }
      return index.map { waiting.remove(at: $0) }
    }
    guard let exchange else { throw TransportFailure.malformed }
    var response = HTTPResponse(status: exchange.status, url: request.url)
    response.fields["Content-Type"] = exchange.contentType
    response.fields["ETag"] = exchange.etag
    response.body = exchange.body?.serialized() ?? Data((exchange.text ?? "").utf8)
    return response
  }
}
