import Foundation
import MediaCore
import ShelfTesting
import Testing

@testable import ShelfClient

@Suite("Signing in and out")
struct SignInTests {
  @Test("gives the account, and keeps tokens but no password")
  func signIn() async throws {
    let rig = try await ShelfRig(as: nil)
    #expect(try await rig.shelf.account.status() == .signedOut)
    let login = try await rig.shelf.account.signIn(username: "ADA", password: "correct horse")
    #expect(login.user.username == "ada")
    #expect(login.user.type == .root)
    #expect(login.userDefaultLibraryId == rig.books)
    #expect(login.serverSettings?.version == "2.36.0")
    #expect(try await rig.shelf.account.status() == .signedIn(account: login.user.id, name: "ada"))
    let stored = try #require(try rig.secrets.read("shelf/\(rig.address.key)")).reveal()
    #expect(stored.contains("refresh"))
    #expect(!stored.contains("correct horse"))
    #expect(!String(describing: rig.files.contents).contains("correct horse"))
    #expect(try await rig.shelf.account.me().id == login.user.id)
    let authorized = try await rig.shelf.account.authorize()
    #expect(authorized.user.id == login.user.id)
    #expect(authorized.tokens.access == nil)
  }

  @Test("with a wrong password says so and stores nothing", arguments: ["wrong", "", "correct horse "])
  func wrongPassword(password: String) async throws {
    let rig = try await ShelfRig(as: nil)
    let error = try await failure { try await rig.shelf.account.signIn(username: "ada", password: password) }
    #expect(error.kind == .signedOut)
    #expect(error.status == 401)
    #expect(error.serverMessage == "Unauthorized")
    #expect(try await rig.shelf.account.status() == .signedOut)
    #expect(try rig.secrets.read("shelf/\(rig.address.key)") == nil)
    #expect(rig.count(.shelfAccountSignIn) == 1)
  }

  @Test("that fails keeps the current account signed in")
  func failedSecondSignIn() async throws {
    let rig = try await ShelfRig()
    _ = try await failure { try await rig.shelf.account.signIn(username: "grace", password: "wrong") }
    #expect(try await rig.shelf.account.me().username == "ada")
  }

  @Test("again never brings back the progress from before a change that was sent at the sign-in")
  func sentAtSignIn() async throws {
    let rig = try await ShelfRig()
    let book = try rig.book()
    // The merge of the sign-in's answer and the sending of the change run at the same time. Repeat, so that each ends first in some rounds.
    for round in 1...12 {
      _ = await (try rig.shelf.progressStore.markFinished(book)).settled()
      rig.network.isDown = true
      try await rig.shelf.progressStore.restart(book)
      await rig.shelf.progressStore.settled()
      try await rig.shelf.account.signOut(pending: .keep)
      rig.network.isDown = false
      try await rig.shelf.account.signIn(username: "ada", password: "correct horse")
      await rig.shelf.queue.flush()
      #expect(rig.stored(book)?["isFinished"]?.bool == false)
      #expect(try await rig.shelf.progressStore.progress(of: book)?.isFinished == false, "round \(round)")
    }
  }

  @Test("needs an answer that is one", arguments: ["", "{}", "{\"user\":{}}", "{\"user\":{\"id\":\"1\"}}"])
  func emptyAnswer(body: String) async throws {
    let transport = FakeTransport()
    transport.answer(.shelfAccountSignIn, with: .text(body, type: "application/json"))
    let shelf = ShelfService(server: .fake, transport: transport, environment: .manual())
    let error = try await failure { try await shelf.account.signIn(username: "ada", password: "x") }
    #expect(error.kind == .undecodable)
    #expect(error.detail != nil)
    #expect(try await shelf.account.status() == .signedOut)
  }

  @Test("too often gives the time of the next attempt")
  func rateLimit() async throws {
    let rig = try await ShelfRig(settings: .init(rateLimit: 2), as: nil)
    for _ in 0..<2 { _ = try await failure { try await rig.shelf.account.signIn(username: "ada", password: "x") } }
    let error = try await failure { try await rig.shelf.account.signIn(username: "ada", password: "correct horse") }
    #expect(error.kind == .rateLimited)
    #expect(error.serverMessage == "Too many authentication requests")
    #expect(error.retryAt == rig.clock.now() + 600)
    await rig.clock.advance(by: .seconds(601))
    try await rig.shelf.account.signIn(username: "ada", password: "correct horse")
  }

  @Test("with passwords switched off is not supported")
  func noPasswords() async throws {
    let world = try ShelfWorld(json: [
      "status": [
        "app": "audiobookshelf", "serverVersion": "2.36.0", "isInit": true, "authMethods": ["openid"],
        "authFormData": ["authOpenIDButtonText": "Login"],
      ]
    ])
    let rig = try await ShelfRig(world: world, as: nil)
    let error = try await failure { try await rig.shelf.account.signIn(username: "ada", password: "x") }
    #expect(error.kind == .unsupported)
    #expect(error.detail == "passwordSignInOff")
    #expect(try await rig.shelf.server.status().authMethods == [.openid])
  }

