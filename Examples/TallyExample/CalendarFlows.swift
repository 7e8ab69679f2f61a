import Foundation
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
    Flow("calendar-other-prices", needsFake: true) { _ in try await otherPrices() },
    Flow("calendar-offline", needsFake: true) { _ in try await offline() },
    Flow("calendar-outage", needsFake: true) { _ in try await outage() },
  ]

  private static func loaded(_ tally: TallyService, _ day: CalendarDay? = nil) async -> CalendarViewModel {
    tally.country.set("AU")
    let calendar = CalendarViewModel(tally: tally)
    calendar.load()
    await calendar.settled()
    if let day {
      calendar.showMonth(CalendarMonth(day))
      await calendar.settled()
    }
    return calendar
  }

  private static func month(_ stage: TallyStage) async throws -> String {
    let tally = try await stage.reader()
    return try await stage.borrowing(tally) { show in
      let today = CalendarViewModel(tally: tally).state.today
      let calendar = await loaded(tally, show.day(near: today))
      try expectEqual(calendar.state.days.count, 42, "cells")
      let month = try require(calendar.state.days.first(where: \.inMonth)?.date, "a day of the month")
      try expect(calendar.title.hasSuffix(" \(month.year)"), "a title of that year, got \(calendar.title)")
      let days = calendar.list.filter { $0.episodes.contains { $0.show == show.id } }.count
      try expect(days > 0, "days with episodes of \(show.id)")
      let tile = CalendarLayout.cellWidth(screenWidth: 393)
      return
        "\(calendar.title): \(days) days with episodes of \(show.analysis.showDetails.title), tiles of \(Int(tile)) with icons of \(Int(CalendarLayout.iconSize(cellWidth: tile))), \(calendar.legend.map { "\($0.badge.name) \($0.days)" }.joined(separator: ", "))"
    }
  }

  private static func day(_ stage: TallyStage) async throws -> String {
    let tally = try await stage.reader()
    return try await stage.borrowing(tally, withProvider: true) { show in
      let wanted = show.day(near: CalendarViewModel(tally: tally).state.today)
      let calendar = await loaded(tally, wanted)
      calendar.select(wanted)
      try expectEqual(calendar.state.selectedDay, wanted, "the open day")
      let free = try require(
        calendar.state.days.first { $0.inMonth && calendar.episodes(on: $0.date).isEmpty }, "a free day")
      calendar.closeDay()
      calendar.select(free.date)
      try expectEqual(calendar.state.selectedDay, nil, "a day without episodes")
      try expect(calendar.indicator(for: free.date) == nil, "nothing on a free day")
      let (primary, others) = (calendar.primaryProvider(for: wanted), calendar.secondaryProviders(for: wanted))
      try expectEqual(
        (primary.map { [$0] } ?? []).count + others.count, calendar.providers(on: wanted).count, "providers of the day")
      try expect(calendar.indicator(for: wanted) != nil, "something on \(wanted)")
      let rows = calendar.providerPrices(for: wanted).map { "\($0.badge.name) \($0.text)" }
      return
        "\(calendar.sheetTitle(for: wanted)), \(calendar.accessibilityLabel(for: wanted)): \(calendar.showsAiring(on: wanted).map(\.title).joined(separator: ", ")); \(rows.joined(separator: ", ")), total \(calendar.totalCost(for: wanted)) in \(calendar.priceOrigin.currency)"
    }
  }

  private static func navigation() async throws -> String {
    let fresh = try await Fresh()
    let calendar = await loaded(fresh.tally)
    calendar.changeMonth(by: 1)
    await calendar.settled()
    try expectEqual(calendar.title(of: calendar.state.month), "December 2026", "the title")
    let calls = fresh.count(.tallyGuideGuide)
    calendar.showToday()
    await calendar.settled()
    try expectEqual(calendar.title, "November 2026", "the title")
    try expectEqual(fresh.count(.tallyGuideGuide), calls, "calls for a month that was shown before")
    calendar.setCountry("US")
    await calendar.settled()
    try expectEqual(fresh.count(.tallyGuideGuide), calls + 1, "calls for another country")
    return "on and back without asking again; another country asks"
  }

  private static func modes(_ stage: TallyStage) async throws -> String {
    let calendar = await loaded(try await stage.reader())
    calendar.setMode(.week)
    let grid = CalendarMonth(calendar.state.today).grid(firstWeekday: calendar.firstWeekday)
    try expectEqual(
      calendar.week.map(\.weekday), grid.prefix(7).map(\.date.weekday), "the days of the week")
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
    return try await stage.borrowing(tally) { show in
      let wanted = show.day(near: CalendarViewModel(tally: tally).state.today)
      let calendar = await loaded(tally, wanted)
      let found = try require(
        calendar.episodes(on: wanted).first { $0.show == show.id && $0.hasNumbers }, "an episode with its numbers")
      let search = SearchViewModel(tally: tally)
      search.open(found.link)
      await search.settled()
      try expectEqual(search.state.selectedSeasonByTmdb[found.show], found.season, "the season")
      let rows = search.rows(of: found.show).count
      return "\(found.link.url?.absoluteString ?? "-") opens \(rows) episodes of season \(found.season)"
    }
  }

  private static func otherPrices() async throws -> String {
    let fresh = try await Fresh()
    let calendar = await loaded(fresh.tally)
    calendar.setCountry("DE")
    await calendar.settled()
    try expectEqual(calendar.priceOrigin.isOtherCountry, true, "prices of another country")
    let disney = ProviderPrices.table("AU").price(named: "Disney Plus")
    try expectEqual(disney, ProviderPrices.table("AU").price(of: 337), "a price by the provider's name")
    return "“\(calendar.priceNote ?? "")”, together \(calendar.monthlySpend.totalText)"
  }

  private static func offline() async throws -> String {
    let fresh = try await Fresh()
    let calendar = await loaded(fresh.tally)
    let days = calendar.list.count
    await fresh.tally.client.accounts.save()
    fresh.network.isDown = true
    calendar.refresh()
    await calendar.settled()
    try expectEqual(calendar.list.count, days, "days after a refresh without a network")
    let again = await loaded(fresh.relaunched())
    try expectEqual(again.list.count, days, "days after a relaunch without a network")
    return "\(days) days, kept over a refresh and a relaunch: “\(again.state.notice ?? "")”"
  }

  private static func outage() async throws -> String {
    let fresh = try await Fresh()
    let calendar = await loaded(fresh.tally)
    let days = calendar.list.count
    fresh.server.failures.tmdbDown = true
    calendar.refresh()
    await calendar.settled()
    try expectEqual(calendar.list.count, days, "days while TMDB is out of reach for the server")
    let error = try require(calendar.state.error, "an error")
    return "\(days) days stay: “\(calendar.text(error))”"
  }

  private static func fromWatchlist() async throws -> String {
    let fresh = try await Fresh(settings: .init(rowLevelSecurity: true))
    let calendar = await loaded(fresh.tally)
    try expect(!calendar.list.isEmpty, "episodes although the guide of this server is empty")
    try expect(calendar.list.flatMap(\.episodes).allSatisfy(\.hasNumbers), "numbers for every episode")
    return "\(calendar.list.flatMap(\.episodes).count) episodes from the shows being watched, all with their numbers"
  }
}
