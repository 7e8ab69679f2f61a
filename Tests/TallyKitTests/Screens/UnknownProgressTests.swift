import Foundation
import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@MainActor
@Suite("A show's page before its progress was read")
struct UnknownProgressTests {
  private let show: TMDBID = 520_100
  private let unlisted: TMDBID = 520_600

  private func screen(_ tally: TallyService, _ show: TMDBID) -> ShowViewModel {
    tally.country.set("AU")
    return ShowViewModel(tally: tally, show: show)
  }

  @Test("watched episodes and the next one are unknown, as a whole and by season, until the answer is there")
  func unknown() async throws {
    let bench = try await Bench()
    let hold = HoldTransport(bench.faults)
    let screen = screen(bench.relaunched(hold), show)
    hold.holdRequest(.tallyProgressProgress)
    screen.load()
    #expect(await eventually { hold.count == 1 && screen.state.page.value?.entry != nil })
    let page = try #require(screen.state.page.value)
    #expect(page.seasons.count == 3)
    #expect(page.seasons.map(\.watched) == [nil, nil, nil])
    #expect(page.watched == nil && page.next == nil)
    #expect(page.seasons.allSatisfy { !$0.isWatched })
    hold.release()
    await screen.settled()
    #expect(screen.state.page.value?.watched == 11)
    #expect(screen.state.page.value?.seasons.map(\.watched) == [8, 3, 0])
    #expect(screen.state.page.value?.next == EpisodePlace(season: 2, episode: 4))
  }

  @Test("a mark of this device alone does not make the number known")
  func ownMark() async throws {
    let bench = try await Bench()
    try await bench.tally.watchlistStore.refresh()
    bench.faults.isDown = true
    let screen = screen(bench.tally, show)
    screen.load()
    await screen.settled()
    screen.setProgressUpToEpisode(6, season: 2)
    await screen.settled()
    #expect(screen.state.page.value?.isPending == true)
    #expect(screen.state.page.value?.watched == nil)
    bench.faults.isDown = false
    await screen.refreshAndWait()
    #expect(screen.state.page.value?.watched == 14)
  }

  @Test("a show that is not on the list has none watched, and its progress is read once it was added")
  func added() async throws {
    let bench = try await Bench()
    let screen = screen(bench.tally, unlisted)
    screen.load()
    await screen.settled()
    #expect(screen.state.page.value?.watched == 0)
    #expect(bench.count(.tallyProgressProgress) == 0)
    screen.add(as: .watching)
    await screen.settled()
    #expect(screen.state.page.value?.entry?.status == .watching)
    #expect(screen.state.page.value?.watched == 0)
    #expect(bench.count(.tallyProgressProgress) == 1)
  }

  @Test("while the watchlist was never read, a show may be on it, and its progress is unknown")
  func unknownList() async throws {
    let bench = try await Bench()
    bench.tally.country.set("AU")
    try await bench.tally.analysisStore.ask(show, country: "AU")
    bench.faults.isDown = true
    let screen = screen(bench.tally, show)
    screen.load()
    await screen.settled()
    #expect(screen.state.page.value?.entry == nil)
    #expect(screen.state.page.value?.watched == nil)
  }
}
