import Foundation
import MediaTesting
import TestSupport

@testable import MediaCore

/// A server of values under names, as a queue sees it through its mutations.
final class ValueServer: Sendable {
  struct State {
    var values: [String: String] = [:]
    var reads = 0
    var written: [String] = []
    /// The failures of the next calls, in order; nil lets one through.
    var failures: [ClientError?] = []
    var isDown = false
    /// Whether the server accepts writes and keeps the values that it has.
    var ignoresWrites = false
    /// Refuses a write after it has taken it, as for a request that arrives twice.
    var refusesAfterWriting: ClientError?
    var whileReading: (@Sendable (MutationContext) async throws(ClientError) -> Void)?
    var whileWriting: (@Sendable (MutationContext) async throws(ClientError) -> Void)?
  }

  let state = Locked(State())

  static let unreachable = ClientError(.unreachable, operation: "test")

  var values: [String: String] { state.withLock { $0.values } }
  var written: [String] { state.withLock { $0.written } }
  var reads: Int { state.withLock { $0.reads } }

  func set(_ target: String, _ value: String?) { state.withLock { $0.values[target] = value } }
  func fail(_ errors: ClientError?...) { state.withLock { $0.failures += errors } }
  func setDown(_ isDown: Bool) { state.withLock { $0.isDown = isDown } }

  func read(_ target: String, _ context: MutationContext) async throws(ClientError) -> String? {
    state.withLock { $0.reads += 1 }
    try await state.withLock { $0.whileReading }?(context)
    try pass()
    return values[target]
  }

  func write(_ target: String, _ value: String, _ context: MutationContext) async throws(ClientError) {
    try await state.withLock { $0.whileWriting }?(context)
    try pass()
    let refusal = state.withLock { state in
      state.written.append("\(target)=\(value)")
      if !state.ignoresWrites { state.values[target] = value }
      return state.refusesAfterWriting
    }
    if let refusal { throw refusal }
  }

  private func pass() throws(ClientError) {
    let error = state.withLock { state -> ClientError? in
      if state.isDown { return Self.unreachable }
      return state.failures.isEmpty ? nil : state.failures.removeFirst()
    }
    if let error { throw error }
  }
}

/// Sets a value of a ``ValueServer``.
struct SetValue: Mutation {
  static let kind: MutationKind = "test.value"

  var target: String
  var value: String
  /// Whether a newer mutation takes the place of a waiting one.
  var coalesces = true
  var isMultiStep = false
  /// Whether a mutation that went out later counts instead.
  var yields = false

  func fetch(_ api: ValueServer, _ context: MutationContext) async throws(ClientError) -> String? {
    try await api.read(target, context)
  }

  func resolve(_ merge: MergeInput<Self>) -> Resolution<Self> {
    if merge.remote == value { return .done }
    if value == "odd" { return .refused(reason: "odd") }
    // A value on the server that begins with "newer" wins, unless this change was made on top of it.
    if merge.remote?.hasPrefix("newer") == true, merge.remote != merge.base { return .superseded(reason: "later") }
    return .write(self)
  }

  func overwritesAnother(_ merge: MergeInput<Self>) -> Bool {
    merge.remote != merge.base && merge.remote != merge.sent?.value
  }

  func perform(_ api: ValueServer, over remote: String?, _ context: MutationContext) async throws(ClientError) {
    try await api.write(target, value, context)
  }

  func isReflected(in remote: String?) -> Bool { remote == value }
  func coalesced(with newer: Self) -> Self? { coalesces ? newer : nil }
  func remainder(after newer: Self) -> Self { yields ? newer : coalesced(with: newer) ?? self }
}

/// An outbox with its world, which can be started again on the same disk.
struct OutboxHarness {
  let files: any FileSystem
  let clock: any TimeSource
  let server: ValueServer
  let outbox: Outbox
  let reports = Notebook<ClientError>()
  let events = Notebook<Outbox.Event>()
  var coalesces = true
  var isMultiStep = false
  var yields = false

