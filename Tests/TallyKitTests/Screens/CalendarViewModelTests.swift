import Foundation
import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@MainActor
@Suite("The calendar screen")
struct CalendarViewModelTests {
  private func loaded(_ bench: Bench, _ source: CalendarSource = .automatic) async -> CalendarViewModel {
    await bench.followed()
    bench.tally.country.set("AU")
    let calendar = CalendarViewModel(tally: bench.tally, source: source)
    calendar.load()
    await calendar.settled()
    return calendar
  }

  private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

  @Test("a month of an account: episodes and providers by day, numbers from the analysis")
  func month() async throws {
    let bench = try await Bench()
    let calendar = await loaded(bench)
    #expect(calendar.title == "November 2026")
    #expect(calendar.weekdays == ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"])
    #expect(calendar.countryText == "Country: AU")
    #expect(calendar.state.days.count == 42)
    #expect(calendar.state.isLoading == false)
    let fridays = try day("2026-11-06")
    #expect(calendar.episodes(on: fridays).map(\.showTitle) == ["Lighthouse Winter"])
    #expect(calendar.episodes(on: fridays).map { [$0.season, $0.episode] } == [[2, 2]])
    #expect(calendar.episodes(on: fridays)[0].link.url?.absoluteString == "tally://show/520100?season=2&episode=2")
    #expect(calendar.state.dailyProviders["2026-11-06"]?.map(\.name) == ["Netflix"])
    #expect(calendar.primaryProvider(for: fridays)?.name == "Netflix")
    #expect(calendar.secondaryProviders(for: fridays) == [])
    #expect(calendar.accessibilityLabel(for: fridays) == "Netflix on Friday 6 November")
    #expect(calendar.accessibilityLabel(for: try day("2026-11-02")) == "Monday 2 November")
    #expect(calendar.episodes(on: try day("2026-11-12")).map(\.episode) == [1, 2, 3, 4])
    let asked = try #require(bench.server.requests.first { $0.operation == .tallyGuideGuide })
    #expect((asked.query["startDate"], asked.query["endDate"]) == ("2026-10-31", "2026-12-06"))
    #expect(calendar.state.episodesByDate.keys.allSatisfy { $0.hasPrefix("2026-11") })
  }

  @Test("a day's sheet: rows by name, their sum, the shows; days without episodes stay closed")
  func sheet() async throws {
    let bench = try await Bench()
    let calendar = await loaded(bench)
    let friday = try day("2026-11-06")
    #expect(calendar.providerPrices(for: friday).map(\.text) == ["A$16.99"])
    #expect(calendar.providerPrices(for: friday).map(\.accessibilityLabel) == ["Netflix, A$16.99, airing today"])
    #expect((calendar.totalLabel, calendar.totalCost(for: friday)) == ("TOTAL:", "A$16.99"))
    #expect(calendar.totalCost(for: try day("2026-11-02")) == "$0.00")
    #expect(calendar.showsAiring(on: friday).map(\.title) == ["Lighthouse Winter"])
    #expect(calendar.sheetTitle(for: friday) == "Friday, November 6")
    calendar.select(try day("2026-11-02"))
    #expect(calendar.state.selectedDay == nil)
    calendar.select(friday)
    #expect(calendar.state.selectedDay == friday)
    calendar.closeDay()
    #expect(calendar.state.selectedDay == nil)
  }

  @Test("months and countries are kept, and asked for again only on demand")
  func caching() async throws {
    let bench = try await Bench()
    let calendar = await loaded(bench)
    calendar.changeMonth(by: 1)
    await calendar.settled()
    #expect(calendar.state.month.description == "2026-12")
    #expect(bench.count(.tallyGuideGuide) == 2)
    calendar.showToday()
    await calendar.settled()
    #expect(calendar.state.month.description == "2026-11")
    #expect(bench.count(.tallyGuideGuide) == 2)
    #expect(calendar.state.episodesByDate.isEmpty == false)
    calendar.setCountry("GB")
    await calendar.settled()
    #expect(bench.count(.tallyGuideGuide) == 3)
    calendar.setCountry("AU")
    await calendar.settled()
    #expect(bench.count(.tallyGuideGuide) == 3)
    calendar.refresh()
    await calendar.settled()
    #expect(bench.count(.tallyGuideGuide) == 4)
  }

