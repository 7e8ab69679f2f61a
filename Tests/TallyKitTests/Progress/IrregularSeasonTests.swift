import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@MainActor
@Suite("Seasons that TMDB does not number from 1")
struct IrregularSeasonTests {
  private let continued = TMDBID(TallyWorld.continuedShow)
  private let gaps = TMDBID(TallyWorld.gapsShow)
  private let zero = TMDBID(TallyWorld.zeroShow)
  private let double = TMDBID(TallyWorld.doubleShow)
  private let singles = TMDBID(TallyWorld.singlesShow)

  private func bench() async throws -> Bench { try await Bench(world: .irregular) }

  private func opened(_ show: TMDBID, season: Int = 1, _ bench: Bench) async -> SearchViewModel {
    let search = SearchViewModel(tally: bench.tally)
    search.toggleExpansion(show)
    await search.settled()
    search.selectSeason(season, of: show)
    await search.settled()
    return search
  }

  private func listed(_ bench: Bench, opening show: TMDBID) async -> TallyWatchlistViewModel {
    let list = TallyWatchlistViewModel(tally: bench.tally)
    list.load()
    await list.settled()
    list.openShow(show)
    await list.settled()
    return list
  }

  private func green(_ search: SearchViewModel, _ show: TMDBID) -> [Int] {
    search.rows(of: show).filter(\.isWatched).map(\.number)
  }

  private func upNext(_ search: SearchViewModel, _ show: TMDBID) -> [Int] {
    search.rows(of: show).filter(\.isUpNext).map(\.number)
  }

  private func stored(_ bench: Bench, _ show: TMDBID, _ season: Int = 1) -> [Int] {
    bench.server.watched(of: bench.user, tmdbID: show.rawValue, season: season)
  }

  private func row(_ list: TallyWatchlistViewModel, _ show: TMDBID) -> [String] {
    let progress = list.state.items.value?.first { $0.id == show }?.progress
    let next = progress?.currentEpisode.map { "S\($0.seasonNumber)E\($0.episodeNumber)" }
    return ["\(progress?.watchedEpisodes ?? -1) of \(progress?.totalEpisodes ?? -1)", next ?? "-"]
  }

  // MARK: The value

  @Test("numbers are names and places are places")
  func numbering() {
    let continued = EpisodeNumbering(62...77)
    #expect((continued.place(of: 70), continued.number(at: 9), continued.next(after: 70)) == (9, 70, 71))
    #expect((continued.place(of: 61), continued.next(after: 77), continued.next(after: 3)) == (nil, nil, 62))
    #expect((continued.place(of: 79), continued.number(at: 18)) == (18, 79))
    let gaps = EpisodeNumbering([8, 1, 2, 4, 5, 7])
    #expect((gaps.count, gaps.place(of: 8), gaps.place(of: 6), gaps.next(after: 5)) == (6, 6, nil, 7))
    #expect([0, 1, 2, 3].map { EpisodeNumbering([0, 1, 2, 3]).place(of: $0) } == [1, 2, 3, 4])
    #expect(EpisodeNumbering([1, 2, 3, 3, 4]).numbers == [1, 2, 3, 4])
    let none = EpisodeNumbering([])
    #expect((none.place(of: 5), none.number(at: 5), none.place(of: 0), none.next(after: 1)) == (5, 5, nil, nil))
    #expect(EpisodeNumbering(count: 3) == EpisodeNumbering(1...3))
    #expect((continued.number(at: 0), continued.place(of: -1)) == (nil, nil))
    #expect((continued.place(of: .max), continued.number(at: .max)) == (.max - 61, .max))
    #expect((EpisodeNumbering([0]).place(of: .max), none.number(at: .max)) == (.max, .max))
  }

  // MARK: A season that goes on counting

  @Test("S2E70 of 62…77 is the ninth: that is sent, rows 62 to 70 are green, up next is S2E71")
  func continuedSeason() async throws {
    let bench = try await bench()
    let search = await opened(continued, season: 2, bench)
    #expect(search.state.upNext(continued) == EpisodePlace(season: 2, episode: 62))
    #expect(upNext(search, continued) == [62])
    search.setProgressUpToEpisode(70, season: 2, of: continued)
    await search.settled()
    #expect(stored(bench, continued, 2) == Array(1...9))
    #expect((stored(bench, continued, 1).count, stored(bench, continued, 3)) == (61, []))
    #expect(green(search, continued) == Array(62...70))
    #expect(search.state.upNext(continued) == EpisodePlace(season: 2, episode: 71))
    #expect(upNext(search, continued) == [71])
    #expect((search.state.lastWatched(continued, season: 2), search.state.error) == (70, nil))
    #expect(search.state.serverProgress["\(continued)-s2"] == 70)
    let known = try await bench.tally.progressStore.progress(of: continued)
    #expect(known?.states.lastWatched(season: 2) == 70)
    search.setPosition(watching: 65, season: 2, of: continued)
    await search.settled()
    #expect(green(search, continued) == [62, 63, 64])
    #expect(bench.server.progress(of: bench.user, tmdbID: continued.rawValue)[2]?[4] == "watching")
    search.setProgressUpToEpisode(77, season: 2, of: continued)
    await search.settled()
    #expect(search.state.upNext(continued) == EpisodePlace(season: 3, episode: 78))
  }

