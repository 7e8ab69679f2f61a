import Foundation
import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@MainActor
@Suite("Shows that the guide counts and leaves out")
struct CalendarSourceTests {
  /// Shows with an episode each Wednesday of November 2026; only those with a provider are in a group of the guide.
  private func bench(withProvider: [Int], without: [(show: Int, status: String)]) async throws -> Bench {
    var world = TallyWorld()
    let user = world.addUser(TallyWorld.sampleEmail, country: "AU")
    world.addService(.netflix)
    for show in withProvider + without.map(\.show) {
      world.addShow(show, "Show \(show)", seasons: [.weekly(from: "2026-11-04", episodes: 3)])
    }
    for show in withProvider { world.track(show, for: user, status: "watching", provider: 8) }
    for (show, status) in without { world.track(show, for: user, status: status) }
    return try await Bench(world: world)
  }

  private func loaded(_ bench: Bench) async -> CalendarViewModel {
    await bench.followed()
    let calendar = CalendarViewModel(tally: bench.tally)
    calendar.load()
    await calendar.settled()
    return calendar
  }

  private func titles(_ calendar: CalendarViewModel) -> [String] {
    calendar.list.map { "\($0.day) " + $0.episodes.map(\.showTitle).sorted().joined(separator: ", ") }
  }

  @Test("one show, and no provider chosen for it")
  func alone() async throws {
    let bench = try await bench(withProvider: [], without: [(541, "watching")])
    let calendar = await loaded(bench)
    #expect(titles(calendar) == ["2026-11-04 Show 541", "2026-11-11 Show 541", "2026-11-18 Show 541"])
    #expect(calendar.list.flatMap(\.episodes).map { [$0.season, $0.episode] } == [[1, 1], [1, 2], [1, 3]])
    #expect(calendar.state.dailyProviders.isEmpty)
    #expect(calendar.state.error == nil)
  }

  @Test("one show with a provider and others without, watched or only on the list; not those that are done with")
  func mixed() async throws {
    let bench = try await bench(
      withProvider: [541], without: [(542, "watching"), (543, "watchlist"), (544, "completed"), (545, "dropped")])
    let calendar = await loaded(bench)
    #expect(
      titles(calendar) == ["2026-11-04", "2026-11-11", "2026-11-18"].map { "\($0) Show 541, Show 542, Show 543" })
    #expect(calendar.state.dailyProviders["2026-11-04"]?.map(\.name) == ["Netflix"])
    // The guide lacks two shows: only their seasons are read.
    #expect(bench.count(.tallyShowSeason) == 2)
  }

  @Test("a guide that has all that it counts is not completed")
  func complete() async throws {
    let bench = try await bench(withProvider: [541, 542], without: [])
    let calendar = await loaded(bench)
    #expect(calendar.list.flatMap(\.episodes).count == 6)
    #expect(bench.count(.tallyWatchlistAll) == 0)
  }

  @Test("a show without a provider that has nothing in the month costs no requests")
  func nothingThere() async throws {
    let bench = try await bench(withProvider: [541], without: [])
    bench.server.edit { world in
      world.addShow(546, "Over", seasons: [.weekly(from: "2020-01-01", episodes: 3)])
      world.track(546, for: world.userID(TallyWorld.sampleEmail) ?? "", status: "watching")
    }
    let calendar = await loaded(bench)
    #expect(calendar.list.flatMap(\.episodes).count == 3)
    #expect(bench.count(.tallyWatchlistAll) == 0)
  }
}
