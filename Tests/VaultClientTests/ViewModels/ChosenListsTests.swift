import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@MainActor @Suite("The library of chosen lists")
struct ChosenListsTests {
  private func model(_ stage: Stage, _ lists: [Int]) async -> VaultLibraryViewModel {
    let model = VaultLibraryViewModel(vault: stage.vault)
    model.select(lists.map(ListID.list))
    await model.settled()
    return model
  }

  private func row(_ model: VaultLibraryViewModel, _ title: TitleReference) throws -> LibraryEntry {
    try #require(model.state.entries.first { $0.reference == title })
  }

  private func marks(_ stage: Stage, _ list: Int) -> [Int: Bool] {
    Dictionary(
      stage.server.contents(ofList: list).filter { $0.type == "movie" }.map { ($0.id, $0.watched) },
      uniquingKeysWith: { $1 })
  }

  // MARK: Marks

  @Test("a film gets the mark that its row shows, the list's own, in every chosen list that has it")
  func movie() async throws {
    var world = VaultWorld.sample
    let second = world.addList("Second", items: [.movie(3)])
    let third = world.addList("Third", items: [.movie(3)])
    let stage = try await Stage.signedIn(world: world)
    let weekend = try #require(stage.server.listID(named: "Weekend", of: "alice"))
    let model = await model(stage, [weekend, second])
    model.toggleWatched(try row(model, .movie(3)))
    await model.settled()
    #expect(try row(model, .movie(3)).watched == .all)
    #expect(marks(stage, weekend) == [3: true, 5: false])
    #expect(marks(stage, second) == [3: true])
    #expect(marks(stage, third) == [3: false])
    #expect(stage.server.isWatched(movie: 3, of: "alice") == false)
    // What a list was told is no toggle, and not what the tip is about.
    #expect(model.state.tip == nil && model.state.notice == nil)
    model.toggleWatched(try row(model, .movie(3)))
    await model.settled()
    #expect(try row(model, .movie(3)).watched == .none)
    #expect(marks(stage, weekend)[3] == false && marks(stage, second)[3] == false)
  }

  @Test("a film that is watched everywhere but in the list is marked there, and stays watched")
  func collection() async throws {
    var world = VaultWorld.sample
    let harbor = world.addList("Harbor", items: [.movie(4), .movie(6)])
    let stage = try await Stage.signedIn(world: world)
    let model = await model(stage, [harbor])
    #expect(try row(model, .collection(9001)).watched == .none)
    model.toggleWatched(try row(model, .collection(9001)))
    await model.settled()
    #expect(try row(model, .collection(9001)).watched == .all)
    #expect(marks(stage, harbor) == [4: true, 6: true])
    #expect(stage.server.isWatched(movie: 4, of: "alice") == true)
    #expect(stage.server.isWatched(movie: 6, of: "alice") == false)
    model.setWatched(false, for: .movie(4))
    await model.settled()
    model.toggleWatched(try row(model, .collection(9001)))
    #expect(model.state.confirmation?.reference == .collection(9001))
    model.confirm(true)
    await model.settled()
    #expect(marks(stage, harbor) == [4: false, 6: false])
    #expect(stage.server.isWatched(movie: 4, of: "alice") == true)
  }

  @Test("a mark of a list shows at once without a network and is not lost; a series has one mark everywhere")
  func offline() async throws {
    let stage = try await Stage.signedIn()
    let weekend = try #require(stage.server.listID(named: "Weekend", of: "alice"))
    let model = await model(stage, [weekend])
    stage.network.isDown = true
    model.toggleWatched(try row(model, .movie(3)))
    await model.settled()
    #expect(try row(model, .movie(3)).watched == .all)
    #expect(marks(stage, weekend)[3] == false)
    stage.network.isDown = false
    await stage.vault.store.flush()
    #expect(marks(stage, weekend)[3] == true)
    model.toggleWatched(try row(model, .series(4)))
    await model.settled()
    #expect(try row(model, .series(4)).watched == .all)
    #expect(stage.server.watchedEpisodes(ofSeries: 4, of: "alice").values.allSatisfy { $0 })
    // A film that none of the lists shows has only its own mark.
    model.setWatched(true, for: .movie(1))
    await model.settled()
    #expect(stage.server.isWatched(movie: 1, of: "alice") == true)
  }

