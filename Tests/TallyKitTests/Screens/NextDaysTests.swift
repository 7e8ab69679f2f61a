import Foundation
import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@MainActor
@Suite("The next seven days")
struct NextDaysTests {
  /// 30 July 2027: the month ends on a Saturday, and so does its last week.
  private static let toMonthEnd = Duration.seconds(250 * 86_400)

  private func world() -> TallyWorld {
    var world = TallyWorld.sample
    world.addShow(541, "Month’s End", seasons: [.weekly(from: "2027-07-28", episodes: 12, every: 1)], providers: [:])
    world.track(541, for: world.userID(TallyWorld.sampleEmail) ?? "", status: "watching", provider: 8)
    return world
  }

  private func loaded(_ tally: TallyService) async -> NextDaysViewModel {
    tally.country.set("AU")
    let screen = NextDaysViewModel(tally: tally)
    screen.load()
    await screen.settled()
    return screen
  }

  private func days(_ screen: NextDaysViewModel) -> [String] {
    (screen.state.days.value ?? []).map { "\($0.day) \($0.episodes.map { "S\($0.season)E\($0.episode)" }.joined())" }
  }

  private static let across = [
    "2027-07-30 S1E3", "2027-07-31 S1E4", "2027-08-01 S1E5", "2027-08-02 S1E6", "2027-08-03 S1E7", "2027-08-04 S1E8",
    "2027-08-05 S1E9",
  ]

  @Test("days beyond the month's last week come from the next month, and both are there without a network")
  func acrossMonths() async throws {
    let bench = try await Bench(world: world(), signedIn: false)
    await bench.clock.advance(by: Self.toMonthEnd)
    try await bench.signIn()
    let screen = await loaded(bench.tally)
    #expect(days(screen) == Self.across)
    #expect(bench.count(.tallyGuideGuide) == 2)
    let first = try #require(screen.state.days.value?.first)
    #expect(screen.title(for: first.day) == "Friday, July 30")
    #expect(first.episodes.first?.state == .unwatched)
    #expect(first.episodes.first?.runtime == 45)
    await bench.tally.client.accounts.save()
    bench.faults.isDown = true
    let again = await loaded(bench.relaunched())
    #expect(days(again) == Self.across)
    #expect(again.state.error?.kind == .unreachable)
    // A day later the first day has passed, and the seventh is there: the month was kept, not the seven days.
    await bench.clock.advance(by: .seconds(86_400))
    again.load()
    await again.settled()
    #expect(days(again) == Array(Self.across.dropFirst()) + ["2027-08-06 S1E10"])
  }

  @Test("at midnight an open screen shows the next seven days, without a network too", arguments: [false, true])
  func midnight(isOffline: Bool) async throws {
    let bench = try await Bench(world: world(), signedIn: false)
    await bench.clock.advance(by: Self.toMonthEnd)
    try await bench.signIn()
    bench.tally.country.set("AU")
    let screen = NextDaysViewModel(tally: bench.tally)
    screen.onChange = { _ in }
    screen.load()
    await screen.settled()
    #expect(days(screen) == Self.across)
    bench.faults.isDown = isOffline
    bench.server.clearRequests()
    for _ in 0..<24 * 6 { await bench.clock.advance(by: .seconds(600)) }
    #expect(await eventually { screen.state.today == CalendarDay("2027-07-31") })
    await screen.settled()
    #expect(days(screen) == Array(Self.across.dropFirst()) + ["2027-08-06 S1E10"])
    #expect(screen.state.error == nil)
    #expect(bench.server.requests.isEmpty, "both months are kept")
  }

  @Test("another time zone shows its own day, on the calendar too")
  func zone() async throws {
    let clock = ManualClock(passing: .everything)
    let zone = Locked(TimeZone(secondsFromGMT: 0) ?? .current)
    let environment = ClientEnvironment(
      clock: clock, random: SeededRandom(seed: 1), files: MemoryFileSystem(), secrets: MemorySecretStore(),
      timeZone: { zone.withLock { $0 } })
    let server = FakeTallyServer(world: world(), clock: clock)
    let tally = TallyService(server: .fake, transport: server.transport, environment: environment)
    try await tally.account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
    let (screen, calendar) = (NextDaysViewModel(tally: tally), CalendarViewModel(tally: tally))
    screen.onChange = { _ in }
    calendar.onChange = { _ in }
    screen.load()
    calendar.load()
    await screen.settled()
    await calendar.settled()
    let today = screen.state.today
    let hour = Int(clock.now().timeIntervalSince1970) % 86_400 / 3600
    zone.withLock { $0 = TimeZone(secondsFromGMT: hour < 12 ? -(hour + 1) * 3600 : (24 - hour) * 3600) ?? $0 }
    for _ in 0..<3 { await clock.advance(by: .seconds(900)) }
    let expected = today.adding(days: hour < 12 ? -1 : 1)
    #expect(await eventually { screen.state.today == expected && calendar.state.today == expected })
    await screen.settled()
    await calendar.settled()
  }

