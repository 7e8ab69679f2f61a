import Foundation
import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@MainActor
@Suite("What a calendar shows while the server is asked, and without it")
struct CalendarKeepingTests {
  private func loaded(_ tally: TallyService) async -> CalendarViewModel {
    _ = try? await tally.watchlistStore.items()
    _ = try? await tally.progressStore.progress(of: 1)
    tally.country.set("AU")
    let calendar = CalendarViewModel(tally: tally)
    calendar.load()
    await calendar.settled()
    return calendar
  }

  @Test("a refresh keeps what is shown until the server has answered, and then shows its answer")
  func refresh() async throws {
    let bench = try await Bench()
    let calendar = await loaded(bench.tally)
    #expect(calendar.list.count == 13)
    var counts: Set<Int> = []
    calendar.onChange = { counts.insert($0.episodesByDate.count) }
    bench.server.edit { world in
      world.addShow(541, "New", seasons: [.weekly(from: "2026-11-02", episodes: 1)])
      world.track(541, for: world.userID(TallyWorld.sampleEmail) ?? "", status: "watching", provider: 8)
    }
    calendar.refresh()
    #expect(calendar.state.isRefreshing)
    #expect(calendar.list.count == 13)
    #expect(calendar.state.data.isLoading && calendar.state.data.value != nil)
    await calendar.settled()
    #expect(counts == [13, 14])
    #expect((calendar.state.isRefreshing, calendar.state.isLoading) == (false, false))
  }

  @Test("offline a refresh keeps what is shown, says why and how old it is; the next one that succeeds takes that back")
  func offline() async throws {
    let bench = try await Bench()
    let calendar = await loaded(bench.tally)
    let asOf = bench.clock.now()
    guard case .loaded(_, let first) = calendar.state.data else { return #expect(Bool(false)) }
    #expect(first <= asOf)
    await bench.clock.advance(by: .seconds(86_400))
    bench.faults.isDown = true
    calendar.refresh()
    await calendar.settled()
    #expect(calendar.list.count == 13)
    #expect(calendar.state.error?.kind == .unreachable)
    #expect(calendar.state.data.error?.kind == .unreachable)
    #expect(calendar.state.data.value != nil)
    #expect(
      calendar.state.notice
        == "You're offline. Please check your internet connection. This is the calendar as of Sunday, November 22.")
    bench.faults.isDown = false
    calendar.refresh()
    await calendar.settled()
    #expect((calendar.state.error, calendar.state.notice) == (nil, nil))
    guard case .loaded(_, let second) = calendar.state.data else { return #expect(Bool(false)) }
    #expect(second >= first.addingTimeInterval(86_000))
  }

  @Test("after a relaunch offline the months last known are shown from disk, with their true age")
  func relaunch() async throws {
    let bench = try await Bench()
    let calendar = await loaded(bench.tally)
    calendar.changeMonth(by: 1)
    await calendar.settled()
    let december = calendar.list.count
    #expect(december > 0)
    guard case .loaded(_, let asOf) = calendar.state.data else { return #expect(Bool(false)) }
    await bench.tally.client.accounts.save()
    await bench.clock.advance(by: .seconds(3 * 86_400))
    bench.faults.isDown = true
    let again = await loaded(bench.relaunched())
    #expect(again.list.count == 13)
    #expect(again.list.flatMap(\.episodes).allSatisfy { $0.hasNumbers })
    #expect(again.state.dailyProviders["2026-11-06"]?.map(\.name) == ["Netflix"])
    #expect(again.state.error?.kind == .unreachable)
    #expect(again.state.notice?.hasSuffix("This is the calendar as of Sunday, November 22.") == true)
    again.changeMonth(by: 1)
    await again.settled()
    #expect(again.list.count == december)
    again.changeMonth(by: 1)
    await again.settled()
    #expect(again.list.count == 0)
    bench.faults.isDown = false
    again.changeMonth(by: -1)
    await again.settled()
    guard case .loaded(_, let fresh) = again.state.data else { return #expect(Bool(false)) }
    #expect(fresh > asOf.addingTimeInterval(2 * 86_400))
  }

  @Test("what is kept on disk is shown before the server has answered, and is not called fresh")
  func keptFirst() async throws {
    let bench = try await Bench()
    _ = await loaded(bench.tally)
    await bench.tally.client.accounts.save()
    let hold = HoldTransport(bench.server.transport)
    let tally = bench.relaunched(hold)
    hold.hold(.tallyGuideGuide)
    let calendar = CalendarViewModel(tally: tally)
    calendar.load()
    #expect(await eventually { hold.count == 1 })
    #expect(calendar.list.count == 13)
    #expect(calendar.state.data.isLoading)
    hold.release()
    await calendar.settled()
    #expect(!calendar.state.data.isLoading)
  }

  @Test("a sign-out erases the months that are kept, and another account never sees them")
  func otherAccount() async throws {
    let bench = try await Bench()
    _ = await loaded(bench.tally)
    try await bench.tally.account.signOut(pending: .discard)
    try await bench.signIn()
    bench.faults.fail(.tallyGuideGuide, with: .refused, .refused, .refused)
    let calendar = await loaded(bench.tally)
    #expect(calendar.list.isEmpty)
    _ = await loaded(bench.tally)
    try await bench.tally.account.signIn(email: TallyWorld.otherEmail, password: TallyWorld.password)
    bench.faults.isDown = true
    #expect(await loaded(bench.tally).list.isEmpty)
  }

  @Test("no more than two years of months are kept on disk")
  func limit() async throws {
    let bench = try await Bench()
    let calendar = await loaded(bench.tally)
    for _ in 0..<30 {
      calendar.changeMonth(by: 1)
      await calendar.settled()
    }
    let kept = try await bench.tally.calendarStore.cache.value()
    #expect(kept.count == CalendarStore.limit)
    #expect(kept["2026-11-AU"] == nil)
  }
}
