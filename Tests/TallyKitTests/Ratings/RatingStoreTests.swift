import Foundation
import MediaCore
import MediaTesting
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@Suite("A rating counts as written only where the user's own numbers show it")
struct RatingStoreTests {
  private static let season: SeasonID = "0e000001-0000-4000-8000-000000000001"

  /// A service whose ratings of seasons get `answer`, after another user has rated the season 8.
  private func crowded(_ answer: HTTPResponse) async throws -> (bench: Bench, tally: TallyService) {
    let bench = try await Bench()
    let other = TallyService(
      server: .fake, transport: bench.server.transport, environment: .manual(clock: ManualClock(passing: .everything)))
    try await other.account.signIn(email: TallyWorld.otherEmail, password: TallyWorld.password)
    let transport = ClosureTransport { request in
      guard request.operation == .tallyRatingRateSeason else { return try await bench.faults.send(request) }
      // Detach: a child task would send the other user's rating as part of our own delivery.
      try await Task.detached { _ = try await other.ratings.rate(season: Self.season, 8) }.value
      return answer
    }
    return (bench, bench.relaunched(transport))
  }

  @Test("one that only others gave does not, although the server said yes to ours")
  func notStored() async throws {
    let (bench, tally) = try await crowded(.json(["success": true, "data": ["rating": 8]]))
    let outcome = await (try await tally.ratingStore.rate(season: Self.season, 8)).settled()
    #expect(try await bench.tally.ratings.aggregate(season: Self.season).ratingDistribution == ["8": 1])
    guard outcome != .synced else {
      Issue.record("counted as ours")
      return
    }
    #expect(try await tally.queue.open().count + tally.queue.refused().count == 1)
  }

  @Test("a refused one stays refused when somebody else gives the same meanwhile")
  func refused() async throws {
    let refusal: JSONValue = ["success": false, "error": "Failed to rate season"]
    let (_, tally) = try await crowded(.json(refusal, status: 400))
    let outcome = await (try await tally.ratingStore.rate(season: Self.season, 8)).settled()
    guard case .refused(let error) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(error.serverMessage == "Failed to rate season")
  }

  @Test("one that meets an outage of the database waits, though the server answers as if it refused it")
  func databaseOutage() async throws {
    let bench = try await Bench()
    bench.server.failures.databaseDown = true
    let change = try await bench.tally.ratingStore.rate(season: Self.season, 8)
    guard case .waiting = await change.settled() else {
      Issue.record("not waiting")
      return
    }
    bench.server.failures.databaseDown = false
    await bench.tally.queue.flush()
    #expect(try await bench.tally.ratings.stats().seasonRatings == 1)
    #expect(try await bench.tally.queue.all().filter { $0.isOpen || $0.isRefused } == [])
  }

  @Test("one that the user gave to something else does not: the same again for another season is written")
  func elsewhere() async throws {
    let bench = try await Bench()
    for (count, season) in [Self.season, "0e000001-0000-4000-8000-000000000002"].enumerated() {
      #expect(await (try await bench.tally.ratingStore.rate(season: season, 8)).settled() == .synced)
      #expect(bench.count(.tallyRatingRateSeason) == count + 1)
      #expect(try await bench.tally.ratings.aggregate(season: season).ratingDistribution == ["8": 1])
    }
    #expect(try await bench.tally.ratings.stats().seasonRatings == 2)
  }

  @Test("totals of another kind, or of another rating alone, do not show it")
  func totals() {
    var stats = RatingStats()
    (stats.seasonRatings, stats.ratingsByScore) = (1, ["8": 1])
    #expect(RatingMutation(type: .season, id: "s", rating: 8.5).isReflected(in: stats))
    #expect(!RatingMutation(type: .episode, id: "e", rating: 8).isReflected(in: stats))
    #expect(!RatingMutation(type: .season, id: "s", rating: 9).isReflected(in: stats))
    #expect(!RatingMutation(type: .season, id: "s", rating: 8).isReflected(in: nil))
  }

  @Test("a rating that is no number between 0 and 10, or is for nothing, is refused before it is recorded")
  func bounds() async throws {
    let bench = try await Bench()
    bench.faults.isDown = true
    for rating in [-0.1, 10.1, .nan, .infinity, -.infinity, .greatestFiniteMagnitude] {
      let error = await #expect(throws: ClientError.self) {
        try await bench.tally.ratingStore.rate(season: Self.season, rating)
      }
      #expect(error?.kind == .invalidRequest && error?.detail == "rating")
    }
    let error = await #expect(throws: ClientError.self) { try await bench.tally.ratingStore.rate(episode: "", 5) }
    #expect(error?.kind == .invalidRequest)
    #expect(try await bench.tally.queue.all() == [])
  }

  @Test("one of the user's own does, whatever others gave, also the second time", arguments: [0, 7.96, 8, 8.5, 10])
  func own(rating: Double) async throws {
    let bench = try await Bench()
    for _ in 0..<2 {
      let change = try await bench.tally.ratingStore.rate(season: Self.season, rating)
      #expect(await change.settled() == .synced)
    }
    #expect(try await bench.tally.ratings.stats().seasonRatings == 1)
  }
}
