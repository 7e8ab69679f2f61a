import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@MainActor
@Suite("The account whose shows the calendar has")
struct CalendarAccountTests {
  private func loaded(_ bench: Bench) async -> CalendarViewModel {
    bench.tally.country.set("AU")
    let calendar = CalendarViewModel(tally: bench.tally)
    calendar.load()
    await calendar.settled()
    return calendar
  }

  private func titles(_ calendar: CalendarViewModel) -> Set<String> {
    Set(calendar.list.flatMap(\.episodes).map(\.showTitle))
  }

  private static let mine: Set = ["Lighthouse Winter", "Tidal Clock", "Paper Fleet", "Salt Road"]
  private static let demo: Set = ["Peacemaker", "Dexter: Resurrection"]

  /// Lets the server refuse the token, so that the sign-in runs out.
  private func expire(_ bench: Bench) async throws {
    bench.server.revokeAllTokens()
    _ = try? await bench.tally.watchlist.stats()
    guard case .expired = try await bench.tally.account.status() else {
      Issue.record("not expired")
      return
    }
  }

  @Test("a sign-in that ran out does not bring the demo, and the next one brings the account's shows back by itself")
  func expired() async throws {
    let bench = try await Bench()
    let calendar = await loaded(bench)
    #expect(titles(calendar) == Self.mine)
    try await expire(bench)
    #expect(titles(calendar) == Self.mine)
    let asked = bench.count(.tallyGuideGuide)
    calendar.refresh()
    await calendar.settled()
    #expect(titles(calendar) == Self.mine)
    #expect(calendar.state.error.map(calendar.text) == "You need to log in to view your shows.")
    #expect(bench.count(.tallyGuideGuide) == asked)
    try await bench.signIn()
    #expect(
      await eventually {
        await calendar.settled()
        return titles(calendar) == Self.mine && calendar.state.error == nil
      })
  }

  @Test("a calendar that was opened before the first sign-in has the account's shows after it, in every month")
  func opened() async throws {
    let bench = try await Bench(signedIn: false)
    let calendar = await loaded(bench)
    #expect(titles(calendar) == Self.demo)
    calendar.changeMonth(by: 1)
    await calendar.settled()
    try await bench.signIn()
    #expect(
      await eventually {
        await calendar.settled()
        return titles(calendar) == Self.mine
      })
    calendar.changeMonth(by: -1)
    await calendar.settled()
    #expect(titles(calendar) == Self.mine)
  }

  @Test("the shows of one account are gone when another one signs in without a sign-out, from every month")
  func otherAccount() async throws {
    let bench = try await Bench()
    bench.server.edit { world in
      world.track(520_600, for: world.userID(TallyWorld.otherEmail) ?? "", status: "watching", provider: 8)
    }
    let calendar = await loaded(bench)
    calendar.changeMonth(by: 1)
    await calendar.settled()
    #expect(titles(calendar) == Self.mine)
    try await bench.tally.account.signIn(email: TallyWorld.otherEmail, password: TallyWorld.password)
    #expect(
      await eventually {
        await calendar.settled()
        return titles(calendar) == ["Evening Ledger"]
      })
    calendar.changeMonth(by: -1)
    await calendar.settled()
    #expect(titles(calendar) == ["Evening Ledger"])
  }

  @Test("no route acts for the demo user because a sign-in ran out")
  func routes() async throws {
    let bench = try await Bench()
    try await expire(bench)
    bench.server.clearRequests()
    let (guide, day) = (bench.tally.guide, try #require(CalendarDay("2026-11-01")))
    let errors = [
      await #expect(throws: ClientError.self) { _ = try await guide.guide(from: day, to: day, country: "AU") },
      await #expect(throws: ClientError.self) {
        _ = try await guide.addToDemoList(520_200, title: "Tidal Clock", status: .watching)
      }, await #expect(throws: ClientError.self) { _ = try await guide.demoList(status: nil) },
    ]
    #expect(errors.map { $0?.kind } == [.signedOut, .signedOut, .signedOut])
    #expect(bench.server.requests == [])
    // A demo user's guide needs no sign-in.
    #expect(try await guide.guide(ofDemoUser: "user-1", from: day, to: day, country: "US").totalShows == 2)
  }
}
