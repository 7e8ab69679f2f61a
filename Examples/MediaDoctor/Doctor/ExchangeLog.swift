import Foundation
import MediaCore

/// A transport that keeps what is needed to judge a server by its answers: no body, no header but four.
final class ExchangeLog: Transport {
  struct Exchange: Sendable {
    let operation: OperationID
    let scheme: String
    let duration: Duration
    /// The device's time in the middle between question and answer.
    let deviceTime: Date
    let outcome: Outcome
  }

  enum Outcome: Sendable {
    case answer(status: Int, date: Date?, isCached: Bool, asksForCredentials: Bool)
    case failure(TransportFailure?)
  }

  private let transport: any Transport
  private let clock: any TimeSource
  private let kept = Locked<[Exchange]>([])

  init(_ transport: any Transport, clock: any TimeSource) {
    self.transport = transport
    self.clock = clock
  }

  var exchanges: [Exchange] { kept.withLock { $0 } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let (start, began) = (clock.now(), clock.uptime())
    do {
      let response = try await transport.send(request)
      let fields = response.fields
      keep(
        request, start, began,
        .answer(
          status: response.status, date: fields["Date"].flatMap(WireDate.parseHTTP), isCached: fields["Age"] != nil,
          asksForCredentials: fields["WWW-Authenticate"].map { !$0.lowercased().hasPrefix("bearer") } ?? false))
      return response
    } catch {
      keep(request, start, began, .failure(error as? TransportFailure))
      throw error
    }
  }

  private func keep(_ request: HTTPRequest, _ start: Date, _ began: Duration, _ outcome: Outcome) {
    let duration = clock.uptime() - began
    let exchange = Exchange(
      operation: request.operation, scheme: request.url.scheme ?? "", duration: duration,
      deviceTime: start.addingTimeInterval(duration.inSeconds / 2), outcome: outcome)
    kept.withLock { $0.append(exchange) }
  }
}

extension Duration {
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }

  /// `12 ms`, `1.4 s`
  var text: String {
    let milliseconds = Int((inSeconds * 1000).rounded())
    return milliseconds < 1000 ? "\(milliseconds) ms" : "\(Double(milliseconds / 100) / 10) s"
  }
}
