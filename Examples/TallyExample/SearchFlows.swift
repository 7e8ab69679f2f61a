import Runner
import TallyKit
import TallyTesting

@MainActor
enum SearchFlows {
  static let show: TMDBID = 520_100

  nonisolated static let all: [Flow<TallyStage>] = [
    Flow("search-as-you-type") { stage in
      let search = await SearchViewModel(tally: stage.tally)
      for end in 1...stage.query.count { await type(String(stage.query.prefix(end)), search) }
      await search.settled()
      let state = await search.state
      try expect(!state.results.isEmpty, "results")
      return
        "\(state.results.count) results for “\(state.query)”, first \(state.results[0].title) (\(state.results[0].displayYear.map { "\($0)" } ?? "no year"))"
    },
    Flow("search-expand-and-seasons") { try await seasons($0) },
    Flow("search-watched-up-to", needsFake: true) { _ in try await upTo() },
    Flow("search-exact-position", needsFake: true) { _ in try await position() },
    Flow("search-bulk-season", needsFake: true) { _ in try await bulk() },
    Flow("search-provider-chip", needsFake: true) { _ in try await provider() },
    Flow("search-add-to-watchlist", needsFake: true) { _ in try await add() },
    Flow("search-country-switch") { try await country($0) },
    Flow("search-inline-error", needsFake: true) { _ in try await inlineError() },
    Flow("search-episode-not-stored", needsFake: true) { _ in try await notStored() },
  ]

  private static func type(_ text: String, _ search: SearchViewModel) { search.query = text }

  private static func opened(_ fresh: Fresh, season: Int = 2) async -> SearchViewModel {
    let search = SearchViewModel(tally: fresh.tally)
    search.query = "lighthouse"
    await search.settled()
    search.toggleExpansion(show)
    await search.settled()
    search.selectSeason(season, of: show)
    await search.settled()
    return search
  }

  private static func seasons(_ stage: TallyStage) async throws -> String {
    let tally = try await stage.reader()
    let show = try require(try await stage.dated(tally), "a show with dates").id
    let search = SearchViewModel(tally: tally)
    search.toggleExpansion(show)
    search.appear()
    await search.settled()
    let card = try require(search.state.details[show], "the card")
    let numbers = card.menu.map(\.number)
    try expect(!numbers.isEmpty && numbers == numbers.sorted(by: >), "the newest season first, got \(numbers)")
    let season = try require(search.state.selectedSeasonByTmdb[show] ?? numbers.last, "a season")
    search.selectSeason(season, of: show)
    await search.settled()
    let rows = search.rows(of: show)
    try expect(!rows.isEmpty, "episodes")
    let watched = rows.filter(\.isWatched).count
    let next = rows.first(where: \.isUpNext)
    let place = search.state.upNext(show).map { "\($0)" } ?? "-"
    return
      "\(card.badge ?? "-"), \(card.menu[0].menuText), watched to \(watched), up next: \(place) \(next?.title ?? "nothing") on \(next?.dateText ?? "-")"
  }

  private static func upTo() async throws -> String {
    let fresh = try await Fresh()
    let search = await opened(fresh)
    search.setProgressUpToEpisode(6, season: 2, of: show)
    await search.settled()
    try expectEqual(search.state.lastWatched(show, season: 2), 6, "the last watched row")
    try expectEqual(fresh.watched(show, 2), Array(1...6), "the server's watched episodes")
    try expectEqual(search.state.announcement?.text, "Progress saved", "the announcement")
    try expectEqual(search.state.expanded, [show], "what is expanded")
    return "six green rows, read back, nothing collapsed"
  }

  private static func position() async throws -> String {
    let fresh = try await Fresh()
    let search = await opened(fresh)
    search.setPosition(watching: 5, season: 2, of: show)
    await search.settled()
    try expectEqual(fresh.watched(show, 2), Array(1...4), "the server's watched episodes")
    search.setPosition(watching: 2, season: 2, of: show)
    await search.settled()
    try expectEqual(fresh.watched(show, 2), [1], "the server's watched episodes after going back")
    let state = fresh.server.progress(of: fresh.user, tmdbID: show.rawValue)[2]?[2]
    try expectEqual(state, "watching", "the second episode")
    return "to the fifth and back to the second, one call each"
  }

