import Foundation
import MediaCore
import Testing

@testable import TallyKit

@Suite("Subscriptions of a file that Tally cannot take")
struct PlausibleSubscriptionTests {
  @Test("a price below zero, or above what the server's column holds, is none")
  func price() {
    var mutation = SubscriptionMutation(.service("8"))
    #expect(mutation.isPlausible)
    mutation.monthlyCost = 0
    #expect(mutation.isPlausible)
    mutation.monthlyCost = -1
    #expect(!mutation.isPlausible)
    mutation.monthlyCost = Decimal(string: "9999.994")
    #expect(mutation.isPlausible)
    mutation.monthlyCost = Decimal(string: "9999.995")
    #expect(!mutation.isPlausible)
  }

  @Test("a provider whose name has more than 100 characters is none")
  func provider() {
    var mutation = EntryMutation(target: "520100")
    mutation.provider = .init(value: ProviderSelection(id: 8, name: String(repeating: "é", count: 100)))
    #expect(mutation.isPlausible)
    mutation.provider = .init(value: ProviderSelection(id: 8, name: String(repeating: "e", count: 101)))
    #expect(!mutation.isPlausible)
  }
}
