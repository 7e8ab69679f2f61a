import MediaCore
import TestSupport
import Testing
import VaultTesting

@testable import VaultClient

@MainActor @Suite("The library of chosen lists")
struct ChosenListsTests {
  private func model(_ fixture: Fixture, _ lists: [Int]) async -> VaultLibraryViewModel {
    let model = VaultLibraryViewModel(vault: fixture.vault)
    model.select(lists.map(ListID.list))
    await model.settled()
    return model
  }

  private func row(_ model: VaultLibraryViewModel, _ title: TitleReference) throws -> LibraryEntry {
    try #require(model.state.entries.first { $0.reference == title })
  }

  private func marks(_ fixture: Fixture, _ list: Int) -> [Int: Bool] {
    Dictionary(
      fixture.server.contents(ofList: list).filter { $0.type == "movie" }.map { ($0.id, $0.watched) },
      uniquingKeysWith: { $1 })
  }

  // MARK: Marks

  @Test("a film gets the mark that its row shows, the list's own, in every chosen list that has it")
  func movie() async throws {
    var world = VaultWorld.sample
    let second = world.addList("Second", items: [.movie(3)])
    let third = world.addList("Third", items: [.movie(3)])
    let fixture = try await Fixture.signedIn(world: world)
    let weekend = try #require(fixture.server.listID(named: "Weekend", of: "alice"))
    let model = await model(fixture, [weekend, second])
    model.toggleWatched(try row(model, .movie(3)))
    await model.settled()
    #expect(try row(model, .movie(3)).watched == .all)
    #expect(marks(fixture, weekend) == [3: true, 5: false])
    #expect(marks(fixture, second) == [3: true])
    #expect(marks(fixture, third) == [3: false])
    #expect(fixture.server.isWatched(movie: 3, of: "alice") == false)
    // The mark was set in lists, not toggled, so the screen offers no tip.
    #expect(model.state.tip == nil && model.state.notice == nil)
    model.toggleWatched(try row(model, .movie(3)))
    await model.settled()
    #expect(try row(model, .movie(3)).watched == .unwatched)
    #expect(marks(fixture, weekend)[3] == false && marks(fixture, second)[3] == false)
  }

  @Test("a film that is watched everywhere but in the list is marked there, and stays watched")
  func collection() async throws {
    var world = VaultWorld.sample
    let harbor = world.addList("Harbor", items: [.movie(4), .movie(6)])
    let fixture = try await Fixture.signedIn(world: world)
    let model = await model(fixture, [harbor])
    #expect(try row(model, .collection(9001)).watched == .unwatched)
    model.toggleWatched(try row(model, .collection(9001)))
    await model.settled()
    #expect(try row(model, .collection(9001)).watched == .all)
    #expect(marks(fixture, harbor) == [4: true, 6: true])
    #expect(fixture.server.isWatched(movie: 4, of: "alice") == true)
    #expect(fixture.server.isWatched(movie: 6, of: "alice") == false)
    model.setWatched(false, for: .movie(4))
    await model.settled()
    model.toggleWatched(try row(model, .collection(9001)))
    #expect(model.state.confirmation?.reference == .collection(9001))
    model.confirm(watched: false)
    await model.settled()
    #expect(marks(fixture, harbor) == [4: false, 6: false])
    #expect(fixture.server.isWatched(movie: 4, of: "alice") == true)
  }

  @Test("a mark of a list shows at once without a network and is not lost; a series has one mark everywhere")
  func offline() async throws {
    let fixture = try await Fixture.signedIn()
    let weekend = try #require(fixture.server.listID(named: "Weekend", of: "alice"))
    let model = await model(fixture, [weekend])
    fixture.network.isDown = true
    model.toggleWatched(try row(model, .movie(3)))
    await model.settled()
    #expect(try row(model, .movie(3)).watched == .all)
    #expect(marks(fixture, weekend)[3] == false)
    fixture.network.isDown = false
    await fixture.vault.store.flush()
    #expect(marks(fixture, weekend)[3] == true)
    model.toggleWatched(try row(model, .series(4)))
    await model.settled()
    #expect(try row(model, .series(4)).watched == .all)
    #expect(fixture.server.watchedEpisodes(ofSeries: 4, of: "alice").values.allSatisfy { $0 })
    // A film outside the chosen lists has only its own mark.
    model.setWatched(true, for: .movie(1))
    await model.settled()
    #expect(fixture.server.isWatched(movie: 1, of: "alice") == true)
  }

  // MARK: Choice

  private func left(_ fixture: Fixture) async throws -> (kept: Int, gone: Int, model: VaultLibraryViewModel) {
    let weekend = try #require(fixture.server.listID(named: "Weekend", of: "alice"))
    let trips = try #require(fixture.server.listID(named: "Long trips", of: "bob"))
    let model = await model(fixture, [trips, weekend])
    #expect(model.state.selectedLists == [.list(trips), .list(weekend)])
    #expect(model.state.library.value?.movie(15) != nil)
    // Another device leaves the list.
    try await fixture.relaunched().vault.lists.leave(trips)
    return (weekend, trips, model)
  }