  @Test(
    "one episode of a season that goes on counting is marked, opened before or not, by its own number",
    arguments: [true, false])
  func oneEpisode(_ isOpened: Bool) async throws {
    let bench = try await bench()
    if isOpened { _ = await opened(continued, season: 2, bench) }
    let change = try await bench.tally.progressStore.markEpisode(65, season: 2, as: .watched, of: continued)
    #expect(await change.settled() == .synced)
    #expect(stored(bench, continued, 2) == [4])
    #expect(try await bench.tally.progressStore.progress(of: continued)?.states.seasons[2]?[65] == .watched)
  }

  @Test(
    "a number that was never looked up on this device is looked up before anything is sent, also after a time offline")
  func lookedUp() async throws {
    let bench = try await bench()
    _ = try await bench.tally.shows.analyze(continued, country: "AU")
    bench.faults.isDown = true
    let change = try await bench.tally.progressStore.setWatched(upTo: 70, season: 2, of: continued)
    _ = await change.written()
    let again = bench.relaunched()
    bench.faults.isDown = false
    await again.queue.flush()
    #expect(stored(bench, continued, 2) == Array(1...9))
    #expect(try await again.queue.all().filter { $0.isOpen || $0.isRefused } == [])
    #expect(try await again.progressStore.progress(of: continued)?.states.lastWatched(season: 2) == 70)
  }

  @Test(
    "while the server cannot ask TMDB, a mark of a season that was never looked up waits, and marks no other episode",
    arguments: [true, false])
  func outage(_ isUnconfigured: Bool) async throws {
    let bench = try await bench()
    func fail(_ isDown: Bool) {
      if isUnconfigured {
        bench.server.failures.tmdbUnconfigured = isDown
      } else {
        bench.server.failures.tmdbDown = isDown
      }
    }
    fail(true)
    let store = bench.tally.progressStore
    for change in [
      try await store.markEpisode(2, season: 1, as: .watched, of: zero),
      try await store.markEpisode(65, season: 2, as: .watched, of: continued),
      try await store.markEpisode(66, season: 2, as: .watched, of: continued, counts: [1: 61, 2: 16]),
    ] {
      guard case .waiting = await change.settled() else {
        Issue.record("not waiting")
        continue
      }
    }
    #expect((stored(bench, zero), stored(bench, continued, 2)) == ([], []))
    fail(false)
    await bench.tally.queue.flush()
    #expect((stored(bench, zero), stored(bench, continued, 2)) == ([3], [4, 5]))
    #expect(try await bench.tally.queue.all().filter { $0.isOpen || $0.isRefused } == [])
  }

  @Test("a mark beyond the known length of a season waits while the server has no access to TMDB")
  func outageBeyondLength() async throws {
    let bench = try await bench()
    bench.server.failures.tmdbUnconfigured = true
    let change = try await bench.tally.progressStore.markEpisode(
      65, season: 2, as: .watched, of: continued, counts: [1: 61, 2: 16])
    guard case .waiting = await change.settled() else {
      Issue.record("not waiting")
      return
    }
    bench.server.failures.tmdbUnconfigured = false
    await bench.tally.queue.flush()
    #expect(stored(bench, continued, 2) == [4])
  }

  @Test("a whole season that seems too short while the server cannot ask TMDB waits instead of being refused")
  func outageOfWholeSeason() async throws {
    let bench = try await bench()
    bench.server.failures.tmdbDown = true
    let change = try await bench.tally.progressStore.markSeason(1, watched: true, of: double, counts: [1: 7])
    guard case .waiting = await change.settled() else {
      Issue.record("not waiting")
      return
    }
    bench.server.failures.tmdbDown = false
    await bench.tally.queue.flush()
    #expect(stored(bench, double) == Array(1...6))
    #expect(try await bench.tally.queue.all().filter { $0.isOpen || $0.isRefused } == [])
  }

  @Test("a mark of a season that TMDB does not have is sent by its number, and does not wait for the season")
  func missingSeason() async throws {
    let bench = try await bench()
    let mark = try await bench.tally.progressStore.setWatched(upTo: 1, season: 4, of: continued)
    guard case .refused(let error) = await mark.settled() else {
      Issue.record("not refused")
      return
    }
    #expect(error.detail == ProgressDetail.episodeNotStored)
  }

