import Foundation
import MediaCore
import ShelfTesting
import Testing

@testable import ShelfClient

@Suite("Signing in with an API key")
struct APIKeyTests {
  @Test("acts as the user it was made for, over a relaunch, and is never renewed")
  func signIn() async throws {
    let rig = try await ShelfRig(as: nil)
    let key = try #require(rig.server.makeAPIKey(for: "grace", lifetime: 7200))
    let login = try await rig.shelf.account.signIn(apiKey: key)
    #expect(login.user.username == "grace")
    #expect(try await rig.shelf.account.me().username == "grace")
    #expect(try await rig.relaunched().libraries.all().count == 2)
    // An access token would have expired by now; the key must still work, without a refresh.
    await rig.clock.advance(by: .seconds(3700))
    #expect(try await rig.shelf.libraries.all().count == 2)
    #expect(rig.count(.shelfAccountRefresh) == 0)
  }

  @Test("ends with the key")
  func expiry() async throws {
    let rig = try await ShelfRig(as: nil)
    let key = try #require(rig.server.makeAPIKey(for: "grace", lifetime: 60))
    try await rig.shelf.account.signIn(apiKey: key)
    await rig.clock.advance(by: .seconds(120))
    let error = try await failure { try await rig.shelf.account.me() }
    #expect(error.kind == .signedOut)
    #expect(rig.count(.shelfAccountRefresh) == 0)
  }

  @Test("of another server or nobody fails, and leaves who is signed in", arguments: ["not a key", "", "a.b.c"])
  func refused(key: String) async throws {
    let rig = try await ShelfRig()
    let error = try await failure { try await rig.shelf.account.signIn(apiKey: key) }
    #expect(error.kind == (key == "a.b.c" ? .signedOut : .invalidRequest))
    #expect(!"\(error)".contains("a.b.c"))
    #expect(try await rig.shelf.account.me().username == "ada")
  }
}
