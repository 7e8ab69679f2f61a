import Foundation
public import MediaCore

/// Passes everything on and keeps what was said, scrubbed of secrets as it comes in.
public final class RecordingTransport: Transport {
  private let base: any Transport
  private let exchanges = Locked<[Cassette.Exchange]>([])

  public init(_ base: any Transport) { self.base = base }

  /// What was recorded so far.
  public var cassette: Cassette { Cassette(exchanges: exchanges.withLock { $0 }) }

  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let response = try await base.send(request)
    let body = (try? JSONValue(parsing: response.body))?.scrubbed
    let exchange = Cassette.Exchange(
      operation: request.operation, method: request.method.rawValue, path: request.url.path, status: response.status,
      contentType: response.fields["Content-Type"], etag: response.fields["ETag"], body: body,
      text: body == nil ? String(bytes: response.body.prefix(64 << 10), encoding: .utf8) : nil)
    exchanges.withLock { $0.append(exchange) }
    return response
  }
}
