import Foundation
import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@MainActor
@Suite("A show's page")
struct ShowViewModelTests {
  private let show: TMDBID = 520_100
  private let unlisted: TMDBID = 520_600

  private func loaded(_ tally: TallyService, _ show: TMDBID) async -> ShowViewModel {
    tally.country.set("AU")
    let screen = ShowViewModel(tally: tally, show: show)
    screen.load()
    await screen.settled()
    return screen
  }

  @Test("the page has seasons with the user's progress, providers, the rating and dates, from four requests")
  func page() async throws {
    let bench = try await Bench()
    bench.server.clearRequests()
    let screen = await loaded(bench.tally, show)
    let page = try #require(screen.state.page.value)
    #expect(page.details.title == "Lighthouse Winter")
    #expect(page.pattern?.kind == .weekly)
    #expect(page.seasons.map { [$0.number, $0.episodeCount] } == [[1, 8], [2, 10], [3, 6]])
    #expect(page.seasons.map(\.watched) == [8, 3, 0])
    #expect(page.seasons.map(\.isWatched) == [true, false, false])
    #expect((page.watched, page.episodeCount) == (11, 24))
    #expect(page.next == EpisodePlace(season: 2, episode: 4))
    #expect(page.providers.map(\.name) == ["Netflix"])
    #expect(page.entry?.rating == 8.5)
    #expect(page.entry?.provider?.id == 8)
    #expect(page.seasons.map(\.episodes.count) == [0, 10, 0])
    #expect(page.season(2)?.episodes.prefix(4).map(\.state) == [.watched, .watched, .watched, .unwatched])
    #expect(page.season(2)?.episodes.first?.runtime == 45)
    let today = try #require(CalendarDay("2026-11-22"))
    #expect(page.nextToAir(from: today)?.airDate == CalendarDay("2026-11-27"))
    #expect(page.nextToAir(from: today)?.place == EpisodePlace(season: 2, episode: 5))
    #expect(
      bench.server.requests.map(\.operation)
        == [.tallyShowAnalyze, .tallyWatchlistAll, .tallyProgressProgress, .tallyShowSeason])
  }

  @Test("another season is read with one request for all its episodes, and kept")
  func season() async throws {
    let bench = try await Bench()
    let screen = await loaded(bench.tally, show)
    bench.server.clearRequests()
    screen.loadSeason(1)
    #expect(screen.state.loadingSeasons == [1])
    await screen.settled()
    #expect(screen.state.loadingSeasons == [])
    #expect(screen.state.page.value?.season(1)?.episodes.map(\.state) == Array(repeating: .watched, count: 8))
    #expect(bench.server.requests.map(\.operation) == [.tallyShowSeason])
    bench.faults.isDown = true
    screen.loadSeason(3)
    await screen.settled()
    #expect(screen.state.notice == "You're offline. Please check your internet connection.")
    #expect(screen.state.page.value?.season(3)?.episodes == [])
    #expect(screen.state.loadingSeasons == [])
  }

  @Test("marks and a rating made without a network show at once, outlive a relaunch, and are sent later")
  func offline() async throws {
    let bench = try await Bench()
    let screen = await loaded(bench.tally, show)
    bench.faults.isDown = true
    screen.setProgressUpToEpisode(6, season: 2)
    screen.setRating(9.5)
    screen.setStatus(.dropped)
    await screen.settled()
    #expect(screen.state.page.value?.next == EpisodePlace(season: 2, episode: 7))
    #expect(screen.state.page.value?.entry?.rating == 9.5)
    #expect(screen.state.page.value?.isPending == true)
    #expect(screen.state.notice == nil)
    #expect(screen.state.announcement?.text == "Saved on this device. It will be sent later.")
    await bench.tally.client.accounts.save()
    let again = await loaded(bench.relaunched(), show)
    #expect(again.state.error?.kind == .unreachable)
    #expect(again.state.page.value?.season(2)?.episodes.filter { $0.state == .watched }.count == 6)
    #expect(again.state.page.value?.entry?.status == .dropped)
    #expect(again.state.page.value?.providers.map(\.name) == ["Netflix"])
    bench.faults.isDown = false
    await again.refreshAndWait()
    #expect(bench.server.watched(of: bench.user, tmdbID: 520_100, season: 2) == Array(1...6))
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_100)?.rating == 9.5)
    #expect(again.state.page.value?.isPending == false)
    #expect(again.state.error == nil)
  }

  @Test(
    "a show that is not on the list has a page without asking for its progress; adding shows it as pending, then as listed"
  )
  func unlistedShow() async throws {
    let bench = try await Bench()
    let screen = await loaded(bench.tally, unlisted)
    #expect(screen.state.page.value?.details.title == "Evening Ledger")
    #expect(screen.state.page.value?.entry == nil)
    #expect(screen.state.page.value?.next == EpisodePlace(season: 1, episode: 1))
    #expect(bench.count(.tallyProgressProgress) == 0)
    screen.add(as: .watching)
    await screen.settled()
    #expect(screen.state.page.value?.entry?.status == .watching)
    #expect(bench.server.entry(of: bench.user, tmdbID: unlisted.rawValue)?.status == "watching")
    screen.remove()
    await screen.settled()
    #expect(screen.state.page.value?.entry == nil)
    #expect(screen.state.page.value?.details.title == "Evening Ledger")
  }

  @Test("a season, an episode, the exact place, and everything can be marked from the page")
  func marks() async throws {
    let bench = try await Bench()
    let screen = await loaded(bench.tally, show)
    func watched() -> [Int] {
      [1, 2, 3].map { bench.server.watched(of: bench.user, tmdbID: 520_100, season: $0).count }
    }
    screen.markSeason(2, watched: true)
    await screen.settled()
    #expect(watched() == [8, 10, 0])
    #expect(screen.state.page.value?.next == EpisodePlace(season: 3, episode: 1))
    screen.setPosition(watching: 2, season: 2)
    await screen.settled()
    #expect(watched() == [8, 1, 0])
    screen.markEpisode(5, season: 2, as: .watched)
    await screen.settled()
    #expect(watched() == [8, 2, 0])
    screen.markShow(watched: true)
    await screen.settled()
    #expect(watched() == [8, 10, 6])
    #expect(screen.state.page.value?.next == nil)
    screen.markShow(watched: false)
    await screen.settled()
    #expect(watched() == [0, 0, 0])
    screen.setNotes("with Noor")
    screen.setBufferDays(4)
    screen.setCountry("GB")
    screen.setProvider(ProviderSelection(id: 337, name: "Disney Plus"))
    await screen.settled()
    let entry = try #require(screen.state.page.value?.entry)
    #expect((entry.notes, entry.bufferDays, entry.country, entry.provider?.id) == ("with Noor", 4, "GB", 337))
  }

  @Test("another country asks again, and the providers of the country before are not shown as its own")
  func country() async throws {
    let bench = try await Bench()
    let screen = await loaded(bench.tally, show)
    #expect(screen.state.page.value?.providers.map(\.name) == ["Netflix"])
    bench.faults.isDown = true
    bench.tally.country.set("US")
    #expect(await eventually { screen.state.page.value?.country == "US" })
    await screen.settled()
    #expect(screen.state.page.value?.providers == [])
    bench.faults.isDown = false
    await screen.refreshAndWait()
    #expect(screen.state.page.value?.providers.map(\.name) == ["Netflix", "HBO Max"])
  }

  @Test("a change that the server refuses is listed on the page of its show alone, to retry or discard")
  func refused() async throws {
    let bench = try await Bench(settings: .init(watchlistHasUpdatedAt: false))
    let (screen, other) = (await loaded(bench.tally, show), await loaded(bench.tally, 520_200))
    screen.setNotes("refused")
    await screen.settled()
    await other.settled()
    let record = try #require(screen.state.refused.first)
    #expect(other.state.refused == [])
    screen.retry(record)
    await screen.settled()
    #expect(screen.state.refused.count == 1)
    screen.discard(try #require(screen.state.refused.first))
    await screen.settled()
    #expect(screen.state.refused == [])
  }

  @Test("a show on the list that was never analysed has a page without a network, from the list")
  func fromTheList() async throws {
    let bench = try await Bench()
    try await bench.tally.watchlistStore.refresh()
    bench.faults.isDown = true
    let screen = await loaded(bench.tally, show)
    #expect(screen.state.page.value?.details.title == "Lighthouse Winter")
    #expect(screen.state.page.value?.seasons.map(\.number) == [1, 2, 3])
    #expect(screen.state.page.value?.providers == [])
  }

  @Test("while the server cannot reach TMDB, the page still has the entry and the progress, and says what is missing")
  func outage() async throws {
    let bench = try await Bench()
    bench.server.failures.tmdbDown = true
    let screen = await loaded(bench.tally, show)
    let page = try #require(screen.state.page.value)
    #expect((page.entry?.rating, page.watched) == (8.5, 11))
    #expect(screen.state.error?.status == 404)
    bench.server.failures.tmdbDown = false
    await screen.refreshAndWait()
    #expect((screen.state.error, screen.state.page.value?.episodeCount) == (nil, 24))
  }

  @Test("My Shows has a segment for dropped shows")
  func dropped() async throws {
    #expect(TallyWatchlistViewModel.segments == [.watching, .watchlist, .completed, .dropped])
    let bench = try await Bench()
    try await bench.tally.watchlistStore.setStatus(.dropped, of: show)
    let list = TallyWatchlistViewModel(tally: bench.tally)
    list.select(.dropped)
    await list.settled()
    #expect(list.state.shown.map(\.id) == [show])
  }
}
