import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import MediaCore
@testable import ShelfClient

@Suite("Signing in with a token that the app holds")
struct HeldTokenTests {
  /// The id of a user of the sample.
  static let ada = "d89484dc-c6e8-4467-bc23-8651e9e1f5dd"

  /// The tokens of a sign-in elsewhere.
  private func tokens(_ rig: ShelfRig, of user: String = "ada") async throws -> HeldToken {
    let other = try await rig.device(as: user)
    let credentials = try #require(try await other.client.session.heldCredentials())
    return HeldToken(credentials.access.reveal(), refresh: credentials.refresh?.reveal())
  }

  @Test("works without a network: the token names the account, changes wait, and are sent once it is checked")
  func offline() async throws {
    let rig = try await ShelfRig(as: nil)
    let token = try await tokens(rig)
    rig.network.isDown = true
    let status = try await rig.shelf.account.signIn(token: token)
    #expect(status == .signedIn(account: Self.ada, name: "ada"))
    #expect(rig.network.operations.isEmpty)
    try await rig.shelf.progressStore.setPosition(rig.episode(), to: 33)
    // Restart the app: the sign-in is stored, but the server has not checked it yet.
    let network = FaultTransport(rig.server.transport)
    let next = rig.relaunched(network)
    #expect(try await next.account.status() == status)
    #expect(try await next.client.session.heldCredentials()?.isUnchecked == true)
    await next.queue.flush()
    #expect(try rig.stored(rig.episode())?["currentTime"]?.double == 33)
    #expect(network.operations.count { $0 == .shelfAccountSignInWithToken } == 1)
    // The server is asked only once to check the token.
    #expect(try await next.libraries.all().count == 2)
    #expect(try await rig.relaunched(network).libraries.all().count == 2)
    #expect(network.operations.count { $0 == .shelfAccountSignInWithToken } == 1)
  }

  @Test("that replaces another token of the account, while the server is asked about that one, is asked about too")
  func replaced() async throws {
    let rig = try await ShelfRig(as: nil)
    let (first, second) = (try await tokens(rig), try await tokens(rig))
    let (gate, asked) = (LateGate(), Locked(0))
    let transport = ClosureTransport { request in
      if request.operation == .shelfAccountSignInWithToken {
        asked.withLock { $0 += 1 }
        await gate.pass("owner")
      }
      return try await rig.server.transport.send(request)
    }
    let shelf = rig.relaunched(FaultTransport(transport))
    gate.hold("owner")
    try await shelf.account.signIn(token: first)
    let call = Task { try? await shelf.account.me() }
    #expect(await eventually { gate.isHolding("owner") })
    try await shelf.account.signIn(token: second)
    gate.letGo("owner")
    _ = await call.value
    #expect(try await shelf.account.me().username == "ada")
    #expect(asked.withLock { $0 } == 2)
    #expect(try await shelf.client.session.heldCredentials()?.isUnchecked == false)
  }

  @Test("that has run out is renewed with its refresh token")
  func renewed() async throws {
    let rig = try await ShelfRig(as: nil)
    let token = try await tokens(rig)
    await rig.clock.advance(by: .seconds(7200))
    try await rig.shelf.account.signIn(token: token)
    #expect(try await rig.shelf.account.me().username == "ada")
    #expect(rig.count(.shelfAccountRefresh) == 1)
  }

