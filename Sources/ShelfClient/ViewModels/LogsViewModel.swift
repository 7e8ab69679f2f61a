public import MediaCore

/// The Logs tab: what happened, newest last, to read, copy and clear.
@MainActor
public final class LogsViewModel: ViewModel {
  public struct State: Equatable, Sendable {
    public var entries: [EventLog.Entry] = []
    /// Entries below it are not shown.
    public var level = EventLog.Level.debug
  }

  public let publisher = StatePublisher(State())
  public let activities = Activities()

  private let log: EventLog
  private var token: ObservationToken?

  public init(log: EventLog) {
    self.log = log
    read()
    token = log.observe { [weak self] in Task { @MainActor in self?.read() } }
  }

  public func setLevel(_ level: EventLog.Level) {
    publisher.state.level = level
    read()
  }

  /// Everything that is shown as one text, for the pasteboard.
  public func copyAll() -> String { log.copyAll(level: state.level) }

  public func clear() {
    log.clear()
    read()
  }

  private func read() {
    let level = state.level
    publisher.state.entries = log.entries.filter { $0.level >= level }
  }
}
