import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@MainActor
@Suite("The search screen, and what happens meanwhile")
struct SearchMeanwhileTests {
  private let show: TMDBID = 520_100

  /// Lets all tasks run that are ready.
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
    // The search for the new country starts 400 ms later. Until then, the old country's answer must not appear.
    search.setCountry("AU")
    hold.release()
    await rest()
    #expect(search.state.results == [])
    await bench.clock.advance(by: .milliseconds(400))
    await search.settled()
    #expect(search.state.results.first?.overview == "A keeper's daughter, down under.")
  }

  @Test("a text that is cleared just as its search begins leaves no search that loads for ever")
  func clearedAtOnce() async throws {
    let bench = try await Bench(instant: false)
    let search = SearchViewModel(tally: bench.tally)
    search.query = "lighthouse"
    search.search()
    search.query = ""
    await rest()
    await search.settled()
    #expect(!search.state.isLoading)
    #expect(search.state.results == [])
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

  @Test("a season that was asked for in the country before does not take the place of the new one's")
  func otherCountrySeason() async throws {
    let bench = try await Bench()
    let hold = HoldTransport(bench.server.transport)
    let search = SearchViewModel(tally: bench.relaunched(hold))
    search.toggleExpansion(show)
    await search.settled()
    hold.hold(.tallyShowSeason)
    search.selectSeason(1, of: show)
    #expect(await eventually { hold.count == 1 })
    bench.server.edit { $0.addSeason(.binge(on: "2024-03-08", episodes: 9, number: 1), to: 520_100) }
    search.setCountry("AU")
    #expect(await eventually { search.rows(of: show).count == 9 })
    hold.release()
    await search.settled()
    #expect(search.rows(of: show).count == 9)
  }

  @Test("the failure of a season in the country before is not shown under the new one")
  func otherCountrySeasonFails() async throws {
    let bench = try await Bench()
    let hold = HoldTransport(bench.server.transport)
    let search = SearchViewModel(tally: bench.relaunched(hold))
    search.toggleExpansion(show)
    await search.settled()
    hold.hold(.tallyShowSeason)
    bench.server.failNext(where: "/season/1")
    search.selectSeason(1, of: show)
    #expect(await eventually { hold.count == 1 })
    search.setCountry("AU")
    #expect(await eventually { search.rows(of: show).count == 8 })
    hold.release()
    await search.settled()
    #expect(search.state.error == nil)
  }

  // MARK: Providers and notices

  @Test("a second provider that is tapped while the first is being saved is not taken")
  func secondProvider() async throws {
    let bench = try await Bench()
    let search = SearchViewModel(tally: bench.tally)
    search.toggleExpansion(show)
    await search.settled()
    let chips = search.chips(of: show)
    search.selectProvider(chips[1].provider, for: show)
    search.selectProvider(chips[0].provider, for: show)
    await search.settled()
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_100)?.providerName == "HBO Max")
    #expect(bench.count(.tallyWatchlistSetProvider) == 1)
  }

  @Test("a provider that was saved for the account before is not announced to the next one")
  func otherAccountProvider() async throws {
    let bench = try await Bench()
    let hold = HoldTransport(bench.server.transport)
    let tally = bench.relaunched(hold)
    let search = SearchViewModel(tally: tally)
    search.toggleExpansion(show)
    await search.settled()
    hold.hold(.tallyWatchlistSetProvider)
    search.selectProvider(search.chips(of: show)[1].provider, for: show)
    #expect(await eventually { hold.count == 1 })
    try await tally.account.signOut(pending: .keep)
    try await tally.account.signIn(email: TallyWorld.otherEmail, password: TallyWorld.password)
    hold.release()
    await search.settled()
    #expect((search.state.notice, search.state.announcement, search.state.savingProvider) == (nil, nil, [:]))
  }

  @Test("a mark that was made for the account before is not announced to the next one", arguments: [true, false])
  func otherAccountMark(_ fails: Bool) async throws {
    let bench = try await Bench()
    let hold = HoldTransport(bench.server.transport)
    let tally = bench.relaunched(hold)
    let search = SearchViewModel(tally: tally)
    search.toggleExpansion(show)
    await search.settled()
    hold.hold(.tallyProgressSet)
    if fails { bench.server.failNext(status: 400, where: "/progress") }
    search.setProgressUpToEpisode(6, season: 2, of: show)
    #expect(await eventually { hold.count == 1 })
    try await tally.account.signOut(pending: .keep)
    try await tally.account.signIn(email: TallyWorld.otherEmail, password: TallyWorld.password)
    hold.release()
    await search.settled()
    #expect((search.state.notice, search.state.announcement, search.state.settingProgress) == (nil, nil, []))
  }

  @Test(
    "the error of a season or a show that the account before has asked for is not shown to the next one",
    arguments: ["search", "page", "list"])
  func otherAccountSeason(_ screen: String) async throws {
    let bench = try await Bench()
    let hold = HoldTransport(bench.server.transport)
    let tally = bench.relaunched(hold)
    let search = SearchViewModel(tally: tally)
    let page = ShowViewModel(tally: tally, show: show)
    let list = TallyWatchlistViewModel(tally: tally)
    if screen == "search" { search.toggleExpansion(show) }
    if screen == "page" { page.load() }
    if screen == "list" { list.load() }
    await search.settled()
    await page.settled()
    await list.settled()
    hold.hold(screen == "list" ? .tallyShowAnalyze : .tallyShowSeason)
    bench.server.failNext(where: screen == "list" ? "/analyze" : "/season/1")
    switch screen {
    case "search": search.selectSeason(1, of: show)
    case "page": page.loadSeason(1)
    default: list.openShow(show)
    }
    #expect(await eventually { hold.count == 1 })
    try await tally.account.signOut(pending: .keep)
    try await tally.account.signIn(email: TallyWorld.otherEmail, password: TallyWorld.password)
    // Let the screens finish switching accounts. Otherwise they would clear the late error, and the test would prove nothing.
    #expect(await eventually { page.state.loadingSeasons == [] && list.state.loadingSeasons == [] })
    await rest()
    hold.release()
    await search.settled()
    await page.settled()
    await list.settled()
    #expect((page.state.notice, list.state.notice, search.state.error) == (nil, nil, nil))
    #expect((page.state.loadingSeasons, list.state.loadingSeasons, list.state.seasons) == ([], [], [:]))
  }

  @Test("a toast takes no trouble's place, and its end removes nothing but itself")
  func toast() async throws {
    let bench = try await Bench(instant: false)
    let search = SearchViewModel(tally: bench.tally)
    let error = ClientError(.notFound, operation: .tallySearch, status: 404, serverMessage: "Gone")
    search.trouble(error)
    search.showToast("saved")
    #expect(search.state.notice == search.text(error))
    search.dismissNotice()
    search.showToast("saved")
    #expect(search.state.notice == "saved")
    await bench.clock.sleepers(atLeast: 1)
    search.trouble(error)
    await bench.clock.advance(by: .seconds(2))
    await rest()
    #expect(search.state.notice == search.text(error))
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

  @Test("a profile that was read before a change was saved does not take its place")
  func readBeforeSaving() async throws {
    let bench = try await Bench()
    let hold = HoldTransport(bench.server.transport)
    let account = TallyAccountViewModel(tally: bench.relaunched(hold))
    account.load()
    await account.settled()
    hold.hold(.tallyUserProfile)
    account.loadProfile()
    #expect(await eventually { hold.count == 1 })
    account.updateProfile(ProfileUpdate(displayName: "New"))
    #expect(await eventually { account.state.profile?.user.displayName == "New" })
    hold.release()
    await account.settled()
    await rest()
    #expect(account.state.profile?.user.displayName == "New")
  }

  @Test("a sign-in that was replaced by another one says nothing when it fails")
  func replacedSignIn() async throws {
    let bench = try await Bench(signedIn: false)
    let hold = HoldTransport(bench.server.transport)
    let account = TallyAccountViewModel(tally: bench.relaunched(hold))
    account.load()
    await account.settled()
    hold.hold(.tallyAccountSignIn)
    account.signIn(email: TallyWorld.sampleEmail, password: "wrong-password")
    #expect(await eventually { hold.count == 1 })
    account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
    #expect(await eventually { account.state.isSignedIn && !account.state.isWorking })
    hold.release()
    await account.settled()
    await rest()
    #expect((account.state.notice, account.state.isWorking, account.state.isSignedIn) == (nil, false, true))
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
