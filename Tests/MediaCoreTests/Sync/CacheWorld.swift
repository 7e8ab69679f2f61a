import Foundation
import MediaTesting
import TestSupport

@testable import MediaCore

/// A service with one queue and one cache of values, whose server is a ``ValueServer``.
final class CacheWorld: Sendable {
  typealias Values = [String: String]

  let environment: ClientEnvironment
  let clock: ManualClock
  let files: any FileSystem
  let server: ValueServer
  let client: ServiceClient
  let queue: MutationQueue
  let cache: AccountCache<Values>
  /// Rows that only this device has.
  let device: AccountCache<Values>
  let events: Notebook<ClientEvent>
  /// The answer of the one route; nil for a server that is not there.
  let answer: Locked<HTTPResponse?>

  init(
    files: any FileSystem = MemoryFileSystem(), address: ServerAddress = .fake, server: ValueServer = ValueServer(),
    environment: ClientEnvironment? = nil, clock: ManualClock = ManualClock(), version: Int = 1
  ) {
    let environment = environment ?? .manual(clock: clock, files: files)
    let (events, answer) = (Notebook<ClientEvent>(), Locked<HTTPResponse?>(.text("answer")))
    var options = ClientOptions()
    options.onEvent = { events.add($0) }
    options.retry = .never
    client = ServiceClient(
      service: "test", address: address, check: nil, coder: JSONCoder(dates: .milliseconds),
      transport: ClosureTransport { _ in
        guard let answer = answer.withLock({ $0 }) else { throw TransportFailure.unreachable(.refused) }
        return answer
      }, environment: environment, options: options
    ) { _ in AuthenticationScheme() }
    queue = MutationQueue(
      in: client.accounts,
      handlers: [MutationHandler(SetValue.self, server), MutationHandler(SetOther.self, server)])
    cache = AccountCache.shared(
      "values", version: version, empty: [:], in: client.accounts, queue: queue,
      overlays: [
        MutationOverlay(SetValue.self) { mutation, values in
          values[mutation.target] = mutation.value
        } settle: { mutation, record, values in
          values[mutation.target] = record.remote(SetValue.self)
        }
      ])
    device = AccountCache.shared("rows", empty: [:], retention: .device, in: client.accounts)
    self.environment = environment
    self.clock = clock
    self.files = files
    self.server = server
    self.events = events
    self.answer = answer
  }

  /// The same files and credentials in a new process.
  func relaunched(version: Int = 1) -> CacheWorld {
    CacheWorld(
      files: files, address: client.address, server: server, environment: environment.relaunched(), clock: clock,
      version: version)
  }

  func signIn(_ account: String = "ada") async throws { try await QueueWorld.signIn(account, client) }

  @discardableResult
  func submit(_ target: String, _ value: String) async throws(ClientError) -> Submission {
    try await queue.submit(SetValue(target: target, value: value))
  }

  /// Asks the server for everything.
  @discardableResult
  func refresh(
    _ during: @Sendable () async throws(ClientError) -> Void = { () async throws(ClientError) in }
  ) async throws(ClientError) -> AccountCache<Values>.View {
    try await cache.refresh { () async throws(ClientError) in
      let answer = server.values
      try await during()
      return answer
    } merge: {
      $0 = $1
    }
  }

  func isOnDisk(_ text: String) -> Bool {
    let memory = files as? MemoryFileSystem ?? (files as? TroubledFiles)?.base
    return memory?.holds(text) ?? false
  }

  var storageReports: [String?] {
    events.entries.compactMap { if case .storage(let error) = $0 { error.detail } else { nil } }
  }
}

extension MemoryFileSystem {
  /// Whether a text is in a file.
  func holds(_ text: String) -> Bool { contents.values.contains { $0.range(of: Data(text.utf8)) != nil } }
}

/// A mutation that the cache does not follow.
struct SetOther: Mutation {
  static let kind: MutationKind = "test.other"
  var target: String

  func fetch(_ api: ValueServer, _ context: MutationContext) async throws(ClientError) -> String? {
    try await api.read(target, context)
  }
  func perform(_ api: ValueServer, over remote: String?, _ context: MutationContext) async throws(ClientError) {
    try await api.write(target, "other", context)
  }
  func isReflected(in remote: String?) -> Bool { remote == "other" }
}
