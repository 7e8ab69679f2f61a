import Foundation
import MediaTesting
import Runner
import TallyKit
import TallyTesting

@MainActor
enum CalendarFlows {
  nonisolated static let all: [Flow<TallyStage>] = [
    Flow("calendar-month") { try await month($0) },
    Flow("calendar-day") { try await day($0) },
    Flow("calendar-navigation", needsFake: true) { _ in try await navigation() },
    Flow("calendar-week-and-list") { try await modes($0) },
    Flow("calendar-monthly-spend") { try await spend($0) },
    Flow("calendar-deep-link") { try await deepLink($0) },
    Flow("calendar-from-watchlist", needsFake: true) { _ in try await fromWatchlist() },
  ]

  private static func loaded(_ tally: TallyService) async -> CalendarViewModel {
    tally.country.set("AU")
    let calendar = CalendarViewModel(tally: tally)
    calendar.load()
    await calendar.settled()
    return calendar
  }

  private static func month(_ stage: TallyStage) async throws -> String {
    let calendar = await loaded(try await stage.reader())
    try expectEqual(calendar.state.days.count, 42, "cells")
    let month = try require(calendar.state.days.first(where: \.inMonth)?.date, "a day of the month")
    try expect(calendar.title.hasSuffix(", \(month.year)"), "a title of that year, got \(calendar.title)")
    let days = calendar.state.episodesByDate.count
    try expect(days > 0, "days with episodes")
    return
      "\(calendar.title): \(days) days with episodes, \(calendar.legend.map { "\($0.badge.name) \($0.days)" }.joined(separator: ", "))"
  }

  private static func day(_ stage: TallyStage) async throws -> String {
    let calendar = await loaded(try await stage.reader())
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
    let calendar = await loaded(fresh.tally)
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

  private static func modes(_ stage: TallyStage) async throws -> String {
    let calendar = await loaded(try await stage.reader())
    calendar.setMode(.week)
    try expectEqual(calendar.week.map(\.weekday), [7, 1, 2, 3, 4, 5, 6], "the days of the week")
    calendar.setMode(.list)
    return "week from \(calendar.week.first.map { "\($0)" } ?? "-"), list of \(calendar.list.count) days"
  }

  private static func spend(_ stage: TallyStage) async throws -> String {
    let calendar = await loaded(try await stage.reader())
    let spend = calendar.monthlySpend
    try expectEqual(spend.rows.map(\.price.amount).reduce(0, +), spend.total, "the total")
    return spend.rows.map { "\($0.badge.name) \($0.text)" }.joined(separator: ", ") + ", together \(spend.totalText)"
  }

  private static func deepLink(_ stage: TallyStage) async throws -> String {
    let tally = try await stage.reader()
    let calendar = await loaded(tally)
    let found = try require(
      calendar.list.flatMap(\.episodes).first(where: \.hasNumbers), "an episode with its numbers")
    let search = SearchViewModel(tally: tally)
    search.open(found.link)
    await search.settled()
    try expectEqual(search.state.selectedSeasonByTmdb[found.show], found.season, "the season")
    let rows = search.rows(of: found.show).count
    return "\(found.link.url?.absoluteString ?? "-") opens \(rows) episodes of season \(found.season)"
  }

  private static func fromWatchlist() async throws -> String {
    let fresh = try await Fresh(settings: .init(rowLevelSecurity: true))
    let calendar = await loaded(fresh.tally)
    try expect(!calendar.list.isEmpty, "episodes although the guide of this server is empty")
    try expect(calendar.list.flatMap(\.episodes).allSatisfy(\.hasNumbers), "numbers for every episode")
    return "\(calendar.list.flatMap(\.episodes).count) episodes from the shows being watched, all with their numbers"
  }
}
