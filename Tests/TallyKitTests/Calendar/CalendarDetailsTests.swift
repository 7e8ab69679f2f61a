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
