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
    #expect(DayText(texts: .english).title(month) == "November 2026")
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
    #expect(DayProviders.indicator(of: all)?.text == "+4")
    #expect(DayProviders.indicator(of: [all[0]])?.text == nil)
    let bare = [badge(1, "A", logo: nil), badge(2, "B", logo: nil)]
    #expect(DayProviders.indicator(of: bare) == .overflow(count: 2, dots: bare))
    #expect(DayProviders.indicator(of: [bare[0]]) == .single(bare[0]))
  }

  @Test(
    "an icon is 0.58 of its tile and never more than 46",
    arguments: [(-1.0, 0.0), (0, 0), (50, 29), (79.3, 45.994), (79.31, 45.9998), (79.4, 46), (500, 46)])
  func icons(_ width: Double, _ size: Double) {
    #expect(abs(CalendarLayout.iconSize(cellWidth: width) - size) < 1e-9)
  }

  @Test("a tile is a seventh of the screen without margins", arguments: [(386.0, 50.0), (36, 0), (0, 0), (393, 51)])
  func tiles(_ screen: Double, _ cell: Double) { #expect(CalendarLayout.cellWidth(screenWidth: screen) == cell) }

  @Test("measures of a tile: gap, corner, dots, the part for the icon")
  func measures() {
    #expect((CalendarLayout.spacing, CalendarLayout.cornerRadius) == (1, 14))
    #expect((CalendarLayout.dots, CalendarLayout.dotSize, CalendarLayout.dotSpacing) == (3, 4, 2))
    #expect(CalendarLayout.iconShare == 0.8)
    #expect(CalendarLoader.pause == .milliseconds(100))
  }

  @Test(
    "texts of a day: spoken, on the sheet, in a row",
    arguments: [
      ("2025-09-01", "Monday 1 September", "Monday, September 1", "Sep 1"),
      ("2028-02-29", "Tuesday 29 February", "Tuesday, February 29", "Feb 29"),
      ("2026-12-31", "Thursday 31 December", "Thursday, December 31", "Dec 31"),
      ("2026-05-10", "Sunday 10 May", "Sunday, May 10", "May 10"),
    ])
  func texts(_ day: String, _ spoken: String, _ long: String, _ short: String) throws {
    let day = try #require(CalendarDay(day))
    let text = DayText(texts: .english)
    #expect((text.spoken(day), text.long(day), text.short(day)) == (spoken, long, short))
  }

  @Test(
    "a day is read from what the server sends, never through a zone",
    arguments: [
      ("2025-09-18T00:00:00.000Z", "2025-09-18"), ("2025-09-18", "2025-09-18"), ("2025-09-18T23:59:59Z", "2025-09-18"),
      ("2025-09-18T00:00:00+14:00", "2025-09-18"), ("2025-9-18", nil), ("", nil), ("Unknown", nil),
      ("2025-02-30T00:00:00.000Z", nil),
    ] as [(String, String?)])
  func airDates(_ text: String, _ day: String?) throws {
    let wire: JSONValue = ["airDate": .string(text), "title": "A"]
    let episode = try JSONCoder.tally.decode(GuideEpisode.self, from: wire.serialized())
    #expect(episode.airDate?.description == day)
  }

  @Test("an episode without numbers is number 0 of season 1, and is distinguished by its day and title")
  func missingNumbers() throws {
    let wire = GuideWire.guide(["2026-11-06", "2026-11-13"])
    var guide = try JSONCoder.tally.decode(Guide.self, from: wire.serialized())
    for index in 0...1 {
      guide.services[0].shows[0].upcomingEpisodes[index].seasonNumber = nil
      guide.services[0].shows[0].upcomingEpisodes[index].episodeNumber = nil
    }
    let episodes = CalendarData(guide).episodesByDate.sorted { $0.key < $1.key }.flatMap(\.value)
    #expect(episodes.map { [$0.season, $0.episode] } == [[1, 0], [1, 0]])
    #expect(Set(episodes.map(\.id)).count == 2)
    #expect(episodes.allSatisfy { !$0.hasNumbers && $0.link.season == nil })
  }

  @Test("numbers come from an analysis by day and title, and by the day alone where a show has one episode on it")
  func numbers() throws {
    func at(_ day: String, _ title: String, _ show: TMDBID = 1) throws -> EpisodeRef {
      EpisodeRef(show: show, showTitle: "", title: title, day: try #require(CalendarDay(day)))
    }
    func detail(_ number: Int, _ day: String, _ title: String) -> AnalyzedEpisode {
      var episode = AnalyzedEpisode(number: number)
      (episode.airDate, episode.title) = (CalendarDay(day), title)
      return episode
    }
    var data = CalendarData()
    for episode in [
      try at("2026-11-06", "One"), try at("2026-11-13", "B"), try at("2026-11-13", "A"),
      try at("2026-11-20", "Renamed"),
      try at("2026-11-06", "Other show", 2), try at("2026-11-27", "Unknown"),
    ] { data.add(episode) }
    var diagnostics = AnalysisDiagnostics()
    diagnostics.episodeDetails = [
      detail(1, "2026-11-06", "One"), detail(2, "2026-11-13", "A"), detail(3, "2026-11-13", "B"),
      detail(4, "2026-11-20", "Named"),
    ]
    var analysis = ShowAnalysis(showDetails: ShowDetails(id: 1))
    analysis.diagnostics = diagnostics
    analysis.analyzedSeason = 3
    #expect(data.unnumbered == [1, 2])
    data.number(from: [1: analysis])
    let numbers = data.episodesByDate.sorted { $0.key < $1.key }.flatMap(\.value)
    #expect(numbers.map { [$0.season, $0.episode] } == [[3, 1], [1, 0], [3, 3], [3, 2], [3, 4], [1, 0]])
    #expect(data.unnumbered == [1, 2])
  }

  @Test(
    "colours",
    arguments: [
      ("Netflix", ProviderColor.red), ("NETFLIX basic", .red), ("Amazon Prime Video", .blue), ("Prime Video", .blue),
      ("Disney Plus", .blue), ("HBO Max", .purple), ("Max", .purple), ("Hulu", .green), ("Paramount+", .grey),
      ("Kanopía", .grey),
    ])
  func colors(_ name: String, _ color: ProviderColor) {
    #expect(ProviderColor.of(name) == color)
    #expect(ProviderColor.of("Paramount+", isSheet: true) == .indigo)
    #expect(ProviderColor.of("Apple TV+", isSheet: true) == .black)
  }

  @Test(
    "prices by country and provider, with the server's other numbers",
    arguments: [
      ("US", 1899, "15.99"), ("US", 4888, "11.99"), ("US", 8, "15.49"), ("US", 119, "8.99"), ("US", 337, "7.99"),
      ("US", 15, "7.99"), ("US", 2, "6.99"), ("US", 531, "5.99"), ("US", 384, "15.99"), ("US", 350, "6.99"),
      ("US", 2188, nil), ("AU", 1899, "19.99"), ("AU", 4888, "11.99"), ("AU", 8, "16.99"), ("AU", 119, "8.99"),
      ("AU", 337, "13.99"), ("AU", 15, "15.99"), ("AU", 2, "9.99"), ("AU", 531, "9.99"), ("AU", 384, "19.99"),
      ("AU", 350, "9.99"), ("au", 8, "16.99"),
    ] as [(String, Int, String?)])
  func prices(_ country: String, _ provider: Int, _ amount: String?) {
    let price = ProviderPrices.table(country).price(of: provider)
    #expect(price?.amount == amount.flatMap { Decimal(string: $0) })
    if let price { #expect(price.currency == (country == "US" ? "USD" : "AUD")) }
  }

  @Test("every other country reads the table of the US", arguments: CountryPreference.all.filter { $0 != "AU" })
  func otherCountries(_ country: String) {
    #expect(ProviderPrices.table(country) == ProviderPrices.table("US"))
    #expect(ProviderPrices.table(country).prices.count == 8)
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
      ("2026-11-22", "2026-11-22", "Renews in 30 days"), ("2026-10-22", "2026-11-22", "Renews in 29 days"),
      ("2025-11-22", "2026-11-22", "Renews in 25 days"), ("2026-12-22", "2026-11-22", "Renews in 30 days"),
    ])
  func renewals(_ start: String, _ today: String, _ text: String) throws {
    let today = try #require(CalendarDay(today))
    var subscription = StreamingSubscription(id: "s")
    subscription.isActive = true
    subscription.startedDate = CalendarDay(start)
    #expect(Renewal.text(of: subscription, today: today) == text)
    subscription.startedDate = nil
    #expect(Renewal.text(of: subscription, today: today) == "Active")
    subscription.isActive = false
    #expect(Renewal.text(of: subscription, today: today) == "Inactive")
  }
}
