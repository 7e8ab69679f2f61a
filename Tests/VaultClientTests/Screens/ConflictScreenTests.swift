import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@MainActor
@Suite("Conflicts on the account screen of Vault")
struct ConflictScreenTests {
  /// An account screen that lists a conflict over the name of a list.
  private func listed() async throws -> (fixture: Fixture, model: VaultAccountViewModel, list: Int) {
    let fixture = try await Fixture.signedIn()
    let list = try #require(fixture.server.listID(named: "Weekend", of: "alice"))
    let model = VaultAccountViewModel(vault: fixture.vault)
    await model.loadAndWait()
    #expect(model.state.conflicts == [])
    try await fixture.vault.store.refreshLists()
    try await fixture.offline {
      try await fixture.vault.store.updateList(list, ListDraft(name: "Ours"))
    } meanwhile: {
      let other = try await fixture.otherDevice()
      try await other.vault.store.refreshLists()
      try await other.vault.store.updateList(list, ListDraft(name: "Theirs"))
      await other.vault.store.flush()
    }
    await model.settled()
    return (fixture, model, list)
  }

  @Test("undo brings the losing side back on the server and takes the conflict off the screen")
  func undo() async throws {
    let (fixture, model, list) = try await listed()
    #expect(
      model.state.conflicts.map { $0.text() } == [
        "Kept “Ours” from this device; “Theirs” from another device was overwritten."
      ])
    #expect(fixture.server.listID(named: "Ours", of: "alice") == list)
    model.undo(try #require(model.state.conflicts.first))
    await model.settled()
    #expect(model.state.conflicts == [])
    #expect(fixture.server.listID(named: "Theirs", of: "alice") == list)
  }

  @Test("dismiss leaves the side that counts, and takes the conflict off the screen")
  func dismiss() async throws {
    let (fixture, model, list) = try await listed()
    model.dismiss(try #require(model.state.conflicts.first))
    await model.settled()
    #expect(model.state.conflicts == [])
    #expect(fixture.server.listID(named: "Ours", of: "alice") == list)
    #expect(try await fixture.vault.store.conflicts() == [])
  }

  @Test("after a sign-out no conflict is shown, and the account's next sign-in shows it again")
  func account() async throws {
    let (_, model, _) = try await listed()
    model.signOut()
    await model.settled()
    #expect(model.state.conflicts == [])
    model.signIn(username: "alice", password: VaultWorld.standardPassword)
    await model.settled()
    #expect(model.state.conflicts.count == 1)
  }
}
