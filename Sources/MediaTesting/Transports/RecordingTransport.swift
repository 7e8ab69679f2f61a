import Foundation
public import MediaCore

/// Passes everything on and keeps what was said, scrubbed of secrets as it comes in.
public final class RecordingTransport: Transport {
  private let base: any Transport
  private struct State {
    var exchanges: [Cassette.Exchange] = []
    // A token that one answer hands out comes back in later ones, also in the middle of a sentence.
    var secrets: Set<String> = []
  }

  private let state = Locked(State())

  public init(_ base: any Transport) { self.base = base }

  /// What was recorded so far.
  public var cassette: Cassette {
    let state = state.withLock { $0 }
    let redaction = Redaction(secrets: Array(state.secrets))
    return Cassette(
      exchanges: state.exchanges.map { exchange in
        var exchange = exchange
        exchange.path = redaction.withoutKnownSecrets(exchange.path)
        exchange.body = exchange.body?.mapped(redaction.withoutKnownSecrets)
        exchange.text = exchange.text.map(redaction.applied)
        return exchange
      })
  }

  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let response = try await base.send(request)
    let answer = try? JSONValue(parsing: response.body)
    let body = answer?.scrubbed
    let exchange = Cassette.Exchange(
      operation: request.operation, method: request.method.rawValue, path: request.url.path, status: response.status,
      contentType: response.fields["Content-Type"], etag: response.fields["ETag"], body: body,
      text: body == nil ? String(bytes: response.body.prefix(64 << 10), encoding: .utf8) : nil)
    let secrets = Redaction.secrets(of: request) + (answer.map(Redaction.secretMembers) ?? [])
    state.withLock { state in
      state.exchanges.append(exchange)
      state.secrets.formUnion(secrets)
    }
    return response
  }
}
