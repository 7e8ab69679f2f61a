import Foundation
import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@Suite("Changes of the stores on a healthy connection")
struct SendingTests {
  /// Advances the time by a minute without a call.
  private func wait(_ bench: Bench) async {
    for _ in 0..<12 { await bench.clock.advance(by: .seconds(5)) }
  }

  private func isSent(_ bench: Bench) async -> Bool {
    await eventually { (try? await bench.tally.queue.open())?.isEmpty == true }
  }

  @Test("an add, progress and a provider are written without any further call")
  func shows() async throws {
    let bench = try await Bench(instant: false)
    try await bench.tally.watchlistStore.add(520_900, as: .watching)
    try await bench.tally.progressStore.setWatched(upTo: 5, season: 2, of: 520_100)
    try await bench.tally.watchlistStore.setProvider(.init(id: 337, name: "Disney Plus"), of: 520_100)
    try await bench.tally.watchlistStore.setRating(7.5, of: 520_200)
    await wait(bench)
    #expect(await isSent(bench))
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_900)?.status == "watching")
    #expect(bench.server.watched(of: bench.user, tmdbID: 520_100, season: 2) == Array(1...5))
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_100)?.providerID == 337)
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_200)?.rating == 7.5)
  }

  @Test("subscriptions and ratings are written without any further call")
  func subscriptions() async throws {
    let bench = try await Bench(instant: false)
    let service = try #require(
      try await bench.tally.services.all(country: "AU").services.first { $0.name == "Kanopía" })
    let show = ShowID(rawValue: bench.server.entry(of: bench.user, tmdbID: 520_100)?.showID ?? "")
    let season = try #require(try await bench.tally.watchlist.detail(of: show).seasons.first)
    bench.server.clearRequests()
    try await bench.tally.subscriptionStore.add(SubscriptionDraft(serviceId: service.id, monthlyCost: 5))
    try await bench.tally.ratingStore.rate(season: season.id, 8)
    await wait(bench)
    #expect(await isSent(bench))
    #expect(bench.server.subscriptions(of: bench.user).count == 4)
    #expect(bench.count(.tallyRatingRateSeason) == 1)
  }

  @Test("a server that fails for a while gets the changes when it answers again, without any further call")
  func failing() async throws {
    let bench = try await Bench(instant: false)
    for _ in 0..<8 { bench.faults.fail(.tallyWatchlistAll, with: .status(502)) }
    try await bench.tally.watchlistStore.add(520_900, as: .watching)
    for _ in 0..<60 { await bench.clock.advance(by: .seconds(10)) }
    #expect(await isSent(bench))
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_900)?.status == "watching")
  }
}
