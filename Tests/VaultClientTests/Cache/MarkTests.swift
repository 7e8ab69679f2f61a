import Foundation
import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@Suite("Marks: set, not toggled")
struct MarkTests {
  private func fixture() async throws -> Fixture {
    let fixture = try await Fixture.signedIn()
    try await fixture.vault.store.refreshLibrary()
    // The library leaves out titles that are in lists: cache the lists as well.
    try await fixture.vault.store.refreshLists()
    for list in try #require(try await fixture.vault.store.lists()).value {
      try await fixture.vault.store.refreshContents(of: list.id)
    }
    return fixture
  }

  @Test("a mark is sent with one toggle, and with none where the server has it already")
  func once() async throws {
    let fixture = try await fixture()
    try await fixture.vault.store.setWatched(true, for: .movie(1))
    #expect(try await fixture.vault.store.library()?.value.movie(1)?.watched == true)
    await fixture.vault.store.settled()
    #expect(fixture.server.isWatched(movie: 1, of: "alice") == true)
    #expect(fixture.count(.vaultWatchlistToggle) == 1)
    try await fixture.vault.store.setWatched(true, for: .movie(1))
    try await fixture.vault.store.setWatched(true, for: .movie(8))
    await fixture.vault.store.settled()
    #expect(fixture.count(.vaultWatchlistToggle) == 1)
    #expect(try await fixture.vault.queue.open() == [])
  }

  @Test(
    "whatever happens to the toggle on its way, the mark ends as wanted",
    arguments: [
      FaultTransport.Fault.refused, .replyLost, .cut, .duplicated, .status(502), .loginPage, .timedOutBeforeSending,
      .truncated(5), .rateLimited(nil),
    ])
  func faults(_ fault: FaultTransport.Fault) async throws {
    let fixture = try await fixture()
    fixture.network.fail(.vaultWatchlistToggle, with: fault)
    try await fixture.vault.store.setWatched(true, for: .movie(1))
    await fixture.vault.store.settled()
    for _ in 0..<4 { await fixture.vault.store.flush() }
    #expect(fixture.server.isWatched(movie: 1, of: "alice") == true)
    #expect(try await fixture.vault.queue.open() == [])
    #expect(try await fixture.vault.queue.refused() == [])
  }

  @Test("a mark that is set and taken back offline sends nothing")
  func cancelsOut() async throws {
    let fixture = try await fixture()
    fixture.network.isDown = true
    for watched in [true, false, true, false] {
      try await fixture.vault.store.setWatched(watched, for: .movie(1))
      await fixture.vault.store.settled()
    }
    #expect(try await fixture.vault.queue.open().count == 1)
    fixture.network.isDown = false
    await fixture.vault.store.flush()
    #expect(fixture.count(.vaultWatchlistToggle) == 0)
    #expect(fixture.server.isWatched(movie: 1, of: "alice") == false)
  }

  @Test("another device marked it meanwhile: the wanted mark still holds")
  func otherDevice() async throws {
    let fixture = try await fixture()
    fixture.network.isDown = true
    try await fixture.vault.store.setWatched(true, for: .movie(1))
    fixture.server.setWatched(true, movie: 1)
    fixture.network.isDown = false
    await fixture.vault.store.flush()
    #expect(fixture.server.isWatched(movie: 1, of: "alice") == true)
    #expect(fixture.count(.vaultWatchlistToggle) == 0)
  }

  @Test("a mixed series becomes watched episode by episode: none is ever unmarked")
  func mixedSeries() async throws {
    let fixture = try await fixture()
    let progress = Recorder<MarkProgress>()
    let token = fixture.vault.store.observeProgress { title, step in if title == .series(1) { progress.add(step) } }
    try await fixture.vault.store.setWatched(true, for: .series(1))
    await fixture.vault.store.settled()
    #expect(fixture.server.watchedEpisodes(ofSeries: 1, of: "alice").values.allSatisfy { $0 })
    #expect(fixture.count(.vaultWatchlistToggle) == 0)
    #expect(fixture.count(.vaultSeriesToggleEpisode) == 3)
    #expect(progress.values.map(\.done) == [0, 1, 2, 3])
    #expect(progress.values.last?.isDone == true)
    token.cancel()
  }

  @Test("the progress of a series ends with its mark, also when that is discarded half-way")
  func discardedMark() async throws {
    let fixture = try await fixture()
    let progress = Recorder<MarkProgress>()
    let token = fixture.vault.store.observeProgress { title, step in if title == .series(1) { progress.add(step) } }
    fixture.network.fail(.vaultSeriesToggleEpisode, with: .status(502), .status(502))
    let mark = try #require(try await fixture.vault.store.setWatched(true, for: .series(1)).first)
    await fixture.vault.store.settled()
    #expect(progress.values.last == MarkProgress(done: 0, total: 3))
    try await fixture.vault.queue.discard(mark.id)
    await fixture.vault.store.settled()
    #expect(progress.values.last == MarkProgress(done: 0, total: 3, failed: 3))
    #expect(progress.values.last?.isDone == true)
    token.cancel()
  }

  @Test(
    "a film of a collection that the server refuses does not count as done, and neither do the others at a sign-out")
  func refusedFilm() async throws {
    for isSignedOut in [false, true] {
      let fixture = try await fixture()
      let progress = Recorder<MarkProgress>()
      let token = fixture.vault.store.observeProgress { title, step in
        if title == .collection(9001) { progress.add(step) }
      }
      fixture.network.isDown = true
      let marks = try await fixture.vault.store.setWatched(true, for: .collection(9001))
      await fixture.vault.store.settled()
      if isSignedOut {
        _ = try await fixture.vault.client.signOut(.discard)
      } else {
        try await fixture.vault.queue.discard(try #require(marks.first).id)
        fixture.network.isDown = false
        await fixture.vault.store.flush()
      }
      await fixture.vault.store.settled()
      let last = try #require(progress.values.last)
      #expect(last.done == (isSignedOut ? 0 : 2) && last.total == 3)
      #expect(last.failed == (isSignedOut ? 0 : 1))
      #expect(last.isDone == !isSignedOut)
      token.cancel()
    }
  }

  @Test("a series of one mark changes in one step")
  func wholeSeries() async throws {
    let fixture = try await fixture()
    try await fixture.vault.store.setWatched(true, for: .series(4))
    await fixture.vault.store.settled()
    #expect(fixture.count(.vaultWatchlistToggle) == 1)
    #expect(fixture.server.watchedEpisodes(ofSeries: 4, of: "alice").values.filter { $0 }.count == 6)
    try await fixture.vault.store.setWatched(false, for: .series(1))
    await fixture.vault.store.settled()
    #expect(fixture.server.watchedEpisodes(ofSeries: 1, of: "alice").values.allSatisfy { !$0 })
    #expect(fixture.count(.vaultWatchlistToggle) == 2)
  }

  @Test("a season touches only its episodes that differ")
  func season() async throws {
    let fixture = try await fixture()
    try await fixture.vault.store.setWatched(true, for: .season(series: 1, number: 1))
    await fixture.vault.store.settled()
    #expect(
      fixture.server.watchedEpisodes(ofSeries: 1, of: "alice")
        == ["S01E01": true, "S01E02": true, "S01E03": true, "S02E01": false, "S02E02": false])
    #expect(fixture.count(.vaultSeriesToggleEpisode) == 1)
  }

  @Test("a series, then one episode of it, offline: the narrower and later mark counts")
  func narrower() async throws {
    let fixture = try await fixture()
    fixture.network.isDown = true
    try await fixture.vault.store.setWatched(false, for: .episode(series: 4, season: 1, number: 6))
    try await fixture.vault.store.setWatched(true, for: .series(4))
    try await fixture.vault.store.setWatched(false, for: .episode(series: 4, season: 1, number: 2))
    try await fixture.vault.store.setWatched(false, for: .season(series: 4, number: 2))
    await fixture.vault.store.settled()
    let list = try #require(fixture.server.listID(named: "Weekend", of: "alice"))
    let shown = try await fixture.vault.store.contents(of: .list(list))?.value.series(4)
    #expect(shown?.episodes.filter { !$0.watched }.map(\.number) == [2])
    fixture.network.isDown = false
    await fixture.vault.store.flush()
    let marks = fixture.server.watchedEpisodes(ofSeries: 4, of: "alice")
    #expect(marks.filter { !$0.value }.map(\.key) == ["S01E02"])
  }

  @Test("a collection is marked film by film")
  func collection() async throws {
    let fixture = try await fixture()
    let progress = Recorder<MarkProgress>()
    let token = fixture.vault.store.observeProgress { title, step in
      if title == .collection(9001) { progress.add(step) }
    }
    try await fixture.vault.store.setWatched(true, for: .collection(9001))
    await fixture.vault.store.settled()
    #expect(progress.values.first == MarkProgress(done: 0, total: 3))
    #expect(progress.values.last == MarkProgress(done: 3, total: 3))
    #expect(progress.values.map(\.done) == progress.values.map(\.done).sorted())
    token.cancel()
    for id in [4, 5, 6] { #expect(fixture.server.isWatched(movie: id, of: "alice") == true) }
    #expect(fixture.count(.vaultWatchlistToggle) == 2)
    #expect(await Fixture.kind { try await fixture.vault.store.setWatched(true, for: .collection(1)) } == .notFound)
  }

  @Test("a film that is gone, or whose id is another's now, is refused and stays listed")
  func gone() async throws {
    let fixture = try await fixture()
    fixture.network.isDown = true
    try await fixture.vault.store.setWatched(true, for: .movie(1))
    try await fixture.vault.store.setWatched(true, for: .movie(13))
    await fixture.vault.store.settled()
    let other = Fixture(
      server: fixture.server, clock: fixture.clock, files: MemoryFileSystem(), secrets: MemorySecretStore())
    try await other.vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
    try await other.vault.movies.delete(1)
    _ = try await other.vault.movies.replace(13, with: MovieFields(title: "Another", imdbID: "tt5555555"))
    fixture.network.isDown = false
    await fixture.vault.store.flush()
    let refused = try await fixture.vault.queue.refused()
    #expect(refused.map(\.state) == [.refused(reason: "gone"), .refused(reason: "anotherTitle")])
    #expect(fixture.server.isWatched(movie: 13, of: "alice") == false)
    #expect(refused[0].vaultText() == "A change could not be made: what it is about is gone.")
  }

  @Test("everything survives a relaunch")
  func relaunch() async throws {
    let fixture = try await fixture()
    fixture.network.isDown = true
    try await fixture.vault.store.setWatched(true, for: .movie(1))
    await fixture.vault.store.settled()
    await fixture.vault.client.accounts.save()
    let later = fixture.relaunched()
    later.network.isDown = true
    let kept = try #require(try await later.vault.store.library())
    #expect(kept.value.movie(1)?.watched == true)
    #expect(kept.value.movies.count > 3)
    later.network.isDown = false
    await later.vault.store.flush()
    #expect(fixture.server.isWatched(movie: 1, of: "alice") == true)
  }

  @Test("a damaged file is set aside and the library loads anew")
  func damaged() async throws {
    let fixture = try await fixture()
    await fixture.vault.client.accounts.save()
    for (path, data) in fixture.files.contents where !path.contains("preferences") {
      try fixture.files.replace(path, with: data.prefix(data.count / 2))
    }
    let later = fixture.relaunched()
    #expect(try await later.vault.store.library() == nil)
    #expect(try await later.vault.store.refreshLibrary().value.movie(1) != nil)
  }

  @Test("an answer that was asked for before a change does not undo it here")
  func race() async throws {
    let fixture = try await fixture()
    let vault = fixture.vault
    _ = try await vault.store.refresh(\.library) { roles in
      let old = try await roles.watchlist.all()
      try await vault.store.setWatched(true, for: .movie(1))
      await vault.store.settled()
      return old
    }
    #expect(try await vault.store.library()?.value.movie(1)?.watched == true)
  }
}
