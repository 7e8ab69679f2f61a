import Foundation

/// Requests that wait for a download by the system. They read its answer from the inbox, where every answer goes first.
final class TransferDesk: Sendable {
  private struct Waiter {
    let key: String
    /// An end that came before the wait had begun.
    var outcome: Result<Void, any Error>?
    var continuation: CheckedContinuation<Void, any Error>?
  }

  private struct State {
    var waiters: [Int: Waiter] = [:]
    var nextID = 0
  }

  let inbox: TransferInbox
  private let state = Locked(State())

  init(inbox: TransferInbox) { self.inbox = inbox }

  /// Waits until there is an answer under `key`.
  /// - Parameter start: starts the download, unless the system already has it under way; called when there is no answer yet.
  func wait(for key: String, start: @Sendable () async throws -> Void) async throws {
    // Register before `start()`, so that a download that ends at once is not missed.
    let id = state.withLock { state in
      state.nextID += 1
      state.waiters[state.nextID] = Waiter(key: key)
      return state.nextID
    }
    defer { state.withLock { $0.waiters[id] = nil } }
    guard inbox.read(key) == nil else { return }
    try await start()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let early = state.withLock { state in
          state.waiters[id]?.continuation = continuation
          return state.waiters[id]?.outcome
        }
        if let early { continuation.resume(with: early) }
      }
    } onCancel: {
      end(.failure(TransportFailure.cancelled)) { waiter, _ in waiter == id }
    }
  }

  /// Ends the waits for `key`: an answer lies in the inbox, or the download ended without one.
  func finished(_ key: String, _ failure: TransportFailure? = nil) {
    end(failure.map { .failure($0) } ?? .success(())) { _, waiting in waiting == key }
  }

  private func end(_ outcome: Result<Void, any Error>, where isConcerned: (Int, String) -> Bool) {
    let continuations = state.withLock { state in
      var continuations: [CheckedContinuation<Void, any Error>] = []
      for (id, waiter) in state.waiters where waiter.outcome == nil && isConcerned(id, waiter.key) {
        state.waiters[id]?.outcome = outcome
        if let continuation = waiter.continuation { continuations.append(continuation) }
      }
      return continuations
    }
    for continuation in continuations { continuation.resume(with: outcome) }
  }
}
