import Foundation
import MediaCore
import MediaTesting

/// The network between one device and the servers.
struct NetworkConditions: Sendable, Equatable {
  /// No server can be reached.
  var isDown = false
  /// The servers do what they are asked; their answers get lost.
  var losesAnswers = false
  /// Each request takes three seconds of the stage's clock.
  var isSlow = false
  /// A proxy's sign-in page answers each request with status 200.
  var showsProxyPage = false
}

/// One request of a device, as the page lists it.
public struct Exchange: Encodable, Sendable, Equatable {
  public var number: Int
  public var time: String
  public var device: String
  public var operation: String
  /// The status of the answer, or the end that the request came to without one.
  public var result: String
  /// 1 for the first attempt of a call.
  public var attempt: Int
  public var cause: String
}

/// The requests of all devices, the latest last.
final class ExchangeLog: Sendable {
  private struct State {
    var entries: [Exchange] = []
    /// All requests so far, also those that are not listed any more.
    var count = 0
    /// The requests of an operation, for each device.
    var counts: [String: Int] = [:]
  }

  private let state = Locked(State())

  var entries: [Exchange] { state.withLock { $0.entries } }

  func count(_ operation: OperationID, of device: String) -> Int {
    state.withLock { $0.counts["\(device) \(operation)"] ?? 0 }
  }

  func add(time: String, device: String, operation: String, result: String, attempt: Int, cause: String) {
    state.withLock { state in
      state.count += 1
      state.counts["\(device) \(operation)", default: 0] += 1
      state.entries.append(
        Exchange(
          number: state.count, time: time, device: device, operation: operation, result: result, attempt: attempt,
          cause: cause))
      if state.entries.count > 200 { state.entries.removeFirst(100) }
    }
  }
}

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
      if conditions.isSlow { try await clock.sleep(for: .seconds(3), as: .delay) }
      let response = try await answer(to: request, conditions)
      note(request, conditions.showsProxyPage ? "\(response.status), a proxy's page" : "\(response.status)")
      return response
    } catch {
      note(request, text(error, conditions))
      throw error
    }
  }

  private func answer(to request: HTTPRequest, _ conditions: NetworkConditions) async throws -> HTTPResponse {
    if conditions.isDown { throw TransportFailure.unreachable(.refused) }
    if conditions.showsProxyPage {
      return .text("<html><title>Sign in</title><form></form></html>", status: 200, type: "text/html")
    }
    let response = try await base.send(request)
    // The launch can end while its request is on the way: the server has done it, and nobody reads the answer.
    guard launch.isRunning else { throw TransportFailure.cancelled }
    if conditions.losesAnswers { throw TransportFailure.timedOut }
    return response
  }

  private func text(_ error: any Error, _ conditions: NetworkConditions) -> String {
    if conditions.isDown { return "no network" }
    if conditions.losesAnswers { return "done, answer lost" }
    return launch.isRunning ? "ended" : "app killed"
  }

  private func note(_ request: HTTPRequest, _ result: String) {
    let origin = launch.origin(of: request.operation)
    log.add(
      time: clock.now().formatted(Date.ISO8601FormatStyle().time(includingFractionalSeconds: false)),
      device: launch.device, operation: request.operation.rawValue, result: result, attempt: origin.attempt,
      cause: origin.cause)
  }
}
