import MediaCore
import ShelfTesting

/// A network that fails after a number of requests, with or without the last answer.
final class Tether: Transport {
  private struct State {
    var left = Int.max
    var losesLast = false
  }

  private let base: any Transport
  private let state = Locked(State())
  private let interruption = Locked<(operation: OperationID, work: @Sendable () async -> Void)?>(nil)

  init(_ base: any Transport) { self.base = base }

  /// - Parameter losesLast: whether the last request reaches the server but its answer is lost.
  func allow(_ requests: Int, losesLast: Bool = false) {
    state.withLock { $0 = State(left: requests, losesLast: losesLast) }
  }

  /// Delays the next answer of `operation` until `work` is done.
  func after(_ operation: OperationID, _ work: @escaping @Sendable () async -> Void) {
    interruption.withLock { $0 = (operation, work) }
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let (isGone, isLost) = state.withLock { state -> (Bool, Bool) in
      guard state.left > 0 else { return (true, false) }
      state.left -= 1
      return (false, state.left == 0 && state.losesLast)
    }
    if isGone { throw TransportFailure.unreachable(.refused) }
    let response = try await base.send(request)
    let work = interruption.withLock { interruption in
      guard interruption?.operation == request.operation else { return nil as (@Sendable () async -> Void)? }
      defer { interruption = nil }
      return interruption?.work
    }
    await work?()
    if isLost { throw TransportFailure.unreachable(.connectionLost) }
    return response
  }
}