  @Test("a list that this device has not read shows no titles of the list before it, without a network")
  func unread() async throws {
    let fixture = try await Fixture.signedIn()
    let weekend = try #require(fixture.server.listID(named: "Weekend", of: "alice"))
    let someDay = try #require(fixture.server.listID(named: "Some day", of: "alice"))
    let model = await model(fixture, [weekend])
    #expect(model.state.entries.count == 3)
    fixture.network.isDown = true
    model.select([.list(someDay)])
    await model.settled()
    #expect(model.state.entries == [] && model.state.library.value == nil)
    #expect(model.state.library.error?.kind == .unreachable)
    model.select([.list(weekend)])
    await model.settled()
    #expect(model.state.entries.count == 3)
  }

  @Test("a list that may not be read any more is no longer chosen, and the others are shown")
  func forbidden() async throws {
    let fixture = try await Fixture.signedIn()
    let (weekend, _, model) = try await left(fixture)
    // The route for all lists fails, so only the list's own route can answer 403.
    fixture.network.fail(.vaultListsAll, with: .status(500))
    model.refresh()
    await model.settled()
    #expect(fixture.server.requests.contains { $0.operation == .vaultListsContents && $0.status == 403 })
    #expect(model.state.selectedLists == [.list(weekend)])
    #expect(fixture.vault.preferences.selectedLists == [.list(weekend)])
    #expect(model.state.library.error == nil && model.state.staleness == nil)
    #expect(Set(model.state.entries.map(\.reference)) == [.movie(3), .movie(5), .series(4)])
  }

  @Test("a list that the server does not name any more is deselected without a request")
  func unlisted() async throws {
    let fixture = try await Fixture.signedIn()
    let (weekend, _, model) = try await left(fixture)
    model.refresh()
    await model.settled()
    #expect(model.state.selectedLists == [.list(weekend)])
    #expect(!fixture.server.requests.contains { $0.status == 403 })
  }

  @Test("a read by itself that finds the only chosen list deleted shows the watchlist")
  func deletedMeanwhile() async throws {
    let fixture = try await Fixture.signedIn()
    let trips = try #require(fixture.server.listID(named: "Long trips", of: "bob"))
    try await fixture.vault.store.refreshLibrary()
    let model = await model(fixture, [trips])
    model.onChange = { _ in }
    await fixture.vault.systemEvents.becameActive()
    await model.settled()
    #expect(model.state.entries.count == 1)
    try await fixture.otherDevice(of: "bob").vault.lists.delete(trips)
    await fixture.clock.advance(by: .seconds(901))
    #expect(await eventually { model.state.selectedLists == [.personal] })
    await model.settled()
    #expect(model.state.selectedLists == [.personal])
    #expect(model.state.library.value?.movie(1) != nil && model.state.library.value?.movie(15) == nil)
    #expect(try row(model, .movie(1)).title == "Paper Lanterns")
    #expect(model.state.error == nil)
  }

  @Test("lists that another account had chosen are no longer chosen")
  func anotherAccount() async throws {
    let fixture = try await Fixture.signedIn()
    let someDay = try #require(fixture.server.listID(named: "Some day", of: "alice"))
    _ = await model(fixture, [someDay])
    try await fixture.vault.account.signOut(pending: .keep)
    try await fixture.vault.account.signIn(username: "bob", password: VaultWorld.standardPassword)
    for problem in [true, false] {
      fixture.vault.preferences.setSelectedLists([.list(someDay)])
      if problem { fixture.network.fail(.vaultListsAll, with: .status(500)) }
      let model = VaultLibraryViewModel(vault: fixture.vault)
      model.load()
      await model.settled()
      #expect(model.state.selectedLists == [.personal])
      #expect(model.state.library.error == nil)
      #expect(Set(model.state.entries.map(\.title)) == ["Bob's Film", "Bob's Show"])
    }
  }

  @Test("neither an HTML page nor the number of a new list deselects a list")
  func kept() async throws {
    let fixture = try await Fixture.signedIn()
    let weekend = try #require(fixture.server.listID(named: "Weekend", of: "alice"))
    let model = await model(fixture, [weekend])
    for status in [403, 404] {
      fixture.network.fail(.vaultListsAll, with: .status(status))
      fixture.network.fail(.vaultListsContents, with: .status(status))
      model.refresh()
      await model.settled()
      #expect(model.state.selectedLists == [.list(weekend)])
      #expect(model.state.library.error != nil && model.state.library.value?.movie(3) != nil)
    }
    fixture.network.isDown = true
    let made = try await fixture.vault.store.createList(ListDraft(name: "Rain")).id
    try await fixture.vault.store.add(.movie(1), to: try #require(made.number))
    fixture.network.isDown = false
    for _ in 0..<2 {
      model.select([made])
      await model.settled()
      #expect(model.state.selectedLists == [made])
      #expect(model.state.entries.map(\.reference) == [.movie(1)])
      await fixture.vault.store.flush()
    }
    #expect(fixture.server.listID(named: "Rain", of: "alice") != nil)
  }
}
