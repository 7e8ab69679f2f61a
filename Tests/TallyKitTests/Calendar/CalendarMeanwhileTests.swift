import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@MainActor
@Suite("The calendar, and what happens meanwhile")
struct CalendarMeanwhileTests {
  private func shows(_ calendar: CalendarViewModel) -> Set<TMDBID> {
    Set(calendar.state.episodesByDate.values.joined().map(\.show))
  }

  /// Lets all tasks run that are ready.
  private func rest() async { for _ in 0..<500 { await Task.yield() } }

  @Test("the demo that was asked for before a sign-in is not the account's month, not for a moment")
  func signedInMeanwhile() async throws {
    let bench = try await Bench(instant: false, signedIn: false)
    let hold = HoldTransport(bench.server.transport)
    let tally = bench.relaunched(hold)
    let calendar = CalendarViewModel(tally: tally, source: .guide)
    hold.hold(.tallyGuideGuide)
    calendar.load()
    #expect(await eventually { hold.count == 1 })
    try await tally.account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
    var seen: Set<TMDBID> = []
    let token = calendar.observe { seen.formUnion($0.episodesByDate.values.joined().map(\.show)) }
    hold.release()
    #expect(await eventually { !shows(calendar).isEmpty })
    #expect(seen.union(shows(calendar)).isDisjoint(with: [110_492, 259_909]))
    token.cancel()
  }

  @Test("numbers that come after another month is shown do not bring the month before back")
  func numberedMeanwhile() async throws {
    let bench = try await Bench()
    let hold = HoldTransport(bench.server.transport)
    let tally = bench.relaunched(hold)
    let calendar = CalendarViewModel(tally: tally, source: .guide)
    hold.hold(.tallyShowAnalyze)
    calendar.load()
    #expect(await eventually { hold.count == 1 })
    calendar.changeMonth(by: 1)
    #expect(await eventually { calendar.state.episodesByDate.keys.contains { $0.hasPrefix("2026-12") } })
    hold.release()
    await calendar.settled()
    await rest()
    #expect(!calendar.state.episodesByDate.keys.contains { !$0.hasPrefix("2026-12") })
  }

  @Test("a show that is removed without a network leaves the month once the removal is sent, without a pull")
  func removedOffline() async throws {
    let bench = try await Bench()
    try await bench.tally.watchlistStore.refresh()
    await bench.followed()
    bench.tally.country.set("AU")
    let calendar = CalendarViewModel(tally: bench.tally)
    calendar.load()
    await calendar.settled()
    #expect(shows(calendar).contains(520_100))
    bench.faults.isDown = true
    let removal = try await bench.tally.watchlistStore.remove(520_100)
    // The month is read before the removal is sent, and the network fails that read.
    #expect(await eventually { calendar.state.error?.kind == .unreachable })
    await calendar.settled()
    bench.faults.isDown = false
    await bench.tally.queue.flush()
    _ = await removal.settled()
    #expect(
      await eventually {
        await calendar.settled()
        return !shows(calendar).contains(520_100)
      })
  }

  @Test("a sign-in that runs out leaves the calendar as it is, and asks for nothing")
  func ranOut() async throws {
    let bench = try await Bench()
    await bench.followed()
    let calendar = CalendarViewModel(tally: bench.tally)
    calendar.load()
    await calendar.settled()
    let shown = calendar.state.episodesByDate
    let calls = bench.count(.tallyGuideGuide)
    bench.server.revokeAllTokens()
    _ = try? await bench.tally.watchlist.stats()
    guard case .expired = try await bench.tally.account.status() else {
      Issue.record("not expired")
      return
    }
    await rest()
    await calendar.settled()
    #expect((calendar.state.episodesByDate, calendar.state.error) == (shown, nil))
    #expect(bench.count(.tallyGuideGuide) == calls)
  }

  @Test("an answer removes the notice of a kept month, and no other notice")
  func otherNotice() async throws {
    let bench = try await Bench()
    let calendar = CalendarViewModel(tally: bench.tally)
    calendar.load()
    await calendar.settled()
    calendar.setCountry("nonsense")
    calendar.refresh()
    await calendar.settled()
    #expect(calendar.state.notice == "A country is two letters, such as DE.")
    calendar.dismissNotice()
    bench.faults.isDown = true
    calendar.refresh()
    await calendar.settled()
    #expect(calendar.state.notice != nil)
    bench.faults.isDown = false
    calendar.refresh()
    await calendar.settled()
    #expect(calendar.state.notice == nil)
  }
}
