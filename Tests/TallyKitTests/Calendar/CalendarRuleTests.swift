import Foundation
import MediaCore
import Testing

@testable import TallyKit

@Suite("Rules of the calendar")
struct CalendarRuleTests {
  private func badge(_ id: Int, _ name: String, logo: String? = "/x.jpg") -> ProviderBadge {
    ProviderBadge(id: .tmdb(id), name: name, logo: logo)
  }

  @Test(
    "the grid begins on Sunday and has six weeks",
    arguments: [
      (2026, 11, "2026-11-01", 0), (2026, 2, "2026-02-01", 0), (2025, 9, "2025-08-31", 1), (2026, 8, "2026-07-26", 6),
      (2024, 2, "2024-01-28", 4), (2000, 2, "2000-01-30", 2), (1900, 3, "1900-02-25", 4), (9998, 12, "9998-11-29", 2),
    ])
  func grid(_ year: Int, _ month: Int, _ first: String, _ padding: Int) throws {
    let month = try #require(CalendarMonth(year: year, month: month))
    let grid = month.grid
    #expect(grid.count == 42)
    #expect(grid.first?.id == first)
    #expect(grid.prefix { !$0.inMonth }.count == padding)
    #expect(grid.count { $0.inMonth } == month.days)
    #expect(zip(grid, grid.dropFirst()).allSatisfy { $1.date.daysSince1970 == $0.date.daysSince1970 + 1 })
    #expect(grid.allSatisfy { $0.inMonth == month.contains($0.date) })
  }

  @Test("months follow each other over years")
  func months() throws {
    let month = try #require(CalendarMonth(year: 2026, month: 11))
    #expect(month.adding(2).description == "2027-01")
    #expect(month.adding(-11).description == "2025-12")
    #expect(month.adding(.max) == month)
    #expect(month.key("AU") == "2026-11-AU")
    #expect(CalendarMonth(year: 2026, month: 13) == nil)
    #expect(DayText(texts: .english).title(month) == "November, 2026")
  }

  @Test("the primary provider: one to three, with a logo, the longest name, then the smallest id")
  func primary() {
    let (netflix, hulu, disney) = (badge(8, "Netflix"), badge(15, "Hulu"), badge(337, "Disney+"))
    #expect(DayProviders.primary(of: []) == nil)
    #expect(DayProviders.primary(of: [hulu]) == hulu)
    #expect(DayProviders.primary(of: [hulu, netflix]) == netflix)
    #expect(DayProviders.primary(of: [disney, netflix]) == netflix)
    #expect(DayProviders.primary(of: [badge(8, "Netflix", logo: ""), hulu]) == hulu)
    #expect(DayProviders.primary(of: [badge(8, "Netflix", logo: nil)]) == nil)
    #expect(DayProviders.primary(of: [netflix, hulu, disney, badge(2, "Apple TV+")]) == nil)
    #expect(DayProviders.secondary(of: [hulu, netflix, disney]) == [hulu, disney])
    #expect(DayProviders.secondary(of: [badge(1, "A", logo: nil), badge(2, "B", logo: nil)]).count == 2)
    let (a, b) = (
      ProviderBadge(id: .service("b7"), name: "Same", logo: "/l"),
      ProviderBadge(id: .service("a1"), name: "Same", logo: "/l")
    )
    #expect(DayProviders.primary(of: [a, b]) == b)
  }

  @Test("what a tile shows")
  func indicators() {
    let all = [badge(1, "A"), badge(2, "B"), badge(3, "C"), badge(4, "D")]
    #expect(DayProviders.indicator(of: []) == nil)
    #expect(DayProviders.indicator(of: [all[0]]) == .primary(all[0], dots: []))
    #expect(DayProviders.indicator(of: Array(all.prefix(3))) == .primary(all[0], dots: [all[1], all[2]]))
    #expect(DayProviders.indicator(of: all) == .overflow(count: 4, dots: Array(all.prefix(3))))
    let bare = [badge(1, "A", logo: nil), badge(2, "B", logo: nil)]
    #expect(DayProviders.indicator(of: bare) == .overflow(count: 2, dots: bare))
    #expect(DayProviders.indicator(of: [bare[0]]) == .single(bare[0]))
  }

