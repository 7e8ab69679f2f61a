public import MediaCore

/// The Logs tab: the events, newest last, to read, copy and clear.
@MainActor
public final class LogsViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// The entries of ``level`` and above, oldest first.
    public var entries: [EventLog.Entry] = []
    /// The lowest level that is shown.
    public var level = EventLog.Level.debug
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?
  }

  public var publisher: StatePublisher<State> { screen.publisher }

  private let log: EventLog
  private let screen = StoreScreen(State(), accounts: nil)
  private var token: ObservationToken?

  /// Shows the entries of the service's log at once.
  public convenience init(shelf: ShelfService) { self.init(log: shelf.client.log) }

  init(log: EventLog) {
    self.log = log
    render()
    token = log.observe { [weak self] in Task { @MainActor in self?.render() } }
  }

  /// Shows lines of this level and above.
  public func setLevel(_ level: EventLog.Level) {
    screen.state.level = level
    render()
  }

  /// The shown entries as one text, for the pasteboard.
  public func copyAll() -> String { log.copyAll(level: state.level) }

  /// Removes all lines of the log, also for other screens.
  public func clear() {
    log.clear()
    render()
  }

  private func render() {
    let level = state.level
    screen.state.entries = log.entries.filter { $0.level >= level }
  }
}
