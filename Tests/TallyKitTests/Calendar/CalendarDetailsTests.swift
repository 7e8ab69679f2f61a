import Foundation
import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@MainActor
@Suite("Details of the calendar's episodes")
struct CalendarDetailsTests {
  private func loaded(_ tally: TallyService) async -> CalendarViewModel {
    tally.country.set("AU")
    let calendar = CalendarViewModel(tally: tally)
    calendar.load()
    await calendar.settled()
    return calendar
  }

  private func season(_ text: String) -> TallyWorld.Season {
    let episodes = [6, 13, 20].enumerated().map { number, day in
      TallyWorld.Episode(
        number + 1, "Part \(number + 1)", airDate: "2026-11-\(day < 10 ? "0" : "")\(day)", runtime: 50 + number,
        overview: "\(text) \(number + 1).")
    }
    return TallyWorld.Season(1, episodes: episodes)
  }

  private func world() -> TallyWorld {
    var world = TallyWorld.sample
    world.addShow(541, "With synopses", seasons: [season("What happens in")], providers: [:])
    world.track(541, for: world.userID(TallyWorld.sampleEmail) ?? "", status: "watching", provider: 8)
    return world
  }

  private func episode(_ calendar: CalendarViewModel, _ day: String, _ show: TMDBID) throws -> EpisodeRef {
    let day = try #require(CalendarDay(day))
    return try #require(calendar.episodes(on: day).first { $0.show == show })
  }

