import Foundation
import MediaCore
import TestSupport
import Testing
import VaultTesting

@testable import VaultClient

@MainActor @Suite("The account's screens, and what happens while they wait for an answer")
struct AccountMeanwhileTests {
  /// Lets all tasks run that are ready.
  private func rest() async { for _ in 0..<300 { await Task.yield() } }

  private func slow(_ fixture: Fixture, _ holding: [OperationID: Held]) -> ClosureTransport {
    let network = fixture.network
    return ClosureTransport { request in
      let answer = try await network.send(request)
      await holding[request.operation]?.wait()
      return answer
    }
  }

  private func service(_ fixture: Fixture, _ holding: [OperationID: Held]) -> VaultService {
    VaultService(
      server: .fake, transport: slow(fixture, holding), environment: fixture.vault.client.environment)
  }

  private func late(_ fixture: Fixture) -> (vault: VaultService, account: LateAccount) {
    let account = LateAccount(base: fixture.vault.account)
    return (fixture.service { $0.account = account }, account)
  }

  @Test("a sign-in that another one replaced shows no failure, and does not end the newer one's")
  func replaced() async throws {
    let fixture = Fixture()
    let (vault, account) = late(fixture)
    let model = VaultAccountViewModel(vault: vault)
    account.signIns.hold()
    model.signIn(username: "alice", password: "wrong")
    #expect(await eventually { account.signIns.count == 1 })
    model.signIn(username: "bob", password: VaultWorld.standardPassword)
    #expect(await eventually { account.signIns.count == 2 })
    account.signIns.releaseFirst()
    await rest()
    #expect(model.state.isSigningIn && model.state.notice == nil && !model.state.isAuthenticated)
    account.signIns.release()
    await model.settled()
    #expect(!model.state.isSigningIn && model.state.notice == nil)
    #expect(model.state.currentUser?.username == "bob")
  }

  @Test("a sign-out ends a check that is under way: nobody is shown as signed in")
  func signOut() async throws {
    let fixture = try await Fixture.signedIn()
    let (vault, account) = late(fixture)
    let model = VaultAccountViewModel(vault: vault)
    account.checks.hold()
    model.load()
    #expect(await eventually { account.checks.count == 1 })
    model.signOut(pending: .discard)
    await model.settled()
    account.checks.release()
    await rest()
    #expect(model.state == VaultAccountViewModel.State())
    #expect(try await fixture.vault.account.status() == .signedOut)
  }

  @Test("a sign-out ends a sign-in that is under way")
  func signOutWhileSigningIn() async throws {
    let fixture = try await Fixture.signedIn()
    let held = Held()
    let model = VaultAccountViewModel(vault: service(fixture, [.vaultAccountOwner: held]))
    held.hold()
    model.signIn(username: "bob", password: VaultWorld.standardPassword)
    #expect(await eventually { held.count == 1 })
    model.signOut(pending: .discard)
    await model.settled()
    held.release()
    await rest()
    #expect(model.state == VaultAccountViewModel.State())
    #expect(try await fixture.vault.account.status() == .signedOut)
  }

  @Test("a check of the account before changes nothing of the one that signed in meanwhile")
  func earlierCheck() async throws {
    let fixture = try await Fixture.signedIn()
    let (vault, account) = late(fixture)
    let model = VaultAccountViewModel(vault: vault)
    account.checks.hold()
    model.load()
    #expect(await eventually { account.checks.count == 1 })
    model.signIn(username: "bob", password: VaultWorld.standardPassword)
    #expect(await eventually { model.state.currentUser?.username == "bob" })
    account.checks.release()
    await rest()
    #expect(model.state.currentUser?.username == "bob" && model.state.isAuthenticated)
    #expect(!model.state.isOffline && model.state.error == nil && !model.state.isSigningIn)
  }

  // MARK: The sign-in screen

  private func signInScreen(_ fixture: Fixture, _ holding: [OperationID: Held]) async -> VaultSignInViewModel {
    let transport = slow(fixture, holding)
    let model = VaultSignInViewModel { address, _ in
      VaultService(server: address, transport: transport, environment: fixture.vault.client.environment)
    }
    model.address = "https://vault.test"
    model.findServer()
    await model.settled()
    return model
  }

  private func callback(_ page: URL?, _ code: String) throws -> URL {
    try SignInFlowTests.lead(try #require(page), code: code)
  }

  @Test("Auth0's page that comes after its sign-in was given up is not shown")
  func latePage() async throws {
    let fixture = Fixture()
    let held = Held()
    let model = await signInScreen(fixture, [.vaultAccountSignInPage: held])
    held.hold()
    model.startAuth0()
    #expect(await eventually { held.count == 1 })
    model.cancel()
    held.release()
    await rest()
    #expect(model.state.step == .chooseWay && model.state.providerPage == nil && model.state.problem == nil)
  }

  @Test("a code that is refused after its sign-in was given up shows neither a failure nor the page once more")
  func lateRefusal() async throws {
    let fixture = Fixture()
    let held = Held()
    let model = await signInScreen(fixture, [.vaultAccountRedeemCode: held])
    model.startAuth0()
    await model.settled()
    held.hold()
    let code = fixture.server.authorizationCode(for: "alice", client: .web)
    model.finishAuth0(callback: try callback(model.state.providerPage, code))
    #expect(await eventually { held.count == 1 })
    model.cancel()
    held.release()
    await rest()
    #expect(model.state.step == .chooseWay && model.state.providerPage == nil)
    #expect(model.state.problem == nil && model.state.notice == nil)
    #expect(fixture.count(.vaultAccountSignInPage) == 1)
  }

  @Test("a password that is refused after its sign-in was given up shows no failure")
  func latePassword() async throws {
    let fixture = Fixture()
    let (vault, account) = late(fixture)
    let model = VaultSignInViewModel { _, _ in vault }
    model.address = "https://vault.test"
    model.findServer()
    await model.settled()
    account.signIns.hold()
    model.signIn(username: "alice", password: "wrong")
    #expect(await eventually { account.signIns.count == 1 })
    model.cancel()
    account.signIns.release()
    await rest()
    #expect(model.state.step == .chooseWay && model.state.problem == nil && model.state.notice == nil)
  }

  @Test(
    "a sign-in that is answered after it was given up, or after another address was typed, is not shown",
    arguments: [true, false])
  func lateUser(isCancelled: Bool) async throws {
    let fixture = Fixture()
    let (vault, account) = late(fixture)
    let model = VaultSignInViewModel { _, _ in vault }
    model.address = "https://vault.test"
    model.findServer()
    await model.settled()
    account.signIns.hold()
    model.signIn(username: "alice", password: VaultWorld.standardPassword)
    #expect(await eventually { account.signIns.count == 1 })
    if isCancelled { model.cancel() } else { model.address = "https://other.test" }
    account.signIns.release()
    await rest()
    #expect(model.state.step == (isCancelled ? .chooseWay : .address) && model.state.username == nil)
  }
}