  @Test("offline the numbers that were seen before hold, also after a relaunch")
  func offline() async throws {
    let bench = try await bench()
    _ = await opened(continued, season: 2, bench)
    bench.faults.isDown = true
    await bench.tally.client.accounts.save()
    let again = bench.relaunched()
    let change = try await again.progressStore.setWatched(upTo: 66, season: 2, of: continued)
    _ = await change.written()
    let known = try await again.progressStore.progress(of: continued)
    #expect(known?.states.seasons[2] == [62: .watched, 63: .watched, 64: .watched, 65: .watched, 66: .watched])
    let preview = try await again.progressStore.preview(watchedUpTo: 68, season: 2, of: continued)
    #expect(preview.map(\.place) == [EpisodePlace(season: 2, episode: 67), EpisodePlace(season: 2, episode: 68)])
    bench.faults.isDown = false
    await again.queue.flush()
    #expect(stored(bench, continued, 2) == Array(1...5))
  }

  @Test("a mark of a season that is first read while the mark waits is shown at the episode with that number")
  func learnedWhileWaiting() async throws {
    let bench = try await bench()
    let store = bench.tally.progressStore
    bench.faults.isDown = true
    try await store.markEpisode(65, season: 2, as: .watched, of: continued)
    let mark = await bench.tally.seasonStore.readMark()
    var season = Season()
    season.episodes = (62...77).map { Episode(episodeNumber: $0) }
    await bench.tally.seasonStore.keep([continued: [2: .init(season, asOf: bench.clock.now())]], askedAt: mark)
    let known = try await store.progress(of: continued)
    #expect(known?.isPending == true)
    #expect(known?.states.watched == [EpisodePlace(season: 2, episode: 65)])
    #expect(try await store.placed(continued)?.states.watched == [EpisodePlace(season: 2, episode: 4)])
  }

  @Test("My Shows names the same episode as the search screen")
  func myShows() async throws {
    let bench = try await bench()
    let list = await listed(bench, opening: continued)
    #expect(row(list, continued) == ["61 of 91", "S2E62"])
    list.setProgressUpToEpisode(70, season: 2, of: continued)
    await list.settled()
    #expect(row(list, continued) == ["70 of 91", "S2E71"])
    #expect(stored(bench, continued, 2) == Array(1...9))
    #expect(list.state.seasons[continued]?.map(\.lastWatched) == [61, 70, 0])
    list.refresh()
    await list.settled()
    #expect(row(list, continued) == ["70 of 91", "S2E71"])
    list.markEpisode(65, season: 2, as: .unwatched, of: continued)
    await list.settled()
    #expect(stored(bench, continued, 2) == [1, 2, 3, 5, 6, 7, 8, 9])
    #expect((list.state.notice, list.state.refused) == (nil, []))
  }

  @Test("My Shows marks by number where the show was never opened")
  func unopened() async throws {
    let bench = try await bench()
    let list = TallyWatchlistViewModel(tally: bench.tally)
    list.load()
    await list.settled()
    list.setProgressUpToEpisode(70, season: 2, of: continued)
    await list.settled()
    #expect(stored(bench, continued, 2) == Array(1...9))
    #expect(row(list, continued) == ["70 of 91", "S2E71"])
  }

  // MARK: Gaps, nought, doubles