  @Test("that the server refuses ends with its own words, and what was done offline waits for the next sign-in")
  func refused() async throws {
    let rig = try await ShelfRig(as: nil)
    var token = try await tokens(rig)
    token.refresh = nil
    rig.network.isDown = true
    try await rig.shelf.account.signIn(token: token)
    try await rig.shelf.progressStore.setPosition(rig.episode(), to: 33)
    rig.server.revokeAllTokens()
    rig.network.isDown = false
    let error = try await failure { try await rig.shelf.account.me() }
    #expect(error.kind == .signedOut)
    #expect(error.status == 401)
    #expect(error.serverMessage == "Unauthorized")
    #expect(try await rig.shelf.account.status() == .expired(account: Self.ada, name: "ada"))
    #expect(try await rig.shelf.queue.open().count == 1)
    try await rig.shelf.account.signIn(username: "ada", password: "correct horse")
    // A round of the queue from before the sign-in may still be running: flush until the change arrives.
    let episode = try rig.episode()
    #expect(
      await eventually {
        await rig.shelf.queue.flush()
        return rig.stored(episode)?["currentTime"]?.double == 33
      })
  }

  @Test("and a refresh token that both are refused ends with the server's words about the latter's failure")
  func bothRefused() async throws {
    let rig = try await ShelfRig(as: nil)
    let token = try await tokens(rig)
    try await rig.shelf.account.signIn(token: token)
    rig.server.revokeAllTokens()
    let error = try await failure { try await rig.shelf.account.me() }
    #expect(error.kind == .signedOut)
    #expect(error.serverMessage != nil)
    #expect(try await rig.shelf.account.status() == .expired(account: Self.ada, name: "ada"))
  }

  @Test("of another account than the app says sends nothing for either, and ends")
  func anotherAccount() async throws {
    let rig = try await ShelfRig(as: nil)
    let token = try await tokens(rig)
    var wrong = token
    wrong.account = "user-2"
    let error = try await failure { try await rig.shelf.account.signIn(token: wrong) }
    #expect(error.kind == .invalidRequest)
    #expect(error.detail == ClientError.Detail.anotherAccount)
    // An API key contains no account, so the app's wrong one is only found when the server checks the key.
    let key = try #require(rig.server.makeAPIKey(for: "grace"))
    rig.network.isDown = true
    try await rig.shelf.account.signIn(token: HeldToken(key, account: Self.ada, name: "ada"))
    try await rig.shelf.progressStore.setPosition(rig.episode(), to: 33)
    rig.network.isDown = false
    await rig.shelf.queue.flush()
    #expect(try rig.stored(rig.episode(), user: "grace") == nil)
    #expect(try rig.stored(rig.episode()) == nil)
    #expect(try await rig.shelf.account.status() == .expired(account: Self.ada, name: "ada"))
    #expect(try await rig.shelf.queue.open().count == 1)
  }

  @Test("an API key without an account asks the server at once, and one with its account is taken offline")
  func apiKey() async throws {
    let rig = try await ShelfRig(as: nil)
    let key = try #require(rig.server.makeAPIKey(for: "grace"))
    rig.network.isDown = true
    #expect(try await failure { try await rig.shelf.account.signIn(token: HeldToken(key)) }.kind == .unreachable)
    #expect(try await rig.shelf.account.status() == .signedOut)
    rig.network.isDown = false
    guard case .signedIn(let account, "grace") = try await rig.shelf.account.signIn(token: HeldToken(key)) else {
      Issue.record("not signed in")
      return
    }
    try await rig.shelf.account.signOut(pending: .discard)
    rig.network.isDown = true
    try await rig.shelf.account.signIn(token: HeldToken(key, account: account))
    rig.network.isDown = false
    #expect(try await rig.shelf.account.me().username == "grace")
    // The server's check brought the name.
    #expect(try await rig.shelf.account.status() == .signedIn(account: account, name: "grace"))
  }

  @Test("that cannot be one is refused before anything is sent", arguments: ["", "two words", "ä"])
  func impossible(text: String) async throws {
    let rig = try await ShelfRig()
    let error = try await failure { try await rig.shelf.account.signIn(token: HeldToken(text, account: Self.ada)) }
    #expect(error.kind == .invalidRequest)
    let refresh = try #require(try await rig.shelf.client.session.refreshToken()).reveal()
    #expect(try await failure { try await rig.shelf.account.signIn(token: HeldToken(refresh)) }.kind == .invalidRequest)
    #expect(try await rig.shelf.account.me().username == "ada")
  }

  @Test("a server that cannot be reached for the check ends nothing")
  func unreachable() async throws {
    let rig = try await ShelfRig(as: nil)
    try await rig.shelf.account.signIn(token: tokens(rig))
    for _ in 0..<8 { rig.network.fail(.shelfAccountSignInWithToken, with: .status(503)) }
    let error = try await failure { try await rig.shelf.account.me() }
    #expect(error.kind == .server)
    #expect(try await rig.shelf.account.status() == .signedIn(account: Self.ada, name: "ada"))
    #expect(rig.count(.shelfAccountMe) == 0)
  }
}

/// The keychain entry of an app's earlier version.
private final class OldEntry: MigrationSource {
  private struct State {
    var token: HeldToken?
    var asked = 0
    var told: [String] = []
  }

  private let state: Locked<State>
  private let isLocked: Bool
  private let deletes: Bool

  init(_ token: HeldToken?, isLocked: Bool = false, deletes: Bool = true) {
    state = Locked(State(token: token))
    (self.isLocked, self.deletes) = (isLocked, deletes)
  }

  var asked: Int { state.withLock { $0.asked } }
  var told: [String] { state.withLock { $0.told } }

  func heldToken() async throws -> HeldToken? {
    state.withLock { $0.asked += 1 }
    if isLocked { throw FileSystemError.locked }
    return state.withLock { $0.token }
  }

  func signInIsStored(for account: String) async {
    state.withLock { state in
      state.told.append(account)
      if deletes { state.token = nil }
    }
  }
}

@Suite("A sign-in that the app's earlier version has stored")
struct MigrationSourceTests {
  private func token(_ rig: ShelfRig) async throws -> HeldToken {
    let credentials = try #require(try await rig.device(as: "ada").client.session.heldCredentials())
    return HeldToken(credentials.access.reveal(), refresh: credentials.refresh?.reveal())
  }

