import Foundation
import MediaCore
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

  /// With somebody whose token makes a new account at its next use.
  private static func stage() async throws -> Stage {
    let stage = Stage(world: world)
    try await stage.vault.account.signIn(code: stage.server.authorizationCode(for: "erin"))
    try await stage.vault.store.refreshLibrary()
    #expect(stage.server.movieIDs(of: "erin") == [16])
    return stage
  }

  @Test("a lost answer ends the sign-in and says that nobody knows", arguments: [FaultTransport.Fault.replyLost, .cut])
  func uncertain(_ fault: FaultTransport.Fault) async throws {
    let stage = try await Self.stage()
    stage.network.fail("vault.account.delete", with: fault)
    let error = try #require(await Stage.error { try await stage.vault.account.deleteAccount() })
    #expect(error.kind == (fault == .cut ? .unreachable : .timedOut))
    #expect(error.isDeletionUncertain)
    #expect(
      error.vaultText()
        == "The answer was lost: the account may be deleted or not. You were signed out; sign in to see.")
    #expect(stage.server.movieIDs(of: "erin") == [])
    #expect(try await stage.vault.account.status() == .signedOut)
    #expect(await Stage.kind { _ = try await stage.vault.watchlist.all() } == .signedOut)
    let later = stage.relaunched()
    #expect(try await later.vault.account.check() == .signedOut)
    // The token was not used again, and no new account came of it.
    #expect(stage.server.requests.last?.operation == "vault.account.delete")
    let kept = stage.files.contents.values.map { String(decoding: $0, as: UTF8.self) }.joined()
    #expect(!kept.contains("Erin's Film"))
    #expect(stage.count("vault.account.delete") == 1)
  }

  @Test("a request that cannot have arrived changes nothing, nor does a refusal", arguments: [true, false])
  func certain(_ isDown: Bool) async throws {
    let stage = try await Self.stage()
    stage.network.isDown = true
    try await stage.vault.store.setWatched(true, for: .movie(16))
    await stage.vault.store.settled()
    if !isDown {
      stage.network.isDown = false
      stage.network.fail("vault.account.delete", with: .status(500))
    }
    let error = try #require(await Stage.error { try await stage.vault.account.deleteAccount() })
    #expect(error.kind == (isDown ? .unreachable : .server))
    #expect(!error.isDeletionUncertain)
    guard case .signedIn = try await stage.vault.account.status() else {
      Issue.record("signed out")
      return
    }
    #expect(try await stage.vault.store.library()?.value.movie(16)?.watched == true)
    stage.network.isDown = false
    await stage.vault.store.flush()
    #expect(stage.server.isWatched(movie: 16, of: "erin") == true)
    try await stage.vault.account.deleteAccount()
    #expect(try await stage.vault.account.status() == .signedOut)
    #expect(stage.server.movieIDs(of: "erin") == [])
  }

  /// Lets others try something between an answer and its arrival.
  private struct Meanwhile: Transport {
    let base: any Transport
    let action: Locked<@Sendable () async -> Void>

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      let answer = try await base.send(request)
      if request.operation == "vault.account.delete" { await action.withLock { $0 }() }
      return answer
    }
  }

  @Test("until the answer is there nothing else is sent with the token")
  func meanwhile() async throws {
    let stage = Stage(world: Self.world)
    let action = Locked<@Sendable () async -> Void>({})
    let vault = VaultService(
      server: .fake, transport: Meanwhile(base: stage.network, action: action),
      environment: .manual(clock: stage.clock, files: stage.files, secrets: stage.secrets))
    try await vault.account.signIn(code: stage.server.authorizationCode(for: "erin"))
    stage.network.isDown = true
    try await vault.store.setWatched(true, for: .movie(16))
    await vault.store.settled()
    stage.network.isDown = false
    #expect(try await vault.outbox.open().count == 1)
    let kinds = Noted<ClientError.Kind?>()
    action.withLock { action in
      action = {
        await vault.store.flush()
        kinds.add(await Stage.kind { _ = try await vault.watchlist.all() })
        kinds.add(await Stage.kind { try await vault.account.deleteAccount() })
        kinds.add(await Stage.kind { _ = try await vault.server.health() })
      }
    }
    try await vault.account.deleteAccount()
    #expect(kinds.values == [.signedOut, .conflict, nil])
    #expect(stage.server.requests.map(\.operation).suffix(2) == ["vault.account.delete", "vault.server.health"])
    #expect(stage.server.movieIDs(of: "erin") == [])
    // Nobody is held back afterwards.
    action.withLock { $0 = {} }
    try await vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
    #expect(try await vault.store.refreshLibrary().value.movie(1) != nil)
  }
}
