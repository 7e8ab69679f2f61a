import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Mutation queue: accounts and triggers")
struct MutationQueueTests {
  @Test("kept changes wait for their account and go out under no other")
  func keep() async throws {
    let world = QueueWorld()
    world.isDown.withLock { $0 = true }
    try await world.signIn("ada")
    try await world.submit("a")
    _ = try await world.client.signOut(.keep)
    await #expect(throws: ClientError.self) { try await world.queue.all() }
    world.isDown.withLock { $0 = false }
    try await world.signIn("grace")
    try await world.submit("g")
    await world.queue.flush()
    #expect(world.requests.entries.allSatisfy { $0.hasPrefix("grace") && $0.hasSuffix("g") })
    _ = try await world.client.signOut(.keep)
    try await world.signIn("ada")
    await world.queue.flush()
    #expect(try await world.queue.open().isEmpty)
    #expect(world.requests.entries.contains("ada write a"))
  }

  @Test("discarded changes are gone, also from the disk")
  func discard() async throws {
    let files = MemoryFileSystem()
    let world = QueueWorld(files: files)
    world.isDown.withLock { $0 = true }
    try await world.signIn("ada")
    try await world.submit("target-of-ada")
    let isOnDisk = { files.contents.values.contains { $0.range(of: Data("target-of-ada".utf8)) != nil } }
    #expect(isOnDisk())
    _ = try await world.client.signOut(.discard)
    #expect(!isOnDisk())
    world.isDown.withLock { $0 = false }
    try await world.signIn("ada")
    await world.queue.flush()
    #expect(try await world.queue.all().isEmpty)
    #expect(world.requests.entries.isEmpty)
  }

  @Test("a sign-out counts even when nothing can be erased, and nothing is accepted until it could be")
  func discardOnBrokenDisk() async throws {
    let files = TroubledFiles()
    let world = QueueWorld(files: files)
    try await world.signIn("ada")
    world.isDown.withLock { $0 = true }
    try await world.submit("a")
    files.state.withLock { $0.room = 0 }
    files.state.withLock { $0.failsTruncates = true }
    await #expect(throws: ClientError.self) { try await world.client.signOut(.discard) }
    #expect(try await world.client.session.status() == .signedOut)
    try await world.signIn("ada")
    await #expect(throws: ClientError.self) { try await world.submit("b") }
    files.state.withLock { ($0.room, $0.failsTruncates) = (nil, false) }
    try await world.submit("c")
    #expect(try await world.queue.open().map(\.target) == ["c"])
  }

  @Test("somebody else signing in between reading and writing gets nothing written")
  func overtaken() async throws {
    let world = QueueWorld()
    let client = world.client
    try await world.signIn("ada")
    world.between.withLock {
      $0 = {
        _ = try? await client.session.end()
        try? await QueueWorld.signIn("grace", client)
      }
    }
    try await world.submit("a")
    await world.queue.flush()
    #expect(await eventually { world.requests.entries.contains("ada read a") })
    #expect(!world.requests.entries.contains { $0.hasPrefix("grace") })
    world.between.withLock { $0 = nil }
    _ = try await world.client.signOut(.keep)
    try await world.signIn("ada")
    await world.queue.flush()
    #expect(world.requests.entries.contains("ada write a"))
  }

  @Test("a change that is being sent is not changed by hand")
  func changedWhileSent() async throws {
    let world = QueueWorld()
    try await world.signIn("ada")
    let problem = Locked<ClientError?>(nil)
    let queue = world.queue
    world.between.withLock {
      $0 = {
        guard let id = try? await queue.open().first?.id else { return }
        let error = await failure { try await queue.retry(id) }
        problem.withLock { $0 = error }
      }
    }
    _ = await (try await world.submit("a")).settled()
    #expect(problem.withLock { $0?.kind } == .notFound)
    #expect(try await world.queue.open().isEmpty)
  }

  @Test("changes go out by themselves: at once, after a sign-in, and when the server answers again")
  func triggers() async throws {
    let world = QueueWorld()
    try await world.signIn("ada")
    try await world.submit("a")
    #expect(await eventually { world.requests.entries.contains("ada write a") })
    world.isDown.withLock { $0 = true }
    try await world.submit("b")
    await world.queue.settled()
    #expect(world.client.connectivity.status == .offline)
    world.isDown.withLock { $0 = false }
    try await world.client.send(QueueWorld.endpoint("look", "x"))
    #expect(world.client.connectivity.status == .online)
    #expect(await eventually { world.requests.entries.contains("ada write b") })
    world.isDown.withLock { $0 = true }
    try await world.submit("c")
    await world.queue.settled()
    world.isDown.withLock { $0 = false }
    try await world.signIn("ada")
    #expect(await eventually { world.requests.entries.contains("ada write c") })
  }