  @Test("a season with gaps: each tap marks the episodes up to it, and the next one that exists is up next")
  func gapSeason() async throws {
    let bench = try await bench()
    let search = await opened(gaps, bench)
    search.setProgressUpToEpisode(5, season: 1, of: gaps)
    await search.settled()
    #expect((green(search, gaps), stored(bench, gaps)) == ([1, 2, 4, 5], [1, 2, 3, 4]))
    #expect(search.state.upNext(gaps) == EpisodePlace(season: 1, episode: 7))
    search.setProgressUpToEpisode(8, season: 1, of: gaps)
    await search.settled()
    #expect((green(search, gaps), stored(bench, gaps)) == ([1, 2, 4, 5, 7, 8], Array(1...6)))
    #expect((search.state.upNext(gaps), search.state.error) == (nil, nil))
    await #expect(throws: ClientError.self) {
      try await bench.tally.progressStore.markEpisode(6, season: 1, as: .watched, of: gaps)
    }
  }

  @Test("a number that turns out to be skipped when it is looked up is refused, and nothing is sent")
  func skippedNumber() async throws {
    let bench = try await bench()
    let change = try await bench.tally.progressStore.setWatched(upTo: 6, season: 1, of: gaps)
    guard case .refused = await change.settled() else {
      Issue.record("not refused")
      return
    }
    #expect((stored(bench, gaps), bench.count(.tallyProgressSet)) == ([], 0))
  }

  @Test("a season that begins with 0: row 0 is green once it was watched, and not before")
  func zeroSeason() async throws {
    let bench = try await bench()
    let search = await opened(zero, bench)
    #expect((green(search, zero), upNext(search, zero)) == ([], [0]))
    search.setProgressUpToEpisode(0, season: 1, of: zero)
    await search.settled()
    #expect((green(search, zero), upNext(search, zero), stored(bench, zero)) == ([0], [1], [1]))
    #expect(search.state.lastWatched(zero) == EpisodePlace(season: 1, episode: 0))
    search.setProgressUpToEpisode(2, season: 1, of: zero)
    await search.settled()
    #expect((green(search, zero), upNext(search, zero), stored(bench, zero)) == ([0, 1, 2], [3], [1, 2, 3]))
  }

  @Test("an episode that is listed twice has one row, and the season can be watched to its end")
  func doubleSeason() async throws {
    let bench = try await bench()
    let search = await opened(double, bench)
    #expect(search.rows(of: double).map(\.number) == Array(1...6))
    search.setProgressUpToEpisode(6, season: 1, of: double)
    await search.settled()
    #expect((green(search, double), stored(bench, double)) == (Array(1...6), Array(1...6)))
    #expect((search.state.upNext(double), search.state.error) == (nil, nil))
    #expect(search.state.details[double]?.season(1)?.menuText == "Season 1 (6 episodes)")
  }

  @Test("a season that counts an episode twice is marked whole, though the server has one episode less")
  func doubleCount() async throws {
    let bench = try await bench()
    let change = try await bench.tally.progressStore.markSeason(1, watched: true, of: double, counts: [1: 7])
    #expect(await change.settled() == .synced)
    #expect(stored(bench, double) == Array(1...6))
    #expect(try await bench.tally.queue.refused() == [])
  }

  @Test("with 1, 2 and 5 of six watched both screens agree, and each row shows its own episode")
  func singleMarks() async throws {
    let bench = try await bench()
    let search = await opened(singles, bench)
    #expect((green(search, singles), upNext(search, singles)) == ([1, 2, 5], [6]))
    let list = await listed(bench, opening: singles)
    #expect(row(list, singles) == ["3 of 6", "S1E6"])
    #expect(list.state.seasons[singles]?.map { [$0.watched, $0.lastWatched] } == [[3, 5]])
    list.markEpisode(2, season: 1, as: .unwatched, of: singles)
    await list.settled()
    await search.settled()
    #expect(await eventually { green(search, singles) == [1, 5] })
  }

  // MARK: Calendar and links

  @Test("the calendar's cards and links have TMDB's numbers, 0 among them, and lead to their rows")
  func calendar() async throws {
    let bench = try await bench()
    let calendar = CalendarViewModel(tally: bench.tally, source: .watchlist)
    calendar.load()
    await calendar.settled()
    calendar.showMonth(try #require(CalendarMonth(year: 2026, month: 10)))
    await calendar.settled()
    let refs = calendar.state.episodesByDate.values.joined().filter { $0.show == zero }.sorted { $0.day < $1.day }
    #expect(refs.map(\.episode) == [0, 1, 2, 3])
    #expect(!refs.contains { !$0.hasNumbers })
    #expect(refs.first?.link == ShowLink(show: zero, title: "Before the Start", season: 1, episode: 0))
    let url = try #require(refs.first?.link.url)
    #expect(ShowLink(url)?.episode == 0)
    let twice = calendar.state.episodesByDate.values.joined().filter { $0.show == double }
    #expect(twice.map(\.episode).sorted() == Array(Set(twice.map(\.episode))).sorted())
    let search = SearchViewModel(tally: bench.tally)
    search.open(ShowLink(show: continued, season: 2, episode: 70))
    await search.settled()
    #expect(search.state.selectedEpisodeByTmdb[continued] == 70)
    #expect(search.rows(of: continued).contains { $0.number == 70 })
  }

  @Test("a card that was stored before numbers could be 0 still reads")
  func storedCard() throws {
    let stored: JSONValue = [
      "show": 1, "showTitle": "A", "title": "B", "day": "2026-10-05", "season": 1, "episode": 0, "providers": [],
    ]
    let read = try JSONCoder.tally.decode(EpisodeRef.self, from: stored.serialized())
    #expect(read.hasNumbers == false)
    let named = EpisodeRef(show: 1, showTitle: "A", title: "B", day: read.day, season: 1, episode: 0)
    #expect(try JSONCoder.tally.decode(EpisodeRef.self, from: JSONCoder.tally.encode(named)) == named)
  }
}
