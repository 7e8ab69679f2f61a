import Foundation
import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@MainActor
@Suite("Numbers and texts of the search screen")
struct SearchRuleTests {
  private let show: TMDBID = 520_100

  private func opened(_ bench: Bench, season: Int = 2) async -> SearchViewModel {
    let search = SearchViewModel(tally: bench.tally)
    search.toggleExpansion(show)
    await search.settled()
    search.selectSeason(season, of: show)
    await search.settled()
    return search
  }

  @Test("times and sizes")
  func measures() {
    #expect(SearchViewModel.debounce == .milliseconds(400))
    #expect(SearchViewModel.toastTime == .milliseconds(1500))
    #expect(ProviderChip.limit == 12)
    #expect((20...24).contains(ProviderChip.logoHeight))
  }

  @Test("keys of states")
  func keys() {
    #expect(SearchViewModel.key(310_442, season: 2) == "310442-s2")
    #expect(SearchViewModel.key(310_442, season: 2, episode: 3) == "310442-s2-e3")
  }

  @Test(
    "the last watched episode: the server's where it is known, else this device's, else none",
    arguments: [(nil, nil, 0), (nil, 4, 4), (3, nil, 3), (3, 8, 3), (0, 8, 0)] as [(Int?, Int?, Int)])
  func lastWatched(_ server: Int?, _ local: Int?, _ last: Int) {
    var state = SearchViewModel.State()
    let key = SearchViewModel.key(1, season: 1)
    state.serverProgress[key] = server
    state.localProgress[key] = local
    #expect(state.lastWatched(1, season: 1) == last)
  }

  @Test(
    "reading back takes the highest watched episode of each season, 0 for a season without any",
    arguments: [
      ([:], nil), ([1: EpisodeState.watched, 2: .watching], 1), ([1: .watching], 0), ([3: .unwatched], 0),
      ([1: .watched, 4: .watched, 3: .unwatched], 4), ([1: "paused"], 0),
    ] as [([Int: EpisodeState], Int?)])
  func readBack(_ states: [Int: EpisodeState], _ last: Int?) {
    let known = EpisodeStates(states.isEmpty ? [:] : [2: states])
    #expect(known.lastWatched(season: 2) == last)
    #expect(known.lastWatched(season: 1) == nil)
  }

  @Test("at most twelve providers, in the server's order")
  func chips() async throws {
    let providers = (1...15).map { number -> JSONValue in
      ["providerId": .integer(Int64(number)), "name": .string("P\(number)"), "logo": ""]
    }
    let transport = ClosureTransport.json { request in
      request.operation == .tallyShowAnalyze
        ? ["success": true, "analysis": ["showDetails": ["id": 1], "watchProviders": .array(providers)]]
        : ["success": true]
    }
    let tally = TallyService(server: .fake, transport: transport, environment: .manual())
    let search = SearchViewModel(tally: tally)
    search.toggleExpansion(1)
    await search.settled()
    #expect(search.chips(of: 1).map(\.id) == Array(1...12))
    #expect(search.chips(of: 1).allSatisfy { $0.logoURL == nil && $0.initials == "P" })
    #expect(search.state.details[1]?.badge == nil)
  }

  @Test("tapping an episode before the last watched one takes nothing back")
  func tapBefore() async throws {
    let bench = try await Bench()
    let search = await opened(bench)
    #expect(search.state.lastWatched(show, season: 2) == 3)
    search.setProgressUpToEpisode(1, season: 2, of: show)
    await search.settled()
    #expect(search.state.lastWatched(show, season: 2) == 3)
    #expect(bench.server.watched(of: bench.user, tmdbID: 520_100, season: 2) == [1, 2, 3])
    #expect(search.state.error == nil)
  }

  @Test("an old answer of the server that arrives after a tap does not undo what turned green")
  func staleReadBack() async throws {
    let bench = try await Bench()
    let hold = HoldTransport(bench.server.transport)
    let tally = bench.relaunched(hold)
    try await tally.account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
    let search = SearchViewModel(tally: tally)
    search.toggleExpansion(show)
    await search.settled()
    // Hold the answer of a read that began before the write until the write is done.
    hold.hold(.tallyProgressProgress)
    search.appear()
    #expect(await eventually { hold.count == 1 })
    search.setProgressUpToEpisode(6, season: 2, of: show)
    #expect(await eventually { bench.server.watched(of: bench.user, tmdbID: 520_100, season: 2) == Array(1...6) })
    #expect(await eventually { search.state.settingProgress == [] })
    #expect(search.state.lastWatched(show, season: 2) == 6)
    hold.release()
    await search.settled()
    #expect(search.state.lastWatched(show, season: 2) == 6)
    #expect(search.state.error == nil)
    await tally.queue.flush()
    #expect(await eventually { search.state.pendingProgress == [] })
    #expect(search.state.lastWatched(show, season: 2) == 6)
  }