  @Test("sizes", arguments: [(0.0, 0.0), (50, 29), (79.3, 45.994), (79.4, 46), (500, 46)])
  func icons(_ width: Double, _ size: Double) {
    #expect(abs(CalendarLayout.iconSize(cellWidth: width) - size) < 1e-9)
    #expect((CalendarLayout.spacing, CalendarLayout.cornerRadius, CalendarLayout.dots) == (1, 14, 3))
    #expect(CalendarLayout.cellWidth(screenWidth: 386) == 50)
  }

  @Test(
    "colours",
    arguments: [
      ("Netflix", ProviderColor.red), ("Amazon Prime Video", .blue), ("Disney Plus", .blue), ("HBO Max", .purple),
      ("Max", .purple), ("Hulu", .green), ("Paramount+", .grey), ("Kanopía", .grey),
    ])
  func colors(_ name: String, _ color: ProviderColor) {
    #expect(ProviderColor.of(name) == color)
    #expect(ProviderColor.of("Paramount+", isSheet: true) == .indigo)
    #expect(ProviderColor.of("Apple TV+", isSheet: true) == .black)
  }

  @Test(
    "prices by country and provider, with the server's other numbers",
    arguments: [
      ("US", 8, "15.49"), ("AU", 8, "16.99"), ("GB", 8, "15.49"), ("AU", 384, "19.99"), ("US", 1899, "15.99"),
      ("US", 350, "6.99"), ("AU", 2, "9.99"), ("US", 4888, "11.99"), ("AU", 337, "13.99"), ("US", 15, "7.99"),
      ("AU", 15, "15.99"), ("US", 531, "5.99"), ("AU", 531, "9.99"), ("US", 119, "8.99"), ("US", 2188, nil),
    ] as [(String, Int, String?)])
  func prices(_ country: String, _ provider: Int, _ amount: String?) {
    #expect(ProviderPrices.table(country).price(of: provider)?.amount == amount.flatMap { Decimal(string: $0) })
  }

  @Test("prices by name, where the id is the server's own")
  func pricesByName() {
    #expect(ProviderPrices.table("US").price(named: "Disney Plus")?.id == 337)
    #expect(ProviderPrices.table("US").price(named: "Apple TV Plus")?.id == 2)
    #expect(ProviderPrices.table("US").price(named: "Kanopía") == nil)
  }

  @Test("amounts are exact and written alike everywhere")
  func money() throws {
    #expect(Money(amount: 0, currency: "USD").text == "$0.00")
    #expect(Money(amount: try #require(Decimal(string: "15.5")), currency: "USD").text == "$15.50")
    #expect(Money(amount: try #require(Decimal(string: "1234.005")), currency: "EUR").text == "€1234.01")
    #expect(Money(amount: -3, currency: "AUD").text == "-A$3.00")
    #expect(Money(amount: try #require(Decimal(string: "990.4")), currency: "JPY").text == "¥990")
    #expect(Money(amount: 7, currency: "CHF").text == "CHF 7.00")
    let prices = ["0.10", "0.20"].compactMap { Decimal(string: $0) }.map {
      ProviderPrice(id: 1, name: "", amount: $0, currency: "USD")
    }
    #expect(Money.sum(of: prices).amount == Decimal(string: "0.30"))
  }

  @Test(
    "renewals every thirty days",
    arguments: [
      ("2026-11-01", "2026-11-22", "Renews in 9 days"), ("2026-10-24", "2026-11-22", "Renews tomorrow"),
      ("2026-10-23", "2026-11-22", "Renews in 30 days"), ("2026-11-23", "2026-11-22", "Renews tomorrow"),
    ])
  func renewals(_ start: String, _ today: String, _ text: String) throws {
    let today = try #require(CalendarDay(today))
    var subscription = Subscription(id: "s", isActive: true, startedDate: CalendarDay(start))
    #expect(Renewal.text(of: subscription, today: today) == text)
    subscription.startedDate = nil
    #expect(Renewal.text(of: subscription, today: today) == "Active")
    subscription.isActive = false
    #expect(Renewal.text(of: subscription, today: today) == "Inactive")
  }
}
