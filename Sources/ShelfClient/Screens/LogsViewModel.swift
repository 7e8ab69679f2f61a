public import MediaCore

/// The screen of the log: its entries, newest last, to read, copy and clear.
@MainActor
public final class LogsViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// The entries of ``level`` and above, oldest first.
    public var entries: [EventLog.Entry] = []
    /// The lowest level of the entries that are shown.
    public var level = EventLog.Level.debug
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?
  }

  public var publisher: StatePublisher<State> { screen.publisher }

  private let log: EventLog
  private let screen = StoreScreen(State(), accounts: nil)
  private var token: ObservationToken?

  /// Creates the screen, which shows the entries of the service's log at once.
  public convenience init(shelf: ShelfService) { self.init(log: shelf.client.log) }

  init(log: EventLog) {
    self.log = log
    render()
    token = log.observe { [weak self] in Task { @MainActor in self?.render() } }
  }

  /// Shows the entries of this level and above.
  public func setLevel(_ level: EventLog.Level) {
    screen.state.level = level
    render()
  }

  /// The shown entries as one text, for the pasteboard.
  public func copyAll() -> String { log.copyAll(level: state.level) }

  /// Removes all entries of the log, also for other screens.
  public func clear() {
    log.clear()
    render()
  }

  private func render() {
    let level = state.level
    screen.state.entries = log.entries.filter { $0.level >= level }
  }
}
