import Foundation
import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@Suite("Changes of titles")
struct ChangeTests {
  private func fixture(_ settings: FakeVaultServer.Settings = .init()) async throws -> Fixture {
    let fixture = try await Fixture.signedIn(settings: settings)
    try await fixture.vault.store.refreshLibrary()
    // The library leaves out titles that are in lists: cache the lists as well.
    try await fixture.vault.store.refreshLists()
    for list in try #require(try await fixture.vault.store.lists()).value {
      try await fixture.vault.store.refreshContents(of: list.id)
    }
    return fixture
  }

  @Test("one member of a film changes, the others stay: also a mark that another device set")
  func edit() async throws {
    let fixture = try await fixture()
    fixture.network.isDown = true
    try await fixture.vault.store.update(6, MovieChange(title: "Harbor Lights 0"))
    await fixture.vault.store.settled()
    try await fixture.vault.store.update(6, MovieChange(releaseDate: "2004"))
    await fixture.vault.store.settled()
    #expect(try await fixture.vault.store.library()?.value.movie(6)?.title == "Harbor Lights 0")
    fixture.server.setWatched(true, movie: 6)
    fixture.network.isDown = false
    await fixture.vault.store.flush()
    let movie = try await fixture.vault.movies.movie(6)
    #expect(movie.title == "Harbor Lights 0")
    #expect(movie.releaseDate == "2004")
    #expect(movie.watched)
    #expect(movie.collectionID == 9001)
    #expect(fixture.count(.vaultMoviesReplace) == 1)
  }

  @Test("a film leaves its collection, and comes into another")
  func collections() async throws {
    let fixture = try await fixture()
    try await fixture.vault.store.update(6, MovieChange(collection: MovieChange.CollectionChange.none))
    #expect(try await fixture.vault.store.library()?.value.movies.contains { $0.id == 6 } == true)
    try await fixture.vault.store.update(1, MovieChange(collection: .collection(id: 77, name: "Lights")))
    await fixture.vault.store.settled()
    let library = try await fixture.vault.store.refreshLibrary().value
    #expect(library.movie(6)?.collectionID == nil)
    #expect(library.collection(77)?.movies.map(\.id) == [1])
  }

  @Test("a film's new title and collection show in the library, in lists, and when the film returns from a list")
  func collectionInLists() async throws {
    let fixture = try await fixture()
    let store = fixture.vault.store
    let weekend = try #require(fixture.server.listID(named: "Weekend", of: "alice"))
    let someDay = try #require(fixture.server.listID(named: "Some day", of: "alice"))
    fixture.network.isDown = true
    try await store.add(.movie(1), to: someDay)
    try await store.add(.movie(2), to: someDay)
    try await store.update(3, MovieChange(title: "Day Ferry", collection: .collection(id: 77, name: "Ferries")))
    try await store.update(5, MovieChange(title: "Harbor Dark", collection: MovieChange.CollectionChange.none))
    try await store.update(1, MovieChange(title: "Paper Moons", collection: .collection(id: 9001, name: "Harbor")))
    try await store.update(4, MovieChange(title: "Harbor Dusk", collection: .collection(id: 9001, name: "Harbor")))
    let titles = { () async throws -> [[String]] in
      let list = try #require(try await store.contents(of: .list(weekend))?.value)
      let library = try #require(try await store.library()?.value)
      return [
        list.collections.flatMap { ["\($0.id)"] + $0.movies.map(\.title) }, list.movies.map(\.title),
        library.collection(9001)?.movies.map(\.title) ?? [],
      ]
    }
    let shown = [["77", "Day Ferry"], ["Harbor Dark"], ["Harbor Dusk", "Harbor Lights: Origins"]]
    #expect(try await titles() == shown)
    await store.settled()
    fixture.network.isDown = false
    for _ in 0..<2 { await store.flush() }
    #expect(try await fixture.vault.queue.open() == [])
    #expect(try await titles() == shown)
    for id in [weekend, someDay] { try await store.refreshContents(of: .list(id)) }
    try await store.refreshLibrary()
    #expect(try await titles() == shown)
    // The library hides a film that is in a list. A change made meanwhile must show when the film is back.
    fixture.network.isDown = true
    try await store.add(.movie(10), to: someDay)
    try await store.update(10, MovieChange(title: "Salt", collection: .collection(id: 77, name: "Ferries")))
    try await store.remove(.movie(10), from: someDay)
    #expect(try await store.library()?.value.collection(77)?.movies.map(\.title) == ["Salt"])
  }

  @Test("a film that a list shows twice is in its new collection twice, as the server shows it")
  func collectionOfDoubledRow() throws {
    let film = with(Movie(id: 3)) { $0.title = "Night Ferry" }
    var snapshot = VaultSnapshot()
    snapshot.contents["7"] = Dated(with(ListContents()) { $0.movies = [film, film] }, asOf: .distantPast)
    let change = MovieChange(collection: .collection(id: 77, name: "Ferries"))
    MovieEditMutation(movie: 3, change: change).apply(to: &snapshot)
    let shown = try #require(snapshot.contents["7"]?.value)
    #expect(shown.movies == [] && shown.collection(77)?.movies.map(\.id) == [3, 3])
  }

  @Test("a role's update reads, merges and writes without the store")
  func update() async throws {
    let fixture = try await fixture()
    let movie = try await fixture.vault.movies.update(4, MovieChange(title: "Lights"))
    #expect(movie.title == "Lights" && movie.watched && movie.collectionID == 9001)
    try await fixture.vault.movies.update(4, MovieChange(title: "Lights"))
    #expect(fixture.count(.vaultMoviesReplace) == 1)
    let episode = try await fixture.vault.episodes.update(1) { $0.title = "Start" }
    #expect(episode.title == "Start" && episode.watched)
  }

  @Test("removing: a film, a series with its episodes, a collection film by film")
  func remove() async throws {
    let fixture = try await fixture()
    fixture.network.isDown = true
    try await fixture.vault.store.remove(.movie(1))
    try await fixture.vault.store.remove(.series(1))
    try await fixture.vault.store.remove(.collection(9001))
    let library = try await fixture.vault.store.library()?.value
    #expect(library?.movie(1) == nil && library?.series(1) == nil && library?.collection(9001) == nil)
    await fixture.vault.store.settled()
    fixture.network.isDown = false
    await fixture.vault.store.flush()
    #expect(Set(fixture.server.movieIDs(of: "alice")).isDisjoint(with: [1, 4, 5, 6]))
    #expect(!fixture.server.seriesIDs(of: "alice").contains(1))
    #expect(try await fixture.vault.episodes.all(of: 1) == [])
  }

  @Test("a removal whose answer is lost does not remove the next title of that id")
  func reusedID() async throws {
    let fixture = try await fixture()
    fixture.network.isDown = true
    try await fixture.vault.store.remove(.movie(13))
    await fixture.vault.store.settled()
    fixture.network.isDown = false
    _ = try await fixture.vault.movies.replace(13, with: MovieFields(title: "Newcomer", imdbID: "tt7777777"))
    await fixture.vault.store.flush()
    #expect(fixture.server.movieIDs(of: "alice").contains(13))
    #expect(try await fixture.vault.queue.open() == [])
  }

  @Test("removing everything removes the titles seen here, and none added since")
  func removeAll() async throws {
    let fixture = try await fixture(.init(simulatedUpstreams: true))
    fixture.network.isDown = true
    try await fixture.vault.store.removeAll()
    await fixture.vault.store.settled()
    fixture.network.isDown = false
    _ = try await fixture.vault.imports.movie("tt0501001", into: [])
    await fixture.vault.store.flush()
    let rest = try await fixture.vault.store.refreshLibrary().value
    #expect(rest.allMovies.contains { $0.imdbID == "tt0501001" })
    #expect(rest.movie(1) == nil && rest.series.isEmpty)
  }

  @Test("a series is renamed; an episode is added, changed and removed")
  func series() async throws {
    let fixture = try await fixture()
    try await fixture.vault.store.updateSeries(1, title: "South Pier")
    try await fixture.vault.store.save(EpisodeFields(seriesID: 1, season: 3, number: 1, title: "Third"))
    try await fixture.vault.store.save(EpisodeFields(seriesID: 1, season: 1, number: 1, title: "Start"))
    await fixture.vault.store.settled()
    #expect(try await fixture.vault.series.series(1).title == "South Pier")
    let episodes = try await fixture.vault.episodes.all(of: 1)
    #expect(episodes.first { $0.code == "S03E01" }?.title == "Third")
    #expect(episodes.first { $0.code == "S01E01" }?.title == "Start")
    #expect(episodes.first { $0.code == "S01E01" }?.watched == true)
    try await fixture.vault.store.removeEpisode(EpisodePosition(season: 3, number: 1), of: 1)
    await fixture.vault.store.settled()
    #expect(try await fixture.vault.episodes.all(of: 1).count == 5)
  }

  @Test("creating by hand names the alternative")
  func create() async throws {
    let fixture = try await fixture()
    let movie = await Fixture.error {
      _ = try await fixture.vault.movies.create(MovieFields(title: "New", imdbID: "tt9999999"))
    }
    #expect(movie?.kind == .unsupported)
    #expect(movie?.brokenRoute == .createMovie)
    #expect(movie?.vaultText().contains("Import") == true)
    let series = await Fixture.error { _ = try await fixture.vault.series.create(title: "New", imdbID: "tt9999999") }
    #expect(series?.brokenRoute == .createSeries)
  }

  @Test("imports wait for the network and happen once, into lists too")
  func imports() async throws {
    let fixture = try await fixture(.init(simulatedUpstreams: true))
    let list = try #require(fixture.server.listID(named: "Some day", of: "alice"))
    fixture.network.isDown = true
    try await fixture.vault.store.importTitle(.movie("tt0501001"), into: [.personal, .list(list)])
    try await fixture.vault.store.importTitle(.fullSeries("tmdb_801"))
    await fixture.vault.store.settled()
    fixture.network.isDown = false
    fixture.network.fail(.vaultImportsFullSeries, with: .replyLost)
    for _ in 0..<3 { await fixture.vault.store.flush() }
    #expect(try await fixture.vault.queue.open() == [])
    #expect(fixture.count(.vaultImportsFullSeries) == 1)
    let library = try await fixture.vault.store.refreshLibrary().value
    #expect(library.series.filter { $0.imdbID == "tmdb_801" }.count == 1)
    let contents = try await fixture.vault.store.refreshContents(of: .list(list)).value
    #expect(contents.allMovies.contains { $0.imdbID == "tt0501001" })
    #expect(await Fixture.kind { try await fixture.vault.store.importTitle(.movie("../x")) } == .invalidRequest)
  }

  @Test("imports while the catalogue cannot be reached stay open")
  func importsWait() async throws {
    let fixture = try await fixture()
    try await fixture.vault.store.importTitle(.movie("tt0501001"))
    await fixture.vault.store.settled()
    #expect(try await fixture.vault.queue.open().count == 1)
  }

  @Test("seen: new and newly imported titles, one by one and all")
  func seen() async throws {
    let fixture = try await fixture()
    let news = try await fixture.vault.store.refreshNews().value
    #expect(!news.isEmpty)
    fixture.network.isDown = true
    try await fixture.vault.store.markAllSeen()
    #expect(try await fixture.vault.store.news()?.value.isEmpty == true)
    await fixture.vault.store.settled()
    fixture.network.isDown = false
    await fixture.vault.store.flush()
    #expect(try await fixture.vault.notifications.newTitles().isEmpty)
    let error = await Fixture.error { try await fixture.vault.notifications.markAllSeen() }
    #expect(error?.brokenRoute == .markNotificationsSeen)
    try await fixture.vault.store.markSeen(.collection(9001))
    await fixture.vault.store.settled()
    #expect(try await fixture.vault.queue.open() == [])
  }

  @Test("the automation of a library is set, not toggled")
  func automation() async throws {
    let fixture = try await fixture()
    let library = try #require(try await fixture.vault.imports.history().first)
    for _ in 0..<2 {
      try await fixture.vault.store.setAutomated(true, library: library.id)
      await fixture.vault.store.settled()
    }
    #expect(try await fixture.vault.imports.history().first?.isAutomated == true)
    #expect(fixture.count(.vaultImportsToggleAutomation) == 1)
  }

  @Test("unwatched titles come from the watchlist where the server's route fails")
  func unwatched() async throws {
    let fixture = try await fixture()
    let direct = await Fixture.error { _ = try await fixture.vault.watchlist.unwatchedByServer(sortedBy: .added) }
    #expect(direct?.brokenRoute == .unwatched)
    let unwatched = try await fixture.vault.watchlist.unwatched(sortedBy: .releaseDate)
    #expect(unwatched.movies.allSatisfy { !$0.watched })
    #expect(unwatched.series.first?.id == 1)
    #expect(unwatched.series.flatMap(\.episodes).allSatisfy { !$0.watched })
  }
}