  private static func bulk() async throws -> String {
    let fresh = try await Fresh()
    let search = await opened(fresh)
    search.markSeason(2, watched: true, of: show)
    await search.settled()
    try expectEqual(fresh.watched(show, 2), Array(1...10), "season 2")
    search.markSeason(1, watched: false, of: show)
    await search.settled()
    try expectEqual(fresh.watched(show, 1), [], "season 1")
    try expectEqual(fresh.watched(show, 2), Array(1...10), "season 2 after that")
    search.markShow(show, watched: true)
    await search.settled()
    try expectEqual((1...3).map { fresh.watched(show, $0).count }, [8, 10, 6], "all seasons")
    return "a season watched, another unwatched, neither touching the other; then all of the show"
  }

  private static func provider() async throws -> String {
    let fresh = try await Fresh()
    let search = SearchViewModel(tally: fresh.tally)
    search.toggleExpansion(520_600)
    await search.settled()
    let chip = try require(search.chips(of: 520_600).first, "a provider")
    search.selectProvider(chip.provider, for: 520_600)
    await search.settled()
    let entry = try require(fresh.entry(520_600), "the entry")
    try expectEqual(entry.providerID, chip.provider.providerId, "the provider on the server")
    try expectEqual(entry.status, "watching", "the status")
    search.clearProvider(for: 520_600)
    await search.settled()
    try expectEqual(fresh.entry(520_600)?.providerID, nil, "the provider after clearing")
    return "\(chip.provider.name) chosen for a show that was added for it, and cleared again"
  }

  private static func add() async throws -> String {
    let fresh = try await Fresh()
    let search = SearchViewModel(tally: fresh.tally)
    search.addToWatchlist(520_900)
    search.addToWatchlist(520_500)
    search.addToWatching(520_600)
    await search.settled()
    try expectEqual(fresh.entry(520_600)?.status, "watching", "the show to watch")
    try expectEqual(fresh.entry(520_900)?.status, "watchlist", "the new show")
    try expectEqual(fresh.entry(520_500)?.status, "completed", "the completed show")
    return "one show added; one that was completed stays completed"
  }

  private static func country(_ stage: TallyStage) async throws -> String {
    let tally = try await stage.reader()
    tally.country.set("US")
    let search = SearchViewModel(tally: tally)
    search.query = stage.query
    await search.settled()
    let show = try require(search.state.results.first, "a result for \(stage.query)").id
    search.toggleExpansion(show)
    await search.settled()
    let before = search.chips(of: show).map(\.provider.name)
    search.setCountry("AU")
    search.scheduleSearch()
    await search.settled()
    let after = search.chips(of: show).map(\.provider.name)
    try expectEqual(tally.country.current, "AU", "the country")
    try expect(!search.state.results.isEmpty && search.state.expanded == [show], "the card still open")
    return "\(before.joined(separator: ", ")) in US, \(after.joined(separator: ", ")) in AU, the card still open"
  }

  private static func inlineError() async throws -> String {
    let fresh = try await Fresh()
    let search = await opened(fresh)
    fresh.server.failNext(3, where: "/analyze")
    search.toggleExpansion(520_200)
    await search.settled()
    let text = search.text(try require(search.state.error, "the banner"))
    try expect(!search.state.results.isEmpty, "results beside the banner")
    search.clearError()
    try expectEqual(search.state.error, nil, "the banner after dismissing")
    return "“\(text)”, dismissed; the list stayed"
  }

  private static func notStored() async throws -> String {
    let fresh = try await Fresh()
    fresh.server.edit { $0.addSeason(.weekly(from: "2027-01-01", episodes: 4), to: 520_200) }
    let search = SearchViewModel(tally: fresh.tally)
    search.toggleExpansion(520_200)
    await search.settled()
    search.setProgressUpToEpisode(2, season: 2, of: 520_200)
    await search.settled()
    try expectEqual(search.state.lastWatched(520_200, season: 2), 0, "the last watched row")
    return "“\(search.state.notice ?? "")”"
  }
}
