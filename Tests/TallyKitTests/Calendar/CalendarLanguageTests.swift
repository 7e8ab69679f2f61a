import Foundation
import MediaCore
import MediaTesting
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@MainActor
@Suite("Dates and weeks by language and calendar")
struct CalendarLanguageTests {
  private func tally(
    _ texts: Texts = .english, firstWeekday: Int = 1, locale: String? = nil, world: TallyWorld = .sample
  ) async throws -> TallyService {
    let clock = ManualClock(passing: .everything)
    var environment = ClientEnvironment.manual(clock: clock)
    environment.texts = texts
    environment.calendar = {
      var calendar = Calendar(identifier: .gregorian)
      if let locale { calendar.locale = Locale(identifier: locale) }
      calendar.firstWeekday = firstWeekday
      return calendar
    }
    let server = FakeTallyServer(world: world, clock: clock)
    let tally = TallyService(server: .fake, transport: server.transport, environment: environment)
    try await tally.account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
    return tally
  }

  private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

  @Test("German: the day before the month, weeks from Monday, the month without a comma")
  func german() async throws {
    let tally = try await tally(Texts(.coreGerman, .tallyGerman))
    let calendar = CalendarViewModel(tally: tally)
    #expect(calendar.title == "November 2026")
    #expect(calendar.title(of: calendar.state.month.adding(1)) == "Dezember 2026")
    #expect(calendar.sheetTitle(for: try day("2026-11-03")) == "Dienstag, 3. November")
    #expect(calendar.accessibilityLabel(for: try day("2026-11-03")) == "Dienstag, 3. November")
    #expect(calendar.weekdays == ["MO", "DI", "MI", "DO", "FR", "SA", "SO"])
    #expect(calendar.state.days.first?.id == "2026-10-26")
    #expect((calendar.state.days.count, calendar.firstWeekday) == (42, 2))
    #expect(calendar.week.map(\.description).first == "2026-11-16")
    #expect(DayText(texts: tally.texts).short(try day("2026-10-30")) == "30. Okt.")
    #expect(DayText(texts: tally.texts).short(try day("2026-05-04")) == "4. Mai")
  }

