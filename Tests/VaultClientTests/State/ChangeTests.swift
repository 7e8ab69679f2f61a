import Foundation
import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@Suite("Changes of titles")
struct ChangeTests {
  private func stage(_ settings: FakeVaultServer.Settings = .init()) async throws -> Stage {
    let stage = try await Stage.signedIn(settings: settings)
    try await stage.vault.store.refreshLibrary()
    // What sits in lists is not in the library.
    try await stage.vault.store.refreshLists()
    for list in try #require(try await stage.vault.store.lists()).value {
      try await stage.vault.store.refreshContents(of: list.id)
    }
    return stage
  }

  @Test("one member of a film changes, the others stay: also a mark that another device set")
  func edit() async throws {
    let stage = try await stage()
    stage.network.isDown = true
    try await stage.vault.store.update(6, MovieChange(title: "Harbor Lights 0"))
    await stage.vault.store.settled()
    try await stage.vault.store.update(6, MovieChange(releaseDate: "2004"))
    await stage.vault.store.settled()
    #expect(try await stage.vault.store.library()?.value.movie(6)?.title == "Harbor Lights 0")
    stage.server.setWatched(true, movie: 6)
    stage.network.isDown = false
    await stage.vault.store.flush()
    let movie = try await stage.vault.movies.movie(6)
    #expect(movie.title == "Harbor Lights 0")
    #expect(movie.releaseDate == "2004")
    #expect(movie.watched)
    #expect(movie.collectionID == 9001)
    #expect(stage.count("vault.movies.replace") == 1)
  }

  @Test("a film leaves its collection, and comes into another")
  func collections() async throws {
    let stage = try await stage()
    try await stage.vault.store.update(6, MovieChange(collection: MovieChange.CollectionChange.none))
    #expect(try await stage.vault.store.library()?.value.movies.contains { $0.id == 6 } == true)
    try await stage.vault.store.update(1, MovieChange(collection: .collection(id: 77, name: "Lights")))
    await stage.vault.store.settled()
    let library = try await stage.vault.store.refreshLibrary().value
    #expect(library.movie(6)?.collectionID == nil)
    #expect(library.collection(77)?.movies.map(\.id) == [1])
  }

  @Test("read, merge, write without the store")
  func update() async throws {
    let stage = try await stage()
    let movie = try await stage.vault.movies.update(4, MovieChange(title: "Lights"))
    #expect(movie.title == "Lights" && movie.watched && movie.collectionID == 9001)
    try await stage.vault.movies.update(4, MovieChange(title: "Lights"))
    #expect(stage.count("vault.movies.replace") == 1)
    let episode = try await stage.vault.episodes.update(1) { $0.title = "Start" }
    #expect(episode.title == "Start" && episode.watched)
  }

  @Test("removing: a film, a series with its episodes, a collection film by film")
  func remove() async throws {
    let stage = try await stage()
    stage.network.isDown = true
    try await stage.vault.store.remove(.movie(1))
    try await stage.vault.store.remove(.series(1))
    try await stage.vault.store.remove(.collection(9001))
    let library = try await stage.vault.store.library()?.value
    #expect(library?.movie(1) == nil && library?.series(1) == nil && library?.collection(9001) == nil)
    await stage.vault.store.settled()
    stage.network.isDown = false
    await stage.vault.store.flush()
    #expect(Set(stage.server.movieIDs(of: "alice")).isDisjoint(with: [1, 4, 5, 6]))
    #expect(!stage.server.seriesIDs(of: "alice").contains(1))
    #expect(try await stage.vault.episodes.all(of: 1) == [])
  }

  @Test("a removal whose answer is lost does not take the next bearer of the id")
  func reusedID() async throws {
    let stage = try await stage()
    stage.network.isDown = true
    try await stage.vault.store.remove(.movie(13))
    await stage.vault.store.settled()
    stage.network.isDown = false
    _ = try await stage.vault.movies.replace(13, with: MovieFields(title: "Newcomer", imdbID: "tt7777777"))
    await stage.vault.store.flush()
    #expect(stage.server.movieIDs(of: "alice").contains(13))
    #expect(try await stage.vault.outbox.open() == [])
  }

  @Test("removing everything takes what was seen here, and nothing that came since")
  func removeAll() async throws {
    let stage = try await stage(.init(simulatedUpstreams: true))
    stage.network.isDown = true
    try await stage.vault.store.removeAll()
    await stage.vault.store.settled()
    stage.network.isDown = false
    _ = try await stage.vault.imports.movie("tt0501001", into: [])
    await stage.vault.store.flush()
    let rest = try await stage.vault.store.refreshLibrary().value
    #expect(rest.allMovies.contains { $0.imdbID == "tt0501001" })
    #expect(rest.movie(1) == nil && rest.series.isEmpty)
  }

  @Test("a series gets another title; an episode comes, changes, and goes")
  func series() async throws {
    let stage = try await stage()
    try await stage.vault.store.updateSeries(1, title: "South Pier")
    try await stage.vault.store.save(EpisodeFields(seriesID: 1, season: 3, number: 1, title: "Third"))
    try await stage.vault.store.save(EpisodeFields(seriesID: 1, season: 1, number: 1, title: "Start"))
    await stage.vault.store.settled()
    #expect(try await stage.vault.series.series(1).title == "South Pier")
    let episodes = try await stage.vault.episodes.all(of: 1)
    #expect(episodes.first { $0.code == "S03E01" }?.title == "Third")
    #expect(episodes.first { $0.code == "S01E01" }?.title == "Start")
    #expect(episodes.first { $0.code == "S01E01" }?.watched == true)
    try await stage.vault.store.removeEpisode(EpisodePosition(season: 3, number: 1), of: 1)
    await stage.vault.store.settled()
    #expect(try await stage.vault.episodes.all(of: 1).count == 5)
  }

  @Test("creating by hand says what works instead")
  func create() async throws {
    let stage = try await stage()
    let movie = await Stage.error {
      _ = try await stage.vault.movies.create(MovieFields(title: "New", imdbID: "tt9999999"))
    }
    #expect(movie?.kind == .unsupported)
    #expect(movie?.brokenRoute == .createMovie)
    #expect(movie?.vaultText().contains("Import") == true)
    let series = await Stage.error { _ = try await stage.vault.series.create(title: "New", imdbID: "tt9999999") }
    #expect(series?.brokenRoute == .createSeries)
  }

  @Test("imports wait for the network and happen once, into lists too")
  func imports() async throws {
    let stage = try await stage(.init(simulatedUpstreams: true))
    let list = try #require(stage.server.listID(named: "Some day", of: "alice"))
    stage.network.isDown = true
    try await stage.vault.store.importTitle(.movie("tt0501001"), into: [.personal, .list(list)])
    try await stage.vault.store.importTitle(.fullSeries("tmdb_801"))
    await stage.vault.store.settled()
    stage.network.isDown = false
    stage.network.fail("vault.imports.fullSeries", with: .replyLost)
    for _ in 0..<3 { await stage.vault.store.flush() }
    #expect(try await stage.vault.outbox.open() == [])
    #expect(stage.count("vault.imports.fullSeries") == 1)
    let library = try await stage.vault.store.refreshLibrary().value
    #expect(library.series.filter { $0.imdbID == "tmdb_801" }.count == 1)
    let contents = try await stage.vault.store.refreshContents(of: .list(list)).value
    #expect(contents.allMovies.contains { $0.imdbID == "tt0501001" })
    #expect(await Stage.kind { try await stage.vault.store.importTitle(.movie("../x")) } == .invalidRequest)
  }

  @Test("imports while the catalogue cannot be reached stay open")
  func importsWait() async throws {
    let stage = try await stage()
    try await stage.vault.store.importTitle(.movie("tt0501001"))
    await stage.vault.store.settled()
    #expect(try await stage.vault.outbox.open().count == 1)
  }

  @Test("seen: new and newly imported titles, one by one and all")
  func seen() async throws {
    let stage = try await stage()
    let news = try await stage.vault.store.refreshNews().value
    #expect(!news.isEmpty)
    stage.network.isDown = true
    try await stage.vault.store.markAllSeen()
    #expect(try await stage.vault.store.news()?.value.isEmpty == true)
    await stage.vault.store.settled()
    stage.network.isDown = false
    await stage.vault.store.flush()
    #expect(try await stage.vault.notifications.newTitles().isEmpty)
    let error = await Stage.error { try await stage.vault.notifications.markAllSeen() }
    #expect(error?.brokenRoute == .markNotificationsSeen)
    try await stage.vault.store.markSeen(.collection(9001))
    await stage.vault.store.settled()
    #expect(try await stage.vault.outbox.open() == [])
  }

  @Test("the automation of a library is set, not toggled")
  func automation() async throws {
    let stage = try await stage()
    let library = try #require(try await stage.vault.imports.history().first)
    for _ in 0..<2 {
      try await stage.vault.store.setAutomated(true, library: library.id)
      await stage.vault.store.settled()
    }
    #expect(try await stage.vault.imports.history().first?.isAutomated == true)
    #expect(stage.count("vault.imports.toggleAutomation") == 1)
  }

  @Test("what is unwatched comes from the watchlist where the server fails at it")
  func unwatched() async throws {
    let stage = try await stage()
    let direct = await Stage.error { _ = try await stage.vault.watchlist.unwatchedByServer(sortedBy: .added) }
    #expect(direct?.brokenRoute == .unwatched)
    let unwatched = try await stage.vault.watchlist.unwatched(sortedBy: .releaseDate)
    #expect(unwatched.movies.allSatisfy { !$0.watched })
    #expect(unwatched.series.first?.id == 1)
    #expect(unwatched.series.flatMap(\.episodes).allSatisfy { !$0.watched })
  }
}
