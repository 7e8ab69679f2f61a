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

  /// Runs an action between an answer and its arrival.
  private struct Meanwhile: Transport {
    let base: any Transport
    let action: Locked<@Sendable () async -> Void>

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      let answer = try await base.send(request)
      if request.operation == .vaultAccountDelete { await action.withLock { $0 }() }
      return answer
    }
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
