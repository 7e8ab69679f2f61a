import Foundation
import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@MainActor
@Suite("The search screen")
struct SearchViewModelTests {
  private let show: TMDBID = 520_100

  private func opened(_ bench: Bench) async -> SearchViewModel {
    let search = SearchViewModel(tally: bench.tally)
    search.query = "lighthouse"
    await search.settled()
    search.toggleExpansion(show)
    await search.settled()
    return search
  }

  @Test("typing searches once, 400 ms after the last key")
  func debounce() async throws {
    let bench = try await Bench(instant: false, signedIn: false)
    let search = SearchViewModel(tally: bench.tally)
    for text in ["l", "li", " lighthouse "] {
      search.query = text
      await bench.clock.sleepers(atLeast: 1)
      await bench.clock.advance(by: .milliseconds(399))
    }
    #expect(bench.server.requests.isEmpty)
    await bench.clock.advance(by: .milliseconds(1))
    await search.settled()
    #expect(bench.server.requests.map { $0.query["query"] } == ["lighthouse"])
    #expect(search.state.results.map(\.id) == [520_100, 520_800])
    #expect(search.state.isLoading == false)
    search.query = "  "
    #expect(search.state.results == [])
    await bench.clock.advance(by: .seconds(1))
    #expect(bench.server.requests.count == 1)
    #expect(bench.log("[Search]") == ["[Search] query='lighthouse' start", "[Search] done count=2"])
  }

  @Test(
    "what a failed search says",
    arguments: [
      (FaultTransport.Fault.refused, "No internet connection. Please check your network and try again"),
      (.localNetworkDenied, "This app may not use the local network. Allow it in the settings of the device."),
      (.timedOutBeforeSending, "Search timed out. Please check your connection and try again"),
      (.loginPage, "Could not process search results. Please try again"),
    ])
  func failures(_ fault: FaultTransport.Fault, _ text: String) async throws {
    let bench = try await Bench(signedIn: false)
    let search = SearchViewModel(tally: bench.tally)
    search.query = "lighthouse"
    await search.settled()
    bench.faults.fail(.tallyShowSearch, with: fault, fault, fault)
    search.search()
    await search.settled()
    #expect(search.state.error.map(search.text) == text)
    #expect(search.state.results == [])
    search.clearError()
    #expect(search.state.error == nil)
  }

  @Test("an overloaded or failing server is named with its number")
  func serverErrors() async throws {
    let bench = try await Bench(signedIn: false)
    let search = SearchViewModel(tally: bench.tally)
    bench.server.failures.tmdbUnconfigured = true
    search.query = "x"
    await search.settled()
    #expect(search.state.error.map(search.text) == "Search service is temporarily unavailable. Please try again later")
    bench.server.failures.tmdbUnconfigured = false
    bench.server.failNext(where: "/search")
    search.search()
    await search.settled()
    #expect(search.state.error.map(search.text) == "Server error (500). Please try again later")
    #expect(bench.log("[Search] error").last == "[Search] error=server(500)")
  }

