public import MediaCore

/// The screen of the service's log, with its entries to read, copy and clear. The newest entry is last.
@MainActor
public final class LogsViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// The entries of the log whose level is ``level`` or higher, oldest first.
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

  /// Shows only the entries of this level and of higher levels.
  public func setLevel(_ level: EventLog.Level) {
    screen.state.level = level
    render()
  }

  /// Returns the entries that the screen shows as one text, for the pasteboard.
  public func copyAll() -> String { log.copyAll(level: state.level) }

  /// Removes all entries from the log of the service. The entries also disappear from other screens that show this log.
  public func clear() {
    log.clear()
    render()
  }

  private func render() {
    let level = state.level
    screen.state.entries = log.entries.filter { $0.level >= level }
  }
}
