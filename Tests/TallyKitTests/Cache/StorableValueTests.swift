import Foundation
import MediaCore
import TallyTesting
import Testing

@testable import TallyKit

@Suite("Values that Tally's database cannot store are not queued")
struct StorableValueTests {
  @Test("a price below zero or of 10,000 and more is refused at once", arguments: ["10000", "9999.995", "-0.01"])
  func price(_ text: String) async throws {
    let bench = try await Bench()
    let store = bench.tally.subscriptionStore
    try await store.refresh()
    let subscription = try #require(try await store.items()?.first?.subscription)
    let service = try #require(subscription.serviceId)
    let cost = try #require(Decimal(string: text))
    bench.server.clearRequests()
    let added = await #expect(throws: ClientError.self) {
      try await store.add(SubscriptionDraft(serviceId: service, monthlyCost: cost))
    }
    let updated = await #expect(throws: ClientError.self) {
      try await store.update(subscription, SubscriptionUpdate(monthlyCost: cost))
    }
    for error in [added, updated] {
      #expect(error?.kind == .invalidRequest)
      #expect(error?.detail == "monthlyCost")
      #expect(error?.text(.english) == "A price is from 0 to 9999.99.")
    }
    #expect(try await bench.tally.queue.open() == [])
    #expect(bench.server.requests.isEmpty)
  }

  @Test("the highest price that the server can store arrives")
  func highestPrice() async throws {
    let bench = try await Bench()
    let store = bench.tally.subscriptionStore
    try await store.refresh()
    let subscription = try #require(try await store.items()?.first?.subscription)
    let highest = try #require(Decimal(string: "9999.99"))
    let change = try await store.update(subscription, SubscriptionUpdate(monthlyCost: highest))
    #expect(await change.settled() == .synced)
    try await store.refresh()
    let stored = try await store.items()?.first { $0.subscription.id == subscription.id }?.subscription
    #expect(stored?.monthlyCost == highest)
  }

  @Test("a provider whose name has more than 100 characters is refused at once")
  func provider() async throws {
    let bench = try await Bench()
    bench.server.clearRequests()
    let store = bench.tally.watchlistStore
    let long = ProviderSelection(id: 990_001, name: String(repeating: "n", count: 101))
    let error = await #expect(throws: ClientError.self) { try await store.setProvider(long, of: 520_100) }
    #expect(error?.kind == .invalidRequest)
    #expect(error?.detail == "displayName")
    #expect(error?.text(.english) == "A name has at most 100 characters.")
    #expect(try await bench.tally.queue.open() == [])
    #expect(bench.server.requests.isEmpty)
  }

  @Test("a price or a provider's name that an earlier version has queued does not hold back the rest of its change")
  func restOfQueued() async throws {
    let bench = try await Bench()
    try await bench.tally.subscriptionStore.refresh()
    let subscription = try #require(try await bench.tally.subscriptionStore.items()?.first?.subscription)
    let isActive = !(subscription.isActive ?? true)
    var price = SubscriptionMutation(.init(subscription))
    (price.monthlyCost, price.isActive) = (10_000, isActive)
    let paid = try await bench.tally.queue.submit(price)
    let show: TMDBID = 520_100
    var provider = EntryMutation(target: EntryMutation.target(show))
    provider.provider = .init(value: ProviderSelection(id: 990_001, name: String(repeating: "n", count: 101)))
    provider.rating = 4.5
    let rated = try await bench.tally.watchlistStore.submit(provider)
    #expect(await paid.settled() == .superseded(reason: "invalidRequest"))
    #expect(await rated.settled() == .superseded(reason: "invalidRequest"))
    try await bench.tally.subscriptionStore.refresh()
    try await bench.tally.watchlistStore.refresh()
    let stored = try await bench.tally.subscriptionStore.items()?.first { $0.subscription.id == subscription.id }
    #expect(stored?.subscription.isActive == isActive)
    #expect(try await bench.tally.watchlistStore.items().first { $0.id == show }?.rating == 4.5)
  }

  @Test("a price and a provider's name that an earlier version has queued end as refused")
  func queuedBefore() async throws {
    let bench = try await Bench()
    try await bench.tally.subscriptionStore.refresh()
    let subscription = try #require(try await bench.tally.subscriptionStore.items()?.first?.subscription)
    var price = SubscriptionMutation(.init(subscription))
    price.monthlyCost = 10_000
    _ = await (try await bench.tally.queue.submit(price)).settled()
    let show: TMDBID = 520_100
    var provider = EntryMutation(target: EntryMutation.target(show))
    provider.provider = .init(value: ProviderSelection(id: 990_001, name: String(repeating: "n", count: 101)))
    _ = await (try await bench.tally.watchlistStore.submit(provider)).settled()
    #expect(try await bench.tally.queue.open() == [])
    #expect(try await bench.tally.queue.refused().map(\.refusalReason) == ["invalidRequest", "invalidRequest"])
  }

  @Test("a sign-up with a name of more than 100 characters is refused at once")
  func signUp() async throws {
    let bench = try await Bench(signedIn: false)
    let name = String(repeating: "n", count: 101)
    let error = await #expect(throws: ClientError.self) {
      _ = try await bench.tally.users.signUp(email: "n@example.test", password: "p", displayName: name, avatarUrl: nil)
    }
    #expect((error?.kind, error?.detail) == (.invalidRequest, "displayName"))
    #expect(bench.server.requests.isEmpty)
  }
}