  @Test("an expanded show has the season that is being watched loaded, a menu from new to old, its badge and providers")
  func expansion() async throws {
    let bench = try await Bench()
    let search = await opened(bench)
    let card = try #require(search.state.details[show])
    #expect(card.menu.map(\.number) == [3, 2, 1])
    #expect(card.menu.map(\.menuText)[1] == "Season 2 (10 episodes)")
    #expect(search.state.selectedSeasonByTmdb[show] == 2)
    #expect(card.season(2)?.episodes.count == 10)
    #expect(card.season(3)?.episodes == [])
    #expect(card.badge == "WEEKLY 100%")
    #expect(search.chips(of: show).map(\.provider.name) == ["Netflix", "HBO Max"])
    #expect(search.chips(of: show)[1].initials == "HM")
    search.selectSeason(3, of: show)
    search.selectSeason(3, of: show)
    await search.settled()
    #expect(bench.count(.tallyShowSeason) == 2)
    #expect(search.rows(of: show).map(\.number) == Array(1...6))
    search.toggleExpansion(show)
    search.toggleExpansion(show)
    await search.settled()
    #expect(bench.count(.tallyShowAnalyze) == 1)
    #expect(search.state.selectedSeasonByTmdb[show] == 3)
    #expect(
      bench.log("[Expand]") == [
        "[Expand] tmdbId=520100 open", "[Expand] tmdbId=520100 close", "[Expand] tmdbId=520100 open",
      ])
    #expect(bench.log("[Analyze]") == ["[Analyze] tmdbId=520100 analyzedSeason=2"])
    #expect(bench.log("[Season]").last == "[Season] tmdbId=520100 season=3 loaded episodes=6")
  }

  @Test("the season last chosen is remembered for the show over launches")
  func rememberedSeason() async throws {
    let bench = try await Bench()
    let search = await opened(bench)
    search.selectSeason(1, of: show)
    await search.settled()
    let again = SearchViewModel(tally: bench.relaunched())
    again.toggleExpansion(show)
    await again.settled()
    #expect(again.state.selectedSeasonByTmdb[show] == 1)
    #expect(again.rows(of: show).count == 8)
  }

  @Test("expanding reads the server's progress back: watched rows, and Up Next after them")
  func rows() async throws {
    let bench = try await Bench()
    let search = await opened(bench)
    search.selectSeason(2, of: show)
    await search.settled()
    let rows = search.rows(of: show)
    #expect(rows.filter(\.isWatched).map(\.number) == [1, 2, 3])
    #expect(rows.filter(\.isUpNext).map(\.number) == [4])
    #expect(rows.map(\.label).prefix(6) == [.aired, .aired, .aired, .upNext, .airingNext, .upcoming])
    #expect(rows[0].dateText == "Oct 30")
    #expect(rows[0].accessibilityLabel == "Episode 1")
    #expect(rows[0].accessibilityHint == "Sets watched up to this episode")
    #expect(bench.log("[Progress]") == ["[Progress] readback tmdbId=520100 seasons=2"])
  }

  @Test("a tapped episode turns green at once although the server's old value is known, then the server is read back")
  func tap() async throws {
    let bench = try await Bench()
    let search = await opened(bench)
    search.selectSeason(2, of: show)
    await search.settled()
    bench.server.clearRequests()
    search.setProgressUpToEpisode(6, season: 2, of: show)
    search.setProgressUpToEpisode(6, season: 2, of: show)
    #expect(search.state.settingProgress == ["520100-s2-e6"])
    #expect(await eventually { search.state.lastWatched(show, season: 2) == 6 })
    await search.settled()
    #expect(search.state.settingProgress == [])
    #expect(search.state.serverProgress["520100-s2"] == 6)
    #expect(search.rows(of: show).filter(\.isUpNext).map(\.number) == [7])
    #expect(bench.server.watched(of: bench.user, tmdbID: 520_100, season: 2) == Array(1...6))
    #expect(bench.count(.tallyProgressSet) == 1)
    #expect(bench.count(.tallyWatchlistAdd) == 0)
    #expect(search.state.expanded == [show])
    #expect(search.state.error == nil)
    #expect(search.state.announcement == .init(number: 1, text: "Progress saved"))
    #expect(search.state.userShowIdByTmdb[show]?.rawValue == bench.server.entry(of: bench.user, tmdbID: 520_100)?.id)
    #expect(
      bench.log("[Progress]").suffix(3) == [
        "[Progress] tap tmdbId=520100 S2E6", "[Progress] set watched up to S2E6 OK",
        "[Progress] readback tmdbId=520100 seasons=2",
      ])
  }

  @Test("a read-back that fails changes nothing and says nothing")
  func failedReadback() async throws {
    let bench = try await Bench()
    let search = await opened(bench)
    search.selectSeason(2, of: show)
    await search.settled()
    let readBack = OperationID.tallyProgressProgress
    bench.server.clearRequests()
    search.setProgressUpToEpisode(5, season: 2, of: show)
    #expect(await eventually { bench.count(.tallyProgressSet) == 1 })
    bench.faults.fail(readBack, with: .status(502), .status(502), .status(502))
    await search.settled()
    #expect(search.state.lastWatched(show, season: 2) == 5)
    #expect(search.state.error == nil)
    #expect(search.state.expanded == [show])
  }

  @Test("offline a tap stays green, says that it waits, and arrives later")
  func offlineTap() async throws {
    let bench = try await Bench()
    let search = await opened(bench)
    bench.faults.isDown = true
    search.setProgressUpToEpisode(7, season: 2, of: show)
    await search.settled()
    #expect(search.state.lastWatched(show, season: 2) == 7)
    #expect(search.state.pendingProgress == [show])
    #expect(search.state.error == nil)
    #expect(search.state.announcement?.text == "S2 E7 is saved on this device and will be sent later")
    bench.faults.isDown = false
    await bench.tally.queue.flush()
    #expect(await eventually { search.state.pendingProgress == [] })
    #expect(bench.server.watched(of: bench.user, tmdbID: 520_100, season: 2) == Array(1...7))
  }

  @Test("what the server refuses goes back to its truth, with a banner")
  func refusedTap() async throws {
    let bench = try await Bench()
    bench.server.edit { $0.addSeason(.weekly(from: "2027-01-01", episodes: 4), to: 520_200) }
    let search = SearchViewModel(tally: bench.tally)
    search.toggleExpansion(520_200)
    await search.settled()
    search.setProgressUpToEpisode(2, season: 2, of: 520_200)
    await search.settled()
    #expect(search.state.lastWatched(520_200, season: 2) == 0)
    #expect(search.state.notice == "The server does not know this episode yet, so it cannot be saved.")
    #expect(search.state.settingProgress == [])
  }

  @Test("nobody signed in: a banner, no request, nothing green")
  func signedOut() async throws {
    let bench = try await Bench(signedIn: false)
    let search = SearchViewModel(tally: bench.tally)
    search.toggleExpansion(show)
    await search.settled()
    bench.server.clearRequests()
    search.setProgressUpToEpisode(1, season: 1, of: show)
    search.addToWatchlist(show)
    await search.settled()
    #expect(search.state.notice == "Please log in to search and add shows to your watchlist")
    #expect(bench.server.requests.isEmpty)
    #expect(search.state.lastWatched(show, season: 1) == 0)
  }

  @Test("a sign-in that ran out keeps the tap until the next one")
  func expired() async throws {
    let bench = try await Bench()
    let search = await opened(bench)
    bench.server.revokeAllTokens()
    search.setProgressUpToEpisode(5, season: 2, of: show)
    await search.settled()
    #expect(search.state.lastWatched(show, season: 2) == 5)
    #expect(search.state.notice == "Please log in to search and add shows to your watchlist")
    try await bench.signIn()
    await bench.tally.queue.flush()
    #expect(bench.server.watched(of: bench.user, tmdbID: 520_100, season: 2) == Array(1...5))
  }

  @Test("the exact place and whole seasons")
  func exact() async throws {
    let bench = try await Bench()
    let search = await opened(bench)
    search.setPosition(watching: 2, season: 2, of: show)
    await search.settled()
    #expect(search.state.lastWatched(show, season: 2) == 1)
    #expect(bench.server.progress(of: bench.user, tmdbID: 520_100)[2]?[2] == "watching")
    search.markSeason(2, watched: true, of: show)
    await search.settled()
    #expect(bench.server.watched(of: bench.user, tmdbID: 520_100, season: 2) == Array(1...10))
    search.markSeason(1, watched: false, of: show)
    await search.settled()
    #expect(search.state.lastWatched(show, season: 1) == 0)
    #expect(bench.server.watched(of: bench.user, tmdbID: 520_100, season: 2) == Array(1...10))
  }

  @Test("a provider chip spins, is saved, and stays selected; a show that is not tracked is added as being watched")
  func provider() async throws {
    let bench = try await Bench()
    let search = SearchViewModel(tally: bench.tally)
    search.toggleExpansion(520_600)
    await search.settled()
    let chip = try #require(search.chips(of: 520_600).first)
    #expect(
      (chip.accessibilityLabel, chip.accessibilityHint) == (
        "Provider: Amazon Prime Video", "Sets streaming provider for this show"
      ))
    search.selectProvider(chip.provider, for: 520_600)
    #expect(search.chips(of: 520_600).first?.isSaving == true)
    search.selectProvider(chip.provider, for: 520_600)
    await search.settled()
    #expect(search.chips(of: 520_600).first?.isSaving == false)
    #expect(search.chips(of: 520_600).first?.isSelected == true)
    let entry = bench.server.entry(of: bench.user, tmdbID: 520_600)
    #expect((entry?.status, entry?.providerID) == ("watching", 119))
    #expect(search.state.userShowIdByTmdb[520_600]?.rawValue == entry?.id)
    #expect(bench.count(.tallyWatchlistSetProvider) == 1)
    #expect(bench.log("[Provider]").first == "[Provider] select name=Amazon Prime Video id=119 (saving)")
    #expect(bench.log("[Provider]").last == "[Provider] saved userShowId=\(entry?.id ?? "")")
    search.clearProvider(for: 520_600)
    await search.settled()
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_600)?.providerID == nil)
    #expect(search.state.selectedProviderByTmdb[520_600] == nil)
  }

  @Test("a toast lasts a second and a half, and a new one has its whole time")
  func toast() async throws {
    let bench = try await Bench(instant: false, signedIn: false)
    let search = SearchViewModel(tally: bench.tally)
    search.showToast("one")
    await bench.clock.sleepers(atLeast: 1)
    await bench.clock.advance(by: .milliseconds(1000))
    search.showToast("two")
    await bench.clock.sleepers(atLeast: 1)
    await bench.clock.advance(by: .milliseconds(1499))
    #expect(search.state.notice == "two")
    await bench.clock.advance(by: .milliseconds(1))
    #expect(await eventually { search.state.notice == nil })
  }

  @Test("another country searches again and refreshes what is open, here and from elsewhere")
  func country() async throws {
    let bench = try await Bench()
    let search = await opened(bench)
    search.setCountry("AU")
    await search.settled()
    #expect(bench.server.requests.last { $0.operation == .tallyShowSearch }?.query["country"] == "AU")
    #expect(search.chips(of: show).map(\.provider.name) == ["Netflix"])
    #expect(search.state.expanded == [show])
    #expect(bench.log("[Country]") == ["[Country] set=AU"])
    #expect(bench.log("[Refresh]") == ["[Refresh] tmdbId=520100 providers=1 season=2"])
    bench.tally.country.set("GB")
    #expect(await eventually { search.state.country == "GB" })
    await search.settled()
    bench.faults.fail(.tallyShowAnalyze, with: .status(500))
    search.setCountry("JP")
    await search.settled()
    #expect(search.chips(of: show).map(\.provider.name) == ["Netflix"])
    #expect(bench.log("[Refresh] error") == ["[Refresh] error tmdbId=520100 error=server(500)"])
    #expect((search.countries.count, search.countryText) == (10, "Country: JP"))
  }

  @Test("after a switch of country only what is on the screen stays until it is replaced; the rest is loaded anew")
  func countrySeasons() async throws {
    let bench = try await Bench()
    let search = await opened(bench)
    search.selectSeason(3, of: show)
    await search.settled()
    search.selectSeason(2, of: show)
    #expect([2, 3].map { search.state.details[show]?.season($0)?.episodes.count } == [10, 6])
    search.setCountry("AU")
    await search.settled()
    #expect([2, 3].map { search.state.details[show]?.season($0)?.episodes.count } == [10, 0])
    search.selectSeason(3, of: show)
    await search.settled()
    let asked = bench.server.requests.filter { $0.operation == .tallyShowSeason }
    #expect(asked.map { $0.query["country"] } == ["US", "US", "AU", "AU"])
    #expect(search.rows(of: show).count == 6)
  }

  @Test("a season that is still on its way for one country does not keep another country's from being loaded")
  func countryWhileLoading() async throws {
    let bench = try await Bench()
    let hold = HoldTransport(bench.server.transport)
    let tally = bench.relaunched(hold)
    let search = SearchViewModel(tally: tally)
    search.toggleExpansion(show)
    await search.settled()
    hold.hold(.tallyShowSeason)
    search.selectSeason(1, of: show)
    #expect(await eventually { hold.count == 1 })
    search.setCountry("AU")
    #expect(await eventually { search.rows(of: show).count == 8 })
    #expect(await eventually { search.state.loadingSeasons == [] })
    let last = bench.server.requests.last { $0.operation == .tallyShowSeason }
    #expect((last?.query["country"], last?.path) == ("AU", "/api/tmdb/show/520100/season/1/raw"))
    hold.release()
    await search.settled()
    #expect(search.rows(of: show).count == 8)
  }

  @Test("a link opens a show at its season, whether or not it was searched for")
  func link() async throws {
    let bench = try await Bench()
    let search = SearchViewModel(tally: bench.tally)
    let link = try #require(URL(string: "tally://show/520100?season=1&episode=4").flatMap { ShowLink($0) })
    #expect(link == ShowLink(show: 520_100, season: 1, episode: 4))
    #expect(link.url?.absoluteString == "tally://show/520100?season=1&episode=4")
    search.open(link)
    await search.settled()
    #expect(search.state.expanded == [show])
    #expect(search.state.selectedSeasonByTmdb[show] == 1)
    #expect(search.rows(of: show).count == 8)
    #expect(search.state.selectedEpisodeByTmdb == [show: 4])
    search.selectSeason(2, of: show)
    await search.settled()
    #expect(search.state.selectedEpisodeByTmdb == [:])
  }

  @Test("observers are notified once per burst, and the log lines can be switched off")
  func quiet() async throws {
    let bench = try await Bench(signedIn: false)
    let search = SearchViewModel(tally: bench.tally)
    search.logsSteps = false
    var notifications = 0
    let token = search.observe { _ in notifications += 1 }
    search.query = "lighthouse"
    await search.settled()
    #expect(notifications >= 2)
    #expect(bench.log("[Search]") == [])
    token.cancel()
  }
}
