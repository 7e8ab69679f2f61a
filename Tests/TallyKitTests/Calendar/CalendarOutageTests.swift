import Foundation
import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@MainActor
@Suite("The calendar while the server cannot reach TMDB or its database, and its requests")
struct CalendarOutageTests {
  private func loaded(_ tally: TallyService, _ source: CalendarSource = .automatic) async -> CalendarViewModel {
    let calendar = CalendarViewModel(tally: tally, source: source)
    calendar.load()
    await calendar.settled()
    return calendar
  }

  @Test(
    "an outage of TMDB takes no day from the calendar, not on the disk either, and is said",
    arguments: [CalendarSource.automatic, .guide, .watchlist])
  func outage(_ source: CalendarSource) async throws {
    let bench = try await Bench()
    let calendar = await loaded(bench.tally, source)
    let shown = calendar.state.episodesByDate
    #expect(shown.count >= 6)
    bench.server.failures.tmdbDown = true
    calendar.refresh()
    await calendar.settled()
    #expect(calendar.state.episodesByDate == shown)
    #expect(calendar.state.error?.status == 500)
    #expect(calendar.state.data.error?.status == 500)
    #expect(calendar.state.notice?.hasSuffix("This is the calendar as of Sunday, November 22.") == true)
    await bench.tally.client.accounts.save()
    bench.faults.isDown = true
    let again = await loaded(bench.relaunched(), source)
    #expect(again.state.episodesByDate == shown)
    bench.faults.isDown = false
    bench.server.failures.tmdbDown = false
    calendar.refresh()
    await calendar.settled()
    #expect((calendar.state.episodesByDate, calendar.state.error, calendar.state.notice) == (shown, nil, nil))
  }

  @Test(
    "an outage of the database takes no day from the calendar or the next days, not on the disk either, and is said",
    arguments: [CalendarSource.automatic, .guide, .watchlist])
  func databaseOutage(_ source: CalendarSource) async throws {
    let bench = try await Bench()
    try await bench.tally.watchlistStore.refresh()
    let calendar = await loaded(bench.tally, source)
    let next = NextDaysViewModel(tally: bench.tally, source: source)
    next.load()
    await next.settled()
    let (shown, days) = (calendar.state.episodesByDate, next.state.days.value)
    #expect((shown.count >= 6, days?.isEmpty) == (true, false))
    bench.server.failures.databaseDown = true
    calendar.refresh()
    await calendar.settled()
    next.refresh()
    await next.settled()
    #expect(calendar.state.episodesByDate == shown)
    #expect(calendar.state.error?.detail == "emptyList")
    #expect(calendar.state.notice?.hasSuffix("This is the calendar as of Sunday, November 22.") == true)
    #expect(next.state.days.value == days)
    #expect(next.state.error?.detail == "emptyList")
    await bench.tally.client.accounts.save()
    bench.faults.isDown = true
    let again = await loaded(bench.relaunched(), source)
    // The month on the disk also has running times, which the next days have read.
    let titles = shown.mapValues { $0.map { "\($0.show) \($0.title)" } }
    #expect(again.state.episodesByDate.mapValues { $0.map { "\($0.show) \($0.title)" } } == titles)
    bench.faults.isDown = false
    bench.server.failures.databaseDown = false
    calendar.refresh()
    await calendar.settled()
    #expect(calendar.state.episodesByDate.mapValues { $0.map { "\($0.show) \($0.title)" } } == titles)
    #expect((calendar.state.error, calendar.state.notice) == (nil, nil))
  }

  @Test(
    "an outage of the database at the first look is an error, and no empty month",
    arguments: [CalendarSource.automatic, .guide, .watchlist])
  func firstLookDatabase(_ source: CalendarSource) async throws {
    let bench = try await Bench()
    bench.server.failures.databaseDown = true
    let calendar = await loaded(bench.tally, source)
    #expect(calendar.state.error?.status == 500)
    #expect(calendar.state.data.value == nil)
  }

  @Test("shows without a provider stay in the month when the database fails right after the guide")
  func databaseAfterGuide() async throws {
    var world = TallyWorld()
    let user = world.addUser(TallyWorld.sampleEmail, country: "AU")
    world.addService(.netflix)
    for show in [541, 542] {
      world.addShow(show, "Show \(show)", seasons: [.weekly(from: "2026-11-04", episodes: 3)])
      world.track(show, for: user, status: "watching", provider: show == 541 ? 8 : nil)
    }
    let bench = try await Bench(world: world)
    let isDown = Locked(false)
    let tally = bench.relaunched(
      ClosureTransport { request in
        bench.server.failures.databaseDown = isDown.withLock { $0 } && request.operation != .tallyGuideGuide
        return try await bench.faults.send(request)
      })
    try await tally.watchlistStore.refresh()
    let calendar = await loaded(tally)
    let shown = calendar.state.episodesByDate
    #expect(shown.mapValues { $0.map(\.show).sorted() }["2026-11-04"] == [541, 542])
    isDown.withLock { $0 = true }
    calendar.refresh()
    await calendar.settled()
    #expect(calendar.state.episodesByDate == shown)
    #expect(calendar.state.error?.detail == "emptyList")
  }

