import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@MainActor
@Suite("A search while the server cannot reach TMDB, which looks like no results")
struct SearchOutageTests {
  private func searched(_ bench: Bench, _ query: String) async -> SearchViewModel {
    let search = SearchViewModel(tally: bench.tally)
    search.query = query
    await search.settled()
    return search
  }

  @Test("it is an error that asks to try again, and results come once TMDB is back")
  func outage() async throws {
    let bench = try await Bench()
    try await bench.tally.watchlistStore.refresh()
    bench.server.failures.tmdbDown = true
    let search = await searched(bench, "lighthouse")
    #expect(
      search.state.error.map(search.text) == "Search service is temporarily unavailable. Please try again later")
    #expect(search.state.isLoading == false)
    bench.server.failures.tmdbDown = false
    search.search()
    await search.settled()
    #expect((search.state.error, search.state.results.count) == (nil, 2))
  }

  @Test("a pull after a search that failed searches again, and says why if that fails as well")
  func pulled() async throws {
    let bench = try await Bench()
    bench.faults.isDown = true
    let search = await searched(bench, "lighthouse")
    #expect(search.state.error?.kind == .unreachable)
    await search.refreshAndWait()
    #expect(search.state.error?.kind == .unreachable && !search.state.isRefreshing)
    bench.faults.isDown = false
    await search.refreshAndWait()
    #expect((search.state.error, search.state.results.count) == (nil, 2))
    #expect(!search.state.isLoading && !search.state.isRefreshing)
  }

  @Test("a pull reads an expanded show again whose details could not be read, and searches for nothing without a text")
  func pulledDetails() async throws {
    let bench = try await Bench()
    let show: TMDBID = 520_100
    bench.faults.isDown = true
    let search = SearchViewModel(tally: bench.tally)
    search.toggleExpansion(show)
    await search.settled()
    #expect(search.state.details[show] == nil)
    bench.faults.isDown = false
    await search.refreshAndWait()
    #expect(search.state.details[show] != nil && search.state.error == nil)
    #expect(bench.count(.tallyShowSearch) == 0)
  }

  @Test("a pull without a network keeps the results of a search that succeeded")
  func pulledResults() async throws {
    let bench = try await Bench()
    let search = await searched(bench, "lighthouse")
    bench.faults.isDown = true
    await search.refreshAndWait()
    #expect((search.state.error, search.state.results.count) == (nil, 2))
    #expect(bench.count(.tallyShowSearch) == 1)
  }

  @Test("a pull keeps a show that a link has opened since the search failed")
  func pulledLink() async throws {
    let bench = try await Bench()
    bench.faults.isDown = true
    let search = await searched(bench, "zzz")
    #expect(search.state.error?.kind == .unreachable)
    bench.faults.isDown = false
    search.open(ShowLink(show: 520_100))
    await search.settled()
    await search.refreshAndWait()
    #expect(search.state.results.map(\.id) == [520_100])
    #expect(bench.count(.tallyShowSearch) == 0)
  }

  @Test("requests that the system ends leave no search and no details that load for ever")
  func endedBySystem() async throws {
    let bench = try await Bench()
    let ended: Set<OperationID> = [.tallyShowSearch, .tallyShowAnalyze]
    let isSuspended = Locked(true)
    let transport = ClosureTransport { [server = bench.server] request in
      if isSuspended.withLock({ $0 }), ended.contains(request.operation) { throw CancellationError() }
      return try await server.transport.send(request)
    }
    let search = SearchViewModel(tally: bench.relaunched(transport))
    search.query = "lighthouse"
    search.toggleExpansion(520_100)
    await search.settled()
    #expect(Set(transport.requests.map(\.operation)).isSuperset(of: ended))
    #expect(!search.state.isLoading && search.state.loadingDetails.isEmpty)
    #expect(search.state.error == nil)
    isSuspended.withLock { $0 = false }
    await search.refreshAndWait()
    #expect(!search.state.results.isEmpty)
  }

  @Test("an empty answer counts when TMDB works, with one more request, and on a device without a list with none")
  func reallyNothing() async throws {
    let bench = try await Bench()
    bench.server.clearRequests()
    let first = await searched(bench, "zzz")
    #expect((first.state.error, first.state.results) == (nil, []))
    #expect(bench.server.requests.map(\.operation) == [.tallyShowSearch])
    try await bench.tally.watchlistStore.refresh()
    bench.server.clearRequests()
    let second = await searched(bench, "zzz")
    #expect((second.state.error, second.state.results) == (nil, []))
    #expect(bench.server.requests.map(\.operation) == [.tallyShowSearch, .tallyShowAnalyze])
  }
}
