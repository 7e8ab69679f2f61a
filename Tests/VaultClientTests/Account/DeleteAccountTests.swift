import Foundation
import MediaCore
import TestSupport
import Testing
import VaultTesting

@testable import VaultClient

@Suite("Deleting the account")
struct DeleteAccountTests {
  private static let world: VaultWorld = {
    var world = VaultWorld.sample
    world.addUser("erin", password: nil)
    world.addMovie("Erin's Film", owner: "erin")
    return world
  }()

  /// A fixture with an account whose token makes a new account at its next use.
  private static func fixture() async throws -> Fixture {
    let fixture = Fixture(world: world)
    try await fixture.vault.account.signIn(code: fixture.server.authorizationCode(for: "erin"))
    try await fixture.vault.store.refreshLibrary()
    #expect(fixture.server.movieIDs(of: "erin") == [16])
    return fixture
  }

  @Test(
    "a lost answer ends the sign-in and reports the deletion as uncertain",
    arguments: [FaultTransport.Fault.replyLost, .cut])
  func uncertain(_ fault: FaultTransport.Fault) async throws {
    let fixture = try await Self.fixture()
    fixture.network.fail(.vaultAccountDelete, with: fault)
    let error = try #require(await Fixture.error { try await fixture.vault.account.deleteAccount() })
    #expect(error.kind == (fault == .cut ? .unreachable : .timedOut))
    #expect(error.isDeletionUncertain)
    #expect(
      error.vaultText()
        == "The answer was lost: the account may be deleted or not. You were signed out; sign in to see.")
    #expect(fixture.server.movieIDs(of: "erin") == [])
    #expect(try await fixture.vault.account.status() == .signedOut)
    #expect(await Fixture.kind { _ = try await fixture.vault.watchlist.all() } == .signedOut)
    let later = fixture.relaunched()
    #expect(try await later.vault.account.check() == .signedOut)
    // The deletion was the last request: nothing used the old token again, and no new account was made.
    #expect(fixture.server.requests.last?.operation == .vaultAccountDelete)
    let kept = fixture.files.contents.values.map { String(decoding: $0, as: UTF8.self) }.joined()
    #expect(!kept.contains("Erin's Film"))
    #expect(fixture.count(.vaultAccountDelete) == 1)
  }

  @Test("a request that cannot have arrived changes nothing, nor does a refusal", arguments: [true, false])
  func certain(_ isDown: Bool) async throws {
    let fixture = try await Self.fixture()
    fixture.network.isDown = true
    try await fixture.vault.store.setWatched(true, for: .movie(16))
    await fixture.vault.store.settled()
    if !isDown {
      fixture.network.isDown = false
      fixture.network.fail(.vaultAccountDelete, with: .status(500))
    }
    let error = try #require(await Fixture.error { try await fixture.vault.account.deleteAccount() })
    #expect(error.kind == (isDown ? .unreachable : .server))
    #expect(!error.isDeletionUncertain)
    guard case .signedIn = try await fixture.vault.account.status() else {
      Issue.record("signed out")
      return
    }
    #expect(try await fixture.vault.store.library()?.value.movie(16)?.watched == true)
    fixture.network.isDown = false
    await fixture.vault.store.flush()
    #expect(fixture.server.isWatched(movie: 16, of: "erin") == true)
    try await fixture.vault.account.deleteAccount()
    #expect(try await fixture.vault.account.status() == .signedOut)
    #expect(fixture.server.movieIDs(of: "erin") == [])
  }

  @Test("a deletion that was never sent leaves the user signed in, and the changes wait")
  func neverSent() async throws {
    let fixture = Fixture(world: Self.world)
    let user = try await fixture.otherDevice().vault.account.me()
    fixture.network.isDown = true
    let token = HeldToken(fixture.server.token(for: "alice"), account: String(user.id))
    try await fixture.vault.account.signIn(token: token)
    try await fixture.vault.store.setWatched(true, for: .movie(4))
    await fixture.vault.store.settled()
    fixture.network.isDown = false
    // The token is checked before the first call. The check gets no answer, so the deletion is not sent.
    let faults = [FaultTransport.Fault](repeating: .timedOutBeforeSending, count: 5)
    for fault in faults { fixture.network.fail(.vaultAccountOwner, with: fault) }
    let error = try #require(await Fixture.error { try await fixture.vault.account.deleteAccount() })
    #expect(error.kind == .timedOut && !error.isDeletionUncertain)
    #expect(try await fixture.vault.account.status() == .signedIn(account: String(user.id), name: ""))
    #expect(try await fixture.vault.queue.open().count == 1)
    #expect(fixture.count(.vaultAccountDelete) == 0)
  }

  @Test("after a deletion that did not arrive, the user signs in again with the same token and the account's number")
  func heldAgain() async throws {
    let fixture = Fixture(world: Self.world)
    let token = fixture.server.token(for: "alice")
    try await fixture.vault.account.signIn(token: HeldToken(token))
    let user = try await fixture.vault.account.me()
    fixture.network.fail(.vaultAccountDelete, with: .timedOutBeforeSending)
    let error = try #require(await Fixture.error { try await fixture.vault.account.deleteAccount() })
    #expect(error.isDeletionUncertain)
    try await fixture.vault.account.signIn(token: HeldToken(token, account: String(user.id)))
    #expect(try await fixture.vault.account.me() == user)
  }

  @Test(
    "a deletion ends the sign-in although the data cannot be erased at once; it is erased later",
    arguments: [false, true])
  func locked(isAnswerLost: Bool) async throws {
    let fixture = Fixture(world: Self.world)
    let action = Locked<@Sendable () async -> Void>({ fixture.files.isLocked = true })
    let reports = Recorder<ClientError.Kind>()
    let vault = VaultService(
      server: .fake, transport: Meanwhile(base: fixture.network, action: action),
      environment: .manual(clock: fixture.clock, files: fixture.files, secrets: fixture.secrets),
      options: with(ClientOptions()) {
        $0.onEvent = { if case .storage(let error) = $0 { reports.add(error.kind) } }
      })
    try await vault.account.signIn(code: fixture.server.authorizationCode(for: "erin"))
    try await vault.store.refreshLibrary()
    await vault.client.accounts.save()
    func kept() -> Bool {
      fixture.files.contents.values.contains { String(decoding: $0, as: UTF8.self).contains("Erin's Film") }
    }
    #expect(kept())
    if isAnswerLost { fixture.network.fail(.vaultAccountDelete, with: .replyLost) }
    let error = await Fixture.error { try await vault.account.deleteAccount() }
    #expect(error?.isDeletionUncertain == (isAnswerLost ? true : nil))
    #expect(fixture.server.movieIDs(of: "erin") == [])
    #expect(reports.values.contains(.storage))
    #expect(kept())
    fixture.files.isLocked = false
    #expect(try await vault.account.status() == .signedOut)
    action.withLock { $0 = {} }
    try await vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
    #expect(try await vault.store.library() == nil)
    #expect(!kept())
  }

  @Test(
    "a new account with the number of a deleted one shows nothing of it, and sends none of its changes",
    arguments: [false, true])
  func reusedNumber(isTokenHeld: Bool) async throws {
    var world = VaultWorld.sample
    world.addUser("carol")
    let film = world.addMovie("Carol's Film", owner: "carol")
    let fixture = Fixture(world: world)
    let store = fixture.vault.store
    let carol = try await fixture.vault.account.signIn(username: "carol", password: VaultWorld.standardPassword)
    try await store.refreshLibrary()
    fixture.network.isDown = true
    try await store.setWatched(true, for: .movie(film))
    await store.settled()
    try await fixture.otherDevice(of: "carol").vault.account.deleteAccount()
    fixture.network.isDown = false
    #expect(await Fixture.kind { _ = try await fixture.vault.account.me() } == .signedOut)
    #expect(try await fixture.vault.account.status() == .expired(account: String(carol.id), name: "carol"))
    let elsewhere = Fixture(
      server: fixture.server, clock: fixture.clock, files: MemoryFileSystem(), secrets: MemorySecretStore())
    let code = fixture.server.authorizationCode(for: "dave")
    let dave = try await (isTokenHeld ? elsewhere : fixture).vault.account.signIn(code: code)
    if isTokenHeld {
      try await fixture.vault.account.signIn(token: HeldToken(fixture.server.token(for: "dave")))
    }
    #expect(dave.id == carol.id && dave.username == "dave")
    #expect(try await fixture.vault.account.status() == .signedIn(account: String(dave.id), name: "dave"))
    #expect(try await store.library() == nil)
    #expect(try await fixture.vault.queue.all() == [])
    let kept = fixture.files.contents.values.map { String(decoding: $0, as: UTF8.self) }.joined()
    #expect(!kept.contains("Carol's Film"))
    #expect(try await store.refreshLibrary().value.movie(film) == nil)
  }

  @Test("a user whose name has changed, and whose e-mail has not, keeps the changes that wait")
  func sameUser() async throws {
    func server(_ name: String, _ clock: ManualClock) -> (server: FakeVaultServer, film: Int) {
      var world = VaultWorld()
      world.addUser(name, email: "alice@example.test")
      let film = world.addMovie("Film", owner: name)
      return (FakeVaultServer(world: world, clock: clock), film)
    }
    let clock = ManualClock(passing: .everything)
    let (old, film) = server("alice", clock)
    let before = Fixture(server: old, clock: clock, files: MemoryFileSystem(), secrets: MemorySecretStore())
    try await before.vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
    try await before.vault.store.refreshLibrary()
    before.network.isDown = true
    try await before.vault.store.setWatched(true, for: .movie(film))
    await before.vault.store.settled()
    await before.vault.client.accounts.save()
    let (new, _) = server("al", clock)
    let after = Fixture(server: new, clock: clock, files: before.files, secrets: before.secrets)
    after.network.fail(.vaultMoviesOne, with: .status(502))
    try await after.vault.account.signIn(username: "al", password: VaultWorld.standardPassword)
    #expect(try await after.vault.queue.all().count == 1)
    await after.vault.store.flush()
    #expect(new.isWatched(movie: film, of: "al") == true)
  }

  /// Runs an action at a deletion of the account: after the request has been answered or has failed, and before the client receives the
  /// answer or the error.
  private struct Meanwhile: Transport {
    let base: any Transport
    let action: Locked<@Sendable () async -> Void>

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      let isDeletion = request.operation == .vaultAccountDelete
      do {
        let answer = try await base.send(request)
        if isDeletion { await action.withLock { $0 }() }
        return answer
      } catch {
        if isDeletion { await action.withLock { $0 }() }
        throw error
      }
    }
  }

  @Test(
    "a launch after the process died before the deletion's answer is signed out, sends nothing and shows nothing",
    arguments: [false, true], [false, true])
  func died(isTokenHeld: Bool, hasUnfinishedSignOut: Bool) async throws {
    let fixture = Fixture(world: Self.world)
    let copies = Recorder<(files: [String: Data], secrets: [String: Secret])>()
    let vault = VaultService(
      server: .fake,
      transport: Meanwhile(
        base: fixture.network, action: Locked({ copies.add((fixture.files.contents, fixture.secrets.contents)) })),
      environment: .manual(clock: fixture.clock, files: fixture.files, secrets: fixture.secrets))
    try await vault.account.signIn(code: fixture.server.authorizationCode(for: "erin"))
    try await vault.store.refreshLibrary()
    if hasUnfinishedSignOut {
      // The sign-out has to remove this change from the queue's file, because the server has the change. On a full disk the sign-out fails.
      try await vault.store.setWatched(true, for: .movie(16))
      await vault.store.flush()
      fixture.files.isFull = true
      #expect(await Fixture.kind { try await vault.account.signOut(pending: .keep) } == .storage)
      fixture.files.isFull = false
      try await vault.account.signIn(code: fixture.server.authorizationCode(for: "erin"))
      try await vault.store.refreshLibrary()
    }
    await vault.client.accounts.save()
    if isTokenHeld {
      // The client has the server check this token before it sends the deletion. The check replaces the stored sign-in.
      let user = try await vault.account.me()
      let token = HeldToken(fixture.server.token(for: "erin"), account: String(user.id))
      try await vault.account.signIn(token: token)
    }
    try await vault.account.deleteAccount()
    let copy = try #require(copies.values.first)
    #expect(copy.files.values.contains { String(decoding: $0, as: UTF8.self).contains("Erin's Film") })
    let (files, secrets) = (MemoryFileSystem(copy.files), MemorySecretStore())
    for (key, secret) in copy.secrets { try secrets.write(secret, key: key) }
    let next = Fixture(server: fixture.server, clock: fixture.clock, files: files, secrets: secrets)
    #expect(try await next.vault.account.check() == .signedOut)
    #expect(await Fixture.kind { _ = try await next.vault.store.refreshLibrary() } == .signedOut)
    #expect(fixture.server.requests.last?.operation == .vaultAccountDelete)
    #expect(!files.contents.values.contains { String(decoding: $0, as: UTF8.self).contains("Erin's Film") })
    #expect(secrets.contents.isEmpty)
  }

  @Test(
    "a launch after a refused deletion is signed in and has the waiting changes, also if files were locked meanwhile",
    arguments: [false, true])
  func refused(isLocked: Bool) async throws {
    let fixture = Fixture(world: Self.world)
    let action = Locked<@Sendable () async -> Void>({ if isLocked { fixture.files.isLocked = true } })
    let vault = VaultService(
      server: .fake, transport: Meanwhile(base: fixture.network, action: action),
      environment: .manual(clock: fixture.clock, files: fixture.files, secrets: fixture.secrets))
    try await vault.account.signIn(code: fixture.server.authorizationCode(for: "erin"))
    try await vault.store.refreshLibrary()
    fixture.network.isDown = true
    try await vault.store.setWatched(true, for: .movie(16))
    await vault.store.settled()
    fixture.network.isDown = false
    fixture.network.fail(.vaultAccountDelete, with: .status(500))
    #expect(await Fixture.kind { try await vault.account.deleteAccount() } == .server)
    fixture.files.isLocked = false
    #expect(try await vault.store.library()?.value.movie(16)?.watched == true)
    if isLocked {
      // While the files were locked, the mark of the deletion could not be removed. The next write of a cache removes the mark.
      try await vault.store.refreshLibrary()
      await vault.client.accounts.save()
    }
    let next = fixture.relaunched()
    guard case .signedIn = try await next.vault.account.status() else {
      Issue.record("signed out")
      return
    }
    await next.vault.store.flush()
    #expect(fixture.server.isWatched(movie: 16, of: "erin") == true)
  }

  @Test("a widget that has read during a deletion is signed in again once the server has refused the deletion")
  func refusedBesideWidget() async throws {
    let fixture = Fixture(world: Self.world)
    var environment = ClientEnvironment.manual(
      clock: fixture.clock, files: fixture.files, secrets: fixture.secrets)
    environment.signal = LocalSignal()
    let widget = VaultService(reading: .fake, environment: environment)
    let seen = Recorder<AccountSession.Status?>()
    let action = Locked<@Sendable () async -> Void>({
      await widget.client.accounts.folderChanged()
      seen.add(try? await widget.account.status())
    })
    let vault = VaultService(
      server: .fake, transport: Meanwhile(base: fixture.network, action: action), environment: environment)
    try await vault.account.signIn(code: fixture.server.authorizationCode(for: "erin"))
    try await vault.store.refreshLibrary()
    await vault.client.accounts.save()
    await widget.client.accounts.folderChanged()
    let signedIn = try await vault.account.status()
    #expect(try await widget.account.status() == signedIn)
    fixture.network.fail(.vaultAccountDelete, with: .status(500))
    #expect(await Fixture.kind { try await vault.account.deleteAccount() } == .server)
    #expect(seen.values == [.signedOut])
    #expect(await eventually { (try? await widget.account.status()) == signedIn })
  }

  @Test(
    "a call that waits for its retry is not sent with the token any more, in any service", arguments: [false, true])
  func retry(isOther: Bool) async throws {
    let clock = ManualClock()
    let fixture = Fixture(world: Self.world, clock: clock)
    let reader = isOther ? fixture.service { _ in } : fixture.vault
    try await fixture.vault.account.signIn(code: fixture.server.authorizationCode(for: "erin"))
    fixture.network.fail(.vaultWatchlistAll, with: .status(503))
    let kinds = Recorder<ClientError.Kind?>()
    Task { kinds.add(await Fixture.kind { _ = try await reader.watchlist.all() }) }
    #expect(await eventually { fixture.count(.vaultWatchlistAll) == 1 })
    try await fixture.vault.account.deleteAccount()
    let isAnswered = await eventually {
      await clock.advance(by: .milliseconds(100))
      return !kinds.values.isEmpty
    }
    #expect(isAnswered && kinds.values == [.signedOut])
    #expect(fixture.server.requests.last?.operation == .vaultAccountDelete)
    #expect(fixture.count(.vaultWatchlistAll) == 1)
    #expect(fixture.server.movieIDs(of: "erin") == [])
  }

  @Test("until the answer is there nothing else is sent with the token, in any service", arguments: [false, true])
  func meanwhile(isOther: Bool) async throws {
    let fixture = Fixture(world: Self.world)
    let action = Locked<@Sendable () async -> Void>({})
    let vault = VaultService(
      server: .fake, transport: Meanwhile(base: fixture.network, action: action),
      environment: .manual(clock: fixture.clock, files: fixture.files, secrets: fixture.secrets))
    let user =
      isOther
      ? VaultService(
        server: .fake, transport: Meanwhile(base: fixture.network, action: action),
        environment: vault.client.environment)
      : vault
    try await vault.account.signIn(code: fixture.server.authorizationCode(for: "erin"))
    fixture.network.isDown = true
    try await vault.store.setWatched(true, for: .movie(16))
    await vault.store.settled()
    fixture.network.isDown = false
    #expect(try await vault.queue.open().count == 1)
    let kinds = Recorder<ClientError.Kind?>()
    action.withLock { action in
      action = {
        await user.store.flush()
        kinds.add(await Fixture.kind { _ = try await user.watchlist.all() })
        kinds.add(await Fixture.kind { try await user.account.deleteAccount() })
        kinds.add(await Fixture.kind { _ = try await user.server.health() })
      }
    }
    try await vault.account.deleteAccount()
    #expect(kinds.values == [.signedOut, .conflict, nil])
    #expect(fixture.server.requests.map(\.operation).suffix(2) == [.vaultAccountDelete, .vaultServerHealth])
    #expect(fixture.server.movieIDs(of: "erin") == [])
    // The deletion has ended: calls are sent again.
    action.withLock { $0 = {} }
    try await vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
    #expect(try await vault.store.refreshLibrary().value.movie(1) != nil)
  }
}
