import Foundation
import MediaCore
import TallyTesting
import Testing

@testable import TallyKit

@Suite("Every reachable route has a call")
struct RouteTests {
  @Test("every call reaches its route, and together they reach all")
  func everyRoute() async throws {
    let bench = try await Bench(settings: .init(isDevelopment: true))
    let tally = bench.tally
    let entry = try #require(bench.server.entry(of: bench.user, tmdbID: 520_100))
    let (userShow, show) = (UserShowID(rawValue: entry.id), ShowID(rawValue: entry.showID))
    let detail = try await tally.watchlist.detail(of: show)
    let season = try #require(detail.seasons.first)
    let episode = try #require(season.episodes.first?.id)
    #expect((detail.seasons.map(\.seasonNumber), detail.show.tmdbId) == ([1, 2, 3], 520_100))

    #expect(try await tally.server.health().ok)
    try await tally.server.joinWaitlist(email: "a@example.org", country: "AU")
    #expect(try await tally.server.openAPI()["info"]?["title"]?.string == "Tally API")
    #expect(try await tally.server.docs().contains("<redoc"))

    #expect(try await tally.shows.search("lighthouse", country: "us").country == "US")
    #expect(try await tally.shows.analyze(520_100, country: "au").watchProviders.map(\.name) == ["Netflix"])
    #expect(try await tally.shows.season(2, of: 520_100, country: "AU").episodes.count == 10)
    #expect(try await tally.shows.providers(of: 520_100, country: "US").count == 2)
    #expect(try await tally.shows.analyze(batch: [520_100, 1], country: "US").map(\.success) == [true, false])
    #expect(try await tally.shows.pattern(title: "Tidal Clock").releasePattern?.pattern?.kind == .weekly)
    #expect(try await tally.shows.pattern(of: 520_200).releasePattern?.episodes?.count == 9)
    #expect(try await tally.shows.patternDiagnostics(of: 520_200, season: 1).seasonNumber == 1)
    for kind in [DiscoveryKind.topRated, .popular, .onAir] {
      #expect(try await tally.shows.discover(kind, sampleSize: 2).totalAnalyzed >= 1)
    }
    #expect(try await tally.shows.validatePatterns()["accuracy"]?.string == "100.0%")
    #expect(try await tally.shows.episode(1, season: 1, of: show).id == episode)

    let services = try await tally.services.all(country: "AU").services
    #expect(services.map(\.name) == ["Apple TV Plus", "Disney Plus", "HBO Max", "Kanopía", "Netflix"])
    #expect(try await tally.services.service(services[4].id).name == "Netflix")
    _ = try? await tally.services.backfill([:])

    let (from, to) = (try #require(CalendarDay("2026-11-01")), try #require(CalendarDay("2026-11-30")))
    #expect(try await tally.guide.guide(from: from, to: to, country: "AU").services.isEmpty == false)
    #expect(try await tally.guide.guide(ofDemoUser: "user-1", from: from, to: to, country: "US").totalShows == 2)
    #expect(try await tally.guide.addToDemoList(520_200, title: "Tidal Clock", status: .watching).tmdbId == 520_200)
    #expect(try await tally.guide.demoList(status: .watching).map(\.tmdbId) == [520_200])

    #expect(try await tally.watchlist.all(status: .watching).count == 3)
    #expect(try await tally.watchlist.stats().totalShows == 6)
    #expect(try await tally.watchlist.add(520_600, status: .watching).userShow.status == .watching)
    #expect(try await tally.watchlist.searchAndAdd("quiet", status: .watchlist).userShow.tmdbID != nil)
    #expect(try await tally.watchlist.searchAndAdd(520_800, status: .watching).userShow.tmdbID == 520_800)
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_800)?.status == "watching")
    try await tally.watchlist.remove(
      ShowID(rawValue: try #require(bench.server.entry(of: bench.user, tmdbID: 520_800)).showID))
    #expect(try await tally.watchlist.setStatus(.completed, of: userShow).status == .completed)
    #expect(try await tally.watchlist.setRating(7.5, of: userShow).showRating == 7.5)
    try await tally.watchlist.setNotes("", of: userShow)
    try await tally.watchlist.setProvider(nil, of: userShow)
    try await tally.watchlist.setCountry("gb", of: userShow)
    try await tally.watchlist.setBufferDays(5, of: userShow)
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_100)?.country == "GB")
    #expect(try await tally.watchlist.watching().count == 3)
    let removed = try #require(bench.server.entry(of: bench.user, tmdbID: 520_600))
    try await tally.watchlist.remove(ShowID(rawValue: removed.showID))
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_600) == nil)

    #expect(try await tally.progress.progress(of: 520_100).lastWatched(season: 2) == 3)
    #expect(try await tally.progress.set(.watched, upTo: 4, season: 2, of: 520_100).updatedCount == 12)
    #expect(try await tally.progress.detail(of: show, liveStats: true).seasons.count == 3)
    for call in [tally.progress.markWatching, tally.progress.markWatched] {
      await #expect(throws: ClientError.self) { _ = try await call(episode) }
    }
    #expect(try await tally.progress.update([episode], watched: false).totalRequested == 1)
    await #expect(throws: ClientError.self) { try await tally.progress.rate(episode, 7) }
    #expect(try await tally.progress.stats().totalEpisodes == 0)
    #expect(try await tally.progress.liveStats(of: episode).episodeId == episode)
    await #expect(throws: ClientError.self) { try await tally.progress.markSeasonWatched(season.id) }
    #expect(try await tally.progress.watchingNow().isEmpty)

    #expect(try await tally.ratings.rate(show: userShow, 8).rating == 8)
    #expect(try await tally.ratings.rate(season: season.id, 6.6).aggregateRating?.ratingDistribution == ["6.5": 1])
    _ = try? await tally.ratings.rate(episode: episode, 5)
    #expect(try await tally.ratings.aggregate(show: show).averageRating == 8)
    #expect(try await tally.ratings.aggregate(season: season.id).totalRatings == 1)
    #expect(try await tally.ratings.aggregate(episode: episode).episodeId == episode)
    #expect(try await tally.ratings.stats().seasonRatings == 1)
    #expect(try await tally.ratings.preferences().averageRatingThreshold >= 6)
    #expect(try await tally.ratings.topRated(limit: 3).isEmpty)
    #expect(try await tally.ratings.batch([RatingDraft(season: season.id, rating: 9)]).map(\.success) == [true])
    #expect(try await tally.ratings.analytics().isEmpty)

    #expect(try await tally.recommendations.cancel().timestamp == bench.clock.now())
    #expect(try await tally.recommendations.subscribe().recommendations.count == 2)
    #expect(try await tally.recommendations.optimization().timeline.count == 3)
    #expect(try await tally.recommendations.calendar(months: 2).calendar.count == 2)
    try await tally.recommendations.feedback(.accepted, to: "mine", text: nil)
    #expect(try await tally.recommendations.savings().strategies.count == 3)

    #expect(try await tally.plans.generate().windows.count == 2)
    #expect(try await tally.plans.optimize(PlanPreferences(maxSimultaneous: 1)).optimizedPlan == [])

    bench.server.quotaUsed = 3
    #expect(try await tally.usage.quota().callsUsed == 3)
    #expect(try await tally.usage.quotaLog(limit: 2).count == 2)
    try await tally.usage.resetQuota()
    try await tally.usage.clearCache()
    #expect(try await tally.usage.stats().quotas["tmdb"]?.monthlyLimit == 40000)
    #expect(try await tally.usage.stats(of: .tmdb).service == "tmdb")
    #expect(try await tally.usage.recent(limit: 5).count == 5)

    #expect(try await tally.users.profile().user.displayName == "Mika Äijälä")
    #expect(try await tally.users.update(ProfileUpdate(countryCode: "nz")).countryCode == "NZ")
    #expect(try await tally.users.all().count >= 2)
    let account = try await tally.users.signUp(
      email: "s@example.org", password: "sixsix", displayName: "S", avatarUrl: nil)
    #expect(account.displayName == "S")
    #expect(try await tally.users.logIn(email: "s@example.org", password: "sixsix").id == account.id)
    _ = try? await tally.users.createTestUser(["email": "t@example.org", "displayName": "T"])
    _ = try? await tally.users.createTestUsers(["users": []])
    _ = try? await tally.users.deleteTestUser("0a000001-0000-4000-8000-0000000000ff")

    let draft = SubscriptionDraft(serviceId: services[3].id, monthlyCost: 4)
    let made = try await tally.subscriptions.add(draft)
    #expect(try await tally.subscriptions.all(country: nil).totalActive == 3)
    #expect(try await tally.subscriptions.update(made.id, SubscriptionUpdate(isActive: false)).endedDate != nil)
    try await tally.subscriptions.remove(made.id)
    #expect(bench.server.subscriptions(of: bench.user).count == 3)

    #expect(try await tally.admin.databaseStatus()["tables"]?["users"]?.int != nil)
    _ = try? await tally.admin.liveStats()
    _ = try? await tally.admin.episodeStats(episode)
    await #expect(throws: ClientError.self) { try await tally.admin.showStats(show) }
    let copied = try await tally.admin.copyMemoryToDatabase(to: UserID(rawValue: bench.user))
    #expect(copied["count"]?.int == copied["results"]?.array?.count)
    #expect(try await tally.admin.entry(userShow)["probePkAndUser"]?["count"]?.int == 1)
    _ = try? await tally.account.register(email: "new@example.org", password: "long-enough")

    let reached = Set(bench.server.requests.compactMap { RouteTable.row($0.method, $0.path) })
    #expect(Set(RouteTable.reachable).subtracting(reached) == [])
    #expect(RouteTable.reachable.count == 93)
  }

  @Test("a signed-in client names its user on every route, and signs even those that do not ask for it")
  func headers() async throws {
    let transport = FakeTransport()
    transport.answer(.tallyAccountSignIn, with: .json(try Fixtures.contract("auth.login")))
    transport.answer(.tallyShowSearch, with: .json(["success": true, "results": []]))
    transport.answer(.tallyWatchlistStats, with: .json(["success": true, "data": [:]]))
    let tally = TallyService(server: .fake, transport: transport, environment: .manual())
    try await tally.account.signIn(email: "mika@example.org", password: "long-enough")
    _ = try await tally.shows.search("x", country: "US")
    _ = try await tally.watchlist.stats()
    let requests = transport.requests
    #expect(requests[0].fields["x-user-id"] == nil)
    #expect(requests[0].fields["Authorization"] == nil)
    for request in requests.dropFirst() {
      #expect(request.fields["x-user-id"] == "7b1f0c52-3d6a-4e8c-9b47-5c2e1a0d9f11")
      #expect(request.fields["Authorization"]?.hasPrefix("Bearer eyJ") == true)
    }
  }

  @Test("countries go out in upper case, and texts so that no server reads them as something else")
  func queries() async throws {
    let bench = try await Bench(signedIn: false)
    _ = try await bench.tally.shows.search("a+b & c/d?", country: "au")
    let request = try #require(bench.server.requests.first)
    #expect(request.query["query"] == "a+b & c/d?")
    #expect(request.query["country"] == "AU")
  }

  @Test("a route of a newer server can be called")
  func escapeHatch() async throws {
    let transport = FakeTransport()
    transport.answer(.tallyCall, with: .json(["success": true, "data": [["name": "Early bird"]]]))
    let tally = TallyService(server: .fake, transport: transport, environment: .manual())
    struct Badge: Decodable, Sendable { let name: String }
    let badges: [Badge] = try await tally.call(
      .get, ["api", "badges", .id("7")], query: ["page": 2],
      traits: EndpointTraits(credentials: .optional, isRepeatable: true, isRead: true))
    #expect(badges.map(\.name) == ["Early bird"])
    #expect(transport.requests[0].url.absoluteString.hasSuffix("/api/badges/7?page=2"))
  }

  @Test("a season of a server without a key for TMDB is unsupported, not undecodable")
  func noKey() async throws {
    let bench = try await Bench(signedIn: false)
    bench.server.failures.tmdbUnconfigured = true
    let error = await #expect(throws: ClientError.self) {
      try await bench.tally.shows.season(1, of: 520_100, country: "US")
    }
    #expect(error?.kind == .unsupported)
    let missing = await #expect(throws: ClientError.self) {
      try await bench.tally.shows.search("x", country: "US")
    }
    #expect(missing?.status == 503)
  }
}
