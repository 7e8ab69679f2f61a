import Runner
import TallyKit
import TallyTesting

@MainActor
enum ShowFlows {
  private static let show: TMDBID = 520_100

  nonisolated static let all: [Flow<TallyStage>] = [
    Flow("show-page", needsFake: true) { _ in try await page() },
    Flow("show-page-changes", needsFake: true) { _ in try await changes() },
    Flow("show-page-offline", needsFake: true) { _ in try await offline() },
    Flow("show-page-refused", needsFake: true) { _ in try await refused() },
    Flow("next-seven-days", needsFake: true) { _ in try await nextDays() },
    Flow("calendar-synopsis", needsFake: true) { _ in try await synopsis() },
  ]

  private static func loaded(_ tally: TallyService) async -> ShowViewModel {
    tally.country.set("AU")
    let screen = ShowViewModel(tally: tally, show: show)
    screen.load()
    await screen.settled()
    return screen
  }

  private static func page() async throws -> String {
    let fresh = try await Fresh()
    let screen = await loaded(fresh.tally)
    screen.loadSeason(1)
    await screen.settled()
    let page = try require(screen.state.page.value, "a page")
    try expectEqual(page.seasons.map(\.watched), [8, 3, 0], "watched episodes by season")
    try expectEqual(page.season(1)?.episodes.count, 8, "episodes of the season that was opened")
    let watched = try require(page.watched, "progress that was read")
    let next = try require(page.next, "an episode to watch")
    let airing = try require(page.nextToAir(from: CalendarViewModel(tally: fresh.tally).state.today), "an air date")
    return
      "\(page.details.title): \(watched) of \(page.episodeCount), next \(next), \(airing.place) on \(airing.airDate.map { "\($0)" } ?? "-"), \(page.providers.map(\.name).joined(separator: ", "))"
  }

  private static func changes() async throws -> String {
    let fresh = try await Fresh()
    let screen = await loaded(fresh.tally)
    screen.setProgressUpToEpisode(6, season: 2)
    await screen.settled()
    try expectEqual(fresh.watched(show, 2), Array(1...6), "season 2")
    screen.setPosition(watching: 2, season: 2)
    screen.markEpisode(5, season: 2, as: .watched)
    await screen.settled()
    try expectEqual(fresh.watched(show, 2), [1, 5], "season 2 after going back")
    screen.markSeason(2, watched: true)
    await screen.settled()
    screen.markShow(watched: false)
    await screen.settled()
    try expectEqual((1...3).map { fresh.watched(show, $0).count }, [0, 0, 0], "everything")
    screen.setRating(9.5)
    screen.setNotes("with Noor")
    screen.setBufferDays(4)
    screen.setCountry("GB")
    screen.setStatus(.dropped)
    let provider = try require(screen.state.page.value?.providers.first, "a provider")
    screen.setProvider(ProviderSelection(provider))
    await screen.settled()
    try expectEqual(fresh.entry(show)?.status, "dropped", "the status on the server")
    try expectEqual(fresh.entry(show)?.rating, 9.5, "the rating on the server")
    screen.remove()
    await screen.settled()
    try expect(fresh.entry(show) == nil, "no entry")
    screen.add(as: .watching)
    await screen.settled()
    try expectEqual(fresh.entry(show)?.status, "watching", "the status of the show that was added again")
    return "marked, rated, dropped, removed and added again on one page"
  }

  private static func offline() async throws -> String {
    let fresh = try await Fresh()
    _ = await loaded(fresh.tally)
    await fresh.tally.client.accounts.save()
    fresh.network.isDown = true
    let screen = await loaded(fresh.relaunched())
    screen.setProgressUpToEpisode(4, season: 2)
    await screen.settled()
    let page = try require(screen.state.page.value, "the page without a network")
    try expect(page.isPending, "a change that waits")
    try expectEqual(page.season(2)?.episodes.count { $0.state == .watched }, 4, "watched episodes")
    fresh.network.isDown = false
    await screen.refreshAndWait()
    try expectEqual(fresh.watched(show, 2), Array(1...4), "season 2 on the server")
    return "\(page.episodeCount) episodes without a network, and the mark sent later"
  }

  private static func refused() async throws -> String {
    let fresh = try await Fresh(settings: .init(watchlistHasUpdatedAt: false))
    let screen = await loaded(fresh.tally)
    screen.setNotes("refused")
    await screen.settled()
    screen.retry(try require(screen.state.refused.first, "a refused change"))
    await screen.settled()
    screen.discard(try require(screen.state.refused.first, "a change that is refused again"))
    await screen.settled()
    try expect(screen.state.refused.isEmpty, "nothing refused any more")
    return "tried again, then discarded: “\(screen.state.notice ?? "")”"
  }

  private static func nextDays() async throws -> String {
    let fresh = try await Fresh()
    fresh.tally.country.set("AU")
    let screen = NextDaysViewModel(tally: fresh.tally)
    screen.load()
    await screen.settled()
    let days = try require(screen.state.days.value, "days")
    try expect(days.count > 1 && days.count <= NextDaysViewModel.dayCount, "some of the seven days")
    return days.map { "\(screen.title(for: $0.day)): \($0.episodes.map(\.showTitle).joined(separator: ", "))" }
      .joined(separator: "; ")
  }

  private static func synopsis() async throws -> String {
    let fresh = try await Fresh()
    fresh.tally.country.set("AU")
    let calendar = CalendarViewModel(tally: fresh.tally)
    calendar.load()
    await calendar.settled()
    let day = try require(calendar.list.first?.day, "a day with episodes")
    calendar.select(day)
    await calendar.settled()
    let minutes = calendar.episodes(on: day).compactMap(\.runtime)
    try expect(!minutes.isEmpty, "running times of the day that was opened")
    return "\(calendar.sheetTitle(for: day)): \(minutes.map { "\($0) min" }.joined(separator: ", "))"
  }
}
