import Foundation
import TallyTesting
import TestSupport
import Testing

@testable import MediaCore
@testable import TallyKit

@Suite("Signing in to Tally with a token that the app holds")
struct HeldTokenTests {
  /// The token of a sign-in elsewhere, and the user's id.
  private func token(_ test: TestTally) async throws -> (token: String, user: String) {
    let other = TallyService(
      server: .fake, transport: test.server.transport, environment: .manual(clock: test.clock, seed: 9))
    let user = try await other.account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
    return (try #require(try await other.client.session.heldCredentials()).access.reveal(), user.id.rawValue)
  }

  @Test("takes the account from the token without a network, and sends what was done offline later")
  func offline() async throws {
    let test = TestTally(clock: ManualClock(passing: .everything))
    let (token, user) = try await token(test)
    test.faults.isDown = true
    let status = try await test.tally.account.signIn(token: HeldToken(token))
    #expect(status.account == user)
    #expect(await test.tally.account.expiresAt() != nil)
    try await test.tally.watchlistStore.setRating(7.5, of: 520_600)
    #expect(try await test.relaunched().tally.account.status() == status)
    test.faults.isDown = false
    await test.tally.queue.flush()
    #expect(test.server.entry(of: user, tmdbID: 520_600)?.rating == 7.5)
  }

  @Test("ends with the server's own words when the token does not count, and keeps what was done offline")
  func refused() async throws {
    let test = TestTally(clock: ManualClock(passing: .everything))
    let (token, user) = try await token(test)
    test.faults.isDown = true
    try await test.tally.account.signIn(token: HeldToken(token))
    try await test.tally.watchlistStore.setRating(7.5, of: 520_600)
    await test.clock.advance(by: .seconds(7200))
    test.faults.isDown = false
    await #expect { try await test.tally.watchlist.all(status: nil) } throws: { error in
      let error = error as? ClientError
      return error?.kind == .signedOut
        && error?.serverMessage == "Invalid or expired token. Please login again."
    }
    guard case .expired(user, _) = try await test.tally.account.status() else {
      Issue.record("not run out")
      return
    }
    #expect(try await test.tally.queue.open().count == 1)
    try await test.tally.account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
    await test.tally.queue.flush()
    #expect(test.server.entry(of: user, tmdbID: 520_600)?.rating == 7.5)
  }

  @Test("refuses a text that names no account, and a token of another account than the app says")
  func wrong() async throws {
    let test = TestTally(clock: ManualClock(passing: .everything))
    let (token, _) = try await token(test)
    await #expect { try await test.tally.account.signIn(token: HeldToken("opaque")) } throws: {
      ($0 as? ClientError)?.kind == .invalidRequest
    }
    await #expect { try await test.tally.account.signIn(token: HeldToken(token, account: "other")) } throws: {
      ($0 as? ClientError)?.detail == ClientError.Detail.anotherAccount
    }
    #expect(try await test.tally.account.status() == .signedOut)
  }

  @Test("a stored sign-in of the old app is taken over once, and its source may delete it")
  func migration() async throws {
    let test = TestTally(clock: ManualClock(passing: .everything))
    let (token, user) = try await token(test)
    let source = OldEntry(HeldToken(token))
    test.faults.isDown = true
    #expect(try await test.tally.account.signIn(from: source).account == user)
    #expect(await source.told == [user])
    try await test.tally.account.signOut(pending: .keep)
    #expect(try await test.tally.account.signIn(from: source) == .signedOut)
    #expect(await source.asked == 1)
  }
}

private actor OldEntry: MigrationSource {
  private let token: HeldToken
  private(set) var asked = 0
  private(set) var told: [String] = []

  init(_ token: HeldToken) { self.token = token }

  func heldToken() -> HeldToken? {
    asked += 1
    return token
  }
  func signInIsStored(for account: String) { told.append(account) }
}
