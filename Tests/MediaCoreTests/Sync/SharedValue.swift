import Foundation
import MediaTesting
import TestSupport

@testable import MediaCore

/// Sets a value of a ``ValueServer``, alone or together with others. A value "alone" shares no request.
struct SharedValue: BatchableMutation {
  static let kind: MutationKind = "test.shared"
  static let maximumBatch = 3

  var target: String
  var value: String
  var isBatchable: Bool { value != "alone" }

  func fetch(_ api: BatchServer, _ context: MutationContext) async throws(ClientError) -> String? {
    try await api.read([target], context)
    return api.values[target]
  }

  func resolve(_ merge: MergeInput<Self>) -> Resolution<Self> {
    if merge.remote == value { return .done }
    if value == "odd" { return .refused(reason: "odd") }
    if merge.remote == "newer" { return .superseded(reason: "later") }
    if value == "turns" { return .write(SharedValue(target: target, value: "alone")) }
    return .write(self)
  }

  func overwritesAnother(_ merge: MergeInput<Self>) -> Bool { merge.remote != nil && merge.sent == nil }

  func perform(_ api: BatchServer, over remote: String?, _ context: MutationContext) async throws(ClientError) {
    try await api.write([(target, value)])
    if target == "unknown" {
      throw ClientError(.notFound, operation: "test", status: 404, serverMessage: "Item not found")
    }
  }

  func isReflected(in remote: String?) -> Bool { remote == value }
  func answered() -> SharedValue { value == "half" ? SharedValue(target: target, value: "rest") : self }

  static func fetch(
    _ batch: [BatchElement<Self>], _ api: BatchServer
  ) async throws(ClientError) -> [String?] {
    try await api.read(batch.map(\.mutation.target), batch[0].context)
    return batch.map { api.values[$0.mutation.target] }
  }

  static func perform(
    _ batch: [BatchElement<Self>], _ api: BatchServer
  ) async throws(ClientError) -> [ClientError?] {
    try await api.write(batch.map { ($0.mutation.target, $0.mutation.value) })
    return batch.map { api.state.withLock { $0.problems }[$0.mutation.target] }
  }
}

/// A server that takes several values at once, and writes down each request as `read a b` or `write a=1 b=2`. It silently leaves out
/// the target "unknown".
final class BatchServer: Sendable {
  struct State {
    var values: [String: String] = [:]
    var requests: [String] = []
    /// The failures of the next calls, in order; nil lets one through.
    var failures: [ClientError?] = []
    /// The errors of single elements of a batch.
    var problems: [String: ClientError] = [:]
    var whileReading: (@Sendable (MutationContext) async -> Void)?
    var whileWriting: (@Sendable () async -> Void)?
  }

  let state = Locked(State())

  var values: [String: String] { state.withLock { $0.values } }
  var requests: [String] { state.withLock { $0.requests } }
  func fail(_ errors: ClientError?...) { state.withLock { $0.failures += errors } }

  func read(_ targets: [String], _ context: MutationContext) async throws(ClientError) {
    try pass("read " + targets.joined(separator: " "))
    await state.withLock { $0.whileReading }?(context)
  }

  func write(_ values: [(String, String)]) async throws(ClientError) {
    try pass("write " + values.map { "\($0)=\($1)" }.joined(separator: " "))
    await state.withLock { $0.whileWriting }?()
    state.withLock { state in for (target, value) in values where target != "unknown" { state.values[target] = value } }
  }

  private func pass(_ request: String) throws(ClientError) {
    let error = state.withLock { state -> ClientError? in
      state.requests.append(request)
      return state.failures.isEmpty ? nil : state.failures.removeFirst()
    }
    if let error { throw error }
  }
}

/// An outbox of ``SharedValue``, which can be started again on the same disk.
struct BatchHarness {
  let files: any FileSystem
  let server: BatchServer
  let outbox: Outbox
  let events = Notebook<Outbox.Event>()

  init(files: any FileSystem = MemoryFileSystem(), server: BatchServer = BatchServer(), seed: UInt64 = 1) {
    (self.files, self.server) = (files, server)
    let events = events
    outbox = Outbox(
      account: "ada", path: "outbox/queue", environment: .manual(seed: seed, files: files),
      lanes: .kept([MutationHandler(SharedValue.self, server)]), serverNow: { nil }, report: { _ in },
      notify: { new, _ in new.forEach { events.add($0) } })
  }

  func restarted() -> BatchHarness { BatchHarness(files: files, server: server, seed: 2) }

  @discardableResult
  func accept(_ target: String, _ value: String = "1") async throws -> MutationRecord {
    try await outbox.accept(SharedValue(target: target, value: value), base: nil, cause: "user")
  }

  func accept(_ targets: [String]) async throws { for target in targets { try await accept(target) } }

  /// The states by target, as the disk has them.
  var states: [String: MutationRecord.State] {
    get async throws {
      Dictionary(try await outbox.all().map { ($0.target, $0.state) }, uniquingKeysWith: { $1 })
    }
  }
}
