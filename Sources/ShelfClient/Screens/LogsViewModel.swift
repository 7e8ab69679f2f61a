public import MediaCore

/// The Logs tab: the events, newest last, to read, copy and clear.
@MainActor
public final class LogsViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// Those of ``level`` and above, oldest first.
    public var entries: [EventLog.Entry] = []
    /// Entries below it are not shown.
    public var level = EventLog.Level.debug
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?
  }

  public var publisher: StatePublisher<State> { screen.publisher }

  private let log: EventLog
  private let screen = StoreScreen(State(), accounts: nil)
  private var token: ObservationToken?

  /// Nothing is asked for before `load()`.
  public init(log: EventLog) {
    self.log = log
    render()
    token = log.observe { [weak self] in Task { @MainActor in self?.render() } }
  }

  /// Shows lines of this level and above.
  public func setLevel(_ level: EventLog.Level) {
    screen.state.level = level
    render()
  }

  /// Everything that is shown as one text, for the pasteboard.
  public func copyAll() -> String { log.copyAll(level: state.level) }

  /// Removes all lines, for other screens too.
  public func clear() {
    log.clear()
    render()
  }

  private func render() {
    let level = state.level
    screen.state.entries = log.entries.filter { $0.level >= level }
  }
}
