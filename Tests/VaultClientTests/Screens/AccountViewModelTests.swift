import Foundation
import MediaCore
import TestSupport
import Testing
import VaultTesting

@testable import VaultClient

@MainActor @Suite("The account view model")
struct AccountViewModelTests {
  @Test("signs in over Auth0, shows the user, and signs out of Auth0 too")
  func whole() async throws {
    let fixture = Fixture()
    let model = VaultAccountViewModel(vault: fixture.vault)
    model.load()
    await model.settled()
    #expect(!model.state.isAuthenticated)
    model.signIn { page, flow in
      #expect(!flow.isCallback(page))
      return try SignInFlowTests.lead(page, code: fixture.server.authorizationCode(for: "alice"))
    }
    #expect(model.state.isSigningIn)
    await model.settled()
    #expect(model.state.isAuthenticated)
    #expect(model.state.currentUser?.username == "alice")
    #expect(!model.state.isSigningIn)
    #expect(model.state.expiresAt != nil)
    let opened = Recorder<URL>()
    model.signOut { opened.add($0) }
    await model.settled()
    #expect(model.state == VaultAccountViewModel.State())
    #expect(opened.values.first?.path == "/v2/logout")
  }

  @Test("a sign-out that fails on a full disk says so, and signs out of Auth0 too")
  func fullDisk() async throws {
    let fixture = Fixture()
    try await fixture.vault.account.signIn(code: fixture.server.authorizationCode(for: "alice"))
    try await fixture.vault.store.refreshLibrary()
    try await fixture.vault.store.setWatched(true, for: .movie(1))
    await fixture.vault.store.flush()
    let model = VaultAccountViewModel(vault: fixture.vault)
    fixture.files.isFull = true
    let opened = Recorder<URL>()
    model.signOut { opened.add($0) }
    await model.settled()
    #expect(model.state.notice != nil && !model.state.isAuthenticated)
    #expect(opened.values.map(\.path) == ["/v2/logout"])
  }

  @Test("closing the page shows no error, a refusal does")
  func errors() async throws {
    let fixture = Fixture()
    let model = VaultAccountViewModel(vault: fixture.vault)
    model.signIn { _, _ in nil }
    await model.settled()
    #expect(model.state.error == nil)
    model.signIn(username: "alice", password: "wrong")
    await model.settled()
    #expect(model.state.notice == "The username or the password is not right.")
    model.dismissNotice()
    #expect(model.state.notice == nil)
  }

  @Test("shows the signed-in user after a relaunch, offline too")
  func relaunch() async throws {
    let fixture = try await Fixture.signedIn()
    let later = fixture.relaunched()
    later.network.isDown = true
    let model = VaultAccountViewModel(vault: later.vault)
    model.load()
    await model.settled()
    #expect(model.state.isAuthenticated)
    #expect(model.state.isOffline)
    #expect(model.state.currentUser?.username == "alice")
    later.network.isDown = false
    model.load()
    await model.settled()
    #expect(!model.state.isOffline)
  }

  @Test("shows a sign-in and a sign-out that another screen has made, and asks for nothing before it is loaded")
  func elsewhere() async throws {
    let fixture = Fixture()
    let model = VaultAccountViewModel(vault: fixture.vault)
    let idle = VaultAccountViewModel(vault: fixture.vault)
    model.load()
    await model.settled()
    #expect(!model.state.isAuthenticated)
    try await fixture.vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
    #expect(await eventually { model.state.currentUser?.username == "alice" })
    #expect(await eventually { idle.state.isAuthenticated })
    await model.settled()
    #expect(model.state.isAuthenticated && model.state.expiresAt != nil && !model.state.isRefreshing)
    #expect(fixture.count(.vaultAccountMe) == 1)
    try await fixture.vault.account.signOut(pending: .keep)
    #expect(await eventually { model.state == VaultAccountViewModel.State() })
    #expect(await eventually { !idle.state.isAuthenticated })
    try await fixture.vault.account.signIn(username: "bob", password: VaultWorld.standardPassword)
    #expect(await eventually { model.state.currentUser?.username == "bob" })
  }

  @Test("no longer asks for a sign-in once the user has signed in on another screen")
  func signedInElsewhere() async throws {
    let fixture = try await Fixture.signedIn()
    let model = VaultAccountViewModel(vault: fixture.vault)
    fixture.server.revokeAllTokens()
    model.load()
    await model.settled()
    #expect(model.state.needsSignIn && !model.state.isAuthenticated)
    try await fixture.vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
    #expect(await eventually { model.state.isAuthenticated && !model.state.needsSignIn })
    await model.settled()
    #expect(model.state.currentUser?.username == "alice" && model.state.error == nil)
  }

