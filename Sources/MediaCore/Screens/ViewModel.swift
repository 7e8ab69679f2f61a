/// The common interface of all view models: one state value, closures that observe the state, and a way for tests to wait.
///
/// ```swift
/// let latest = LatestViewModel(shelf: shelf)
/// latest.onChange = { state in render(state) }
/// latest.load()
/// ```
@MainActor
public protocol ViewModel: AnyObject {
  /// The type of the value that the screen draws. Observers are not notified of a new state that equals the one before.
  associatedtype State: Equatable & Sendable
  /// Holds the state and notifies observers on the main actor, once for each burst of changes.
  var publisher: StatePublisher<State> { get }
  /// Shows the data that is stored on this device, then the server's answer. Returns at once.
  func load()
  /// Returns once everything that the view model has started is done and published, or when the caller is cancelled. For tests and
  /// examples.
  func settled() async
}

extension ViewModel {
  /// The current state of the screen.
  public var state: State { publisher.state }

  /// Called on the main actor with the new state, once after each burst of changes.
  public var onChange: (@MainActor (State) -> Void)? {
    get { publisher.onChange }
    set { publisher.onChange = newValue }
  }

  /// Calls `changed` with the state now and after each burst of changes, until the token is released.
  public func observe(_ changed: @escaping @MainActor (State) -> Void) -> ObservationToken {
    publisher.observe(changed)
  }

  public func load() { publisher.screen?.load() }

  /// Calls ``load()`` and returns when the state shows the server's answer or the error.
  public func loadAndWait() async {
    load()
    await settled()
  }

  /// Loads again, for a user who pulls to refresh. If an earlier refresh is still running, it is cancelled without an error.
  public func refresh() { publisher.screen?.refresh() }

  /// Calls ``refresh()`` and waits for its end, such as in a `refreshable` closure.
  public func refreshAndWait() async { await publisher.screen?.refreshAndWait() }

  /// Returns the text of an error, such as ``ScreenState/error``, in the service's own words.
  public func text(_ error: ClientError) -> String { publisher.screen?.text(error) ?? error.text(.english) }

  /// Removes ``ScreenState/notice`` after the user has read it.
  public func dismissNotice() { publisher.screen?.dismissNotice() }

  public func settled() async {
    if let screen = publisher.screen { await screen.settled() } else { await publisher.delivered() }
  }
}

extension ViewModel {
  /// A stream of the current state and each later state, for `for await`. A slow reader gets only the newest state. The stream ends when
  /// the view model is released. Cancelling or releasing the reader ends the observation.
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
