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

  /// Waits until there is an answer to a request, from this launch of the app or an earlier one.
  ///
  /// A 401 to a download that this call has not begun does not count: the token of that download ran out while the download waited for the
  /// network, and the request has a newer token by now. The download is begun anew, otherwise the newer token would count as refused.
  /// - Parameter start: begins the download and returns true; returns false if the system has it under way, unless `isAnew`.
  func answer(for key: String, start: @escaping @Sendable (_ isAnew: Bool) async throws -> Bool) async throws {
    dropRefusal(key)
    let isOwn = Locked(false)
    try await wait(for: key) {
      let isBegun = try await start(false)
      isOwn.withLock { $0 = isBegun }
    }
    guard !isOwn.withLock({ $0 }), dropRefusal(key) else { return }
    // The system can still list the refused download as running: do not wait for its end again.
    try await wait(for: key) { _ = try await start(true) }
  }

  /// Removes an answer 401 from the inbox.
  /// - Returns: whether there was one.
  @discardableResult
  func dropRefusal(_ key: String) -> Bool {
    guard inbox.read(key)?.status == 401 else { return false }
    inbox.remove(key)
    return true
  }

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
