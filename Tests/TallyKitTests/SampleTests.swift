import MediaCore
import TallyTesting
import Testing

@testable import TallyKit

@MainActor
@Suite("Sample values")
struct SampleTests {
  private func survives<Value: Codable & Equatable>(
    _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let issues = DecodingIssues()
    let again = try JSONCoder.tally.decode(Value.self, from: JSONCoder.tally.encode(value), issues: issues)
    #expect(again == value, sourceLocation: sourceLocation)
    #expect(issues.count == 0, sourceLocation: sourceLocation)
  }

  @Test("every sample survives being written and read")
  func roundTrips() throws {
    try survives(SearchAnswer.sample)
    try survives(ShowAnalysis.sample)
    try survives(Season.sample)
    try survives(WatchlistEntry.samples)
    try survives(ProviderSelection.sample)
    try survives(WatchlistStats.sample)
    try survives(ShowProgress.sample)
    try survives(Guide.sample)
    try survives(Health.sample)
    try survives(SignedInUser.sample)
    try survives(User.sample)
    try survives(UserProfile.sample)
    try survives(StreamingService.samples)
    try survives(SubscriptionList.sample)
    try survives(CancelAdvice.sample)
  }

  @Test("answers that have no sample survive it as well")
  func answers() async throws {
    let bench = try await Bench()
    let tally = bench.tally
    let show = ShowID(rawValue: try #require(bench.server.entry(of: bench.user, tmdbID: 520_100)).showID)
    try survives(try await tally.shows.providers(of: 520_100, country: "US"))
    try survives(try await tally.shows.analyze(batch: [520_100, 1], country: "US"))
    try survives(try await tally.shows.episode(1, season: 1, of: show))
    try survives(try await tally.watchlist.add(520_600, status: .watching))
    try survives(try await tally.watchlist.detail(of: show))
    try survives(try await tally.progress.set(.watched, upTo: 4, season: 2, of: 520_100))
    try survives(try await tally.guide.addToDemoList(520_200, title: "Tidal Clock", status: .watching))
    try survives(try await tally.plans.generate())
    try survives(try await tally.progress.stats())
    try survives(try await tally.ratings.aggregate(show: show))
    try survives(try await tally.usage.quota())
    try survives(try await tally.usage.stats())
  }

  @Test("samples fit together")
  func consistent() {
    #expect(SearchResult.sample.id == ShowAnalysis.sample.showDetails.id)
    #expect(ShowAnalysis.sample.episodeCount == Episode.samples.count { $0.airDate != nil })
    #expect(WatchlistEntry.sample.showId == TrackedShow.sample.id)
    #expect(WatchlistEntry.sample.tmdbID == SearchResult.sample.id)
    #expect(TrackedItem.samples.map(\.status) == [.watching, .watchlist])
    #expect(ShowProgress.sample.lastWatched(season: 2) == 1)
    #expect(WatchlistEntry.sample.progress?.watchedEpisodes == 9)
    #expect(EpisodeRef.samples.map(\.day.description) == ["2026-11-13", "2026-11-20", "2026-11-27"])
    #expect(SubscriptionList.sample.totalActive == StreamingSubscription.samples.count { $0.isActive == true })
    let state = SearchViewModel.State.sample
    #expect(state.details[310_442]?.badge == "WEEKLY 95%")
    #expect(state.lastWatched(310_442, season: 2) == 1)
  }
}
