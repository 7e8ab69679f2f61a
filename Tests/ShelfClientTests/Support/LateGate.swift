import MediaCore

/// A gate that holds back the answers of a role, even for a caller that has been cancelled meanwhile.
final class LateGate: Sendable {
  private struct State {
    var held: Set<String> = []
    var failing: [String: ClientError.Kind] = [:]
    var waiting: [String: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Locked(State())

  /// Holds back the next answer with this name until it is let go.
  func hold(_ name: String) { state.withLock { _ = $0.held.insert(name) } }
  func isHolding(_ name: String) -> Bool { state.withLock { $0.waiting[name] != nil } }
  func letGo(_ name: String) { state.withLock { $0.waiting.removeValue(forKey: name) }?.resume() }

  /// The same, but a failure comes instead of the answer.
  func holdFailing(_ name: String) { hold(name, failingAs: .unreachable) }

  func hold(_ name: String, failingAs kind: ClientError.Kind) {
    state.withLock { state in
      state.held.insert(name)
      state.failing[name] = kind
    }
  }

  /// The failure that comes instead of the answer that was held; nil if the answer comes.
  func failure(_ name: String) -> ClientError.Kind? { state.withLock { $0.failing.removeValue(forKey: name) } }

  /// Waits if answers with this name are held; called by the role before it returns.
  func pass(_ name: String) async {
    guard state.withLock({ $0.held.remove(name) }) != nil else { return }
    await withCheckedContinuation { continuation in state.withLock { $0.waiting[name] = continuation } }
  }
}