  /// Lets work run that the queue has started by itself.
  private static func letRun() async {
    for _ in 0..<50 { await Task.detached(priority: .background) {}.value }
  }

  @Test("what an earlier launch has left goes out after a sign-in, before anybody asks for it")
  func triggersAfterLaunch() async throws {
    let files = MemoryFileSystem()
    let before = QueueWorld(files: files)
    before.isDown.withLock { $0 = true }
    try await before.signIn("ada")
    try await before.submit("a")
    let world = QueueWorld(files: files)
    try await world.signIn("ada")
    #expect(await eventually { world.requests.entries.contains("ada write a") })
  }

  @Test("where nothing waits, a sign-in notifies nobody")
  func nothingWaits() async throws {
    let world = QueueWorld()
    let changes = Counter()
    let token = world.queue.observe { changes.add() }
    await Self.letRun()
    try await world.signIn("ada")
    try await world.client.send(QueueWorld.endpoint("look", "x"))
    await Self.letRun()
    #expect(changes.value == 0)
    token.cancel()
  }

  @Test("observers are notified once when a change is accepted and once when it is decided")
  func observing() async throws {
    let world = QueueWorld()
    let changes = Counter()
    let token = world.queue.observe { changes.add() }
    try await world.signIn("ada")
    world.isDown.withLock { $0 = true }
    try await world.submit("a")
    await world.queue.settled()
    #expect(changes.value == 1)
    world.isDown.withLock { $0 = false }
    await world.queue.flush()
    #expect(try await world.queue.all().map(\.state) == [.synced])
    #expect(changes.value == 2)
    token.cancel()
    try await world.submit("b")
    await world.queue.settled()
    #expect(changes.value == 2)
  }

  @Test("callers that come at once share one outbox, also over a sign-out")
  func oneOutbox() async throws {
    let world = QueueWorld()
    try await world.signIn("ada")
    world.isDown.withLock { $0 = true }
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<50 { group.addTask { _ = try? await world.submit("t\(index)") } }
    }
    #expect(Set(try await world.queue.all().map(\.order)).count == 50)
    _ = try await world.client.signOut(.keep)
    try await world.signIn("ada")
    try await world.submit("last")
    #expect(try await world.queue.all().map(\.order).sorted() == Array(1...51))
  }

  @Test("a submission tells what became of its change")
  func outcomes() async throws {
    let world = QueueWorld()
    try await world.signIn("ada")
    let first = try await world.submit("a")
    #expect(await first.written() == .written)
    #expect(await first.settled() == .synced)
    world.isDown.withLock { $0 = true }
    let waiting = try await world.submit("b")
    guard case .waiting(let error?) = await waiting.settled() else {
      Issue.record("not waiting")
      return
    }
    #expect(error.kind == .unreachable)
    try await world.queue.discard(waiting.id)
    #expect(await waiting.outcome() == .superseded(reason: "discarded"))
    world.isDown.withLock { $0 = false }
    world.refusal.withLock { $0 = .json(["error": "Not yours"], status: 403) }
    let refused = try await world.submit("c")
    guard case .refused(let error) = await refused.settled() else {
      Issue.record("not refused")
      return
    }
    #expect(error.kind == .forbidden && error.serverMessage == "Not yours")
    #expect(try await world.queue.refused().map(\.id) == [refused.id])
    world.refusal.withLock { $0 = nil }
    #expect(await (try world.queue.retry(refused.id)).settled() == .synced)
    world.isDown.withLock { $0 = true }
    let left = try await world.submit("d")
    _ = try await world.client.signOut(.discard)
    try await world.signIn("ada")
    #expect(!(await left.outcome().isDelivered))
    #expect(await left.settled() == .superseded(reason: "discarded"))
  }

  @Test("a change for an account that has signed out waits for it; a discarded account takes none")
  func owner() async throws {
    let world = QueueWorld()
    try await world.signIn("ada")
    world.isDown.withLock { $0 = true }
    try await world.submit("a")
    _ = try await world.client.signOut(.keep)
    let late = await failure { try await world.queue.submit(WriteText(target: "late"), owner: "ada") }
    #expect(late.kind == .signedOut)
    try await world.signIn("grace")
    // This read loads grace's records into the queue's memory. A change for ada must not be added to them.
    #expect(try await world.queue.all().isEmpty)
    #expect(
      await failure { try await world.queue.submit(WriteText(target: "later"), owner: "ada") }.kind == .signedOut)
    #expect(try await world.queue.all().isEmpty)
    _ = try await world.client.signOut(.keep)
    try await world.signIn("ada")
    #expect(try await world.queue.open().map(\.target) == ["a", "late", "later"])
    _ = try await world.client.signOut(.discard)
    _ = await failure { try await world.queue.submit(WriteText(target: "gone"), owner: "ada") }
    try await world.signIn("ada")
    #expect(try await world.queue.all().isEmpty)
  }

  @Test("submits that race with a discarding sign-out are gone or refused, never sent and never left on disk")
  func racingSignOut() async throws {
    for round in 0..<20 {
      let files = MemoryFileSystem()
      let world = QueueWorld(files: files)
      try await world.signIn("ada")
      world.isDown.withLock { $0 = true }
      try await world.submit("target-of-ada")
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<8 {
          group.addTask { _ = try? await world.submit("target-of-ada-\(index)") }
          if index == round % 8 { group.addTask { _ = try? await world.client.signOut(.discard) } }
        }
      }
      await world.queue.settled()
      #expect(!files.contents.values.contains { $0.range(of: Data("target-of-ada".utf8)) != nil })
      world.isDown.withLock { $0 = false }
      try await world.signIn("ada")
      #expect(try await world.queue.all().isEmpty)
    }
  }
}

