import Foundation
import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@Suite("Marks: set, not toggled")
struct MarkTests {
  private func stage() async throws -> Stage {
    let stage = try await Stage.signedIn()
    try await stage.vault.store.refreshLibrary()
    // What sits in lists is not in the library.
    try await stage.vault.store.refreshLists()
    for list in try #require(try await stage.vault.store.lists()).value {
      try await stage.vault.store.refreshContents(of: list.id)
    }
    return stage
  }

  @Test("a mark goes to the server by one toggle; one that it has already by none")
  func once() async throws {
    let stage = try await stage()
    try await stage.vault.store.setWatched(true, for: .movie(1))
    #expect(try await stage.vault.store.library()?.value.movie(1)?.watched == true)
    await stage.vault.store.settled()
    #expect(stage.server.isWatched(movie: 1, of: "alice") == true)
    #expect(stage.count("vault.watchlist.toggle") == 1)
    try await stage.vault.store.setWatched(true, for: .movie(1))
    try await stage.vault.store.setWatched(true, for: .movie(8))
    await stage.vault.store.settled()
    #expect(stage.count("vault.watchlist.toggle") == 1)
    #expect(try await stage.vault.outbox.open() == [])
  }

  @Test(
    "whatever happens to the toggle on its way, the mark ends as wished",
    arguments: [
      FaultTransport.Fault.refused, .replyLost, .cut, .duplicated, .status(502), .loginPage, .timedOutBeforeSending,
      .truncated(5), .rateLimited(nil),
    ])
  func faults(_ fault: FaultTransport.Fault) async throws {
    let stage = try await stage()
    stage.network.fail("vault.watchlist.toggle", with: fault)
    try await stage.vault.store.setWatched(true, for: .movie(1))
    await stage.vault.store.settled()
    for _ in 0..<4 { await stage.vault.store.flush() }
    #expect(stage.server.isWatched(movie: 1, of: "alice") == true)
    #expect(try await stage.vault.outbox.open() == [])
    #expect(try await stage.vault.outbox.refused() == [])
  }

  @Test("on and off again offline cancels out")
  func cancelsOut() async throws {
    let stage = try await stage()
    stage.network.isDown = true
    for watched in [true, false, true, false] {
      try await stage.vault.store.setWatched(watched, for: .movie(1))
      await stage.vault.store.settled()
    }
    #expect(try await stage.vault.outbox.open().count == 1)
    stage.network.isDown = false
    await stage.vault.store.flush()
    #expect(stage.count("vault.watchlist.toggle") == 0)
    #expect(stage.server.isWatched(movie: 1, of: "alice") == false)
  }

  @Test("another device marked it meanwhile: the wish still holds")
  func otherDevice() async throws {
    let stage = try await stage()
    stage.network.isDown = true
    try await stage.vault.store.setWatched(true, for: .movie(1))
    stage.server.setWatched(true, movie: 1)
    stage.network.isDown = false
    await stage.vault.store.flush()
    #expect(stage.server.isWatched(movie: 1, of: "alice") == true)
    #expect(stage.count("vault.watchlist.toggle") == 0)
  }

  @Test("a mixed series becomes watched episode by episode: none is ever unmarked")
  func mixedSeries() async throws {
    let stage = try await stage()
    let progress = Noted<MarkProgress>()
    let token = stage.vault.store.observeProgress { title, step in if title == .series(1) { progress.add(step) } }
    try await stage.vault.store.setWatched(true, for: .series(1))
    await stage.vault.store.settled()
    #expect(stage.server.watchedEpisodes(ofSeries: 1, of: "alice").values.allSatisfy { $0 })
    #expect(stage.count("vault.watchlist.toggle") == 0)
    #expect(stage.count("vault.series.toggleEpisode") == 3)
    #expect(progress.values.map(\.done) == [0, 1, 2, 3])
    #expect(progress.values.last?.isDone == true)
    token.cancel()
  }

  @Test("a series of one mark changes in one step")
  func wholeSeries() async throws {
    let stage = try await stage()
    try await stage.vault.store.setWatched(true, for: .series(4))
    await stage.vault.store.settled()
    #expect(stage.count("vault.watchlist.toggle") == 1)
    #expect(stage.server.watchedEpisodes(ofSeries: 4, of: "alice").values.filter { $0 }.count == 6)
    try await stage.vault.store.setWatched(false, for: .series(1))
    await stage.vault.store.settled()
    #expect(stage.server.watchedEpisodes(ofSeries: 1, of: "alice").values.allSatisfy { !$0 })
    #expect(stage.count("vault.watchlist.toggle") == 2)
  }

  @Test("a season touches only its episodes that differ")
  func season() async throws {
    let stage = try await stage()
    try await stage.vault.store.setWatched(true, for: .season(series: 1, number: 1))
    await stage.vault.store.settled()
    #expect(
      stage.server.watchedEpisodes(ofSeries: 1, of: "alice")
        == ["S01E01": true, "S01E02": true, "S01E03": true, "S02E01": false, "S02E02": false])
    #expect(stage.count("vault.series.toggleEpisode") == 1)
  }

  @Test("a series, then one episode of it, offline: the narrower and later word counts")
  func narrower() async throws {
    let stage = try await stage()
    stage.network.isDown = true
    try await stage.vault.store.setWatched(false, for: .episode(series: 4, season: 1, number: 6))
    try await stage.vault.store.setWatched(true, for: .series(4))
    try await stage.vault.store.setWatched(false, for: .episode(series: 4, season: 1, number: 2))
    try await stage.vault.store.setWatched(false, for: .season(series: 4, number: 2))
    await stage.vault.store.settled()
    let list = try #require(stage.server.listID(named: "Weekend", of: "alice"))
    let shown = try await stage.vault.store.contents(of: .list(list))?.value.series(4)
    #expect(shown?.episodes.filter { !$0.watched }.map(\.number) == [2])
    stage.network.isDown = false
    await stage.vault.store.flush()
    let marks = stage.server.watchedEpisodes(ofSeries: 4, of: "alice")
    #expect(marks.filter { !$0.value }.map(\.key) == ["S01E02"])
  }

  @Test("a collection is marked film by film")
  func collection() async throws {
    let stage = try await stage()
    let progress = Noted<MarkProgress>()
    let token = stage.vault.store.observeProgress { title, step in
      if title == .collection(9001) { progress.add(step) }
    }
    try await stage.vault.store.setWatched(true, for: .collection(9001))
    await stage.vault.store.settled()
    #expect(progress.values.first == MarkProgress(done: 0, total: 3))
    #expect(progress.values.last == MarkProgress(done: 3, total: 3))
    #expect(progress.values.map(\.done) == progress.values.map(\.done).sorted())
    token.cancel()
    for id in [4, 5, 6] { #expect(stage.server.isWatched(movie: id, of: "alice") == true) }
    #expect(stage.count("vault.watchlist.toggle") == 2)
    #expect(await Stage.kind { try await stage.vault.store.setWatched(true, for: .collection(1)) } == .notFound)
  }

  @Test("a film that is gone, or whose id is another's now, is refused and stays listed")
  func gone() async throws {
    let stage = try await stage()
    stage.network.isDown = true
    try await stage.vault.store.setWatched(true, for: .movie(1))
    try await stage.vault.store.setWatched(true, for: .movie(13))
    await stage.vault.store.settled()
    let other = Stage(
      server: stage.server, clock: stage.clock, files: MemoryFileSystem(), secrets: MemorySecretStore())
    try await other.vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
    try await other.vault.movies.delete(1)
    _ = try await other.vault.movies.replace(13, with: MovieFields(title: "Another", imdbID: "tt5555555"))
    stage.network.isDown = false
    await stage.vault.store.flush()
    let refused = try await stage.vault.outbox.refused()
    #expect(refused.map(\.state) == [.refused(reason: "gone"), .refused(reason: "anotherTitle")])
    #expect(stage.server.isWatched(movie: 13, of: "alice") == false)
    #expect(refused[0].vaultText() == "A change could not be made: what it is about is gone.")
  }

  @Test("everything survives a relaunch")
  func relaunch() async throws {
    let stage = try await stage()
    stage.network.isDown = true
    try await stage.vault.store.setWatched(true, for: .movie(1))
    await stage.vault.store.settled()
    let later = stage.relaunched()
    later.network.isDown = true
    let kept = try #require(try await later.vault.store.library())
    #expect(kept.value.movie(1)?.watched == true)
    #expect(kept.value.movies.count > 3)
    later.network.isDown = false
    await later.vault.store.flush()
    #expect(stage.server.isWatched(movie: 1, of: "alice") == true)
  }

  @Test("a damaged file is set aside and the library loads anew")
  func damaged() async throws {
    let stage = try await stage()
    for (path, data) in stage.files.contents where path.hasPrefix("vault/") && !path.contains("preferences") {
      try stage.files.replace(path, with: data.prefix(data.count / 2))
    }
    let later = stage.relaunched()
    #expect(try await later.vault.store.library() == nil)
    #expect(try await later.vault.store.refreshLibrary().value.movie(1) != nil)
  }

  @Test("an answer that was asked for before a change does not undo it here")
  func race() async throws {
    let stage = try await stage()
    let vault = stage.vault
    try await vault.store.take {
      () async throws(ClientError) in
      let old = try await vault.watchlist.all()
      try await vault.store.setWatched(true, for: .movie(1))
      await vault.store.settled()
      return old
    } into: {
      $0.library = Dated($1, asOf: $2)
    }
    #expect(try await vault.store.library()?.value.movie(1)?.watched == true)
  }
}
