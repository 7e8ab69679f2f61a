import Foundation
import MediaTesting

@testable import MediaCore

/// A server of values under names, as an outbox sees it through its handlers.
final class OfflineServer: Sendable {
  struct State {
    var values: [String: JSONValue] = [:]
    var reads = 0
    var written: [String] = []
    /// What happens to the next calls, in order; nil lets one through.
    var failures: [ClientError?] = []
    var isDown = false
    /// Takes what is written and keeps what it has.
    var ignoresWrites = false
    var readTimes: [Duration] = []
  }

  let state = Locked(State())
  let clock: any TimeSource

  init(clock: any TimeSource = ManualClock()) { self.clock = clock }

  static let unreachable = ClientError(.unreachable, operation: "test")

  var values: [String: JSONValue] { state.withLock { $0.values } }
  var written: [String] { state.withLock { $0.written } }
  var reads: Int { state.withLock { $0.reads } }

  func set(_ target: String, _ value: JSONValue?) { state.withLock { $0.values[target] = value } }
  func fail(_ errors: ClientError?...) { state.withLock { $0.failures += errors } }
  func setDown(_ isDown: Bool) { state.withLock { $0.isDown = isDown } }

  func read(_ intent: Intent) throws(ClientError) -> JSONValue? {
    let now = clock.uptime()
    state.withLock {
      $0.reads += 1
      $0.readTimes.append(now)
    }
    try pass()
    return values[intent.target]
  }

  func write(_ intent: Intent, _ wish: JSONValue) throws(ClientError) {
    try pass()
    state.withLock { state in
      state.written.append("\(intent.target)=\(wish.string ?? "?")")
      if !state.ignoresWrites { state.values[intent.target] = wish }
    }
  }

  private func pass() throws(ClientError) {
    let error = state.withLock { state -> ClientError? in
      if state.isDown { return Self.unreachable }
      return state.failures.isEmpty ? nil : state.failures.removeFirst()
    }
    if let error { throw error }
  }

  /// - Parameter combines: whether a newer wish takes the place of a waiting one.
  func handler(
    combines: Bool = true, remainder: (@Sendable (Intent, JSONValue) -> JSONValue)? = nil, isInSteps: Bool = false
  ) -> IntentHandler {
    IntentHandler(
      Intent.Kind.value, read: { (intent) async throws(ClientError) in try self.read(intent) },
      merge: { intent, server in
        if server == intent.wish { return .alreadyTrue }
        if intent.wish == "odd" { return .refuse(reason: "odd") }
        // A server that says of itself that it is newer than anybody counts.
        if let server, server.string?.hasPrefix("newer") == true, server != intent.acknowledged {
          return .superseded(by: server, reason: "later")
        }
        return .write(intent.wish)
      },
      write: { (intent, wish, _) async throws(ClientError) in try self.write(intent, wish) },
      isReflected: { wish, server in server == wish }, combine: { _, newer in combines ? newer : Optional.none },
      remainder: remainder, isInSteps: { _ in isInSteps })
  }
}

extension Intent.Kind {
  static let value: Intent.Kind = "test.value"
}

/// An outbox with its world, which can be started again on the same disk.
struct Desk {
  let files: any FileSystem
  let clock: any TimeSource
  let server: OfflineServer
  let outbox: Outbox
  let events = Locked<[ClientEvent]>([])

  init(
    files: any FileSystem = MemoryFileSystem(), clock: any TimeSource = ManualClock(), server: OfflineServer? = nil,
    combines: Bool = true, remainder: (@Sendable (Intent, JSONValue) -> JSONValue)? = nil, isInSteps: Bool = false,
    account: String = "ada", seed: UInt64 = 1
  ) {
    self.files = files
    self.clock = clock
    let server = server ?? OfflineServer(clock: clock)
    self.server = server
    let events = events
    var environment = ClientEnvironment.manual(seed: seed, files: files)
    environment.clock = clock
    outbox = Outbox(
      account: account, name: "test", environment: environment,
      handlers: [server.handler(combines: combines, remainder: remainder, isInSteps: isInSteps)]
    ) { event in events.withLock { $0.append(event) } }
  }

  func restarted(seed: UInt64 = 2) -> Desk { Desk(files: files, clock: clock, server: server, seed: seed) }

  @discardableResult
  func record(_ target: String, _ wish: JSONValue, acknowledged: JSONValue? = nil) async throws -> Intent {
    try await outbox.record(.value, target: target, wish: wish, acknowledged: acknowledged)
  }

  var storageReports: [String?] {
    events.withLock { events in
      events.compactMap { if case .storage(let error) = $0 { error.detail } else { nil } }
    }
  }
}

/// A clock on which every wait is over at once, and that knows what was waited for.
final class HastyClock: TimeSource {
  private let state = Locked((uptime: Duration.zero, sleeps: [Duration]()))

  var sleeps: [Double] { state.withLock { $0.sleeps.map(\.seconds) } }
  func now() -> Date { ManualClock.defaultStart + uptime().seconds }
  func uptime() -> Duration { state.withLock { $0.uptime } }

  func sleep(for duration: Duration, as purpose: SleepPurpose) async throws(CancellationError) {
    if Task.isCancelled { throw CancellationError() }
    state.withLock {
      $0.uptime += duration
      $0.sleeps.append(duration)
    }
  }
}