  @Test("the spinner is gone while the server is still being read back")
  func spinner() async throws {
    let bench = try await Bench()
    let hold = HoldTransport(bench.server.transport)
    let tally = bench.relaunched(hold)
    try await tally.account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
    let search = SearchViewModel(tally: tally)
    search.toggleExpansion(show)
    await search.settled()
    hold.hold(.tallyProgressSet)
    search.setProgressUpToEpisode(6, season: 2, of: show)
    #expect(await eventually { hold.count == 1 })
    #expect(search.state.settingProgress == ["520100-s2-e6"])
    #expect(search.state.lastWatched(show, season: 2) == 6)
    hold.hold(.tallyProgressProgress)
    hold.release()
    #expect(await eventually { hold.count == 1 && search.state.settingProgress == [] })
    #expect(search.state.announcement?.text == "Progress saved")
    #expect(search.state.lastWatched(show, season: 2) == 6)
    hold.release()
    await search.settled()
    #expect(search.state.pendingProgress == [])
    #expect(search.state.lastWatched(show, season: 2) == 6)
  }

  @Test("an analysis and a season that fail are said, and what is shown stays")
  func failedSeason() async throws {
    let bench = try await Bench()
    let search = await opened(bench)
    bench.server.failNext(where: "/season/")
    search.selectSeason(1, of: show)
    await search.settled()
    #expect(search.state.error.map(search.text) == "Server error (500). Please try again later")
    #expect(bench.log("[Season]").last == "[Season] tmdbId=520100 season=1 error=server(500)")
    #expect(search.state.expanded == [show])
    search.clearError()
    search.selectSeason(2, of: show)
    #expect(search.rows(of: show).count == 10)
    search.selectSeason(1, of: show)
    await search.settled()
    #expect(search.rows(of: show).count == 8)
    bench.faults.fail(.tallyShowAnalyze, with: .loginPage)
    search.toggleExpansion(520_200)
    await search.settled()
    #expect(search.state.error.map(search.text) == "Could not process search results. Please try again")
    #expect(search.state.expanded == [show, 520_200])
  }

  @Test("a server without a key for TMDB is reported in words, not with its status 200")
  func unconfigured() async throws {
    let bench = try await Bench()
    let search = await opened(bench)
    bench.server.failures.tmdbUnconfigured = true
    search.selectSeason(1, of: show)
    await search.settled()
    let error = try #require(search.state.error)
    #expect(!search.text(error).contains("200"))
  }

  @Test("the rows follow when the server has other progress, without a collapse")
  func serverDiffers() async throws {
    let bench = try await Bench()
    let search = await opened(bench)
    let other = try await bench.otherDevice()
    _ = try await other.progress.set(.watched, upTo: 8, season: 2, of: show)
    search.setProgressUpToEpisode(5, season: 2, of: show)
    await search.settled()
    #expect(search.state.lastWatched(show, season: 2) == 8)
    #expect(search.state.expanded == [show])
    #expect(search.state.error == nil)
  }

  @Test("an answer to an earlier query that comes late changes nothing")
  func staleSearch() async throws {
    let bench = try await Bench(signedIn: false)
    let hold = HoldTransport(bench.server.transport)
    let tally = bench.relaunched(hold)
    let search = SearchViewModel(tally: tally)
    hold.hold(.tallyShowSearch)
    search.query = "lighthouse"
    #expect(await eventually { hold.count == 1 })
    search.query = "nothing like it"
    await search.settled()
    #expect(search.state.results == [])
    hold.release()
    for _ in 0..<50 { await Task.yield() }
    #expect(search.state.results == [])
    #expect(search.state.isLoading == false)
    #expect(search.state.error == nil)
  }

