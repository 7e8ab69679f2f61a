/// A token that keeps an observation alive. The observation ends when the token is released or ``cancel()`` is called.
///
/// ```swift
/// let token = shelf.queue.observe { print("the queue has changed") }
/// token.cancel()
/// ```
public final class ObservationToken: Sendable {
  private struct State: Sendable {
    var end: (@Sendable () -> Void)?
  }

  private let state: Locked<State>

  /// Creates a token.
  /// - Parameter end: ends the observation; called once, by ``cancel()`` or when the token is released.
  public init(_ end: @escaping @Sendable () -> Void) { state = Locked(State(end: end)) }

  /// Ends the observation now. Does nothing if the observation has already ended.
  public func cancel() {
    let end = state.withLock { state in
      defer { state.end = nil }
      return state.end
    }
    end?()
  }

  var isActive: Bool { state.withLock { $0.end != nil } }

  deinit { cancel() }
}
