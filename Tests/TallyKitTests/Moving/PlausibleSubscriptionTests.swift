import Foundation
import MediaCore
import Testing

@testable import TallyKit

@Suite("Subscriptions of a file that Tally cannot take")
struct PlausibleSubscriptionTests {
  @Test("a price below zero is none")
  func price() {
    var mutation = SubscriptionMutation(.service("8"))
    #expect(mutation.isPlausible)
    mutation.monthlyCost = 0
    #expect(mutation.isPlausible)
    mutation.monthlyCost = -1
    #expect(!mutation.isPlausible)
  }
}
