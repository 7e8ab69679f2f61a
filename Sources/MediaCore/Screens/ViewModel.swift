/// The common part of all view models: one state value, closures that observe it, and a way for tests to wait.
///
/// ```swift
/// let latest = LatestViewModel(shelf: shelf)
/// latest.onChange = { state in render(state) }
/// latest.load()
/// ```
@MainActor
public protocol ViewModel: AnyObject {
  associatedtype State: Equatable & Sendable
  var publisher: StatePublisher<State> { get }
  var activities: Activities { get }
  /// Kinds of activities that run for as long as the model and are not waited for by ``settled()``.
  var lastingActivities: Set<String> { get }
}

extension ViewModel {
  /// The state to show now.
  public var state: State { publisher.state }

  public var activities: Activities { Activities() }
  public var lastingActivities: Set<String> { [] }

  /// Called on the main actor after changes, once per burst.
  public var onChange: (@MainActor (State) -> Void)? {
    get { publisher.onChange }
    set { publisher.onChange = newValue }
  }

  /// Calls `changed` with the state now and after each burst of changes, until the token is released.
  public func observe(_ changed: @escaping @MainActor (State) -> Void) -> ObservationToken {
    publisher.observe(changed)
  }

  /// Shows what is kept on this device, then what the server says.
  public func load() { publisher.commands?.load() }

  /// Pull to refresh. One that interrupts another is no error.
  public func refresh() { publisher.commands?.refresh() }

  /// The same, for a caller that wants to wait, such as a `refreshable` closure.
  public func refreshAndWait() async { await publisher.commands?.refreshAndWait() }

  /// The user has read ``ScreenState/notice``.
  public func dismissNotice() { publisher.commands?.dismissNotice() }

  /// Returns once everything the model has started is done and published. For tests and examples.
  public func settled() async {
    if let commands = publisher.commands { return await commands.settled() }
    await activities.settled(ignoring: lastingActivities)
    await publisher.delivered()
  }
}