  @Test("is taken over once, without a network, and its source may delete it once it is safe on disk")
  func once() async throws {
    let rig = try await ShelfRig(as: nil)
    let source = OldEntry(try await token(rig), deletes: false)
    rig.network.isDown = true
    #expect(try await rig.shelf.account.signIn(from: source) == .signedIn(account: HeldTokenTests.ada, name: "ada"))
    #expect(source.told == [HeldTokenTests.ada])
    #expect(
      try await rig.relaunched().account.signIn(from: source) == .signedIn(account: HeldTokenTests.ada, name: "ada"))
    #expect(source.asked == 1)
    #expect(source.told == [HeldTokenTests.ada])
    // After a sign-out, the source's token must not sign the user in again, even if the source still has it.
    try await rig.shelf.account.signOut(pending: .keep)
    #expect(try await rig.shelf.account.signIn(from: source) == .signedOut)
    #expect(try await rig.relaunched().account.signIn(from: source) == .signedOut)
    #expect(source.asked == 1)
  }

  @Test("is not asked for while a sign-in is stored, also one that ran out")
  func stored() async throws {
    let rig = try await ShelfRig()
    let source = OldEntry(try await token(rig))
    #expect(try await rig.shelf.account.signIn(from: source) == .signedIn(account: HeldTokenTests.ada, name: "ada"))
    rig.server.revokeAllTokens()
    _ = try? await rig.shelf.account.me()
    #expect(try await rig.shelf.account.signIn(from: source) == .expired(account: HeldTokenTests.ada, name: "ada"))
    #expect(source.asked == 0)
    #expect(source.told.isEmpty)
  }

  @Test(
    "is asked for again at the next launch when there is none, when it cannot be read, and when the server was needed")
  func again() async throws {
    let rig = try await ShelfRig(as: nil)
    #expect(try await rig.shelf.account.signIn(from: OldEntry(nil)) == .signedOut)
    let locked = OldEntry(nil, isLocked: true)
    #expect(try await failure { try await rig.shelf.account.signIn(from: locked) }.kind == .storage)
    rig.network.isDown = true
    let key = OldEntry(HeldToken(try #require(rig.server.makeAPIKey(for: "ada"))))
    #expect(try await failure { try await rig.shelf.account.signIn(from: key) }.kind == .unreachable)
    #expect(key.told.isEmpty)
    rig.network.isDown = false
    #expect(try await rig.relaunched().account.signIn(from: key) == .signedIn(account: HeldTokenTests.ada, name: "ada"))
    #expect(key.told == [HeldTokenTests.ada])
  }

  @Test("keeps its source until the sign-in is on disk")
  func unsaved() async throws {
    let rig = try await ShelfRig(as: nil)
    let source = OldEntry(try await token(rig))
    let secrets = FullSecrets()
    let environment = ClientEnvironment.manual(clock: rig.clock, files: rig.files, secrets: secrets)
    let shelf = ShelfService(server: .fake, transport: rig.network, environment: environment)
    #expect(try await shelf.account.signIn(from: source) == .signedIn(account: HeldTokenTests.ada, name: "ada"))
    #expect(source.told.isEmpty)
    // Restart the app: the full store kept no sign-in, and the source still has the token.
    secrets.isFull.withLock { $0 = false }
    let next = ShelfService(server: .fake, transport: rig.network, environment: environment.relaunched())
    #expect(try await next.account.signIn(from: source) == .signedIn(account: HeldTokenTests.ada, name: "ada"))
    #expect(source.told == [HeldTokenTests.ada])
    #expect(source.asked == 2)
  }

  @Test("a process that dies at any write leaves the sign-in here or at its source, which may delete it in the end")
  func dying() async throws {
    let rig = try await ShelfRig(as: nil)
    let token = try await token(rig)
    for number in 1...6 {
      let files = MemoryFileSystem()
      let source = OldEntry(token)
      let mortal = DyingFileSystem(files, at: number)
      let environment = ClientEnvironment.manual(
        clock: rig.clock, files: mortal, secrets: FileSecretStore(files: mortal))
      let shelf = ShelfService(server: .fake, transport: rig.network, environment: environment)
      _ = try? await shelf.account.signIn(from: source)
      let next = ClientEnvironment.manual(clock: rig.clock, files: files, secrets: FileSecretStore(files: files))
      let again = ShelfService(server: .fake, transport: rig.network, environment: next)
      #expect(
        try await again.account.signIn(from: source) == .signedIn(account: HeldTokenTests.ada, name: "ada"), "\(number)"
      )
      #expect(source.told.first == HeldTokenTests.ada, "\(number)")
    }
  }
}

/// A store of secrets with no room.
private final class FullSecrets: SecretStore {
  let isFull = Locked(true)
  private let base = MemorySecretStore()

  func read(_ key: String) throws -> Secret? { try base.read(key) }
  func write(_ secret: Secret, key: String) throws {
    if isFull.withLock({ $0 }) { throw FileSystemError.full }
    try base.write(secret, key: key)
  }
  func delete(_ key: String) throws { try base.delete(key) }
}
