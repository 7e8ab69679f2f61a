import ShelfClient
import ShelfTesting
import TallyKit
import TallyTesting
import Testing
import VaultClient
import VaultTesting

@Suite("A sign-in that has expired")
struct ExpiredSignInTests {
  /// The text and the detail of the errors of three calls.
  private func errors(_ call: () async throws(ClientError) -> Void) async -> [[String?]] {
    var errors: [[String?]] = []
    for _ in 1...3 {
      do throws(ClientError) { try await call() } catch { errors.append([error.text(.english), error.detail]) }
    }
    return errors
  }

  private let expected = [
    ["Please sign in again.", nil], ["Please sign in again.", ClientError.Detail.signInExpired],
    ["Please sign in again.", ClientError.Detail.signInExpired],
  ]

  @Test("is named by every call, not only by the one that the server refused")
  func everyCall() async throws {
    let (shelf, tally, vault) = (
      try await TestShelf.signedIn(), try await TestTally.signedIn(), try await TestVault.signedIn()
    )
    shelf.server.revokeAllTokens()
    #expect(await errors { () async throws(ClientError) in _ = try await shelf.shelf.account.me() } == expected)
    await tally.clock.advance(by: .seconds(3601))
    #expect(await errors { () async throws(ClientError) in _ = try await tally.tally.watchlist.watching() } == expected)
    vault.server.revokeAllTokens()
    #expect(await errors { () async throws(ClientError) in _ = try await vault.vault.account.me() } == expected)
    try await vault.vault.account.signOut(pending: .keep)
    let signedOut = await errors { () async throws(ClientError) in _ = try await vault.vault.account.me() }
    #expect(signedOut == Array(repeating: ["Nobody is signed in.", nil], count: 3))
  }
}