  @Test("counts a change that is made after the check, and one that is sent later")
  func counts() async throws {
    let fixture = try await Fixture.signedIn()
    let model = VaultAccountViewModel(vault: fixture.vault)
    model.load()
    await model.settled()
    #expect(model.state.pendingCount == 0)
    fixture.network.isDown = true
    try await fixture.vault.store.setWatched(true, for: .movie(1))
    #expect(await eventually { model.state.pendingCount == 1 })
    await fixture.vault.store.settled()
    fixture.network.isDown = false
    await fixture.vault.store.flush()
    #expect(await eventually { model.state.pendingCount == 0 })
  }

  @Test("lists refused changes, to send again or discard")
  func refused() async throws {
    let fixture = try await Fixture.signedIn(settings: .init(simulatedUpstreams: true))
    let model = VaultAccountViewModel(vault: fixture.vault)
    model.load()
    await model.settled()
    #expect(model.state.refused.isEmpty)
    let refused = try await fixture.vault.store.importTitle(.series("tmdb_999999"))
    _ = await refused.settled()
    #expect(await eventually { model.state.refused.map(\.id) == [refused.id] })
    model.retry(model.state.refused[0])
    await model.settled()
    #expect(model.state.refused.map(\.id) == [refused.id])
    #expect(model.state.refusedCount == 1)
    #expect(model.state.notice == "There is no such title to import.")
    model.discard(model.state.refused[0])
    await model.settled()
    #expect(model.state.refused.isEmpty)
    #expect(try await fixture.vault.queue.refused().isEmpty)
  }

  @Test("says that changes wait while it cannot read them, so that an app asks before a sign-out")
  func unreadable() async throws {
    let fixture = try await Fixture.signedIn()
    fixture.network.isDown = true
    try await fixture.vault.store.setWatched(true, for: .movie(1))
    try await fixture.vault.store.setWatched(true, for: .movie(2))
    await fixture.vault.store.settled()
    let later = fixture.relaunched()
    later.network.isDown = true
    #expect(try await later.vault.account.status() != .signedOut)
    later.files.isLocked = true
    let model = VaultAccountViewModel(vault: later.vault)
    model.load()
    await model.settled()
    #expect(model.state.isAuthenticated && model.state.pendingCount == 1)
    later.files.isLocked = false
    model.load()
    await model.settled()
    #expect(model.state.pendingCount == 2)
  }

  @Test("asks for a sign-in exactly once when the token expires, whichever call finds out")
  func expiry() async throws {
    let fixture = try await Fixture.signedIn()
    let model = VaultAccountViewModel(vault: fixture.vault)
    var asked = 0
    model.onSignInNeeded = { asked += 1 }
    model.load()
    await model.settled()
    fixture.server.revokeAllTokens()
    #expect(await Fixture.kind { _ = try await fixture.vault.lists.all() } == .signedOut)
    for _ in 0..<3 {
      model.load()
      await model.settled()
    }
    #expect(asked == 1)
    #expect(model.state.needsSignIn)
    #expect(!model.state.isAuthenticated)
    model.signIn(username: "alice", password: VaultWorld.standardPassword)
    await model.settled()
    #expect(!model.state.needsSignIn)
    fixture.server.revokeAllTokens()
    model.load()
    await model.settled()
    #expect(asked == 2)
  }

  @Test(
    "checks each minute at most, and each day at least",
    arguments: [
      (Duration.seconds(Int64.min), 60), (.seconds(-1), 60), (.zero, 60), (.seconds(59), 60),
      (.seconds(86_401), 86_400),
      (.seconds(Int64.max), 86_400),
    ])
  func bounds(interval: Duration, seconds: Int) async throws {
    let clock = ManualClock()
    let fixture = try await Fixture.signedIn(clock: clock)
    let model = VaultAccountViewModel(vault: fixture.vault)
    model.startChecking(every: interval)
    await model.settled()
    let before = fixture.count(.vaultAccountMe)
    let begun = clock.uptime()
    await clock.advance(by: .seconds(seconds - 1))
    #expect(fixture.count(.vaultAccountMe) == before)
    #expect(
      await eventually {
        await clock.advance(by: .seconds(seconds) / 4)
        await model.settled()
        return fixture.count(.vaultAccountMe) > before
      })
    let rounds = Int((clock.uptime() - begun).seconds / Double(seconds))
    #expect(fixture.count(.vaultAccountMe) - before <= rounds && rounds <= 4)
  }

  @Test("checks every hour")
  func hourly() async throws {
    let clock = ManualClock()
    let fixture = try await Fixture.signedIn(clock: clock)
    let model = VaultAccountViewModel(vault: fixture.vault)
    model.startChecking()
    await model.settled()
    let before = fixture.count(.vaultAccountMe)
    let begun = clock.uptime()
    await clock.advance(by: .seconds(3599))
    #expect(fixture.count(.vaultAccountMe) == before)
    #expect(
      await eventually {
        await clock.advance(by: .seconds(900))
        await model.settled()
        return fixture.count(.vaultAccountMe) > before
      })
    let hours = Int((clock.uptime() - begun).seconds / 3600)
    #expect(fixture.count(.vaultAccountMe) - before <= hours)
  }
}
