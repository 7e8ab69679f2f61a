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

  @Test("the failure of a search in the country before is not shown under the new one")
  func otherCountryFails() async throws {
    let bench = try await Bench(instant: false)
    let hold = HoldTransport(bench.server.transport)
    let search = SearchViewModel(tally: bench.relaunched(hold))
    hold.hold(.tallyShowSearch)
    bench.server.failNext(where: "/search")
    search.query = "lighthouse"
    await bench.clock.sleepers(atLeast: 1)
    await bench.clock.advance(by: .milliseconds(400))
    #expect(await eventually { hold.count == 1 })
    search.setCountry("AU")
    hold.release()
    await rest()
    #expect((search.state.error, search.state.results) == (nil, []))
    await bench.clock.advance(by: .milliseconds(400))
    await search.settled()
    #expect(search.state.results.count == 2)
  }

  @Test(
    "a search that was replaced by another one changes nothing when it ends, well or badly", arguments: [false, true])
  func replacedSearch(_ fails: Bool) async throws {
    let bench = try await Bench(instant: false)
    let hold = HoldTransport(bench.server.transport)
    let search = SearchViewModel(tally: bench.relaunched(hold))
    hold.hold(.tallyShowSearch)
    if fails { bench.server.failNext(where: "/search") }
    search.query = "lighthouse"
    search.search()
    #expect(await eventually { hold.count == 1 })
    search.query = "tidal"
    search.search()
    #expect(await eventually { search.state.results.map(\.id) == [520_200] })
    hold.release()
    await rest()
    #expect(search.state.results.map(\.id) == [520_200])
    #expect((search.state.error, search.state.isLoading) == (nil, false))
  }

  @Test("a show that was closed while its analysis was on its way stays closed")
  func closedMeanwhile() async throws {
    let bench = try await Bench()
    let hold = HoldTransport(bench.server.transport)
    let search = SearchViewModel(tally: bench.relaunched(hold))
    hold.hold(.tallyShowAnalyze)
    search.toggleExpansion(show)
    #expect(await eventually { hold.count == 1 })
    search.toggleExpansion(show)
    hold.release()
    await search.settled()
    #expect((search.state.details[show], search.state.loadingDetails, search.state.error) == (nil, [], nil))
    #expect(bench.count(.tallyShowSeason) == 0)
  }

  @Test("the profile of the account before is not shown to the next one")
  func otherAccount() async throws {
    let bench = try await Bench()
    let hold = HoldTransport(bench.server.transport)
    let tally = bench.relaunched(hold)
    let account = TallyAccountViewModel(tally: tally)
    account.load()
    await account.settled()
    hold.hold(.tallyUserProfile)
    account.loadProfile()
    #expect(await eventually { hold.count == 1 })
    try await tally.account.signOut(pending: .discard)
    try await tally.account.signIn(email: TallyWorld.otherEmail, password: TallyWorld.password)
    #expect(await eventually { account.state.name == TallyWorld.otherEmail })
    hold.release()
    await account.settled()
    #expect((account.state.profile, account.state.error) == (nil, nil))
  }

  @Test("services of the country before are not offered under the new one")
  func otherCountryServices() async throws {
    let bench = try await Bench()
    let hold = HoldTransport(bench.server.transport)
    let tally = bench.relaunched(hold)
    tally.country.set("AU")
    let model = SubscriptionsViewModel(tally: tally)
    hold.hold(.tallyStreamingServiceAll)
    model.load()
    #expect(await eventually { hold.count == 1 })
    tally.country.set("US")
    #expect(await eventually { model.state.country == "US" && !model.state.services.isEmpty })
    let services = model.state.services
    hold.release()
    await model.settled()
    await rest()
    #expect(model.state.services == services)
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