  @Test("through an identity provider that the server does not have is not supported")
  func noProvider() async throws {
    let rig = try await ShelfRig(as: nil)
    let redirect = try #require(URL(string: "audiobookshelf://oauth"))
    let error = try await failure { try await rig.shelf.openID.start(redirect: redirect) }
    #expect(error.kind == .unsupported && error.detail == "openIDOff" && error.operation == .shelfOpenIDStart)
    // A server that has an identity provider answers 500 only because of a fault, so the error is not `openIDOff`.
    var world = ShelfWorld.sample
    world.enableOpenID()
    let other = try await ShelfRig(world: world, as: nil)
    other.network.fail(.shelfOpenIDStart, with: .status(500))
    #expect(try await failure { try await other.shelf.openID.start(redirect: redirect) }.kind == .server)
  }

  @Test("works below a sub-path, and addresses keep it")
  func subPath() async throws {
    let rig = try await ShelfRig(address: try ServerAddress("https://nas.test/audiobookshelf"))
    #expect(rig.server.requests.contains { $0.path == "/audiobookshelf/login" })
    let url = try await rig.shelf.media.coverURL(of: "x", width: 100, updatedAt: nil)
    #expect(url.absoluteString == "https://nas.test/audiobookshelf/api/items/x/cover?width=100&format=jpeg")
    let session = try await rig.shelf.playback.start(rig.episode(), options: PlayOptions())
    let track = try #require(session.audioTracks?.first)
    #expect(
      try await rig.shelf.media.streamURL(of: track, in: session).path
        == "/audiobookshelf/public/session/\(session.id)/track/1")
  }

  @Test("finds a server that answers only below its usual sub-path")
  func hiddenSubPath() async throws {
    let clock = ManualClock(passing: .everything)
    let server = FakeShelfServer(clock: clock)
    let shelf = ShelfService(
      server: try ServerAddress("https://nas.test"), transport: OnlyBelow(server.transport),
      environment: .manual(clock: clock))
    try await shelf.account.signIn(username: "ada", password: "correct horse")
    #expect(try await shelf.client.locator.base().absoluteString == "https://nas.test/audiobookshelf")
    #expect(try await shelf.libraries.all().count == 2)
  }

  @Test("out ends the sign-in on the server, here at once, and for a second service of the same files")
  func signOut() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.account.signOut(pending: .keep)
    #expect(try await rig.shelf.account.status() == .signedOut)
    #expect(try rig.secrets.read("shelf/\(rig.address.key)") == nil)
    #expect(rig.count(.shelfAccountSignOut) == 1)
    #expect(try await failure { try await rig.shelf.account.me() }.kind == .signedOut)
    #expect(try await rig.relaunched().account.status() == .signedOut)
  }

  @Test("out works without a network")
  func signOutOffline() async throws {
    let rig = try await ShelfRig()
    rig.network.isDown = true
    try await rig.shelf.account.signOut(pending: .discard)
    #expect(try await rig.shelf.account.status() == .signedOut)
  }

  @Test("out takes at most five seconds at a server that does not answer, and less on this device")
  func signOutUnanswered() async throws {
    let rig = try await ShelfRig(instant: false)
    rig.network.fail(.shelfAccountSignOut, with: .noAnswer)
    let isDone = Locked(false)
    let leaving = Task {
      try await rig.shelf.account.signOut(pending: .keep)
      isDone.withLock { $0 = true }
    }
    while !rig.network.operations.contains(.shelfAccountSignOut) { await Task.yield() }
    #expect(try await rig.shelf.account.status() == .signedOut)
    await rig.clock.advance(by: .seconds(4))
    #expect(!isDone.withLock { $0 })
    await rig.clock.advance(by: .seconds(2))
    try await leaving.value
    #expect(isDone.withLock { $0 })
  }

  @Test("each new status is passed to its observers")
  func observing() async throws {
    let rig = try await ShelfRig(as: nil)
    let statuses = Locked<[AccountSession.Status]>([])
    let token = rig.shelf.account.observeStatus { status in statuses.withLock { $0.append(status) } }
    let login = try await rig.shelf.account.signIn(username: "ada", password: "correct horse")
    try await rig.shelf.account.signOut(pending: .keep)
    #expect(statuses.withLock { $0 } == [.signedIn(account: login.user.id, name: "ada"), .signedOut])
    withExtendedLifetime(token) {}
  }

  @Test("services made twice over one folder share the sign-in, the queue, the caches, and the device's id")
  func sharedParts() async throws {
    let rig = try await ShelfRig()
    let other = ShelfService(server: rig.address, transport: rig.network, environment: rig.environment)
    async let first = rig.shelf.device.info()
    async let second = other.device.info()
    let ids = (try await first.deviceId, try await second.deviceId)
    #expect(ids.0 == ids.1 && ids.0 != nil)
    rig.network.isDown = true
    try await rig.shelf.progressStore.markFinished(rig.book())
    try await other.progressStore.markFinished(rig.episode())
    #expect(try await rig.shelf.queue.open().map(\.target) == other.queue.open().map(\.target))
    #expect(try await rig.shelf.progressStore.progress(of: rig.episode())?.isFinished == true)
    let relaunched = rig.relaunched()
    #expect(try await relaunched.queue.open().count == 2)
    #expect(try await relaunched.device.info().deviceId == ids.0)
    try await other.account.signOut(pending: .keep)
    #expect(try await rig.shelf.account.status() == .signedOut)
  }
}

/// A proxy that forwards one sub-path.
private struct OnlyBelow: Transport {
  let base: any Transport

  init(_ base: any Transport) { self.base = base }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard request.url.path.hasPrefix("/audiobookshelf/") else {
      return .text("<html>nothing here</html>", status: 404, type: "text/html")
    }
    return try await base.send(request)
  }
}
