import Foundation
import TestSupport
import Testing
import VaultTesting

@testable import MediaCore
@testable import VaultClient

@Suite("Signing in to Vault with a token that the app holds")
struct HeldTokenTests {
  /// The token of a sign-in elsewhere, and the number of its user.
  private func token(_ test: TestVault) async throws -> (token: String, user: String) {
    let other = VaultService(
      server: .fake, transport: test.server.transport, environment: .manual(clock: test.clock, seed: 9))
    let account = VaultWorld.account
    let user = try await other.account.signIn(username: account.username, password: account.password)
    return (try #require(try await other.client.session.heldCredentials()).access.reveal(), String(user.id))
  }

  @Test("asks the server for a token whose user nobody knows, and so needs a connection")
  func unnamed() async throws {
    let test = TestVault(clock: ManualClock(passing: .everything))
    let (token, user) = try await token(test)
    test.faults.isDown = true
    await #expect { try await test.vault.account.signIn(token: HeldToken(token)) } throws: {
      ($0 as? ClientError)?.kind == .unreachable
    }
    #expect(try await test.vault.account.status() == .signedOut)
    test.faults.isDown = false
    let status = try await test.vault.account.signIn(token: HeldToken(token))
    #expect(status == .signedIn(account: user, name: "alice"))
    #expect(try await test.vault.account.check() == .signedIn(test.vault.account.me()))
  }

  @Test("takes a token with its user's number offline, checks it before the first call, and sends what was done")
  func offline() async throws {
    let test = TestVault(clock: ManualClock(passing: .everything))
    let (token, user) = try await token(test)
    test.faults.isDown = true
    let status = try await test.vault.account.signIn(token: HeldToken(token, account: user, name: "Al"))
    #expect(status == .signedIn(account: user, name: "Al"))
    let movie = 4
    try await test.vault.store.setWatched(true, for: .movie(movie))
    test.faults.isDown = false
    await test.vault.queue.flush()
    #expect(try await test.vault.queue.open().isEmpty)
    #expect(try await test.vault.movies.movie(movie).watched)
    #expect(try await test.vault.account.status() == .signedIn(account: user, name: "alice"))
  }

  @Test("a sign-out opens Auth0's logout page also for a token that was taken with its user's number")
  func auth0() async throws {
    let test = TestVault(clock: ManualClock(passing: .everything))
    let other = VaultService(
      server: .fake, transport: test.server.transport, environment: .manual(clock: test.clock, seed: 9))
    let user = try await other.account.signIn(code: test.server.authorizationCode(for: "alice"))
    let token = try #require(try await other.client.session.heldCredentials()).access.reveal()
    test.faults.isDown = true
    try await test.vault.account.signIn(token: HeldToken(token, account: String(user.id)))
    #expect(await test.vault.account.expiry() != nil)
    #expect(try await test.vault.account.check() == .offline(nil))
    test.faults.isDown = false
    #expect(try await test.vault.account.check() == .signedIn(user))
    test.faults.isDown = true
    #expect(try await test.vault.account.check() == .offline(user))
    test.faults.isDown = false
    #expect(try await test.vault.account.signOut(pending: .keep)?.path == "/v2/logout")
  }

  @Test("keeps the token when a proxy answers 401 in the server's place")
  func proxy() async throws {
    let test = TestVault(clock: ManualClock(passing: .everything))
    let (token, user) = try await token(test)
    test.faults.isDown = true
    try await test.vault.account.signIn(token: HeldToken(token, account: user, name: "Al"))
    test.faults.isDown = false
    test.faults.fail(.vaultAccountOwner, with: .status(401))
    await #expect { try await test.vault.account.me() } throws: { ($0 as? ClientError)?.kind == .wrongServer }
    #expect(try await test.vault.account.status() == .signedIn(account: user, name: "Al"))
    #expect(try await test.vault.account.me().username == "alice")
  }

  @Test("ends a token of another user than the app says, or that the server refuses, and keeps what was done offline")
  func wrong() async throws {
    for (token, account) in [(try await token(TestVault()).token, "987654"), ("a.b.c", "1")] {
      let test = TestVault(clock: ManualClock(passing: .everything))
      test.faults.isDown = true
      try await test.vault.account.signIn(token: HeldToken(token, account: account))
      try await test.vault.store.setWatched(true, for: .movie(4))
      test.faults.isDown = false
      await #expect { try await test.vault.account.me() } throws: { error in
        let error = error as? ClientError
        return error?.kind == .signedOut
          && (error?.serverMessage == "Could not validate credentials"
            || error?.detail == ClientError.Detail.anotherAccount)
      }
      #expect(try await test.vault.account.status() == .expired(account: account, name: ""))
      await test.vault.queue.settled()
      #expect(try await test.vault.queue.all().map(\.state) == [.pending], "of \(account)")
      #expect(!test.faults.operations.contains(.vaultMoviesOne))
    }
    let test = TestVault()
    await #expect { try await test.vault.account.signIn(token: HeldToken("a.b.c", account: "alice")) } throws: {
      ($0 as? ClientError)?.kind == .invalidRequest
    }
  }
}
