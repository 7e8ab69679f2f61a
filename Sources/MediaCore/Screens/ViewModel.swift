/// The common part of all view models: one state value, closures that observe it, and a way for tests to wait.
///
/// ```swift
/// let latest = LatestViewModel(shelf: shelf)
/// latest.onChange = { state in render(state) }
/// latest.load()
/// ```
@MainActor
public protocol ViewModel: AnyObject {
  /// The value that the screen draws. A state that equals the one before is not published.
  associatedtype State: Equatable & Sendable
  /// Holds the state and notifies observers, on the main actor, once for each burst of changes.
  var publisher: StatePublisher<State> { get }
  /// Shows the state on this device, then the server's answer. Returns at once.
  func load()
  /// Returns once everything the model has started is done and published, or when the caller is cancelled. For tests and
  /// examples.
  func settled() async
}

extension ViewModel {
  /// The state to show at present.
  public var state: State { publisher.state }

  /// Called on the main actor after changes, once per burst.
  public var onChange: (@MainActor (State) -> Void)? {
    get { publisher.onChange }
    set { publisher.onChange = newValue }
  }

  /// Calls `changed` with the state now and after each burst of changes, until the token is released.
  public func observe(_ changed: @escaping @MainActor (State) -> Void) -> ObservationToken {
    publisher.observe(changed)
  }

  public func load() { publisher.screen?.load() }

  /// Calls ``load()`` and waits for its end: returns when the state shows the server's answer or the error.
  public func loadAndWait() async {
    load()
    await settled()
  }

  /// Loads again, for a user who pulls to refresh. Interrupting an earlier refresh causes no error.
  public func refresh() { publisher.screen?.refresh() }

  /// Calls ``refresh()`` and waits for its end, such as in a `refreshable` closure.
  public func refreshAndWait() async { await publisher.screen?.refreshAndWait() }

  /// The text for an error of ``ScreenState/error``, in the service's own words.
  public func text(_ error: ClientError) -> String { publisher.screen?.text(error) ?? error.text(.english) }

  /// Removes ``ScreenState/notice`` after the user has read it.
  public func dismissNotice() { publisher.screen?.dismissNotice() }

  public func settled() async {
    if let screen = publisher.screen { await screen.settled() } else { await publisher.delivered() }
  }
}

extension ViewModel {
  /// The current state and each later one, for `for await`. A slow reader gets only the newest state. The stream ends when the view model
  /// is released; the observation ends when its reader is cancelled or released.
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
