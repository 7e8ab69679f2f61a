import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Ids of things that were made on this device")
struct LocalIDTests {
  private let world = CacheWorld()
  private var ids: LocalIDs<String> { LocalIDs("ids", in: world.client.accounts, operation: "test.ids") }

  private func context(of account: String) -> MutationContext {
    MutationContext(id: "1", account: account, order: 1, wasSent: false)
  }

  @Test("the server's id stands for the local one, which stays the name of the thing")
  func both() async throws {
    try await world.signIn("ada")
    try await ids.store("server-1", madeAs: "local-1", context(of: "ada"))
    #expect(try await ids.serverID(of: "local-1", context(of: "ada")) == "server-1")
    #expect(try await ids.stable("server-1") == "local-1")
    #expect(try await ids.stable("other") == "other")
  }

  @Test("an id that the server gives again is that of the newer thing, and no longer of the lost one")
  func givenAgain() async throws {
    try await world.signIn("ada")
    try await ids.store("server-1", madeAs: "local-1", context(of: "ada"))
    try await ids.store("server-1", madeAs: "local-2", context(of: "ada"))
    #expect(try await ids.serverID(of: "local-1", context(of: "ada")) == nil)
    #expect(try await ids.serverID(of: "local-2", context(of: "ada")) == "server-1")
    #expect(try await ids.stable("server-1") == "local-2")
  }

  @Test("the id of a change of one account is never stored for the next one, at whatever moment the account changes")
  func anotherAccount() async throws {
    try await world.signIn("ada")
    try await ids.store("server-1", madeAs: "local-1", context(of: "ada"))
    _ = try await world.client.signOut(.keep)
    try await world.signIn("grace")
    let error = await failure { try await ids.store("server-2", madeAs: "local-2", context(of: "ada")) }
    #expect(error.kind == .signedOut && error.detail == ClientError.Detail.accountChanged)
    #expect(try await ids.all().isEmpty)

    // The write itself must also refuse a change of ada: grace may sign in just before it.
    let table = AccountCache<[String: String]>.shared(
      "ids", empty: [:], retention: .device, in: world.client.accounts)
    let late = await failure { try await table.update(of: "ada") { $0["local-3"] = "server-3" } }
    #expect(late.kind == .signedOut && late.detail == ClientError.Detail.accountChanged)
    #expect(try await ids.all().isEmpty)
  }
}