  // MARK: Choice

  private func left(_ stage: Stage) async throws -> (kept: Int, gone: Int, model: VaultLibraryViewModel) {
    let weekend = try #require(stage.server.listID(named: "Weekend", of: "alice"))
    let trips = try #require(stage.server.listID(named: "Long trips", of: "bob"))
    let model = await model(stage, [trips, weekend])
    #expect(model.state.selectedLists == [.list(trips), .list(weekend)])
    #expect(model.state.library.value?.movie(15) != nil)
    // On another device.
    try await stage.relaunched().vault.lists.leave(trips)
    return (weekend, trips, model)
  }

  @Test("a list that may not be read any more is no longer chosen, and the others are shown")
  func forbidden() async throws {
    let stage = try await Stage.signedIn()
    let (weekend, _, model) = try await left(stage)
    // Only the list itself can say so.
    stage.network.fail("vault.lists.all", with: .status(500))
    model.refresh()
    await model.settled()
    #expect(stage.server.requests.contains { $0.operation == "vault.lists.contents" && $0.status == 403 })
    #expect(model.state.selectedLists == [.list(weekend)])
    #expect(stage.vault.preferences.selectedLists == [.list(weekend)])
    #expect(model.state.library.error == nil && model.state.staleness == nil)
    #expect(Set(model.state.entries.map(\.reference)) == [.movie(3), .movie(5), .series(4)])
  }

  @Test("a list that the server does not name any more is not even asked for")
  func unlisted() async throws {
    let stage = try await Stage.signedIn()
    let (weekend, _, model) = try await left(stage)
    model.refresh()
    await model.settled()
    #expect(model.state.selectedLists == [.list(weekend)])
    #expect(!stage.server.requests.contains { $0.status == 403 })
  }

  @Test("what another account had chosen is no longer chosen")
  func anotherAccount() async throws {
    let stage = try await Stage.signedIn()
    let someDay = try #require(stage.server.listID(named: "Some day", of: "alice"))
    _ = await model(stage, [someDay])
    try await stage.vault.account.signOut(pending: .keep)
    try await stage.vault.account.signIn(username: "bob", password: VaultWorld.standardPassword)
    for problem in [true, false] {
      stage.vault.preferences.setSelectedLists([.list(someDay)])
      if problem { stage.network.fail("vault.lists.all", with: .status(500)) }
      let model = VaultLibraryViewModel(vault: stage.vault)
      model.load()
      await model.settled()
      #expect(model.state.selectedLists == [.personal])
      #expect(model.state.library.error == nil)
      #expect(Set(model.state.entries.map(\.title)) == ["Bob's Film", "Bob's Show"])
    }
  }

  @Test("a page in the server's place ends no choice, nor does the number that a list made here gets")
  func kept() async throws {
    let stage = try await Stage.signedIn()
    let weekend = try #require(stage.server.listID(named: "Weekend", of: "alice"))
    let model = await model(stage, [weekend])
    for status in [403, 404] {
      stage.network.fail("vault.lists.all", with: .status(status))
      stage.network.fail("vault.lists.contents", with: .status(status))
      model.refresh()
      await model.settled()
      #expect(model.state.selectedLists == [.list(weekend)])
      #expect(model.state.library.error != nil && model.state.library.value?.movie(3) != nil)
    }
    stage.network.isDown = true
    let made = try await stage.vault.store.createList(ListDraft(name: "Rain"))
    try await stage.vault.store.add(.movie(1), to: try #require(made.number))
    stage.network.isDown = false
    for _ in 0..<2 {
      model.select([made])
      await model.settled()
      #expect(model.state.selectedLists == [made])
      #expect(model.state.entries.map(\.reference) == [.movie(1)])
      await stage.vault.store.flush()
    }
    #expect(stage.server.listID(named: "Rain", of: "alice") != nil)
  }
}
