import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@MainActor
@Suite("Requests for one action")
struct RequestCountTests {
  private let show: TMDBID = 520_100
  private let unlisted: TMDBID = 520_600

  private func opened(_ bench: Bench, _ show: TMDBID) async -> SearchViewModel {
    let search = SearchViewModel(tally: bench.tally)
    search.toggleExpansion(show)
    await search.settled()
    bench.server.clearRequests()
    return search
  }

  private func operations(_ bench: Bench) -> [OperationID] { bench.server.requests.map(\.operation) }

  @Test("expanding a show: its analysis, its progress and one season")
  func expand() async throws {
    let bench = try await Bench()
    bench.server.clearRequests()
    let search = SearchViewModel(tally: bench.tally)
    search.toggleExpansion(show)
    await search.settled()
    #expect(operations(bench).sorted() == [.tallyProgressProgress, .tallyShowAnalyze, .tallyShowSeason])
    #expect(search.rows(of: show).count == 10)
  }

  @Test("watched up to an episode of a show that is not on the list: four requests")
  func watchedUpTo() async throws {
    let bench = try await Bench()
    let search = await opened(bench, unlisted)
    search.setProgressUpToEpisode(3, season: 1, of: unlisted)
    await search.settled()
    #expect(bench.server.watched(of: bench.user, tmdbID: unlisted.rawValue, season: 1) == [1, 2, 3])
    #expect(bench.server.entry(of: bench.user, tmdbID: unlisted.rawValue)?.status == "watching")
    #expect(
      operations(bench) == [
        .tallyWatchlistAll, .tallyWatchlistAdd, .tallyProgressSet, .tallyProgressProgress,
      ])
    #expect(try await bench.tally.queue.open().isEmpty)
  }

  @Test("going back one place: three requests")
  func back() async throws {
    let bench = try await Bench()
    try await bench.tally.watchlistStore.refresh()
    let search = await opened(bench, show)
    search.setPosition(watching: 3, season: 2, of: show)
    await search.settled()
    #expect(bench.server.watched(of: bench.user, tmdbID: 520_100, season: 2) == [1, 2])
    #expect(operations(bench) == [.tallyProgressSet, .tallyProgressSet, .tallyProgressProgress])
    #expect(try await bench.tally.queue.open().isEmpty)
  }

  @Test("the same where the list is empty, which the server also sends when its database fails")
  func emptyList() async throws {
    let bench = try await Bench(signedIn: false)
    try await bench.tally.account.signIn(email: TallyWorld.otherEmail, password: TallyWorld.password)
    let user = try #require(bench.server.userID(TallyWorld.otherEmail))
    let search = await opened(bench, unlisted)
    search.setProgressUpToEpisode(3, season: 1, of: unlisted)
    await search.settled()
    #expect(bench.server.watched(of: user, tmdbID: unlisted.rawValue, season: 1) == [1, 2, 3])
    #expect(bench.server.entry(of: user, tmdbID: unlisted.rawValue)?.status == "watching")
    #expect(
      operations(bench) == [
        .tallyWatchlistAll, .tallyWatchlistAdd, .tallyProgressSet, .tallyProgressProgress,
      ])
  }

  @Test("an empty list is not believed at once when the show is not known to be unwatched")
  func doubtfulEmptyList() async throws {
    let bench = try await Bench(signedIn: false)
    try await bench.tally.account.signIn(email: TallyWorld.otherEmail, password: TallyWorld.password)
    bench.server.clearRequests()
    _ = await (try await bench.tally.watchlistStore.add(unlisted, as: .watching)).settled()
    #expect(
      operations(bench) == [
        .tallyWatchlistAll, .tallyWatchlistStats, .tallyStreamingServiceAll, .tallyWatchlistAll, .tallyWatchlistAdd,
      ])
  }

  @Test("ten seconds after the last look the server is read again before anything is taken back")
  func backLater() async throws {
    let bench = try await Bench(instant: false)
    try await bench.tally.watchlistStore.refresh()
    let search = await opened(bench, show)
    await bench.clock.advance(by: .seconds(11))
    search.setPosition(watching: 3, season: 2, of: show)
    await search.settled()
    #expect(
      operations(bench) == [
        .tallyProgressProgress, .tallyProgressSet, .tallyProgressSet, .tallyProgressProgress,
      ])
  }
}
