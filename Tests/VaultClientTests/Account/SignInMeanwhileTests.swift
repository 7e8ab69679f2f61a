import Foundation
import MediaCore
import TestSupport
import Testing
import VaultTesting

@testable import VaultClient

@Suite("Signing in and out while an answer is on its way")
struct SignInMeanwhileTests {
  /// The same service over a slow network.
  private func slow(_ fixture: Fixture, _ operation: OperationID) -> (vault: VaultService, held: Held) {
    let held = Held()
    let network = fixture.network
    let transport = ClosureTransport { request in
      let answer = try await network.send(request)
      if request.operation == operation { await held.wait() }
      return answer
    }
    return (
      VaultService(server: .fake, transport: transport, environment: fixture.vault.client.environment), held
    )
  }

  @Test(
    "a sign-in whose answer comes after another sign-in, or after a sign-out, signs nobody in",
    arguments: [true, false])
  func late(isAnother: Bool) async throws {
    let fixture = isAnother ? Fixture() : try await Fixture.signedIn()
    let (vault, held) = slow(fixture, .vaultAccountOwner)
    held.hold()
    let late = Task {
      await Fixture.error { try await vault.account.signIn(username: "alice", password: VaultWorld.standardPassword) }
    }
    #expect(await eventually { held.count == 1 })
    if isAnother {
      try await fixture.vault.account.signIn(username: "bob", password: VaultWorld.standardPassword)
    } else {
      try await fixture.vault.account.signOut(pending: .keep)
    }
    held.release()
    #expect(await late.value?.detail == ClientError.Detail.accountChanged)
    let name: String? =
      switch try await fixture.vault.account.status() {
      case .signedIn(_, let name): name
      default: nil
      }
    #expect(name == (isAnother ? "bob" : nil))
    #expect((await fixture.vault.account.expiry() == nil) == !isAnother)
  }

  @Test("the user of an answer that comes after another sign-in is not kept as the one to show offline")
  func laterUser() async throws {
    let fixture = try await Fixture.signedIn()
    let held = Held()
    var options = ClientOptions()
    options.middleware = [HeldMiddleware(operation: .vaultAccountMe, held: held)]
    let vault = VaultService(
      server: .fake, transport: fixture.network, environment: fixture.vault.client.environment, options: options)
    held.hold()
    let late = Task { try await vault.account.me().username }
    #expect(await eventually { held.count == 1 })
    try await fixture.vault.account.signIn(username: "bob", password: VaultWorld.standardPassword)
    held.release()
    #expect(try await late.value == "alice")
    fixture.network.isDown = true
    guard case .offline(let user) = try await fixture.vault.account.check() else {
      Issue.record("not offline")
      return
    }
    #expect(user?.username == "bob")
  }

  @Test(
    "a check that fails because the sign-in has ended meanwhile names that end, and not the network",
    arguments: [true, false])
  func ended(isExpired: Bool) async throws {
    let fixture = try await Fixture.signedIn()
    let (vault, held) = slow(fixture, .vaultAccountMe)
    held.hold()
    if isExpired { fixture.server.revokeAllTokens() }
    let check = Task { try await vault.account.check() }
    #expect(await eventually { held.count == 1 })
    if !isExpired { try await fixture.vault.account.signOut(pending: .keep) }
    held.release()
    #expect(try await check.value == (isExpired ? .expired : .signedOut))
  }

  @Test("a check that is cancelled says nothing of the sign-in")
  func check() async throws {
    let fixture = try await Fixture.signedIn()
    let (vault, held) = slow(fixture, .vaultAccountMe)
    held.hold()
    let check = Task { await Fixture.kind { _ = try await vault.account.check() } }
    #expect(await eventually { held.count == 1 })
    check.cancel()
    #expect(await check.value == .cancelled)
    held.release()
  }

  @Test("a deletion that was cancelled before it began is not sent")
  func deletion() async throws {
    let fixture = try await Fixture.signedIn()
    let deletion = Task {
      while !Task.isCancelled { await Task.yield() }
      return await Fixture.kind { try await fixture.vault.account.deleteAccount() }
    }
    deletion.cancel()
    #expect(await deletion.value == .cancelled)
    #expect(fixture.count(.vaultAccountDelete) == 0)
    #expect(try await fixture.vault.account.me().username == "alice")
  }

  @Test("a page that ends after the sign-in was cancelled signs nobody in, and its address counts no more")
  func page() async throws {
    let fixture = Fixture()
    let flow = fixture.vault.account.signInFlow()
    let shown = Locked<URL?>(nil)
    let held = Held()
    held.hold()
    let signIn = Task {
      await Fixture.kind {
        _ = try await flow.signIn { page in
          let callback = try SignInFlowTests.lead(page, code: fixture.server.authorizationCode(for: "alice"))
          shown.withLock { $0 = callback }
          await held.wait()
          return callback
        }
      }
    }
    #expect(await eventually { held.count == 1 })
    signIn.cancel()
    held.release()
    #expect(await signIn.value == .cancelled)
    #expect(fixture.count(.vaultAccountRedeemCode) == 0)
    let callback = try #require(shown.withLock { $0 })
    #expect(await Fixture.error { _ = try await flow.finish(callback) }?.signInProblem == .unsolicited)
    #expect(try await fixture.vault.account.status() == .signedOut)
  }
}
