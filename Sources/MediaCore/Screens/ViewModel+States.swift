extension ViewModel {
  /// The state now and each one that is published later, for `for await`. A slow reader gets the newest one. The stream ends with
  /// the view model, and observing ends when its reader is cancelled or gone.
  ///
  /// ```swift
  /// let latest = LatestViewModel(shelf: shelf)
  /// for await state in latest.states { render(state) }
  /// ```
  public var states: AsyncStream<State> {
    let (stream, continuation) = AsyncStream.makeStream(of: State.self, bufferingPolicy: .bufferingNewest(1))
    let end = StreamEnd { continuation.finish() }
    let token = observe { state in
      withExtendedLifetime(end) { _ = continuation.yield(state) }
    }
    continuation.onTermination = { _ in token.cancel() }
    return stream
  }
}

/// Runs its closure when the last reference is gone.
private final class StreamEnd: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}
