import Foundation

extension Outbox {
  /// Name of the journal in the account's folder.
  static var fileName: String { "queue" }

  /// A record of the journal.
  enum Change: Codable, Sendable {
    case put(MutationRecord)
    case remove(String)

    /// Appends what `encode(to:)` makes.
    func write(to json: inout [UInt8]) throws {
      switch self {
      case .put(let record):
        json += #"{"put":{"_0":"#.utf8
        try record.write(to: &json)
      case .remove(let id):
        json += #"{"remove":{"_0":"#.utf8
        JSONEscapes.write(id, to: &json)
      }
      json += "}}".utf8
    }
  }

  /// A change of the list, for caches and observers.
  enum Event: Sendable {
    /// A record is new or has changed for its readers.
    case changed(MutationRecord)
    /// A record has another place in the order, and may have changed for its readers.
    case moved(MutationRecord, from: MutationRecord)
    /// Only the sent value or the base of the record has changed, which readers do not see.
    case noted(MutationRecord)
    case removed(MutationRecord)
    /// Decided records were removed from the list and from disk.
    case forgotten(Set<String>)
    /// The server has taken the write; it is not read back yet.
    case written(String)

    /// - Parameter before: the record as it was; nil for a new one.
    static func change(to record: MutationRecord, from before: MutationRecord?) -> Event {
      guard let before, before.order != record.order else { return .changed(record) }
      return .moved(record, from: before)
    }
  }

  /// - Parameter before: the records as they were; nil for those that are new.
  @inline(never)
  static func events(of changed: [MutationRecord], _ before: [MutationRecord?]) -> [Event] {
    zip(changed, before).compactMap { record, before in
      if let before, before.order == record.order, before.isSameForReaders(as: record) {
        return before.payload == record.payload ? nil : .noted(record)
      }
      return Event.change(to: record, from: before)
    }
  }

  /// Delivers events one batch after the other, in the order of their changes and with rising numbers. Events that come during a
  /// delivery go out together in the next. A reader with a snapshot already has all events up to its number.
  struct EventDelivery {
    /// Number of the newest event.
    private(set) var revision = 0
    private var isUnderWay = false
    private var events: [Event] = []
    private var waiters: [CheckedContinuation<Bool, Never>] = []

    struct Batch {
      let events: [Event]
      /// The number of the first event.
      let first: Int
      fileprivate let waiters: [CheckedContinuation<Bool, Never>]
    }

    /// - Returns: false when the caller has to ``wait(_:)``, because others are being delivered.
    mutating func add(_ new: [Event]) -> Bool {
      defer { isUnderWay = true }
      events += new
      revision += new.count
      return !isUnderWay
    }

    /// Adds a caller, resumed with true once its events are delivered, or with false when it has to deliver them itself.
    mutating func wait(_ waiter: CheckedContinuation<Bool, Never>) { waiters.append(waiter) }

    /// Takes all events that are not delivered yet.
    mutating func takeBatch() -> Batch {
      defer { (events, waiters) = ([], []) }
      return Batch(events: events, first: revision - events.count + 1, waiters: waiters)
    }

    mutating func end(_ batch: Batch) {
      batch.waiters.forEach { $0.resume(returning: true) }
      if waiters.isEmpty { isUnderWay = false } else { waiters.removeFirst().resume(returning: false) }
    }
  }

  /// Retries after a problem: later with each one in a row, up to five minutes, with a random part so that two devices do not retry
  /// at the same moment.
  struct RetryTimer {
    let environment: ClientEnvironment
    private var failuresInRow = 0
    private var task: Task<Void, Never>?

    init(environment: ClientEnvironment) { self.environment = environment }

    /// - Parameter problem: nil when there was none; then there is no retry.
    mutating func set(
      after problem: ClientError?, isClosed: Bool, _ retry: @escaping @Sendable () async -> Void
    ) {
      task?.cancel()
      task = nil
      failuresInRow = problem == nil ? 0 : failuresInRow + 1
      guard let problem, !isClosed else { return }
      let ceiling = min(300.0, 5.0 * Double(1 << min(failuresInRow, 6)))
      let pause = ceiling * (0.5 + 0.5 * environment.random.fraction())
      // If the server named a time to retry, wait until then, but at most an hour.
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
