import MediaCore
import Panels

/// The network of one launch of a device's app. After the launch's end nothing gets through.
final class Network: Transport {
  private let base: any Transport
  private let launch: Launch
  private let clock: any TimeSource
  private let log: ExchangeLog

  init(_ base: any Transport, launch: Launch, clock: any TimeSource, log: ExchangeLog) {
    self.base = base
    self.launch = launch
    self.clock = clock
    self.log = log
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let conditions = launch.conditions
    do {
      guard launch.isRunning else { throw TransportFailure.cancelled }
      let response = try await conditions.answer(to: request, from: base, clock: clock)
      // The launch can end while its request is on the way: the server has done it, and nobody reads the answer.
      guard launch.isRunning else { throw TransportFailure.cancelled }
      note(request, conditions.text(of: response))
      return response
    } catch {
      note(request, conditions.textWithoutAnswer ?? (launch.isRunning ? "ended" : "app killed"))
      throw error
    }
  }

  private func note(_ request: HTTPRequest, _ result: String) {
    let origin = launch.origin(of: request.operation)
    log.add(
      at: clock.now(), party: launch.device, operation: request.operation.rawValue, result: result,
      attempt: origin.attempt,
      cause: origin.cause)
  }
}
