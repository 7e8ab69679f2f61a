import Foundation

extension Outbox {
  /// Of its journal in the account's folder.
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

  /// - Parameter before: the records as they were; nil for those that are new.
  @inline(never)
  static func events(of changed: [MutationRecord], _ before: [MutationRecord?]) -> [Event] {
    zip(changed, before).compactMap { record, before in
      guard let before, before.isSameForReaders(as: record) else { return .changed(record) }
      return before.payload == record.payload ? nil : .noted(record)
    }
  }

  /// The order of deliveries: one after the other, in the order of their changes and with rising numbers. Events that come while some
  /// are delivered go out together. A reader that has a snapshot of a number has all up to it already.
  struct EventDelivery {
    /// Of the newest event.
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

    /// Resumed with whether the events of the waiter are delivered; if not, it has to do that.
    mutating func wait(_ waiter: CheckedContinuation<Bool, Never>) { waiters.append(waiter) }

    /// All that nobody has taken yet.
    mutating func takeBatch() -> Batch {
      defer { (events, waiters) = ([], []) }
      return Batch(events: events, first: revision - events.count + 1, waiters: waiters)
    }

    mutating func end(_ batch: Batch) {
      batch.waiters.forEach { $0.resume(returning: true) }
      if waiters.isEmpty { isUnderWay = false } else { waiters.removeFirst().resume(returning: false) }
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
