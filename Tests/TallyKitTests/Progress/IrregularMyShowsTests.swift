import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@MainActor
@Suite("My Shows and calendar cards over seasons that TMDB does not number from 1")
struct IrregularMyShowsTests {
  private let gaps = TMDBID(TallyWorld.gapsShow)
  private let zero = TMDBID(TallyWorld.zeroShow)
  private let double = TMDBID(TallyWorld.doubleShow)

  private func bench() async throws -> Bench { try await Bench(world: .irregular) }

  private func listed(_ bench: Bench, opening show: TMDBID) async -> TallyWatchlistViewModel {
    let list = TallyWatchlistViewModel(tally: bench.tally)
    list.load()
    await list.settled()
    list.openShow(show)
    await list.settled()
    return list
  }

  private func mark(_ episode: Int, of show: TMDBID, _ list: TallyWatchlistViewModel) async {
    list.setProgressUpToEpisode(episode, season: 1, of: show)
    await list.settled()
  }

  private func stored(_ bench: Bench, _ show: TMDBID) -> [Int] {
    bench.server.watched(of: bench.user, tmdbID: show.rawValue, season: 1)
  }

  /// The row of a show, such as `4 of 6, S1E7`, with the line of its season, such as `4 of 6 up to 5`.
  private func shown(_ list: TallyWatchlistViewModel, _ show: TMDBID) -> [String] {
    let progress = list.state.items.value?.first { $0.id == show }?.progress
    let next = progress?.currentEpisode.map { "S\($0.seasonNumber)E\($0.episodeNumber)" } ?? "-"
    let season = list.state.seasons[show]?.first
    return [
      "\(progress?.watchedEpisodes ?? -1) of \(progress?.totalEpisodes ?? -1), \(next)",
      "\(season?.watched ?? -1) of \(season?.episodeCount ?? -1) up to \(season?.lastWatched ?? -1)",
    ]
  }

  private func expect(
    _ list: TallyWatchlistViewModel, _ show: TMDBID, _ lines: [String], at place: SourceLocation = #_sourceLocation
  ) async {
    #expect(shown(list, show) == lines, sourceLocation: place)
    #expect((list.state.notice, list.state.error, list.state.refused) == (nil, nil, []), sourceLocation: place)
    list.refresh()
    await list.settled()
    #expect(shown(list, show) == lines, "after a refresh", sourceLocation: place)
  }

  @Test("a season with gaps: a mark on E5, then on E8, and the next one that exists is up next")
  func gapSeason() async throws {
    let bench = try await bench()
    let list = await listed(bench, opening: gaps)
    #expect(shown(list, gaps) == ["0 of 6, S1E1", "0 of 6 up to 0"])
    await mark(5, of: gaps, list)
    #expect(stored(bench, gaps) == [1, 2, 3, 4])
    await expect(list, gaps, ["4 of 6, S1E7", "4 of 6 up to 5"])
    await mark(8, of: gaps, list)
    #expect(stored(bench, gaps) == Array(1...6))
    await expect(list, gaps, ["6 of 6, -", "6 of 6 up to 8"])
    #expect(list.state.seasons[gaps]?.first?.isWatched == true)
    let again = TallyWatchlistViewModel(tally: bench.relaunched())
    again.load()
    again.openShow(gaps)
    await again.settled()
    #expect(shown(again, gaps) == ["6 of 6, -", "6 of 6 up to 8"])
  }

  @Test("a number that the season skips is refused on My Shows, and nothing is sent")
  func skipped() async throws {
    let bench = try await bench()
    let list = await listed(bench, opening: gaps)
    list.markEpisode(6, season: 1, as: .watched, of: gaps)
    await list.settled()
    #expect(list.state.notice != nil)
    #expect((stored(bench, gaps), bench.count(.tallyProgressSet)) == ([], 0))
    #expect(shown(list, gaps) == ["0 of 6, S1E1", "0 of 6 up to 0"])
  }

  @Test("a season from 0 to 3: the first is E0, and a mark on E3 ends it")
  func zeroSeason() async throws {
    let bench = try await bench()
    let list = await listed(bench, opening: zero)
    #expect(shown(list, zero) == ["0 of 4, S1E0", "0 of 4 up to 0"])
    await mark(0, of: zero, list)
    #expect(stored(bench, zero) == [1])
    await expect(list, zero, ["1 of 4, S1E1", "1 of 4 up to 0"])
    await mark(2, of: zero, list)
    #expect(stored(bench, zero) == [1, 2, 3])
    await expect(list, zero, ["3 of 4, S1E3", "3 of 4 up to 2"])
    await mark(3, of: zero, list)
    #expect(stored(bench, zero) == Array(1...4))
    await expect(list, zero, ["4 of 4, -", "4 of 4 up to 3"])
  }

  @Test("an episode that is listed twice counts once: a mark on E6 ends the season")
  func doubleSeason() async throws {
    let bench = try await bench()
    let list = await listed(bench, opening: double)
    #expect(shown(list, double) == ["0 of 6, S1E1", "0 of 6 up to 0"])
    await mark(3, of: double, list)
    #expect(stored(bench, double) == [1, 2, 3])
    await expect(list, double, ["3 of 6, S1E4", "3 of 6 up to 3"])
    await mark(6, of: double, list)
    #expect(stored(bench, double) == Array(1...6))
    await expect(list, double, ["6 of 6, -", "6 of 6 up to 6"])
  }

  @Test("each card has the number of its episode, once, and its link leads to that row, before and after marks")
  func cards() async throws {
    let bench = try await bench()
    let list = await listed(bench, opening: gaps)
    let numbers = [gaps: [1, 2, 4, 5, 7, 8], zero: [0, 1, 2, 3], double: Array(1...6)]
    for _ in 0..<2 {
      let calendar = CalendarViewModel(tally: bench.tally, source: .watchlist)
      calendar.load()
      var cards: Set<EpisodeRef> = []
      for month in [10, 11] {
        calendar.showMonth(try #require(CalendarMonth(year: 2026, month: month)))
        await calendar.settled()
        cards.formUnion(calendar.state.episodesByDate.values.joined())
      }
      for (show, numbers) in numbers {
        let cards = cards.filter { $0.show == show }.sorted { $0.day < $1.day }
        #expect(cards.map(\.episode) == numbers, "\(show)")
        #expect(cards.map(\.link.episode) == numbers, "\(show)")
        let search = SearchViewModel(tally: bench.tally)
        search.open(try #require(cards.last?.link))
        await search.settled()
        #expect(search.state.selectedEpisodeByTmdb[show] == numbers.last)
        #expect(search.rows(of: show).map(\.number) == numbers)
      }
      for (show, numbers) in numbers { await mark(numbers[3], of: show, list) }
    }
  }
}
