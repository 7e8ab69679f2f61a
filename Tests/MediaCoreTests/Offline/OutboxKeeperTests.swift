import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("OutboxKeeper: accounts and triggers")
struct OutboxKeeperTests {
  /// A service of one route, whose server writes down who asked for what.
  final class World: Sendable {
    let client: ServiceClient
    let keeper: OutboxKeeper
    let heard = Locked<[[Intent]]>([])
    /// `account target`, by the token that came along.
    let requests = Locked<[String]>([])
    let isDown = Locked(false)
    /// Runs between reading and writing.
    let between = Locked<(@Sendable () async -> Void)?>(nil)

    init(files: any FileSystem = MemoryFileSystem(), secrets: any SecretStore = MemorySecretStore()) {
      let (requests, isDown, between) = (requests, isDown, between)
      let transport = ClosureTransport { request in
        if isDown.withLock({ $0 }) { throw TransportFailure.unreachable(.refused) }
        let who = request.fields["Authorization"]?.replacingOccurrences(of: "Bearer token-", with: "") ?? "nobody"
        requests.withLock { $0.append("\(who) \(request.operation) \(request.url.lastPathComponent)") }
        return .json("there")
      }
      let client = ServiceClient(
        service: "test", address: .fake, check: nil, coder: JSONCoder(dates: .milliseconds), transport: transport,
        environment: .manual(clock: ManualClock(instant: true), files: files, secrets: secrets)
      ) { _ in AuthenticationScheme() }
      self.client = client
      let heard = heard
      let handler = IntentHandler(
        .value,
        read: { (intent) async throws(ClientError) in
          try await client.send(Self.endpoint("read", intent.target))
          return nil
        }, merge: { intent, _ in .write(intent.wish) },
        write: { (intent, _, _) async throws(ClientError) in
          await between.withLock { $0 }?()
          try await client.send(Self.endpoint("write", intent.target))
        }, isReflected: { _, _ in true })
      keeper = OutboxKeeper(client: client, name: "test", handlers: [handler])
      keeper.onChange { _, intents in heard.withLock { $0.append(intents) } }
    }

    static func endpoint(_ operation: String, _ target: String) -> Endpoint<Void> {
      .done(operation, .post, path: ["api", .id(target)], traits: .repeatableWrite)
    }

    func signIn(_ account: String) async throws {
      let generation = await client.session.currentGeneration()
      try await client.session.adopt(
        Credentials(account: account, name: account, access: Secret("token-\(account)")), generation: generation)
    }

    func record(_ target: String) async throws {
      try await keeper.outbox().record(.value, target: target, wish: "x")
    }
  }

  @Test("kept work waits for its account and goes out under no other")
  func keep() async throws {
    let world = World()
    world.isDown.withLock { $0 = true }
    try await world.signIn("ada")
    try await world.record("a")
    _ = try await world.keeper.signOut(.keep, client: world.client)
    await #expect(throws: ClientError.self) { try await world.keeper.outbox() }
    world.isDown.withLock { $0 = false }
    try await world.signIn("grace")
    try await world.record("g")
    await world.keeper.flush()
    #expect(world.requests.withLock { $0.allSatisfy { $0.hasPrefix("grace") && $0.hasSuffix("g") } })
    _ = try await world.keeper.signOut(.keep, client: world.client)
    try await world.signIn("ada")
    await world.keeper.flush()
    #expect(try await world.keeper.open().isEmpty)
    #expect(world.requests.withLock { $0.contains("ada write a") })
  }

  @Test("discarded work is gone, also from the disk")
  func discard() async throws {
    let files = MemoryFileSystem()
    let world = World(files: files)
    world.isDown.withLock { $0 = true }
    try await world.signIn("ada")
    try await world.record("target-of-ada")
    let says = { files.contents.values.contains { $0.range(of: Data("target-of-ada".utf8)) != nil } }
    #expect(says())
    _ = try await world.keeper.signOut(.discard, client: world.client)
    #expect(!says())
    world.isDown.withLock { $0 = false }
    try await world.signIn("ada")
    await world.keeper.flush()
    #expect(try await world.keeper.all().isEmpty)
    #expect(world.requests.withLock { $0.isEmpty })
  }

