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

  /// The order of deliveries: one after the other, in the order of their changes and with rising numbers. A reader that has a
  /// snapshot of that number has them already.
  struct EventDelivery {
    private(set) var revision = 0
    private var isUnderWay = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// - Returns: the number of the first of so many events.
    mutating func number(_ count: Int) -> Int {
      defer { revision += count }
      return revision + 1
    }

    /// - Returns: false when the caller has to ``wait(_:)`` for its turn.
    mutating func begin() -> Bool {
      defer { isUnderWay = true }
      return !isUnderWay
    }

    mutating func wait(_ waiter: CheckedContinuation<Void, Never>) { waiters.append(waiter) }

    /// Passes the turn on.
    mutating func end() {
      if waiters.isEmpty { isUnderWay = false } else { waiters.removeFirst().resume() }
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
      let next = environment.clock.uptime() + .seconds(max(pause, min(asked, 3600)))
      task = Task { [clock = environment.clock] in
        do { try await clock.sleep(until: next, as: .watchdog) } catch { return }
        await retry()
      }
    }

    func cancel() { task?.cancel() }
  }
}
