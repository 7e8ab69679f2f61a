import MediaCore
import TestSupport
import Testing
import VaultTesting

@testable import VaultClient

@MainActor @Suite("The screen of lists, and a list that gets its number from the server")
struct NumberedListTests {
  /// A screen with the list "Rain", which was made without a network and is on the server now.
  private func numbered() async throws -> (model: ListsViewModel, fixture: Fixture, made: Int, number: Int) {
    let (model, fixture, made) = try await unnumbered()
    fixture.network.isDown = false
    await fixture.vault.store.flush()
    let number = try #require(fixture.server.listID(named: "Rain", of: "alice"))
    #expect(await eventually { model.state.lists.value?.contains { $0.id == .list(number) } == true })
    return (model, fixture, made, number)
  }

  private func unnumbered() async throws -> (model: ListsViewModel, fixture: Fixture, made: Int) {
    let fixture = try await Fixture.signedIn()
    try await fixture.vault.store.refreshLibrary()
    let model = ListsViewModel(vault: fixture.vault)
    model.load()
    await model.settled()
    fixture.network.isDown = true
    let made = try #require(try await fixture.vault.store.createList(ListDraft(name: "Rain")).id.number)
    try await fixture.vault.store.add(.movie(1), to: made)
    await fixture.vault.store.settled()
    await model.settled()
    return (model, fixture, made)
  }

  @Test("a list opened by one of its numbers closes when it is deleted by the other", arguments: [true, false])
  func deleted(byNumber: Bool) async throws {
    let (model, _, made, number) = try await numbered()
    model.open(.list(byNumber ? made : number))
    await model.settled()
    #expect(model.state.contents.value?.items == [.movie(1)])
    model.delete(byNumber ? number : made)
    #expect(model.state.opened == nil && model.state.contents == .idle)
    await model.settled()
    #expect(model.state.opened == nil && model.state.contents == .idle)
  }

  @Test("a list that is left by the other of its numbers closes, and another list stays open")
  func left() async throws {
    let (model, fixture, made, number) = try await numbered()
    let weekend = try #require(fixture.server.listID(named: "Weekend", of: "alice"))
    model.open(.list(weekend))
    await model.settled()
    model.leave(made)
    #expect(model.state.opened == .list(weekend) && model.state.contents.value != nil)
    model.open(.list(made))
    model.leave(number)
    #expect(model.state.opened == nil)
  }

  @Test("a list that is opened by its provisional number has the targets of its number")
  func targets() async throws {
    let (model, fixture, made, _) = try await numbered()
    model.open(.list(made))
    await model.settled()
    #expect(Set(model.state.targets.map(\.name)) == ["Weekend", "Some day", "Long trips"])
    #expect(fixture.count(.vaultListsTargets) == 1)
  }

  @Test("a list that gets its number while it is open gets its targets")
  func targetsLater() async throws {
    let (model, fixture, made) = try await unnumbered()
    model.open(.list(made))
    await model.settled()
    #expect(model.state.contents.value?.items == [.movie(1)] && model.state.targets == [])
    fixture.network.isDown = false
    await fixture.vault.store.flush()
    #expect(await eventually { model.state.targets.count == 3 })
    await model.settled()
    #expect(fixture.count(.vaultListsTargets) == 1)
  }

  @Test("a list keeps its place in the user's order when it gets its number")
  func order() async throws {
    let (model, fixture, made) = try await unnumbered()
    model.setOrder([.list(made), .personal])
    #expect(model.state.lists.value?.first?.name == "Rain")
    fixture.network.isDown = false
    await fixture.vault.store.flush()
    let number = try #require(fixture.server.listID(named: "Rain", of: "alice"))
    #expect(await eventually { model.state.lists.value?.first?.id == .list(number) })
    await model.settled()
    #expect(model.state.lists.value?.prefix(2).map(\.id) == [.list(number), .personal])
  }
}