  @Test("an amount of money has the language's separator and place of the symbol")
  func money() throws {
    let german = Texts(.coreGerman, .tallyGerman)
    func money(_ amount: String, _ currency: String) throws -> Money {
      Money(amount: try #require(Decimal(string: amount)), currency: currency)
    }
    let texts = try [("15.49", "USD"), ("7.9", "EUR"), ("-3", "CHF"), ("1500", "JPY")].map { try money($0, $1) }
    #expect(texts.map { $0.text(german) } == ["15,49\u{a0}$", "7,90\u{a0}€", "-3,00\u{a0}CHF", "1500\u{a0}¥"])
    #expect(texts.map(\.text) == ["$15.49", "€7.90", "-CHF 3.00", "¥1500"])
    #expect(texts.map { $0.fullText(german) }.first == "15,49\u{a0}US$")
    #expect(texts.map(\.fullText).first == "US$15.49")
  }

  @Test(
    "English in Britain and in most countries: the day before the month, weeks from the calendar's first day",
    arguments: ["en_GB", "en_AU", "en_IE", "en_IN", "en_DE", "de_DE", "en_GB@calendar=japanese"])
  func british(_ locale: String) async throws {
    let tally = try await tally(firstWeekday: 2, locale: locale)
    let calendar = CalendarViewModel(tally: tally)
    #expect(calendar.title == "November 2026")
    #expect(calendar.sheetTitle(for: try day("2026-11-03")) == "Tuesday 3 November")
    #expect(calendar.accessibilityLabel(for: try day("2026-11-03")) == "Tuesday 3 November")
    #expect(calendar.weekdays == ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"])
    #expect(calendar.state.days.first?.id == "2026-10-26")
    #expect(tally.dayText.short(try day("2026-10-30")) == "30 Oct")
    let search = SearchViewModel(tally: tally)
    search.toggleExpansion(520_100)
    await search.settled()
    search.selectSeason(2, of: 520_100)
    await search.settled()
    #expect(search.rows(of: 520_100).first?.dateText == "30 Oct")
  }

  @Test(
    "a language with an order of its own keeps it in every country", arguments: ["en_US", "en_GB", "de_DE", "ja_JP"])
  func ownOrder(_ locale: String) async throws {
    let calendar = CalendarViewModel(tally: try await tally(Texts(.coreGerman, .tallyGerman), locale: locale))
    #expect(calendar.title == "November 2026")
    #expect(calendar.sheetTitle(for: try day("2026-11-03")) == "Dienstag, 3. November")
    #expect(calendar.weekdays.first == "MO")
  }

  @Test(
    "English in the United States, and without a country, stays as it was: SUN to SAT, the month before the day",
    arguments: [nil, "en_US", "en", "en_001", "en_CA", "en_PR", "en_US_POSIX", ""])
  func english(_ locale: String?) async throws {
    let calendar = CalendarViewModel(tally: try await tally(locale: locale))
    #expect(calendar.title == "November 2026")
    #expect(calendar.sheetTitle(for: try day("2026-11-03")) == "Tuesday, November 3")
    #expect(calendar.weekdays == ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"])
    #expect(calendar.state.days.map(\.date) == calendar.state.month.grid.map(\.date))
    #expect(calendar.firstWeekday == 1)
  }

  @Test(
    "the first weekday is the calendar's where the language has none, and the app's where it says one",
    arguments: [
      (1, nil, "SUN"), (2, nil, "MON"), (7, nil, "SAT"), (1, 2, "MON"), (2, 1, "SUN"), (1, 7, "SAT"), (2, 12, "SUN"),
    ] as [(Int, Int?, String)])
  func firstWeekday(_ device: Int, _ app: Int?, _ first: String) async throws {
    let calendar = CalendarViewModel(tally: try await tally(firstWeekday: device), firstWeekday: app)
    #expect(calendar.weekdays.first == first)
    #expect(Set(calendar.weekdays).count == 7)
    let cells = calendar.state.days.prefix(7).map { DayText(texts: .english).shortWeekday($0.date.weekday) }
    #expect(cells == calendar.weekdays)
    #expect(calendar.week.map { DayText(texts: .english).shortWeekday($0.weekday) } == calendar.weekdays)
  }

  @Test("the first and the last week have the episodes of all their days, wherever weeks begin", arguments: [1, 2, 7])
  func edges(_ first: Int) async throws {
    var world = TallyWorld.sample
    let user = try #require(world.userID(TallyWorld.sampleEmail))
    world.addShow(
      530_009, "Daily", seasons: [.weekly(from: "2026-10-20", episodes: 60, every: 1)], providers: ["AU": [.netflix]])
    world.track(530_009, for: user, status: "watching", provider: 8)
    for source in [CalendarSource.guide, .watchlist] {
      let calendar = CalendarViewModel(
        tally: try await tally(world: world), source: source, firstWeekday: first)
      calendar.load()
      await calendar.settled()
      calendar.setMode(.week)
      for end in ["2026-11-01", "2026-11-30"] {
        calendar.select(try day(end))
        #expect(calendar.week.allSatisfy { !calendar.episodes(on: $0).isEmpty }, "\(end)")
      }
    }
  }

  @Test("a row's date and the notice of a kept month are in the texts' language")
  func otherDates() async throws {
    let clock = ManualClock(passing: .everything)
    var environment = ClientEnvironment.manual(clock: clock)
    environment.texts = Texts(.coreGerman, .tallyGerman)
    let faults = FaultTransport(FakeTallyServer(clock: clock).transport)
    let tally = TallyService(server: .fake, transport: faults, environment: environment)
    try await tally.account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
    let search = SearchViewModel(tally: tally)
    search.toggleExpansion(520_100)
    await search.settled()
    search.selectSeason(2, of: 520_100)
    await search.settled()
    #expect(search.rows(of: 520_100).first?.dateText == "30. Okt.")
    let calendar = CalendarViewModel(tally: tally)
    calendar.load()
    await calendar.settled()
    faults.isDown = true
    calendar.refresh()
    await calendar.settled()
    #expect(calendar.state.notice?.hasSuffix("Das ist der Kalender vom Sonntag, 22. November.") == true)
  }
}
