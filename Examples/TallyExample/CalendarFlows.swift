import Foundation
import MediaCore
import MediaTesting
import Runner
import TallyKit

@MainActor
enum CalendarFlows {
  nonisolated static let all: [Flow<TallyStage>] = [
    Flow("calendar-month", needsFake: true) { _ in try await month() },
    Flow("calendar-day", needsFake: true) { _ in try await day() },
    Flow("calendar-navigation", needsFake: true) { _ in try await navigation() },
    Flow("calendar-week-and-list", needsFake: true) { _ in try await modes() },
    Flow("calendar-monthly-spend", needsFake: true) { _ in try await spend() },
    Flow("calendar-deep-link", needsFake: true) { _ in try await deepLink() },
    Flow("calendar-from-watchlist", needsFake: true) { _ in try await fromWatchlist() },
  ]

  private static func loaded(_ fresh: Fresh, _ source: CalendarSource = .automatic) async -> CalendarViewModel {
    fresh.tally.country.set("AU")
    let calendar = CalendarViewModel(tally: fresh.tally, source: source)
    calendar.load()
    await calendar.settled()
    return calendar
  }

  private static func month() async throws -> String {
    let calendar = await loaded(try await Fresh())
    try expectEqual(calendar.state.days.count, 42, "cells")
    try expectEqual(calendar.title, "November, 2026", "the title")
    let days = calendar.state.episodesByDate.count
    try expect(days > 5, "days with episodes")
    return
      "\(calendar.title): \(days) days with episodes, \(calendar.legend.map { "\($0.badge.name) \($0.days)" }.joined(separator: ", "))"
  }

  private static func day() async throws -> String {
    let calendar = await loaded(try await Fresh())
    let busy = try require(
      calendar.list.first { $0.episodes.count >= 1 && !calendar.providers(on: $0.day).isEmpty }, "a day")
    calendar.select(busy.day)
    try expectEqual(calendar.state.selectedDay, busy.day, "the open day")
    let free = try require(
      calendar.state.days.first { $0.inMonth && calendar.episodes(on: $0.date).isEmpty }, "a free day")
    calendar.closeDay()
    calendar.select(free.date)
    try expectEqual(calendar.state.selectedDay, nil, "a day without episodes")
    let rows = calendar.providerPrices(for: busy.day).map { "\($0.badge.name) \($0.text)" }
    return
      "\(calendar.accessibilityLabel(for: busy.day)): \(calendar.showsAiring(on: busy.day).map(\.title).joined(separator: ", ")); \(rows.joined(separator: ", ")), total \(calendar.totalCost(for: busy.day))"
  }

  private static func navigation() async throws -> String {
    let fresh = try await Fresh()
    let calendar = await loaded(fresh)
    calendar.changeMonth(by: 1)
    await calendar.settled()
    try expectEqual(calendar.title, "December, 2026", "the title")
    let calls = fresh.count("tally.guide.guide")
    calendar.showToday()
    await calendar.settled()
    try expectEqual(calendar.title, "November, 2026", "the title")
    try expectEqual(fresh.count("tally.guide.guide"), calls, "calls for a month that was shown before")
    calendar.setCountry("US")
    await calendar.settled()
    try expectEqual(fresh.count("tally.guide.guide"), calls + 1, "calls for another country")
    return "on and back without asking again; another country asks"
  }

  private static func modes() async throws -> String {
    let calendar = await loaded(try await Fresh())
    calendar.setMode(.week)
    try expectEqual(calendar.week.map(\.weekday), [7, 1, 2, 3, 4, 5, 6], "the days of the week")
    calendar.setMode(.list)
    return "week from \(calendar.week.first.map { "\($0)" } ?? "-"), list of \(calendar.list.count) days"
  }

  private static func spend() async throws -> String {
    let calendar = await loaded(try await Fresh())
    let spend = calendar.monthlySpend
    try expectEqual(spend.rows.map(\.price.amount).reduce(0, +), spend.total, "the total")
    return spend.rows.map { "\($0.badge.name) \($0.text)" }.joined(separator: ", ") + ", together \(spend.totalText)"
  }

  private static func deepLink() async throws -> String {
    let fresh = try await Fresh()
    let calendar = await loaded(fresh)
    let found = calendar.list.flatMap(\.episodes).first { $0.show == 520_100 && $0.hasNumbers }
    let link = try require(found?.link, "an episode with its numbers")
    let search = SearchViewModel(tally: fresh.tally)
    search.open(link)
    await search.settled()
    try expectEqual(search.state.selectedSeasonByTmdb[520_100], 2, "the season")
    return "\(link.url?.absoluteString ?? "-") opens \(search.rows(of: 520_100).count) episodes of season 2"
  }

  private static func fromWatchlist() async throws -> String {
    let fresh = try await Fresh(settings: .init(rowLevelSecurity: true))
    let calendar = await loaded(fresh)
    try expect(!calendar.list.isEmpty, "episodes although the guide of this server is empty")
    try expect(calendar.list.flatMap(\.episodes).allSatisfy(\.hasNumbers), "numbers for every episode")
    return "\(calendar.list.flatMap(\.episodes).count) episodes from the shows being watched, all with their numbers"
  }
}
