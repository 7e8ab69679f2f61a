import Foundation
import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@MainActor
@Suite("What an expanded show starts with, and what is said about changes")
struct SearchKeptStateTests {
  private let show: TMDBID = 520_100

  private func opened(_ tally: TallyService, _ show: TMDBID, season: Int? = nil) async -> SearchViewModel {
    let search = SearchViewModel(tally: tally)
    search.toggleExpansion(show)
    await search.settled()
    if let season {
      search.selectSeason(season, of: show)
      await search.settled()
    }
    return search
  }

  private func selected(_ search: SearchViewModel, _ show: TMDBID) -> [String] {
    search.chips(of: show).filter(\.isSelected).map(\.provider.name)
  }

  // MARK: Providers

  @Test("a chosen provider is selected after a relaunch, and can be cleared then")
  func chosenProvider() async throws {
    let bench = try await Bench()
    let first = await opened(bench.tally, show)
    first.selectProvider(try #require(first.chips(of: show).last).provider, for: show)
    await first.settled()
    #expect(selected(first, show) == ["HBO Max"])
    await bench.tally.client.accounts.save()
    let again = await opened(bench.relaunched(), show)
    #expect(selected(again, show) == ["HBO Max"])
    again.clearProvider(for: show)
    await again.settled()
    #expect(selected(again, show) == [])
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_100)?.providerID == nil)
    #expect(again.state.announcement?.text == "Provider saved")
  }

  @Test("a provider that waits to be sent is selected after a relaunch without a network")
  func waitingProvider() async throws {
    let bench = try await Bench()
    try await bench.tally.watchlistStore.refresh()
    await bench.tally.client.accounts.save()
    let before = await opened(bench.tally, show)
    bench.faults.isDown = true
    before.selectProvider(try #require(before.chips(of: show).last).provider, for: show)
    await before.settled()
    let again = SearchViewModel(tally: bench.relaunched())
    again.toggleExpansion(show)
    await again.settled()
    #expect(again.state.selectedProviderByTmdb[show] == 384)
  }

  @Test("what another screen chooses is selected here; the server's own number of a provider is that of its chip")
  func otherScreen() async throws {
    let bench = try await Bench()
    let search = await opened(bench.tally, 520_400)
    try await bench.tally.watchlistStore.refresh()
    // The list and the search result have different ids for Apple TV Plus: 2 and 350.
    #expect(await eventually { selected(search, 520_400) == ["Apple TV Plus"] })
    let change = try await bench.tally.watchlistStore.setProvider(nil, of: 520_400)
    _ = await change.settled()
    #expect(await eventually { selected(search, 520_400) == [] })
  }

  @Test("where the watchlist was never read, appearing reads it, once")
  func appearing() async throws {
    let bench = try await Bench()
    let search = await opened(bench.tally, show)
    #expect(selected(search, show) == [])
    search.appear()
    await search.settled()
    #expect(selected(search, show) == ["Netflix"])
    search.appear()
    await search.settled()
    #expect(bench.count(.tallyWatchlistAll) == 1)
  }

  // MARK: Seasons

  @Test("a show opens at the season that the user is in, not at one that has not begun")
  func openingSeason() async throws {
    let bench = try await Bench()
    let search = await opened(bench.tally, show)
    #expect(search.state.selectedSeasonByTmdb[show] == 2)
    #expect(search.rows(of: show).filter(\.isUpNext).map(\.number) == [4])
    #expect(search.state.upNext(show) == EpisodePlace(season: 2, episode: 4))
    #expect(bench.count(.tallyShowSeason) == 1)
    // Season 3 has not begun, so no episode of it is next.
    search.selectSeason(3, of: show)
    await search.settled()
    #expect(search.rows(of: show).filter(\.isUpNext) == [])
    search.selectSeason(1, of: show)
    await search.settled()
    #expect(search.rows(of: show).filter(\.isUpNext) == [])
  }

  @Test("nothing watched: the newest season that has begun; all of a season watched: the next one when it has begun")
  func otherOpenings() async throws {
    var world = TallyWorld()
    let user = world.addUser(TallyWorld.sampleEmail, country: "US")
    for show in 541...544 {
      world.addShow(
        show, "Show \(show)",
        seasons: [
          .binge(on: "2024-01-05", episodes: 4), .weekly(from: "2026-11-06", episodes: 6),
          .weekly(from: "2027-05-07", episodes: 6),
        ])
      world.track(
        show, for: user, status: "watching",
        upTo: [542: (season: 1, episode: 4), 543: (season: 2, episode: 6), 544: (season: 1, episode: 2)][show])
    }
    let bench = try await Bench(world: world)
    var seasons: [Int?] = []
    var next: [[Int]] = []
    for show in [541, 542, 543, 544] as [TMDBID] {
      let search = await opened(bench.tally, show)
      seasons.append(search.state.selectedSeasonByTmdb[show])
      next.append(search.rows(of: show).filter(\.isUpNext).map(\.number))
    }
    #expect(seasons == [2, 2, 2, 1])
    #expect(next == [[1], [1], [], [3]])
  }

  @Test("a show of which no season has begun opens at its newest one")
  func announced() async throws {
    let bench = try await Bench()
    let search = await opened(bench.tally, 520_900)
    #expect(search.state.selectedSeasonByTmdb[520_900] == 1)
    #expect(search.rows(of: 520_900).count == 2)
  }

  // MARK: Words

  @Test("tapping an episode that is watched already says so, and sends nothing")
  func alreadyWatched() async throws {
    let bench = try await Bench()
    try await bench.tally.watchlistStore.refresh()
    let search = await opened(bench.tally, show, season: 2)
    bench.server.clearRequests()
    search.setProgressUpToEpisode(2, season: 2, of: show)
    await search.settled()
    #expect(search.state.announcement?.text == "Already watched up to S2 E3")
    #expect(search.state.lastWatched(show, season: 2) == 3)
    #expect(bench.server.requests == [])
    #expect(try await bench.tally.queue.all().isEmpty)
  }

  @Test("offline a tap, a provider and an add say that they wait, and a screen reader speaks it")
  func offline() async throws {
    let bench = try await Bench()
    let search = await opened(bench.tally, show, season: 2)
    let chip = try #require(search.chips(of: show).last)
    bench.faults.isDown = true
    search.setProgressUpToEpisode(6, season: 2, of: show)
    await search.settled()
    #expect(search.state.announcement == .init(number: 1, text: "S2 E6 is saved on this device and will be sent later"))
    #expect(search.state.lastWatched(show, season: 2) == 6)
    search.selectProvider(chip.provider, for: show)
    await search.settled()
    #expect(search.state.announcement?.text == "The provider is saved on this device and will be sent later")
    #expect(selected(search, show) == ["HBO Max"])
    search.addToWatchlist(520_800)
    await search.settled()
    #expect(
      search.state.announcement == .init(number: 3, text: "The show is saved on this device and will be added later"))
    #expect(search.state.error == nil)
    #expect(await eventually { search.state.notice == nil })
  }

  @Test("a change that the server refuses is spoken as well")
  func refused() async throws {
    let bench = try await Bench(settings: .init(watchlistHasUpdatedAt: false))
    try await bench.tally.watchlistStore.refresh()
    let search = await opened(bench.tally, show)
    search.selectProvider(try #require(search.chips(of: show).last).provider, for: show)
    await search.settled()
    #expect(search.state.notice != nil)
    #expect(search.state.announcement?.text == search.state.notice)
    #expect(selected(search, show) == ["Netflix"])
  }

  @Test("a change that waited, and that the server refuses later, is noticed then")
  func refusedLater() async throws {
    let bench = try await Bench()
    bench.server.edit { $0.addSeason(.weekly(from: "2026-11-04", episodes: 4), to: 520_500) }
    try await bench.tally.watchlistStore.refresh()
    let search = await opened(bench.tally, 520_500, season: 4)
    bench.faults.isDown = true
    search.setProgressUpToEpisode(2, season: 4, of: 520_500)
    await search.settled()
    #expect(search.state.lastWatched(520_500, season: 4) == 2)
    #expect(await eventually { search.state.notice == nil })
    bench.faults.isDown = false
    await bench.tally.queue.flush()
    #expect(
      await eventually {
        search.state.notice == "The server does not know this episode yet, so it cannot be saved."
      })
  }

  @Test("the toast says what was done, and nothing that the rows do not show")
  func toasts() async throws {
    let bench = try await Bench(instant: false)
    try await bench.tally.watchlistStore.refresh()
    let search = await opened(bench.tally, show, season: 2)
    search.markSeason(1, watched: false, of: show)
    await search.settled()
    #expect(search.state.notice == "Season 1 is not watched any more")
    // The change marks the first season again and leaves the second as it is.
    search.setProgressUpToEpisode(2, season: 2, of: show)
    await search.settled()
    #expect(search.state.notice == "Already watched up to S2 E3")
    #expect(bench.server.watched(of: bench.user, tmdbID: 520_100, season: 1).count == 8)
    search.markSeason(2, watched: true, of: show)
    await search.settled()
    #expect(search.state.notice == "Season 2 is watched")
    search.markShow(show, watched: true)
    await search.settled()
    #expect(search.state.notice == "All episodes are watched")
    search.markShow(show, watched: false)
    await search.settled()
    #expect(search.state.notice == "No episode is watched any more")
  }

  @Test("all of a show is marked and unmarked")
  func wholeShow() async throws {
    let bench = try await Bench()
    let search = await opened(bench.tally, 520_500)
    search.markShow(520_500, watched: false)
    await search.settled()
    #expect((1...3).map { bench.server.watched(of: bench.user, tmdbID: 520_500, season: $0).count } == [0, 0, 0])
    search.markShow(520_500, watched: true)
    await search.settled()
    #expect((1...3).map { bench.server.watched(of: bench.user, tmdbID: 520_500, season: $0).count } == [6, 6, 6])
    #expect(search.state.lastWatched(520_500, season: 3) == 6)
  }
}
