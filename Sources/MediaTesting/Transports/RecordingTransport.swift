import Foundation
public import MediaCore

/// A transport that passes requests on to another transport, and records the requests and responses without their secrets.
///
/// A ``ReplayTransport`` replays the recorded ``Cassette``.
///
/// ```swift
/// let recording = RecordingTransport(DefaultTransport())
/// let shelf = ShelfService(server: try ServerAddress("nas.local:13378"), transport: recording)
/// try await shelf.account.signIn(username: "ada", password: password)
/// let file = try recording.cassette.encoded()
/// ```
public final class RecordingTransport: Transport {
  private let base: any Transport
  private struct State {
    var exchanges: [Cassette.Exchange] = []
    // Secrets of all requests and answers so far: a later answer may contain one in the middle of a text.
    var secrets: Set<Secret> = []
    var redaction = Redaction(secrets: [])

    mutating func keep(_ exchange: Cassette.Exchange, secrets new: [Secret]) {
      let known = secrets.count
      secrets.formUnion(new)
      if secrets.count > known { redaction = Redaction(secrets: secrets.map { $0.reveal() }) }
      exchanges.append(exchange.without(redaction))
    }
  }

  private let state = Locked(State())

  /// Creates a recording transport.
  /// - Parameter base: the transport that sends the requests.
  public init(_ base: any Transport) { self.base = base }

  /// The requests and responses that were recorded so far, without their secrets.
  public var cassette: Cassette {
    let (exchanges, redaction) = state.withLock { ($0.exchanges, $0.redaction) }
    return Cassette(exchanges: exchanges.map { $0.without(redaction) })
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
    state.withLock { $0.keep(exchange, secrets: secrets.map(Secret.init)) }
    return response
  }
}

extension Cassette.Exchange {
  fileprivate func without(_ redaction: Redaction) -> Cassette.Exchange {
    var exchange = self
    exchange.path = redaction.withoutKnownSecrets(path)
    exchange.body = body?.mapped(redaction.withoutKnownSecrets)
    exchange.text = text.map(redaction.applied)
    return exchange
  }
}