  @Test("what is said after progress, provider and add")
  func toasts() async throws {
    let bench = try await Bench(instant: false)
    let search = await opened(bench)
    search.setProgressUpToEpisode(6, season: 2, of: show)
    await search.settled()
    #expect(search.state.notice == "Saved progress to S2 E6")
    search.selectProvider(try #require(search.chips(of: show).first).provider, for: show)
    await search.settled()
    #expect(search.state.notice == "Provider saved")
    search.addToWatchlist(520_800)
    await search.settled()
    #expect(search.state.notice == "Added to Watchlist")
    let id = bench.server.entry(of: bench.user, tmdbID: 520_800)?.id ?? ""
    #expect(bench.log("[Watchlist]") == ["[Watchlist] added id=\(id) status=watchlist"])
  }

  @Test("failures leave a line with their case or status, and none with a token or an address")
  func failureLines() async throws {
    let bench = try await Bench()
    let search = await opened(bench)
    let chip = try #require(search.chips(of: show).last)
    // Fail every attempt of the queue.
    for _ in 0..<30 { bench.faults.fail(.tallyWatchlistSetProvider, with: .status(500)) }
    search.selectProvider(chip.provider, for: show)
    await search.settled()
    #expect(bench.log("[Provider]").last == "[Provider] error=server(500)")
    #expect(search.state.notice == "Server error (500). Please try again later")
    search.dismissNotice()
    for _ in 0..<30 { bench.faults.fail(.tallyWatchlistAll, with: .status(502)) }
    search.addToWatchlist(520_800)
    await search.settled()
    #expect(bench.log("[Watchlist]").last == "[Watchlist] error=server(502)")
    #expect(search.state.notice == "Server error (502). Please try again later")
    #expect(!bench.log("").contains { $0.contains("Bearer") || $0.contains("eyJ") || $0.contains("http") })
  }

  @Test("a sign-in that ran out keeps the chosen provider until the next one")
  func expiredProvider() async throws {
    let bench = try await Bench()
    let search = await opened(bench)
    bench.server.revokeAllTokens()
    let chip = try #require(search.chips(of: show).last)
    search.selectProvider(chip.provider, for: show)
    await search.settled()
    #expect(search.state.selectedProviderByTmdb[show] == chip.id)
    #expect(search.state.notice == "Please log in to search and add shows to your watchlist")
    #expect(search.state.expanded == [show])
    try await bench.signIn()
    await bench.tally.queue.flush()
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_100)?.providerName == chip.provider.name)
  }

  @Test("what one account has watched is not shown to the next")
  func otherAccount() async throws {
    let bench = try await Bench()
    let search = await opened(bench)
    #expect(search.state.lastWatched(show, season: 2) == 3)
    try await bench.tally.account.signOut(pending: .discard)
    #expect(await eventually { search.state.lastWatched(show, season: 2) == 0 })
    #expect(search.state.userShowIdByTmdb == [:])
    _ = try await bench.tally.account.register(email: "next@example.org", password: "long-enough")
    search.appear()
    await search.settled()
    #expect(search.rows(of: show).filter(\.isWatched) == [])
    #expect(search.state.expanded == [show])
  }

  @Test("calls that make the server fetch much may take longer than others")
  func patience() async throws {
    let recorder = TraitsRecorder()
    var options = ClientOptions()
    options.middleware = [recorder]
    let transport = ClosureTransport.json { _ in ["success": true] }
    let tally = TallyService(server: .fake, transport: transport, environment: .manual(), options: options)
    _ = try? await tally.shows.analyze(1, country: "US", season: nil)
    _ = try? await tally.shows.analyze(batch: [1], country: "US")
    _ = try? await tally.shows.season(1, of: 1, country: "US")
    _ = try? await tally.shows.discover(.popular, sampleSize: 10)
    _ = try? await tally.watchlist.add(1, status: .watching)
    _ = try? await tally.progress.progress(of: 1)
    _ = try? await tally.progress.set(.watched, upTo: 1, season: 1, of: 1)
    let slow = recorder.calls
    #expect(slow.count == 7)
    #expect(slow.allSatisfy { $0.deadline == .seconds(120) && $0.attemptTimeout == .seconds(60) })
    _ = try? await tally.shows.search("a", country: "US")
    #expect(recorder.calls.last?.attemptTimeout == .seconds(30))
  }

  @Test(
    "any number of shows is analysed, twenty a call", arguments: [(0, []), (1, [1]), (20, [20]), (45, [20, 20, 5])])
  func batches(_ count: Int, _ sizes: [Int]) async throws {
    let asked = Locked<[Int]>([])
    let transport = ClosureTransport.json { request in
      let body = request.body.flatMap { try? JSONValue(parsing: $0) }
      let ids = body?["showIds"]?.array ?? []
      asked.withLock { $0.append(ids.count) }
      return ["success": true, "results": .array(ids.map { ["showId": $0, "success": false] })]
    }
    let tally = TallyService(server: .fake, transport: transport, environment: .manual())
    let results = try await tally.shows.analyzeAll((0..<count).map { TMDBID($0 + 1) }, country: "US")
    #expect(asked.withLock { $0 } == sizes)
    #expect(results.map(\.showId.rawValue) == (0..<count).map { $0 + 1 })
  }
}