  @Test("in the middle of a month one guide is asked for, and synopses cost one request per season, again at a pull")
  func requests() async throws {
    let bench = try await Bench()
    bench.server.clearRequests()
    let screen = await loaded(bench.tally)
    #expect(days(screen).map { String($0.prefix(10)) } == ["2026-11-24", "2026-11-25", "2026-11-27"])
    #expect(bench.count(.tallyGuideGuide) == 1)
    #expect(bench.count(.tallyProgressProgress) == 0)
    #expect(bench.count(.tallyShowSeason) == 3)
    await bench.clock.advance(by: .seconds(60))
    screen.load()
    await screen.settled()
    #expect(bench.count(.tallyShowSeason) == 3)
    await screen.refreshAndWait()
    #expect(bench.count(.tallyShowSeason) == 6)
  }

  @Test("a pull reads the seasons again: an episode that was moved a minute ago is on its new day")
  func moved() async throws {
    var world = TallyWorld()
    let user = world.addUser(TallyWorld.sampleEmail, country: "AU")
    world.addShow(541, "Moved", seasons: [.weekly(from: "2026-11-25", episodes: 1)])
    world.track(541, for: user, status: "watching")
    let bench = try await Bench(world: world)
    bench.tally.country.set("AU")
    let screen = NextDaysViewModel(tally: bench.tally, source: .watchlist)
    screen.load()
    await screen.settled()
    #expect(days(screen) == ["2026-11-25 S1E1"])
    bench.server.edit { $0.addSeason(.weekly(from: "2026-11-26", episodes: 1, number: 1), to: 541) }
    await bench.clock.advance(by: .seconds(60))
    screen.load()
    await screen.settled()
    #expect(days(screen) == ["2026-11-25 S1E1"])
    await screen.refreshAndWait()
    #expect(days(screen) == ["2026-11-26 S1E1"])
  }

  @Test("a pull shows the new number of an episode that TMDB has renumbered")
  func renumbered() async throws {
    var world = TallyWorld.sample
    let season = TallyWorld.Season(1, episodes: [.init(1, "One", airDate: "2026-11-25")])
    world.addShow(541, "Renumbered", seasons: [season], providers: [:])
    world.track(541, for: world.userID(TallyWorld.sampleEmail) ?? "", status: "watching", provider: 8)
    let bench = try await Bench(world: world)
    let screen = await loaded(bench.tally)
    func number() -> Int? { screen.state.days.value?.flatMap(\.episodes).first { $0.show == 541 }?.episode }
    #expect(number() == 1)
    let changed = TallyWorld.Season(
      1, episodes: [.init(1, "Zero", airDate: "2026-11-18"), .init(2, "One", airDate: "2026-11-25")])
    bench.server.edit { $0.addSeason(changed, to: 541) }
    await bench.clock.advance(by: .seconds(60))
    await screen.refreshAndWait()
    #expect(number() == 2)
  }

  @Test("a show that is removed or dropped here leaves the days at once, and a mark shows on its episode")
  func changes() async throws {
    let bench = try await Bench()
    try await bench.tally.watchlistStore.refresh()
    let screen = await loaded(bench.tally)
    bench.faults.isDown = true
    try await bench.tally.watchlistStore.setStatus(.dropped, of: 520_100)
    #expect(await eventually { days(screen).count == 2 })
    let tuesday = try #require(screen.state.days.value?.first?.episodes.first)
    #expect((tuesday.show, tuesday.episode, tuesday.state) == (520_200, 4, .watched))
    try await bench.tally.progressStore.markEpisode(4, season: 1, as: .unwatched, of: 520_200)
    #expect(await eventually { screen.state.days.value?.first?.episodes.first?.state == .unwatched })
  }

  @Test("a show that another device has added is in the next days at the next refresh, and in the widget's snapshot")
  func addedElsewhere() async throws {
    let bench = try await Bench()
    try await bench.tally.watchlistStore.refresh()
    let screen = await loaded(bench.tally)
    bench.server.edit { world in
      world.addShow(541, "New", seasons: [.weekly(from: "2026-11-25", episodes: 3)], providers: [:])
      world.track(541, for: bench.user, status: "watching", provider: 8)
    }
    screen.refresh()
    await screen.settled()
    let added = (screen.state.days.value ?? []).flatMap(\.episodes).filter { $0.show == 541 }
    #expect(added.map { "\($0.day)" } == ["2026-11-25"])
    try await bench.tally.writeSnapshot()
    let snapshot = try TallySnapshot.read(of: .fake, environment: bench.environment)
    #expect(snapshot?.days.flatMap(\.episodes).contains { $0.show == 541 } == true)
  }

  @Test("nobody signed in is an error, and the demo's guide is not shown as anybody's days")
  func signedOut() async throws {
    let bench = try await Bench(signedIn: false)
    let screen = await loaded(bench.tally)
    #expect(screen.state.error?.kind == .signedOut)
    #expect(screen.state.days.value == nil)
    #expect(bench.count(.tallyGuideGuide) == 0)
  }
}
