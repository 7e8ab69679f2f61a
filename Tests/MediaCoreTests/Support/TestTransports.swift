import Foundation
import MediaCore

/// Holds every request until the test answers it.
final class HeldTransport: Transport {
  private struct State {
    var requests: [HTTPRequest] = []
    var held: [Int: CheckedContinuation<HTTPResponse, any Error>] = [:]
    var early: [Int: any Error] = [:]
  }

  private let state = Locked(State())
  private let ignoresCancellation: Bool
  let arrivals = Counter()
  let cancellations = Counter()

  init(ignoresCancellation: Bool = false) { self.ignoresCancellation = ignoresCancellation }

  var requests: [HTTPRequest] { state.withLock { $0.requests } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let index = state.withLock { state in
      state.requests.append(request)
      return state.requests.count - 1
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let early = state.withLock { state -> (any Error)? in
          if let early = state.early.removeValue(forKey: index) { return early }
          state.held[index] = continuation
          return nil
        }
        if let early { continuation.resume(throwing: early) }
        arrivals.add()
      }
    } onCancel: {
      cancellations.add()
      if !ignoresCancellation { end(index, .failure(TransportFailure.cancelled)) }
    }
  }

  func answer(_ index: Int, with response: HTTPResponse) { end(index, .success(response)) }
  func fail(_ index: Int, with error: any Error) { end(index, .failure(error)) }

  private func end(_ index: Int, _ result: Result<HTTPResponse, any Error>) {
    let held = state.withLock { state -> CheckedContinuation<HTTPResponse, any Error>? in
      if let held = state.held.removeValue(forKey: index) { return held }
      if case .failure(let error) = result { state.early[index] = error }
      return nil
    }
    held?.resume(with: result)
  }
}
