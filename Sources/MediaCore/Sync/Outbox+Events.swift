import Foundation

extension Outbox {
  /// Of its journal in the account's folder.
  static var fileName: String { "queue" }

  /// A record of the journal.
  enum Change: Codable, Sendable {
    case put(MutationRecord)
    case remove(String)
  }

  /// An event of a record.
  enum Event: Sendable {
    /// A record is new or has changed for its readers.
    case changed(MutationRecord)
    /// Only what was sent of it, or what it is based on, has changed.
    case noted(MutationRecord)
    case removed(MutationRecord)
    /// Decided records are no longer listed, on disk either.
    case forgotten(Set<String>)
    /// The server has taken the write; it is not read back yet.
    case written(String)
  }

  /// Delivers events one after the other, in the order of their changes and with rising numbers: a reader that has a snapshot
  /// of that number has them already.
  struct EventDelivery {
    let notify: @Sendable (Event, _ revision: Int) async -> Void
    private(set) var revision = 0
    private var last: Task<Void, Never>?

    init(notify: @escaping @Sendable (Event, _ revision: Int) async -> Void) { self.notify = notify }

    /// - Returns: what ends once all of them are delivered; nil for none.
    mutating func enqueue(_ events: [Event]) -> Task<Void, Never>? {
      guard !events.isEmpty else { return nil }
      let first = revision + 1
      revision += events.count
      let task = Task { [notify, last] in
        await last?.value
        for (index, event) in events.enumerated() { await notify(event, first + index) }
      }
      last = task
      return task
    }
  }

  /// Tries again after a problem: later with each one in a row, up to five minutes, and never at the same moment on two
  /// devices.
  struct RetryTimer {
    let environment: ClientEnvironment
    private var failuresInRow = 0
    private var task: Task<Void, Never>?

    init(environment: ClientEnvironment) { self.environment = environment }

    /// - Parameter problem: nil when there was none: then nothing is tried again.
    mutating func set(
      after problem: ClientError?, isClosed: Bool, _ retry: @escaping @Sendable () async -> Void
    ) {
      task?.cancel()
      task = nil
      failuresInRow = problem == nil ? 0 : failuresInRow + 1
      guard let problem, !isClosed else { return }
      let ceiling = min(300.0, 5.0 * Double(1 << min(failuresInRow, 6)))
      let pause = ceiling * (0.5 + 0.5 * environment.random.fraction())
      // A server that said when to come back is not asked before.
      let asked = problem.retryAt.map { $0.timeIntervalSince(environment.clock.now()) } ?? 0
      task = Task { [clock = environment.clock] in
        do { try await clock.sleep(for: .seconds(max(pause, min(asked, 3600))), as: .watchdog) } catch { return }
        await retry()
      }
    }

    func cancel() { task?.cancel() }
  }
}