  init(
    files: any FileSystem = MemoryFileSystem(), clock: any TimeSource = ManualClock(),
    server: ValueServer = ValueServer(), account: String = "ada", seed: UInt64 = 1
  ) {
    self.files = files
    self.clock = clock
    self.server = server
    var environment = ClientEnvironment.manual(seed: seed, files: files)
    environment.clock = clock
    let (reports, events) = (reports, events)
    outbox = Outbox(
      account: account, path: "outbox/queue", environment: environment,
      lanes: .kept([MutationHandler(SetValue.self, server)]), serverNow: { nil },
      report: { reports.add($0) }, notify: { new, _ in new.forEach { events.add($0) } })
  }

  func restarted(seed: UInt64 = 2) -> OutboxHarness {
    OutboxHarness(files: files, clock: clock, server: server, seed: seed)
  }

  @discardableResult
  func accept(_ target: String, _ value: String, base: String? = nil) async throws -> MutationRecord {
    try await outbox.accept(
      SetValue(target: target, value: value, coalesces: coalesces, isMultiStep: isMultiStep, yields: yields),
      base: base, cause: "user")
  }

  func flush() async { await outbox.flush(.call) }

  /// The values that wait.
  var open: [String?] { get async throws { try await outbox.open().map(\.value) } }
  var refused: [MutationRecord] { get async throws { try await outbox.all().filter(\.isRefused) } }

  /// The number of notifications about a record.
  func changes(of id: String) -> [MutationRecord] {
    events.entries.compactMap { if case .changed(let record) = $0, record.id == id { record } else { nil } }
  }
}

extension MutationRecord {
  var value: String? { mutation(SetValue.self)?.value }
}

/// Files on which writing can be held until the test lets it go on. It blocks a thread: only for tests that run one by one.
final class HeldFiles: FileSystem {
  let base: TroubledFiles
  private let isHeld = Locked(false)
  private let waiting = Locked(0)
  private let gate = NSCondition()

  init(_ base: TroubledFiles = TroubledFiles()) { self.base = base }

  func hold() { isHeld.withLock { $0 = true } }

  func release() {
    gate.lock()
    isHeld.withLock { $0 = false }
    gate.broadcast()
    gate.unlock()
  }

  /// The number that is held now.
  var waitingCount: Int { waiting.withLock { $0 } }

  private func pass() {
    gate.lock()
    waiting.withLock { $0 += 1 }
    while isHeld.withLock({ $0 }) { gate.wait() }
    waiting.withLock { $0 -= 1 }
    gate.unlock()
  }

  func read(_ path: String) throws -> Data? { try base.read(path) }
  func replace(_ path: String, with data: Data) throws {
    pass()
    try base.replace(path, with: data)
  }
  func append(_ data: Data, to path: String) throws {
    pass()
    try base.append(data, to: path)
  }
  func truncate(_ path: String, to length: Int) throws { try base.truncate(path, to: length) }
  func move(_ path: String, to destination: String) throws { try base.move(path, to: destination) }
  func remove(_ path: String) throws { try base.remove(path) }
  func list(_ folder: String) throws -> [String] { try base.list(folder) }
}

extension Outbox {
  func all() async throws(ClientError) -> [MutationRecord] { try await read(\.durable) }
  func open() async throws(ClientError) -> [MutationRecord] { try await read(\.durableOpen) }
  func record(_ id: String) async throws(ClientError) -> MutationRecord? { try await read { $0.durable(id) } }
}

extension MutationOutcome {
  /// The reason why the mutation was refused or still waits.
  var error: ClientError? {
    switch self {
    case .refused(let error): error
    case .waiting(let error): error
    case .written, .synced, .superseded: nil
    }
  }
}

extension MutationLanes {
  /// Lanes for an outbox without a service: the handlers are never released.
  static func kept(_ all: [MutationHandler]) -> MutationLanes {
    let (lanes, handlers) = (MutationLanes(), MutationHandlers())
    handlers.use(all)
    _ = lanes.add(handlers)
    kept.withLock { $0.append(handlers) }
    return lanes
  }

  private static let kept = Locked<[MutationHandlers]>([])
}