  @Test("a sign-out counts even when the disk is too full to discard")
  func discardOnFullDisk() async throws {
    let files = TroubledFiles()
    let world = World(files: files)
    try await world.signIn("ada")
    try await world.record("a")
    files.state.withLock { $0.room = 0 }
    await #expect(throws: ClientError.self) { try await world.keeper.signOut(.discard, client: world.client) }
    #expect(try await world.client.session.status() == .signedOut)
  }

  @Test("somebody else signing in between reading and writing gets nothing written")
  func overtaken() async throws {
    let world = World()
    try await world.signIn("ada")
    try await world.record("a")
    world.between.withLock {
      $0 = {
        _ = try? await world.client.session.end()
        try? await world.signIn("grace")
      }
    }
    await world.keeper.flush()
    #expect(await eventually { world.requests.withLock { $0.contains("ada read a") } })
    #expect(world.requests.withLock { !$0.contains { $0.hasPrefix("grace") } })
    world.between.withLock { $0 = nil }
    _ = try await world.keeper.signOut(.keep, client: world.client)
    try await world.signIn("ada")
    await world.keeper.flush()
    #expect(world.requests.withLock { $0.contains("ada write a") })
  }

  @Test("work goes out by itself after a sign-in and when the server answers again")
  func triggers() async throws {
    let world = World()
    try await world.signIn("ada")
    try await world.record("a")
    try await world.signIn("ada")
    #expect(await eventually { world.requests.withLock { $0.contains("ada write a") } })
    world.isDown.withLock { $0 = true }
    try await world.record("b")
    await world.keeper.flush()
    #expect(world.client.connectivity.status == .offline)
    world.isDown.withLock { $0 = false }
    try await world.client.send(World.endpoint("look", "x"))
    #expect(world.client.connectivity.status == .online)
    #expect(await eventually { world.requests.withLock { $0.contains("ada write b") } })
  }

  /// Until what has begun by itself had its turn.
  private static func letRun() async {
    for _ in 0..<50 { await Task.detached(priority: .background) {}.value }
  }

  @Test("what an earlier launch has left goes out after a sign-in, before anybody asks for the outbox")
  func triggersAfterLaunch() async throws {
    let files = MemoryFileSystem()
    let before = World(files: files)
    before.isDown.withLock { $0 = true }
    try await before.signIn("ada")
    try await before.record("a")
    let world = World(files: files)
    try await world.signIn("ada")
    #expect(await eventually { world.requests.withLock { $0.contains("ada write a") } })
  }

  @Test("where nothing waits, a sign-in tells nobody anything")
  func nothingWaits() async throws {
    let world = World()
    await Self.letRun()
    try await world.signIn("ada")
    try await world.client.send(World.endpoint("look", "x"))
    await Self.letRun()
    #expect(world.heard.withLock { $0.isEmpty })
  }

  @Test("what the timer sends is told to the service too")
  func timerTells() async throws {
    let world = World()
    try await world.signIn("ada")
    try await world.record("a")
    let outbox = try await world.keeper.outbox()
    await outbox.flush(.timer)
    #expect(
      await eventually {
        world.heard.withLock { $0.last?.allSatisfy { $0.state.name == "synced" } == true }
      })
  }

  @Test("callers that come at once share one outbox")
  func oneOutbox() async throws {
    let world = World()
    try await world.signIn("ada")
    let outboxes = await withTaskGroup(of: Outbox?.self) { group in
      for _ in 0..<50 { group.addTask { try? await world.keeper.outbox() } }
      return await group.reduce(into: Set<ObjectIdentifier>()) {
        if let outbox = $1 { $0.insert(ObjectIdentifier(outbox)) }
      }
    }
    #expect(outboxes.count == 1)
    _ = try await world.keeper.signOut(.keep, client: world.client)
    try await world.signIn("ada")
    #expect(outboxes.contains(ObjectIdentifier(try await world.keeper.outbox())))
  }
}