  @Test("an outage at the first look is an error, and no empty month")
  func firstLook() async throws {
    let bench = try await Bench()
    bench.server.failures.tmdbDown = true
    let calendar = await loaded(bench.tally)
    #expect(calendar.state.error?.status == 500)
    #expect(calendar.state.data.value == nil)
    bench.server.failures.tmdbDown = false
    calendar.load()
    await calendar.settled()
    #expect((calendar.state.error, calendar.state.episodesByDate.isEmpty) == (nil, false))
  }

  @Test(
    "a show that TMDB does not describe now stays in the month beside those that it does", arguments: [true, false])
  func oneShow(_ isWatchlist: Bool) async throws {
    let bench = try await Bench()
    let calendar = await loaded(bench.tally, isWatchlist ? .watchlist : .automatic)
    let shown = calendar.state.episodesByDate
    bench.server.edit { $0.overload(520_200) }
    calendar.refresh()
    await calendar.settled()
    #expect(calendar.state.episodesByDate.mapValues { Set($0) } == shown.mapValues { Set($0) })
    #expect(calendar.state.error == nil)
  }

  @Test("an announced show without seasons leaves the month and the next days empty, and an outage is still an error")
  func announced() async throws {
    var world = TallyWorld()
    world.addUser(TallyWorld.sampleEmail, country: "AU")
    world.addService(.netflix)
    world.addShow(560, "Announced", seasons: [])
    let bench = try await Bench(world: world)
    _ = await (try await bench.tally.watchlistStore.add(560, as: .watching)).settled()
    #expect(bench.server.entry(of: bench.user, tmdbID: 560)?.status == "watching")
    let calendar = await loaded(bench.tally)
    #expect((calendar.state.error, calendar.state.data.error) == (nil, nil))
    #expect(calendar.state.data.value?.isEmpty == true)
    // A further month does not analyse the show again.
    let analyses = bench.count(.tallyShowAnalyze)
    calendar.changeMonth(by: 1)
    await calendar.settled()
    #expect(bench.count(.tallyShowAnalyze) == analyses && calendar.state.error == nil)
    bench.server.failures.tmdbDown = true
    await bench.clock.advance(by: .seconds(1))
    calendar.refresh()
    await calendar.settled()
    #expect(calendar.state.error?.status == 500)
    bench.server.failures.tmdbDown = false
    let next = NextDaysViewModel(tally: bench.tally)
    next.load()
    await next.settled()
    #expect((next.state.error, next.state.days.value) == (nil, []))
  }

  @Test("a month that has become empty because nothing is watched any more is empty")
  func reallyEmpty() async throws {
    let bench = try await Bench()
    try await bench.tally.watchlistStore.refresh()
    let calendar = await loaded(bench.tally)
    for item in try await bench.tally.watchlistStore.items() {
      _ = await (try await bench.tally.watchlistStore.remove(item.id)).settled()
    }
    calendar.refresh()
    await calendar.settled()
    #expect((calendar.state.episodesByDate.isEmpty, calendar.state.error) == (true, nil))
  }

  private static var thirty: TallyWorld {
    var world = TallyWorld.sample
    let user = world.addUser("thirty@example.org", country: "US")
    for number in 0..<30 {
      world.addShow(
        550_000 + number, "Show \(number)",
        seasons: [.weekly(from: "2026-10-\(10 + number % 10)", episodes: 20)], providers: ["US": [.netflix]])
      world.track(550_000 + number, for: user, status: "watching", provider: 8)
    }
    return world
  }

  @Test(
    "thirty watched shows: at most 32 requests for the first month and two for each further one",
    arguments: [CalendarSource.automatic, .guide, .watchlist], [true, false])
  func requests(_ source: CalendarSource, _ hasGuide: Bool) async throws {
    let settings = FakeTallyServer.Settings(rowLevelSecurity: !hasGuide)
    let bench = try await Bench(world: Self.thirty, settings: settings, signedIn: false)
    try await bench.tally.account.signIn(email: "thirty@example.org", password: TallyWorld.password)
    await bench.followed()
    bench.server.clearRequests()
    let calendar = await loaded(bench.tally, source)
    #expect(bench.server.requests.count <= 32)
    for _ in 0..<3 {
      bench.server.clearRequests()
      calendar.changeMonth(by: 1)
      await calendar.settled()
      #expect(bench.server.requests.count <= 2)
    }
    guard source != .guide || hasGuide else { return }
    calendar.showToday()
    await calendar.settled()
    let shows = Set(calendar.state.episodesByDate.values.joined().map(\.show))
    #expect(shows.count == 30)
    #expect(!calendar.state.episodesByDate.values.joined().contains { !$0.hasNumbers })
    bench.server.clearRequests()
    calendar.refresh()
    await calendar.settled()
    // The refresh requests only seasons with days in this month.
    #expect(bench.server.requests.count <= 32)
  }
}
