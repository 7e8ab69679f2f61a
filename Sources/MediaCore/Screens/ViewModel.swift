/// The common interface of all view models: one state value, closures that observe the state, and a way for tests to wait.
///
/// ```swift
/// let latest = LatestViewModel(shelf: shelf)
/// latest.onChange = { state in render(state) }
/// latest.load()
/// ```
@MainActor
public protocol ViewModel: AnyObject {
  /// The type of the state that the screen draws. If a new state equals the previous state, observers are not notified.
  associatedtype State: Equatable & Sendable
  /// Holds the state and notifies observers on the main actor. Several changes in quick succession are reported once, with the newest
  /// state.
  var publisher: StatePublisher<State> { get }
  /// Shows the data that is stored on this device, asks the server, and then shows the server's answer. Returns at once.
  func load()
  /// Returns once everything that the view model has started is done and published, or when the caller is cancelled. Use it in tests and
  /// examples.
  func settled() async
}

extension ViewModel {
  /// The current state of the screen.
  public var state: State { publisher.state }

  /// Called on the main actor with the newest state, after one or several quick changes of the state.
  public var onChange: (@MainActor (State) -> Void)? {
    get { publisher.onChange }
    set { publisher.onChange = newValue }
  }

  /// Calls `changed` now with the current state, and later with the newest state after one or several quick changes, until the returned
  /// token is released.
  public func observe(_ changed: @escaping @MainActor (State) -> Void) -> ObservationToken {
    publisher.observe(changed)
  }

  public func load() { publisher.screen?.load() }

  /// Calls ``load()`` and returns when the state shows the server's answer or the error.
  public func loadAndWait() async {
    load()
    await settled()
  }

  /// Loads again after the user has pulled to refresh. If an earlier refresh is still running, it is cancelled without an error.
  public func refresh() { publisher.screen?.refresh() }

  /// Calls ``refresh()`` and waits for its end, such as in a `refreshable` closure.
  public func refreshAndWait() async { await publisher.screen?.refreshAndWait() }

  /// Returns the text of an error, such as ``ScreenState/error``, for the user. A service can have texts of its own for some errors.
  public func text(_ error: ClientError) -> String { publisher.screen?.text(error) ?? error.text(.english) }

  /// Removes the ``ScreenState/notice`` of this screen, when the user has dismissed it.
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