  @Test("each step of the calendar leaves a line, unless they are switched off")
  func lines() async throws {
    let bench = try await Bench()
    let calendar = await loaded(bench)
    #expect(
      bench.log("[Calendar]") == [
        "[Calendar] month=2026-11-AU start", "[Calendar] month=2026-11-AU done days=13 episodes=16 unnumbered=4",
        "[Calendar] month=2026-11-AU numbered days=13 episodes=16 unnumbered=0",
      ])
    calendar.load()
    #expect(bench.log("[Calendar]").last == "[Calendar] month=2026-11-AU kept days=13 episodes=16 unnumbered=0")
    bench.faults.isDown = true
    calendar.refresh()
    await calendar.settled()
    #expect(bench.log("[Calendar]").last == "[Calendar] month=2026-11-AU error=unreachable")
    let count = bench.log("[Calendar]").count
    calendar.logsSteps = false
    calendar.refresh()
    await calendar.settled()
    #expect(bench.log("[Calendar]").count == count)
  }

  @Test("an answer for a month that is no longer shown changes nothing")
  func stale() async throws {
    let bench = try await Bench()
    bench.tally.country.set("AU")
    let calendar = CalendarViewModel(tally: bench.tally)
    calendar.load()
    calendar.changeMonth(by: 2)
    await calendar.settled()
    #expect(calendar.state.month.description == "2027-01")
    #expect(calendar.state.episodesByDate.keys.allSatisfy { $0.hasPrefix("2027-01") })
    #expect(calendar.state.isLoading == false)
  }

  /// A calendar whose guide has one episode a month, with the month and the country as its title.
  private func titled() -> (CalendarViewModel, HoldTransport) {
    let transport = HoldTransport(
      ClosureTransport.json { request in
        let items = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        func item(_ name: String) -> String { items.first { $0.name == name }?.value ?? "" }
        let day = CalendarDay(item("startDate"))?.adding(days: 10)?.description ?? ""
        return [
          "success": true, "data": GuideWire.guide([day], title: "\(day.prefix(7)) \(item("country"))"),
        ]
      })
    let tally = TallyService(
      server: .fake, transport: transport, environment: .manual(clock: ManualClock(passing: .everything)))
    return (CalendarViewModel(tally: tally, source: .guide), transport)
  }

  private func titles(_ calendar: CalendarViewModel) -> [String] { calendar.list.flatMap(\.episodes).map(\.showTitle) }

  @Test("an answer that comes late, for an earlier month or country, changes nothing")
  func late() async throws {
    for change in [
      { (calendar: CalendarViewModel) in calendar.changeMonth(by: 1) }, { calendar in calendar.setCountry("GB") },
    ] {
      let (calendar, transport) = titled()
      transport.hold(.tallyGuideGuide)
      calendar.load()
      #expect(await eventually { transport.count == 1 })
      #expect(calendar.state.isLoading)
      change(calendar)
      await calendar.settled()
      let shown = titles(calendar)
      #expect(shown.count == 1)
      #expect(shown != ["2026-11 US"])
      transport.release()
      for _ in 0..<50 { await Task.yield() }
      await calendar.settled()
      #expect(titles(calendar) == shown)
      #expect(calendar.state.isLoading == false)
    }
  }

  @Test("what a month showed in one country is not shown in another while that one is asked for")
  func noMixture() async throws {
    let (calendar, transport) = titled()
    calendar.load()
    await calendar.settled()
    #expect(titles(calendar) == ["2026-11 US"])
    transport.hold(.tallyGuideGuide)
    calendar.setCountry("AU")
    #expect(await eventually { transport.count == 1 })
    #expect(titles(calendar) == [])
    #expect(calendar.state.isLoading)
    transport.release()
    await calendar.settled()
    #expect(titles(calendar) == ["2026-11 AU"])
    calendar.setCountry("US")
    #expect(titles(calendar) == ["2026-11 US"])
  }

  @Test("the shows of one account are gone when it signs out")
  func signedOut() async throws {
    let bench = try await Bench()
    let calendar = await loaded(bench)
    #expect(calendar.list.flatMap(\.episodes).contains { $0.showTitle == "Lighthouse Winter" })
    // Even offline, when nothing else can be loaded, signing out removes the shows.
    bench.faults.isDown = true
    try await bench.tally.account.signOut(pending: .discard)
    #expect(
      await eventually {
        await calendar.settled()
        return !calendar.list.flatMap(\.episodes).contains { $0.showTitle == "Lighthouse Winter" }
      })
  }

  @Test("going through the watchlist pauses 100 ms between two shows, 50 ms between two seasons")
  func pause() async throws {
    let bench = try await Bench(instant: false)
    await bench.followed()
    bench.tally.country.set("AU")
    let calendar = CalendarViewModel(tally: bench.tally, source: .watchlist)
    calendar.load()
    await bench.clock.sleepers(atLeast: 1)
    #expect(bench.count(.tallyShowSeason) == 1)
    await bench.clock.advance(by: .milliseconds(99))
    #expect(bench.count(.tallyShowSeason) == 1)
    await bench.clock.advance(by: .milliseconds(1))
    #expect(await eventually { bench.count(.tallyShowSeason) == 2 })
    await bench.clock.sleepers(atLeast: 1)
    await bench.clock.advance(by: .milliseconds(100))
    #expect(await eventually { bench.count(.tallyShowSeason) == 3 })
    // The third show's newest season has no dates, so the season before it is requested as well.
    await bench.clock.sleepers(atLeast: 1)
    await bench.clock.advance(by: .milliseconds(49))
    #expect(bench.count(.tallyShowSeason) == 3)
    await bench.clock.advance(by: .milliseconds(1))
    await calendar.settled()
    #expect(bench.count(.tallyShowSeason) == 4)
    #expect(calendar.state.isLoading == false)
  }

  @Test("a failure is said, and the next attempt clears it")
  func failure() async throws {
    let bench = try await Bench()
    bench.faults.isDown = true
    let calendar = await loaded(bench)
    #expect(calendar.state.error.map(calendar.text) == "You're offline. Please check your internet connection.")
    #expect(calendar.state.isLoading == false)
    bench.faults.isDown = false
    calendar.refresh()
    await calendar.settled()
    #expect(calendar.state.error == nil)
    #expect(calendar.state.episodesByDate.isEmpty == false)
  }

  @Test("where the guide is empty, the shows being watched fill the month")
  func fromWatchlist() async throws {
    let bench = try await Bench(settings: .init(rowLevelSecurity: true))
    let calendar = await loaded(bench)
    #expect(calendar.episodes(on: try day("2026-11-06")).map(\.episode) == [2])
    #expect(calendar.state.dailyProviders["2026-11-06"]?.map(\.id) == [.tmdb(8)])
    let numbered = calendar.list.flatMap { $0.episodes }.filter { $0.hasNumbers }
    #expect(numbered.count == calendar.list.flatMap { $0.episodes }.count)
    bench.server.failNext(where: "/season/")
    calendar.refresh()
    await calendar.settled()
    #expect(calendar.state.error == nil)
    #expect(calendar.list.isEmpty == false)
  }

  @Test("changes of the watchlist reach the month")
  func invalidation() async throws {
    let bench = try await Bench()
    let calendar = await loaded(bench)
    #expect(calendar.state.dailyProviders["2026-11-06"]?.map(\.name) == ["Netflix"])
    let change = try await bench.tally.watchlistStore.setProvider(.init(id: 337, name: "Disney Plus"), of: 520_100)
    _ = await change.settled()
    #expect(
      await eventually {
        await calendar.settled()
        return calendar.state.dailyProviders["2026-11-06"]?.map(\.name) == ["Disney Plus"]
      })
  }

  @Test("a watchlist that is read again unchanged keeps the months that were read, and a changed one does not")
  func unchangedList() async throws {
    let bench = try await Bench()
    try await bench.tally.watchlistStore.refresh()
    let calendar = await loaded(bench)
    calendar.changeMonth(by: 1)
    await calendar.settled()
    let guides = bench.count(.tallyGuideGuide)
    await bench.clock.advance(by: .seconds(1))
    try await bench.tally.watchlistStore.refresh()
    _ = await (try await bench.tally.watchlistStore.setRating(4.5, of: 520_100)).settled()
    for _ in 0..<500 { await Task.yield() }
    await calendar.settled()
    calendar.changeMonth(by: -1)
    await calendar.settled()
    #expect(bench.count(.tallyGuideGuide) == guides)
    #expect(calendar.list.flatMap(\.episodes).contains { $0.show == 520_100 })
    let other = try await bench.otherDevice()
    _ = await (try await other.watchlistStore.setStatus(.dropped, of: 520_100)).settled()
    try await bench.tally.watchlistStore.refresh()
    #expect(
      await eventually {
        await calendar.settled()
        return !calendar.list.flatMap(\.episodes).contains { $0.show == 520_100 }
      })
  }

  @Test("week, list, legend and what the month costs")
  func otherViews() async throws {
    let bench = try await Bench()
    let calendar = await loaded(bench)
    calendar.setMode(.week)
    #expect(calendar.week.map(\.description).first == "2026-11-22")
    #expect(calendar.week.count == 7)
    calendar.select(try day("2026-11-06"))
    #expect(calendar.week.map(\.description).first == "2026-11-01")
    #expect(calendar.list.map(\.day) == calendar.list.map(\.day).sorted())
    #expect(calendar.legend.map(\.badge.name) == ["Apple TV Plus", "Disney Plus", "Netflix"])
    #expect(calendar.legend.first { $0.badge.name == "Netflix" }?.days == 5)
    #expect(calendar.monthlySpend.rows.map(\.text) == ["A$9.99", "A$13.99", "A$16.99"])
    #expect(calendar.monthlySpend.totalText == "A$40.97")
  }

  @Test("a week at the edge of a month has its days of the month beside it, the month itself has not")
  func edges() async throws {
    let bench = try await Bench()
    for source in [CalendarSource.automatic, .watchlist] {
      let calendar = await loaded(bench, source)
      calendar.showMonth(try #require(CalendarMonth(year: 2027, month: 1)))
      await calendar.settled()
      let tuesday = try day("2026-12-29")
      #expect(calendar.episodes(on: tuesday) == [])
      #expect(calendar.indicator(for: tuesday) == nil)
      #expect(calendar.state.episodesByDate.keys.allSatisfy { $0.hasPrefix("2027-01") })
      calendar.setMode(.week)
      #expect(calendar.week.first?.description == "2026-12-27")
      #expect(
        calendar.week.flatMap { calendar.episodes(on: $0) }.map(\.showTitle) == ["Tidal Clock", "Lighthouse Winter"])
      #expect(calendar.episodes(on: tuesday).map { [$0.season, $0.episode] } == [[1, 9]])
      #expect(calendar.primaryProvider(for: tuesday)?.name == "Disney Plus")
      calendar.select(tuesday)
      #expect(calendar.state.selectedDay == tuesday)
    }
  }

  @Test("a season that got its dates after the show was added is in the calendar from the watchlist")
  func datedLater() async throws {
    var world = TallyWorld()
    let user = world.addUser(TallyWorld.sampleEmail, country: "AU")
    world.addShow(530_002, "Slack Water", seasons: [.binge(on: "2024-02-02", episodes: 4), .undated(episodes: 3)])
    world.track(530_002, for: user, status: "watching")
    let bench = try await Bench(world: world)
    #expect(await loaded(bench, .watchlist).list.isEmpty)
    bench.server.edit { $0.addSeason(.weekly(from: "2026-11-04", episodes: 3, number: 2), to: 530_002) }
    let calendar = await loaded(bench, .watchlist)
    #expect(calendar.list.map(\.day.description) == ["2026-11-04", "2026-11-11", "2026-11-18"])
    #expect(calendar.list.flatMap(\.episodes).map { [$0.season, $0.episode] } == [[2, 1], [2, 2], [2, 3]])
  }

  @Test("a season that is running stays in the calendar from the watchlist when the next one gets its dates")
  func datedAhead() async throws {
    let bench = try await Bench()
    bench.server.edit { $0.addSeason(.weekly(from: "2027-03-05", episodes: 6, number: 3), to: 520_100) }
    let calendar = await loaded(bench, .watchlist)
    #expect(calendar.episodes(on: try day("2026-11-06")).map { [$0.season, $0.episode] } == [[2, 2]])
  }

  @Test("without a sign-in there is the demo")
  func demo() async throws {
    let bench = try await Bench(signedIn: false)
    let calendar = await loaded(bench)
    #expect(calendar.list.flatMap(\.episodes).contains { $0.showTitle == "Peacemaker" })
    #expect(calendar.legend.map(\.badge.id).contains(.tmdb(1899)))
  }

  @Test("search, calendar and settings share one country")
  func country() async throws {
    let bench = try await Bench()
    let calendar = await loaded(bench)
    let account = TallyAccountViewModel(tally: bench.tally)
    let search = SearchViewModel(tally: bench.tally)
    account.setCountry("br")
    #expect(await eventually { calendar.state.country == "BR" && search.state.country == "BR" })
  }
}
