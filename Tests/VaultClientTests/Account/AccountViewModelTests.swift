import Foundation
import MediaCore
import TestSupport
import Testing
import VaultTesting

@testable import VaultClient

@MainActor @Suite("The account view model")
struct AccountViewModelTests {
  @Test("signs in over Auth0, knows the user, signs out without bouncing back")
  func whole() async throws {
    let stage = Stage()
    let model = VaultAccountViewModel(vault: stage.vault)
    model.checkAuth()
    await model.settled()
    #expect(!model.state.isAuthenticated)
    model.login { page, flow in
      #expect(!flow.isCallback(page))
      return try SignInFlowTests.lead(page, code: stage.server.authorizationCode(for: "alice"))
    }
    #expect(model.state.isSigningIn)
    await model.settled()
    #expect(model.state.isAuthenticated)
    #expect(model.state.currentUser?.username == "alice")
    #expect(!model.state.isSigningIn)
    #expect(model.state.expiresAt != nil)
    let opened = Noted<URL>()
    model.logout { opened.add($0) }
    await model.settled()
    #expect(model.state == VaultAccountViewModel.State())
    #expect(opened.values.first?.path == "/v2/logout")
  }

  @Test("closing the page shows no error, a refusal does")
  func errors() async throws {
    let stage = Stage()
    let model = VaultAccountViewModel(vault: stage.vault)
    model.login { _, _ in nil }
    await model.settled()
    #expect(model.state.error == nil)
    model.login(username: "alice", password: "wrong")
    await model.settled()
    #expect(model.state.message == "The username or the password is not right.")
    model.dismissError()
    #expect(model.state.message == nil)
  }

  @Test("remembers who is signed in over a relaunch, offline too")
  func relaunch() async throws {
    let stage = try await Stage.signedIn()
    let later = stage.relaunched()
    later.network.isDown = true
    let model = VaultAccountViewModel(vault: later.vault)
    model.checkAuth()
    await model.settled()
    #expect(model.state.isAuthenticated)
    #expect(model.state.isOffline)
    #expect(model.state.currentUser?.username == "alice")
    later.network.isDown = false
    model.checkAuth()
    await model.settled()
    #expect(!model.state.isOffline)
  }

  @Test("asks for signing in exactly once when the token dies, whoever notices")
  func expiry() async throws {
    let stage = try await Stage.signedIn()
    let model = VaultAccountViewModel(vault: stage.vault)
    var asked = 0
    model.onSignInNeeded = { asked += 1 }
    model.checkAuth()
    await model.settled()
    stage.server.revokeAllTokens()
    #expect(await Stage.kind { _ = try await stage.vault.lists.all() } == .signedOut)
    for _ in 0..<3 {
      model.checkAuth()
      await model.settled()
    }
    #expect(asked == 1)
    #expect(model.state.needsSignIn)
    #expect(!model.state.isAuthenticated)
    model.login(username: "alice", password: VaultWorld.standardPassword)
    await model.settled()
    #expect(!model.state.needsSignIn)
    stage.server.revokeAllTokens()
    model.checkAuth()
    await model.settled()
    #expect(asked == 2)
  }

  @Test("checks every hour")
  func hourly() async throws {
    let clock = ManualClock()
    let stage = try await Stage.signedIn(clock: clock)
    let model = VaultAccountViewModel(vault: stage.vault)
    model.startChecking()
    await model.settled()
    let before = stage.count("vault.account.me")
    let begun = clock.uptime()
    await clock.advance(by: .seconds(3599))
    #expect(stage.count("vault.account.me") == before)
    #expect(
      await eventually {
        await clock.advance(by: .seconds(900))
        await model.settled()
        return stage.count("vault.account.me") > before
      })
    let hours = Int((clock.uptime() - begun).seconds / 3600)
    #expect(stage.count("vault.account.me") - before <= hours)
  }
}
