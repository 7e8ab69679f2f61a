import MediaCore
import TestSupport
import Testing

/// Counts, and lets a test wait for a number.
final class Counter: Sendable {
  private struct State {
    var value = 0
    var waiters: [(goal: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Locked(State())

  var value: Int { state.withLock { $0.value } }

  func add() {
    let ready = state.withLock { state in
      state.value += 1
      let value = state.value
      let ready = state.waiters.filter { $0.goal <= value }.map(\.continuation)
      state.waiters.removeAll { $0.goal <= value }
      return ready
    }
    ready.forEach { $0.resume() }
  }

  func reached(_ goal: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.value >= goal { return true }
        state.waiters.append((goal, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}

/// A door that opens once.
struct Latch: Sendable {
  private let counter = Counter()

  func open() { counter.add() }
  func wait() async { await counter.reached(1) }
}

/// Values in the order in which they came.
final class Notebook<Entry: Sendable>: Sendable {
  private let kept = Locked<[Entry]>([])

  var entries: [Entry] { kept.withLock { $0 } }
  func add(_ entry: Entry) { kept.withLock { $0.append(entry) } }
}

/// The error that `body` throws.
func failure<Value>(
  sourceLocation: SourceLocation = #_sourceLocation, of body: () async throws -> Value
) async -> ClientError {
  do {
    _ = try await body()
    Issue.record("nothing was thrown", sourceLocation: sourceLocation)
  } catch let error as ClientError {
    return error
  } catch {
    Issue.record("\(error) is no ClientError", sourceLocation: sourceLocation)
  }
  return ClientError(ClientError.Kind(rawValue: "none"), operation: "")
}
