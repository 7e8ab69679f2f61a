import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@MainActor
@Suite("The search screen, and what happens meanwhile")
struct SearchMeanwhileTests {
  private let show: TMDBID = 520_100

  /// Lets everything run that can.
  private func rest() async { for _ in 0..<500 { await Task.yield() } }

  @Test("results of the country before are not shown under the new one")
  func otherCountry() async throws {
    let bench = try await Bench(instant: false)
    let hold = HoldTransport(bench.server.transport)
    let search = SearchViewModel(tally: bench.relaunched(hold))
    hold.hold(.tallyShowSearch)
    search.query = "lighthouse"
    await bench.clock.sleepers(atLeast: 1)
    await bench.clock.advance(by: .milliseconds(400))
    #expect(await eventually { hold.count == 1 })
    // The search of the new country begins after a pause: until then nothing has replaced the one under way.
    search.setCountry("AU")
    hold.release()
    await rest()
    #expect(search.state.results == [])
    await bench.clock.advance(by: .milliseconds(400))
    await search.settled()
    #expect(search.state.results.first?.overview == "A keeper's daughter, down under.")
  }

  @Test("a lost reply to progress ends the same way each time")
  func lostReply() async throws {
    var ends: Set<String> = []
    for _ in 0..<30 {
      let bench = try await Bench()
      let search = SearchViewModel(tally: bench.tally)
      search.toggleExpansion(show)
      await search.settled()
      bench.faults.fail(.tallyProgressSet, with: .replyLost)
      search.setProgressUpToEpisode(6, season: 2, of: show)
      await search.settled()
      ends.insert(search.state.announcement?.text ?? "-")
      #expect(bench.count(.tallyProgressSet) == 1)
    }
    #expect(ends == ["Progress saved"])
  }
}