  @Test("opening a day reads synopsis and running time once for each season, for all days of it, and a pull again")
  func synopses() async throws {
    let bench = try await Bench(world: world())
    let calendar = await loaded(bench.tally)
    #expect(try episode(calendar, "2026-11-06", 541).synopsis == nil)
    bench.server.clearRequests()
    calendar.select(try #require(CalendarDay("2026-11-06")))
    await calendar.settled()
    #expect(bench.server.requests.map(\.operation) == [.tallyShowSeason, .tallyShowSeason])
    #expect(try episode(calendar, "2026-11-06", 541).synopsis == "What happens in 1.")
    #expect(try episode(calendar, "2026-11-20", 541).synopsis == "What happens in 3.")
    #expect(try episode(calendar, "2026-11-20", 541).runtime == 52)
    calendar.select(try #require(CalendarDay("2026-11-13")))
    await calendar.settled()
    #expect(bench.server.requests.count == 2)
    // Another month and back again costs no request for a season.
    calendar.changeMonth(by: 1)
    await calendar.settled()
    calendar.changeMonth(by: -1)
    await calendar.settled()
    #expect(bench.count(.tallyShowSeason) == 2)
    #expect(try episode(calendar, "2026-11-13", 541).synopsis == "What happens in 2.")
    // A pull reads the two seasons again, and no season that this device never read.
    let changed = season("What really happens in")
    bench.server.edit { $0.addSeason(changed, to: 541) }
    await bench.clock.advance(by: .seconds(60))
    await calendar.refreshAndWait()
    #expect(bench.count(.tallyShowSeason) == 4)
    #expect(try episode(calendar, "2026-11-13", 541).synopsis == "What really happens in 2.")
  }

  @Test("a pull that another load replaces keeps the seasons it has read, and counts once")
  func replacedPull() async throws {
    let bench = try await Bench(world: world())
    let hold = HoldTransport(bench.server.transport)
    let calendar = await loaded(bench.relaunched(hold))
    calendar.select(try #require(CalendarDay("2026-11-06")))
    await calendar.settled()
    #expect(bench.count(.tallyShowSeason) == 2)
    await bench.clock.advance(by: .seconds(60))
    hold.hold(.tallyShowSeason)
    calendar.refresh()
    #expect(await eventually { hold.count == 1 })
    // The pull receives the first season, and waits for the second one.
    hold.hold(.tallyShowSeason)
    hold.release()
    #expect(await eventually { hold.count == 1 })
    await bench.clock.advance(by: .seconds(1))
    hold.hold(.tallyGuideGuide)
    calendar.screen.load()
    #expect(await eventually { hold.count == 2 })
    hold.release(.tallyShowSeason)
    for _ in 0..<500 { await Task.yield() }
    hold.release()
    await calendar.settled()
    // Two for the day, two for the pull, and the second one once more if its answer was dropped with the first load.
    #expect(bench.count(.tallyShowSeason) <= 5)
    #expect(!calendar.state.isRefreshing)
  }

  @Test("a pull stops after three seasons in a row that the server cannot read")
  func failingSeasons() async throws {
    var world = self.world()
    for show in 542...546 {
      world.addShow(show, "Show \(show)", seasons: [season("Said in \(show),")], providers: [:])
      world.track(show, for: world.userID(TallyWorld.sampleEmail) ?? "", status: "watching", provider: 8)
    }
    let bench = try await Bench(world: world)
    let calendar = await loaded(bench.tally)
    calendar.select(try #require(CalendarDay("2026-11-06")))
    await calendar.settled()
    #expect(bench.count(.tallyShowSeason) == 7)
    await bench.clock.advance(by: .seconds(60))
    bench.server.clearRequests()
    bench.server.failNext(100, where: "/season/")
    await calendar.refreshAndWait()
    let asked = Set(bench.server.requests.filter { $0.operation == .tallyShowSeason }.map(\.path))
    #expect(asked.count == CalendarLoader.probes)
    #expect(try episode(calendar, "2026-11-06", 546).synopsis == "Said in 546, 1.")
  }

  @Test("a calendar of the watchlist that loses the network keeps the seasons it has read")
  func cutWatchlist() async throws {
    let bench = try await Bench(world: world())
    let seasons = Locked(0)
    let transport = ClosureTransport { [server = bench.server] request in
      if request.operation == .tallyShowSeason {
        let count = seasons.withLock { count in
          count += 1
          return count
        }
        if count > 1 { throw TransportFailure.unreachable(.refused) }
      }
      return try await server.transport.send(request)
    }
    let tally = bench.relaunched(transport)
    tally.country.set("AU")
    let calendar = CalendarViewModel(tally: tally, source: .watchlist)
    calendar.load()
    await calendar.settled()
    #expect(calendar.state.error?.kind == .unreachable)
    #expect(bench.count(.tallyShowSeason) == 1)
    #expect(try await tally.seasonStore.cache.value().count == 1)
  }

  @Test("a pull shows the new numbers of episodes that TMDB has renumbered, with their own synopses")
  func renumbered() async throws {
    let bench = try await Bench(world: world())
    let calendar = await loaded(bench.tally)
    calendar.select(try #require(CalendarDay("2026-11-13")))
    await calendar.settled()
    #expect(try episode(calendar, "2026-11-13", 541).episode == 2)
    #expect(try episode(calendar, "2026-11-13", 541).synopsis == "What happens in 2.")
    let old = season("What happens in").episodes
    var episodes = [TallyWorld.Episode(1, "Part 0", airDate: "2026-10-30", overview: "What happens in 0.")]
    for part in old {
      episodes.append(.init(part.number + 1, part.name, airDate: part.airDate, overview: part.overview))
    }
    let changed = TallyWorld.Season(1, episodes: episodes)
    bench.server.edit { $0.addSeason(changed, to: 541) }
    await bench.clock.advance(by: .seconds(60))
    await calendar.refreshAndWait()
    #expect(try episode(calendar, "2026-11-13", 541).episode == 3)
    #expect(try episode(calendar, "2026-11-13", 541).synopsis == "What happens in 2.")
  }

  @Test("without a network an open day stays without synopsis, and nothing is said")
  func offline() async throws {
    let bench = try await Bench(world: world())
    let calendar = await loaded(bench.tally)
    bench.faults.isDown = true
    calendar.select(try #require(CalendarDay("2026-11-06")))
    await calendar.settled()
    #expect(calendar.state.selectedDay == CalendarDay("2026-11-06"))
    #expect(try episode(calendar, "2026-11-06", 541).synopsis == nil)
    #expect((calendar.state.notice, calendar.state.error) == (nil, nil))
  }

  @Test("watched states come from the list's counts without a request, and follow a mark made elsewhere on this device")
  func states() async throws {
    let bench = try await Bench()
    try await bench.tally.watchlistStore.refresh()
    bench.server.clearRequests()
    let calendar = await loaded(bench.tally)
    #expect(try episode(calendar, "2026-11-13", 520_100).state == .watched)
    #expect(try episode(calendar, "2026-11-20", 520_100).state == .unwatched)
    #expect(try episode(calendar, "2026-11-12", 520_300).state == .unwatched)
    #expect(bench.count(.tallyProgressProgress) == 0)
    bench.faults.isDown = true
    try await bench.tally.progressStore.setWatched(upTo: 4, season: 2, of: 520_100)
    #expect(await eventually { (try? episode(calendar, "2026-11-20", 520_100).state) == .watched })
  }

  @Test("what the counts do not say is nil")
  func unknown() {
    var progress = WatchProgress()
    (progress.totalEpisodes, progress.watchedEpisodes) = (24, 10)
    progress.currentEpisode = EpisodePointer(seasonNumber: 2, episodeNumber: 4)
    var marks = EpisodeMarks(shows: [1: .init(progress: progress, counts: [1: 8, 2: 10])])
    // Eight and three come before the next episode, but ten are watched: there is a gap somewhere.
    #expect(marks.state(of: 1, season: 2, episode: 2) == nil)
    marks.shows[1]?.progress?.watchedEpisodes = 11
    #expect(marks.state(of: 1, season: 2, episode: 3) == .watched)
    #expect(marks.state(of: 1, season: 2, episode: 4) == .unwatched)
    marks.shows[1]?.counts = [:]
    #expect(marks.state(of: 1, season: 2, episode: 3) == nil)
    #expect(marks.state(of: 2, season: 1, episode: 1) == nil)
  }

  @Test(
    "a show whose pattern is known is not analysed again for another month, a relaunch or a refresh; after a week it is"
  )
  func patterns() async throws {
    let bench = try await Bench()
    // The guide has other titles than the analysis, and two episodes on a day: no number can be found.
    let analyses = Locked(0)
    let transport = ClosureTransport { [faults = bench.faults] request in
      var answer = try await faults.send(request)
      if request.operation == .tallyGuideGuide {
        let days = ["2026-11-06", "2026-11-06", "2026-12-04", "2026-12-04"]
        answer = .json(["success": true, "data": GuideWire.unnumbered(show: 520_100, days: days)])
      }
      if request.operation == .tallyShowAnalyze { analyses.withLock { $0 += 1 } }
      return answer
    }
    let tally = bench.relaunched(transport)
    // A kept season of the show, which an analysis does not replace.
    _ = try await tally.seasonStore.ask(2, of: 520_100, country: "AU")
    let calendar = await loaded(tally)
    #expect(try !episode(calendar, "2026-11-06", 520_100).hasNumbers)
    #expect(analyses.withLock { $0 } == 1)
    calendar.changeMonth(by: 1)
    await calendar.settled()
    calendar.refresh()
    await calendar.settled()
    #expect(analyses.withLock { $0 } == 1)
    await bench.clock.advance(by: .seconds(8 * 86_400))
    calendar.refresh()
    await calendar.settled()
    #expect(analyses.withLock { $0 } == 2)
  }
}