/// A service of one route, whose server records which account asked for what.
final class QueueWorld: Sendable {
  let client: ServiceClient
  let queue: MutationQueue
  /// `account operation target`, by the token that came along.
  let requests: Notebook<String>
  let isDown: Locked<Bool>
  /// The answers to reads and writes.
  let refusal: Locked<HTTPResponse?>
  /// Runs between reading and writing.
  let between: Locked<(@Sendable () async -> Void)?>

  init(
    files: any FileSystem = MemoryFileSystem(), secrets: any SecretStore = MemorySecretStore(),
    address: ServerAddress = .fake, environment: ClientEnvironment? = nil, sharing other: QueueWorld? = nil
  ) {
    let (requests, isDown) = (other?.requests ?? Notebook(), other?.isDown ?? Locked(false))
    let refusal = other?.refusal ?? Locked(nil)
    (self.requests, self.isDown, self.refusal) = (requests, isDown, refusal)
    between = other?.between ?? Locked(nil)
    let transport = ClosureTransport { request in
      if isDown.withLock({ $0 }) { throw TransportFailure.unreachable(.refused) }
      let who = request.fields["Authorization"]?.replacingOccurrences(of: "Bearer token-", with: "") ?? "nobody"
      requests.add("\(who) \(request.operation) \(request.url.lastPathComponent)")
      if request.operation != "look", let refusal = refusal.withLock({ $0 }) { return refusal }
      return .json("there")
    }
    let environment =
      environment ?? .manual(clock: ManualClock(passing: .everything), files: files, secrets: secrets)
    client = ServiceClient(
      service: "test", address: address, check: nil, coder: JSONCoder(dates: .milliseconds), transport: transport,
      environment: environment
    ) { _ in AuthenticationScheme() }
    queue = MutationQueue(
      in: client.accounts,
      handlers: [MutationHandler(WriteText.self, WriteText.Route(client: client, between: between))])
  }

  static func endpoint(_ operation: OperationID, _ target: String) -> Endpoint<Void> {
    .done(operation, .post, path: ["api", .id(target)], traits: .repeatableWrite)
  }

  static func signIn(_ account: String, _ client: ServiceClient) async throws {
    let generation = await client.session.currentGeneration()
    try await client.session.adopt(
      Credentials(account: account, name: account, access: Secret("token-\(account)")), generation: generation)
  }

  func signIn(_ account: String) async throws { try await Self.signIn(account, client) }

  @discardableResult
  func submit(_ target: String) async throws -> Submission { try await queue.submit(WriteText(target: target)) }
}

struct WriteText: Mutation {
  struct Route: Sendable {
    let client: ServiceClient
    let between: Locked<(@Sendable () async -> Void)?>
  }

  static let kind: MutationKind = "test.text"
  var target: String

  func fetch(_ api: Route, _ context: MutationContext) async throws(ClientError) -> String? {
    try await api.client.send(QueueWorld.endpoint("read", target))
    return context.isReadBack ? "there" : nil
  }

  func perform(_ api: Route, over remote: String?, _ context: MutationContext) async throws(ClientError) {
    await api.between.withLock { $0 }?()
    try await api.client.send(QueueWorld.endpoint("write", target))
  }

  func isReflected(in remote: String?) -> Bool { remote == "there" }
}
