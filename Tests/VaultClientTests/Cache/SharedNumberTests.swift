import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@Suite("Titles of several kinds with one number in a list")
struct SharedNumberTests {
  /// A list with film 1 and series 1, in both orders of adding.
  private func fixture(filmFirst: Bool) async throws -> (fixture: Fixture, list: Int) {
    var world = VaultWorld()
    world.addMovie("Film")
    world.addSeries("Show", episodes: [.init(1, 1, "Pilot"), .init(1, 2, "Fog")])
    let film = VaultWorld.Item(type: "movie", id: 1, notes: "the film's")
    let list = world.addList("Both", items: filmFirst ? [film, .series(1)] : [.series(1), film])
    let fixture = try await Fixture.signedIn(world: world)
    try await fixture.vault.store.refreshLists()
    let contents = try await fixture.vault.store.refreshContents(of: .list(list)).value
    #expect(contents.isAmbiguous(.movie(1)) && contents.isAmbiguous(.series(1)))
    return (fixture, list)
  }

  private func row(_ type: String, _ fixture: Fixture, _ list: Int) -> VaultWorld.Item? {
    fixture.server.contents(ofList: list).first { $0.type == type }
  }

  private func refusals(_ fixture: Fixture) async throws -> [MutationRecord.State] {
    try await fixture.vault.queue.refused().map(\.state)
  }

  @Test("a mark and a note of the film are the film's, whatever was added first", arguments: [true, false])
  func filmIsMarked(_ filmFirst: Bool) async throws {
    let (fixture, list) = try await fixture(filmFirst: filmFirst)
    try await fixture.vault.store.mark(.movie(1), in: list, ItemMark(watched: true, notes: "new"))
    await fixture.vault.store.settled()
    #expect(try await refusals(fixture) == [])
    #expect(row("movie", fixture, list)?.notes == "new" && row("movie", fixture, list)?.watched == true)
    #expect(row("series", fixture, list)?.notes == nil && row("series", fixture, list)?.watched == false)
  }

  @Test("a mark and a note of the series are never written on the film", arguments: [true, false])
  func seriesIsRefused(_ filmFirst: Bool) async throws {
    let (fixture, list) = try await fixture(filmFirst: filmFirst)
    let store = fixture.vault.store
    try await store.mark(.series(1), in: list, ItemMark(watched: true, notes: "the show's"))
    await store.settled()
    try await store.add(.series(1), to: list, notes: "the show's")
    await store.settled()
    #expect(try await refusals(fixture) == [.refused(reason: "ambiguous"), .refused(reason: "ambiguous")])
    #expect(row("movie", fixture, list)?.notes == "the film's" && row("movie", fixture, list)?.watched == false)
    #expect(fixture.count(.vaultListsMark) == 0)
  }

  @Test("either of them is removed, and the other one stays", arguments: [true, false], [true, false])
  func removed(_ filmFirst: Bool, _ isFilm: Bool) async throws {
    let (fixture, list) = try await fixture(filmFirst: filmFirst)
    // The film and the series have the same number: a request delivered twice must not remove the other one.
    fixture.network.fail(.vaultListsRemove, with: .duplicated)
    fixture.network.fail(.vaultListsMove, with: .duplicated)
    try await fixture.vault.store.remove(isFilm ? .movie(1) : .series(1), from: list)
    await fixture.vault.store.settled()
    #expect(try await refusals(fixture) == [])
    #expect(try await fixture.vault.queue.open() == [])
    #expect(fixture.server.contents(ofList: list).map(\.type) == [isFilm ? "series" : "movie"])
    if !isFilm { #expect(row("movie", fixture, list)?.notes == "the film's") }
  }

  @Test("a collection is no row of a list: neither marking nor removing it touches the film with its number")
  func collection() async throws {
    var world = VaultWorld()
    world.addMovie("Film")
    world.addMovie("Part One", collection: .init(1, "Parts"))
    let list = world.addList("List", items: [.movie(1), .movie(2)])
    let fixture = try await Fixture.signedIn(world: world)
    try await fixture.vault.store.refreshContents(of: .list(list))
    try await fixture.vault.store.mark(ListItem(.collection, 1), in: list, ItemMark(watched: true, notes: "wrong"))
    try await fixture.vault.store.remove(ListItem(.collection, 1), from: list)
    await fixture.vault.store.settled()
    #expect(try await refusals(fixture).count == 2)
    #expect(fixture.server.contents(ofList: list) == [.movie(1), .movie(2)])
  }

  // MARK: Hidden rows

  /// A list with film 2 and a copied series, whose second episode has the hidden row `episode` 2.
  private func copied() async throws -> (fixture: Fixture, list: Int) {
    var world = VaultWorld()
    for title in ["First", "Second"] { world.addMovie(title) }
    world.addSeries("Show", episodes: [.init(1, 1, "Pilot"), .init(1, 2, "Fog")])
    let source = world.addList("Source", items: [.series(1)])
    let list = world.addList("Target", items: [.movie(2)])
    let fixture = try await Fixture.signedIn(world: world)
    _ = try await fixture.vault.lists.transfer(.copy, .series(1), from: source, to: list, keepingMarks: true)
    #expect(fixture.server.contents(ofList: list).filter { $0.type == "episode" }.map(\.id) == [1, 2])
    try await fixture.vault.store.refreshLists()
    try await fixture.vault.store.refreshContents(of: .list(list))
    return (fixture, list)
  }

  @Test("a film with the number of a copied series' episode is marked, and not the episode's hidden row")
  func hiddenEpisode() async throws {
    let (fixture, list) = try await copied()
    try await fixture.vault.store.mark(.movie(2), in: list, ItemMark(watched: true, notes: "new"))
    await fixture.vault.store.settled()
    for _ in 0..<4 { await fixture.vault.store.flush() }
    #expect(try await refusals(fixture) == [])
    #expect(row("movie", fixture, list)?.notes == "new" && row("movie", fixture, list)?.watched == true)
    #expect(!fixture.server.contents(ofList: list).contains { $0.type == "episode" && $0.notes != nil })
    #expect(fixture.count(.vaultListsMark) == 1)
  }

  @Test("a film with the number of a copied series' episode is removed, also where the series is there no more")
  func hiddenEpisodeRemoved() async throws {
    let (fixture, list) = try await copied()
    try await fixture.vault.lists.remove(.series(1), from: list)
    #expect(fixture.server.contents(ofList: list).map(\.type).contains("episode"))
    try await fixture.vault.store.mark(.movie(2), in: list, ItemMark(notes: "new"))
    await fixture.vault.store.settled()
    await fixture.vault.store.flush()
    #expect(row("movie", fixture, list)?.notes == "new")
    try await fixture.vault.store.remove(.movie(2), from: list)
    await fixture.vault.store.settled()
    #expect(try await refusals(fixture) == [])
    #expect(try await fixture.vault.queue.open() == [])
    #expect(row("movie", fixture, list) == nil)
  }
}
