import Foundation
import MediaCore
import Misbehaver
import OneAtATime
import ShelfClient
import ShelfTesting
import Testing

@Suite("Security: what is stored", .oneAtATime, .timeLimit(.minutes(60)))
struct StorageTests {
  @Test("S4: tokens are in the secret store alone, readable by their owner only; the password is nowhere")
  func atRest() async throws {
    let device = Device()
    let server = try await HostileServer.serving(FakeShelfServer(clock: device.clock))
    let shelf = try device.shelf(try server.typed())
    try await shelf.account.signIn(username: Canary.user, password: Canary.password)
    _ = try await shelf.account.me()
    let library = try #require(try await shelf.libraries.all().first)
    let book = try #require(try await shelf.libraries.items(in: library.id).all().first)
    try await shelf.progressStore.setPosition(PlayableID(libraryItemId: book.id), to: 120, duration: 600)
    let refresh = try #require(try await shelf.client.session.refreshToken()).reveal()
    let contents = device.contents
    #expect(contents.count >= 2)
    for file in contents {
      #expect(file.permissions == 0o600, "\(file.path)")
      #expect(!file.data.holds(Canary.password), "\(file.path)")
      #expect(!file.path.contains("127.0.0.1"), "\(file.path)")
      if file.path.hasPrefix("secrets/") {
        #expect(file.data.holds(refresh))
      } else {
        #expect(!file.data.holds(refresh) && !file.data.holds("eyJ"), "\(file.path)")
      }
    }
    for folder in device.folders { #expect(folder.permissions == 0o700, "\(folder.path)") }
    #expect("\(try #require(try await shelf.client.session.refreshToken()))" == "•••")
    await server.stop()
  }

  @Test("S4: a locked store is an error to try again after, never a sign-out")
  func locked() async throws {
    let secrets = TroubledSecrets()
    let device = Device(secrets: secrets)
    let server = try await HostileServer.serving(FakeShelfServer(clock: device.clock))
    try await device.shelf(try server.typed()).account.signIn(username: Canary.user, password: Canary.password)
    secrets.failsReading.withLock { $0 = true }
    let shelf = try device.shelf(try server.typed())
    let error = await failure { try await shelf.libraries.all() }
    #expect(error.kind == .storage && error.retryHint == .later)
    #expect(await failure { try await shelf.account.status() }.kind == .storage)
    secrets.failsReading.withLock { $0 = false }
    #expect(try await shelf.libraries.all().count == 2)
    await server.stop()
  }

  @Test("S5: a rotated pair is stored before any call uses it, and kept in memory until the store takes it")
  func stored() async throws {
    let secrets = TroubledSecrets()
    let device = Device(secrets: secrets)
    let order = Locked<[String]>([])
    secrets.onWrite.withLock { $0 = { order.withLock { $0.append("stored") } } }
    let server = try await HostileServer.serving(FakeShelfServer(clock: device.clock)) { request in
      order.withLock { $0.append(request["Authorization"] ?? request.path) }
      return nil
    }
    let shelf = try device.shelf(try server.typed())
    try await shelf.account.signIn(username: Canary.user, password: Canary.password)
    _ = try await shelf.account.me()
    let old = try #require(order.withLock { $0 }.last)
    await device.clock.advance(by: .seconds(3700))
    order.withLock { $0 = [] }
    async let first = shelf.libraries.all()
    async let second = shelf.account.me()
    _ = try await (first, second)
    let steps = order.withLock { $0 }
    #expect(steps.count { $0 == "/auth/refresh" } == 1)
    let stored = try #require(steps.firstIndex(of: "stored"))
    #expect(steps.prefix(stored).allSatisfy { $0 == old || $0 == "/auth/refresh" }, "\(steps.count) steps")
    #expect(steps.suffix(from: stored).contains { $0.hasPrefix("Bearer") && $0 != old })

    // The store refuses the next tokens: use them from memory, and store them as soon as possible.
    await device.clock.advance(by: .seconds(3700))
    secrets.failsWriting.withLock { $0 = true }
    _ = try await shelf.libraries.all()
    _ = try await shelf.libraries.all()
    secrets.failsWriting.withLock { $0 = false }
    _ = try await shelf.libraries.all()
    _ = try await device.shelf(try server.typed()).libraries.all()
    #expect(server.requests.count { $0.path == "/auth/refresh" } == 2)
    await server.stop()
  }

  @Test("S5: killed between the server's rotation and the save, the next start goes on without a sign-in")
  func killed() async throws {
    let device = Device()
    let fake = FakeShelfServer(clock: device.clock)
    let isCut = Locked(false)
    let server = try await HostileServer.serving(fake) { request in
      guard request.path == "/auth/refresh", isCut.withLock({ $0 }) else { return nil }
      // The server renews the tokens, but its answer never arrives.
      var outgoing = HTTPRequest(method: .post, url: URL(fileURLWithPath: "/"), operation: OperationID(""))
      outgoing.url = URL(string: "http://127.0.0.1/auth/refresh") ?? outgoing.url
      for field in request.fields { outgoing.fields.append(field.name, field.value) }
      return fake.respond(to: outgoing).status == 200
        ? [.bytes("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{\"user\""), .close] : nil
    }
    let address = try server.typed()
    try await device.shelf(address).account.signIn(username: Canary.user, password: Canary.password)
    await device.clock.advance(by: .seconds(3700))
    isCut.withLock { $0 = true }
    #expect(await failure { try await device.shelf(address).libraries.all() }.kind == .unreachable)
    isCut.withLock { $0 = false }
    // Restart the app with the files on disk.
    let next = try device.shelf(address)
    #expect(try await next.libraries.all().count == 2)
    #expect(server.requests.count { $0.path == "/login" } == 1)
    await server.stop()
  }

  @Test("S19: signing out erases what was kept of the account, with the server down too")
  func signOut() async throws {
    let device = Device()
    let server = try await HostileServer.serving(FakeShelfServer(clock: device.clock))
    let address = try server.typed()
    let shelf = try device.shelf(address)
    let login = try await shelf.account.signIn(username: Canary.user, password: Canary.password)
    let refresh = try #require(try await shelf.client.session.refreshToken()).reveal()
    let library = try #require(try await shelf.libraries.all().first)
    let book = try #require(try await shelf.libraries.items(in: library.id).all().first)
    await server.stop()
    try await shelf.progressStore.setPosition(PlayableID(libraryItemId: book.id), to: 120, duration: 600)
    #expect(device.contents.contains { $0.data.holds(book.id) })
    try await shelf.account.signOut(pending: .discard)
    #expect(try await shelf.account.status() == .signedOut)
    for file in device.contents {
      #expect(!file.path.hasPrefix("secrets/"), "\(file.path)")
      for text in [login.user.id, book.id, "eyJ", Canary.password, refresh] {
        #expect(!file.data.holds(text), "\(text) in \(file.path)")
      }
    }
    let error = await failure { try await shelf.libraries.all() }
    #expect(error.kind == .signedOut || error.kind == .unreachable)
    #expect(try await device.shelf(address).account.status() == .signedOut)
  }

  @Test("S19: two accounts of one server keep apart what is pending, and nobody sends for another")
  func accounts() async throws {
    let device = Device()
    let fake = FakeShelfServer(clock: device.clock)
    let server = try await HostileServer.serving(fake)
    let shelf = try device.shelf(try server.typed())
    try await shelf.account.signIn(username: "ada", password: Canary.password)
    let library = try #require(try await shelf.libraries.all().first)
    let book = try #require(try await shelf.libraries.items(in: library.id).all().first)
    try await shelf.account.signOut(pending: .keep)
    try await shelf.account.signIn(username: "grace", password: "battery staple")
    _ = try await shelf.account.me()
    #expect(fake.progress(of: book.id, user: "grace") == nil)
    #expect(try await shelf.queue.open().isEmpty)
    await server.stop()
  }
}

/// A store that fails as on a locked or full device.
final class TroubledSecrets: SecretStore {
  struct Fault: Error {}
  private let base = MemorySecretStore()
  let failsReading = Locked(false)
  let failsWriting = Locked(false)
  let onWrite = Locked<(@Sendable () -> Void)?>(nil)

  func read(_ key: String) throws -> Secret? {
    if failsReading.withLock({ $0 }) { throw Fault() }
    return try base.read(key)
  }

  func write(_ secret: Secret, key: String) throws {
    if failsWriting.withLock({ $0 }) { throw Fault() }
    try base.write(secret, key: key)
    onWrite.withLock { $0 }?()
  }

  func delete(_ key: String) throws { try base.delete(key) }
}
