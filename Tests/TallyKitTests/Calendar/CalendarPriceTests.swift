import Foundation
import MediaCore
import TallyTesting
import Testing

@testable import TallyKit

@MainActor
@Suite("Whose prices the calendar shows")
struct CalendarPriceTests {
  private func loaded(_ country: String) async throws -> (CalendarViewModel, CalendarDay) {
    let bench = try await Bench()
    await bench.followed()
    bench.tally.country.set(country)
    let calendar = CalendarViewModel(tally: bench.tally)
    calendar.load()
    await calendar.settled()
    return (calendar, try #require(CalendarDay("2026-11-06")))
  }

  @Test(
    "prices of the chosen country are its own",
    arguments: [("AU", "AUD", "A$16.99"), ("US", "USD", "$15.49")])
  func own(_ country: String, _ currency: String, _ text: String) async throws {
    let (calendar, day) = try await loaded(country)
    #expect(calendar.priceOrigin == .init(country: country, currency: currency, isOtherCountry: false))
    #expect(calendar.priceNote == nil)
    #expect(calendar.providerPrices(for: day).map(\.text) == [text])
    #expect(calendar.providerPrices(for: day).map(\.isOfOtherCountry) == [false])
  }

  @Test("prices of another country say whose they are", arguments: ["GB", "CA", "DE", "JP"])
  func other(_ country: String) async throws {
    let (calendar, day) = try await loaded(country)
    #expect(calendar.priceOrigin == .init(country: "US", currency: "USD", isOtherCountry: true))
    #expect(calendar.priceNote == "Prices in \(country) are not known. These are those of US in USD.")
    let row = try #require(calendar.providerPrices(for: day).first)
    #expect((row.text, row.isOfOtherCountry) == ("US$15.49", true))
    #expect(row.accessibilityLabel == "Netflix, US$15.49, airing today")
    #expect(calendar.totalCost(for: day) == "US$15.49")
    #expect(calendar.monthlySpend.totalText.hasPrefix("US$"))
  }

  @Test(
    "the form of a new subscription says when its price is in another currency",
    arguments: [("AU", "Netflix", false), ("GB", "Netflix", false), ("DE", "Netflix", true), ("DE", "Kanopía", false)])
  func form(_ country: String, _ name: String, _ isForeign: Bool) async throws {
    let bench = try await Bench()
    bench.tally.country.set(country)
    let model = SubscriptionsViewModel(tally: bench.tally)
    model.load()
    await model.settled()
    let service = try #require(model.state.services.first { $0.name == name })
    let note = model.priceNote(for: service)
    #expect((note != nil) == isForeign)
    #expect(note?.hasSuffix("Prices in EUR are not known.") != false)
  }
}
