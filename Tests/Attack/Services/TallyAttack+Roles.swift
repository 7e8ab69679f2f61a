import Foundation
import MediaCore
import MediaTesting
import TallyTesting

@testable import TallyKit

extension AttackedLaunch {
  /// The roles: one call for each. Hostile ids and numbers go out as they are; what the server makes of them comes back.
  static func tallyRoles(_ tally: TallyService, _ signIn: @escaping @Sendable () async throws -> Void) -> [AttackCall] {
    [server(tally), account(tally, signIn), users(tally), shows(tally), patterns(tally), services(tally), guide(tally)]
      + watchlist(tally) + [
        progress(tally), ratings(tally), recommendations(tally), subscriptions(tally), usage(tally), admin(tally),
      ]
  }

  private static func server(_ tally: TallyService) -> AttackCall {
    AttackCall("server") {
      _ = try await tally.server.health()
      try await tally.server.joinWaitlist(email: $0.text("a@example.org"), country: $0.text("AU"))
      _ = try await tally.server.openAPI()
      _ = try await tally.server.docs()
      let _: JSONValue = try await tally.call(
        .get, ["api", .id($0.text("health"))], query: ["page": $0.integer(1)], isEnveloped: false)
    }
  }

  private static func account(
    _ tally: TallyService, _ signIn: @escaping @Sendable () async throws -> Void
  ) -> AttackCall {
    AttackCall("account") {
      let email = $0.text("\(UUID().uuidString.lowercased())@example.org")
      _ = try await tally.account.register(email: email, password: $0.text("long-enough"))
      _ = try await tally.account.signIn(email: email, password: $0.text("long-enough"))
      _ = try await tally.account.status()
      _ = await tally.account.expiresAt()
      try await tally.account.signOut(pending: .keep)
      try await signIn()
    }
  }

  private static func users(_ tally: TallyService) -> AttackCall {
    AttackCall("users") {
      _ = try await tally.users.profile()
      _ = try await tally.users.update(
        ProfileUpdate(countryCode: $0.text("AU"), displayName: $0.text("Mika Äijälä"), timezone: $0.text("UTC")))
      _ = try await tally.users.all()
      let email = $0.text("\(UUID().uuidString.lowercased())@example.org")
      _ = try await tally.users.signUp(
        email: email, password: $0.text("sixsix"), displayName: $0.text("S"), avatarUrl: $0.text("/a.jpg"))
      _ = try await tally.users.logIn(email: email, password: $0.text("sixsix"))
      _ = try? await tally.users.createTestUser(["email": .string($0.text("t@example.org")), "displayName": "T"])
      _ = try? await tally.users.createTestUsers(["users": []])
      try? await tally.users.deleteTestUser(UserID(rawValue: $0.text("0a000001-0000-4000-8000-0000000000ff")))
    }
  }

  private static func shows(_ tally: TallyService) -> AttackCall {
    AttackCall("shows") {
      let show = TMDBID($0.integer(TallyTarget.show.rawValue))
      _ = try await tally.shows.search($0.text("lighthouse"), country: $0.text("AU"))
      _ = try await tally.shows.analyze(show, country: "AU", season: $0.integer(2))
      _ = try await tally.shows.season($0.integer(2), of: show, country: $0.text("AU"))
      _ = try await tally.shows.providers(of: show, country: "AU")
      _ = try await tally.shows.analyzeAll([show, 520_200], country: "AU")
      _ = try await tally.shows.episode(
        $0.integer(1), season: $0.integer(1), of: ShowID(rawValue: $0.text("\(TallyTarget.showID)")))
    }
  }

  private static func patterns(_ tally: TallyService) -> AttackCall {
    AttackCall("patterns") {
      let show = TMDBID($0.integer(520_200))
      _ = try await tally.shows.pattern(title: $0.text("Tidal Clock"))
      _ = try await tally.shows.pattern(of: show)
      _ = try await tally.shows.patternDiagnostics(of: show, season: $0.integer(1))
      _ = try await tally.shows.discover(DiscoveryKind(rawValue: $0.text("popular")), sampleSize: $0.integer(2))
      _ = try await tally.shows.validatePatterns()
      _ = try await tally.plans.generate()
      _ = try await tally.plans.optimize(
        PlanPreferences(maxSimultaneous: $0.integer(1), watchDelay: $0.text("none"), batchEpisodes: true))
    }
  }

  private static func services(_ tally: TallyService) -> AttackCall {
    AttackCall("services") {
      let list = try await tally.services.all(country: $0.text("AU"))
      for service in list.services { _ = SubscriptionDraft(service, currency: "AUD") }
      _ = try await tally.services.service(ServiceID(rawValue: $0.text("\(TallyTarget.service)")))
      _ = try? await tally.services.backfill(["ids": [.integer(Int64($0.integer(1)))]])
    }
  }

  private static func guide(_ tally: TallyService) -> AttackCall {
    AttackCall("guide") {
      let start = CalendarDay($0.date(ManualClock.defaultStart), in: .gmt)
      let end = CalendarDay($0.date(ManualClock.defaultStart.addingTimeInterval(2_592_000)), in: .gmt)
      let guide = try await tally.guide.guide(from: start, to: end, country: $0.text("AU"))
      var data = CalendarData(guide)
      _ = (data.episodesByDate, data.dailyProviders)
      data.number(from: [TMDBID: ShowAnalysis]())
      _ = try await tally.guide.guide(ofDemoUser: $0.text("user-1"), from: start, to: end, country: "US")
      _ = try await tally.guide.addToDemoList(
        TMDBID($0.integer(520_200)), title: $0.text("Tidal Clock"), status: WatchStatus(rawValue: $0.text("watching")))
      _ = try await tally.guide.demoList(status: .watching)
    }
  }

  private static func watchlist(_ tally: TallyService) -> [AttackCall] {
    [
      AttackCall("watchlist.entry") {
        let entry = UserShowID(rawValue: $0.text("\(TallyTarget.entry)"))
        _ = try await tally.watchlist.setStatus(WatchStatus(rawValue: $0.text("watching")), of: entry)
        _ = try await tally.watchlist.setRating($0.number(8.5), of: entry)
        try await tally.watchlist.setNotes($0.text("Kep’t for Fridays ☂️"), of: entry)
        try await tally.watchlist.setProvider(
          ProviderSelection(id: $0.integer(8), name: $0.text("Netflix"), logoPath: $0.text("/netflix.jpg")), of: entry)
        try await tally.watchlist.setCountry($0.text("AU"), of: entry)
        try await tally.watchlist.setCountry(nil, of: entry)
        try await tally.watchlist.setBufferDays($0.integer(4), of: entry)
        try await tally.watchlist.setBufferDays(0, of: entry)
      },
      AttackCall("watchlist.list") {
        _ = try await tally.watchlist.all(status: WatchStatus(rawValue: $0.text("watching")))
        _ = try await tally.watchlist.stats()
        _ = try await tally.watchlist.watching()
        _ = try await tally.watchlist.detail(of: ShowID(rawValue: $0.text("\(TallyTarget.showID)")))
      },
      AttackCall("watchlist.add") {
        let new = TMDBID($0.integer(520_800))
        let status = WatchStatus(rawValue: $0.text("watching"))
        let added = try await tally.watchlist.add(new, status: status)
        _ = try await tally.watchlist.searchAndAdd(new, status: status)
        let found = try await tally.watchlist.searchAndAdd($0.text("Quiet Pilot"), status: status)
        try await tally.watchlist.remove(added.userShow.showId)
        try await tally.watchlist.remove(found.userShow.showId)
        try? await tally.watchlist.remove(ShowID(rawValue: $0.text("none")))
      },
    ]
  }

  private static func progress(_ tally: TallyService) -> AttackCall {
    AttackCall("progress") {
      let show = TMDBID($0.integer(TallyTarget.show.rawValue))
      let episode = EpisodeID(rawValue: $0.text("\(TallyTarget.episode)"))
      let progress = try await tally.progress.progress(of: show)
      for season in progress.seasons.keys { _ = progress.lastWatched(season: season) }
      _ = try await tally.progress.set(
        EpisodeState(rawValue: $0.text("watched")), upTo: $0.integer(3), season: $0.integer(2), of: show)
      _ = try await tally.progress.detail(of: ShowID(rawValue: $0.text("\(TallyTarget.showID)")), liveStats: true)
      _ = try await tally.progress.markWatching(episode)
      _ = try await tally.progress.markWatched(episode)
      _ = try await tally.progress.update([episode], watched: true)
      _ = try await tally.progress.rate(episode, $0.number(7))
      _ = try await tally.progress.stats()
      _ = try await tally.progress.liveStats(of: episode)
      try? await tally.progress.markSeasonWatched(SeasonID(rawValue: $0.text("\(TallyTarget.season)")))
      _ = try await tally.progress.watchingNow()
    }
  }

  private static func ratings(_ tally: TallyService) -> AttackCall {
    AttackCall("ratings") {
      let show = ShowID(rawValue: $0.text("\(TallyTarget.showID)"))
      let season = SeasonID(rawValue: $0.text("\(TallyTarget.season)"))
      let episode = EpisodeID(rawValue: $0.text("\(TallyTarget.episode)"))
      let entry = UserShowID(rawValue: $0.text("\(TallyTarget.entry)"))
      _ = try await tally.ratings.rate(show: entry, $0.number(8.5))
      _ = try await tally.ratings.rate(season: season, $0.number(6.5))
      _ = try await tally.ratings.rate(episode: episode, $0.number(6))
      _ = try await tally.ratings.aggregate(show: show)
      _ = try await tally.ratings.aggregate(season: season)
      _ = try await tally.ratings.aggregate(episode: episode)
      _ = try await tally.ratings.stats()
      _ = try await tally.ratings.preferences()
      _ = try await tally.ratings.topRated(limit: $0.integer(3))
      _ = try await tally.ratings.batch([RatingDraft(season: season, rating: $0.number(9))])
      _ = try await tally.ratings.analytics()
    }
  }

  private static func recommendations(_ tally: TallyService) -> AttackCall {
    AttackCall("recommendations") {
      _ = try await tally.recommendations.cancel()
      _ = try await tally.recommendations.subscribe()
      _ = try await tally.recommendations.optimization()
      _ = try await tally.recommendations.calendar(months: $0.integer(2))
      try await tally.recommendations.feedback(
        FeedbackAction(rawValue: $0.text("accepted")), to: $0.text("mine"), text: $0.text("fine"))
      _ = try await tally.recommendations.savings()
    }
  }

  private static func subscriptions(_ tally: TallyService) -> AttackCall {
    AttackCall("subscriptions.role") {
      let draft = SubscriptionDraft(
        serviceId: ServiceID(rawValue: $0.text("\(TallyTarget.newService)")), monthlyCost: $0.decimal(4),
        tier: $0.text("Basic"))
      let made = try await tally.subscriptions.add(draft)
      _ = try await tally.subscriptions.all(country: $0.text("AU"))
      _ = try await tally.subscriptions.update(
        made.id, SubscriptionUpdate(monthlyCost: $0.decimal(5), isActive: false, tier: $0.text("Premium")))
      try await tally.subscriptions.remove(made.id)
      try? await tally.subscriptions.remove(SubscriptionID(rawValue: $0.text("none")))
    }
  }

  private static func usage(_ tally: TallyService) -> AttackCall {
    AttackCall("usage") {
      _ = try await tally.usage.quota()
      _ = try await tally.usage.quotaLog(limit: $0.integer(2))
      try await tally.usage.resetQuota()
      try await tally.usage.clearCache()
      _ = try await tally.usage.stats()
      _ = try await tally.usage.stats(of: UsageSource(rawValue: $0.text("tmdb")))
      _ = try await tally.usage.recent(limit: $0.integer(5))
    }
  }

  private static func admin(_ tally: TallyService) -> AttackCall {
    AttackCall("admin") {
      _ = try await tally.admin.databaseStatus()
      _ = try await tally.admin.liveStats()
      _ = try await tally.admin.episodeStats(EpisodeID(rawValue: $0.text("\(TallyTarget.episode)")))
      // This route fails on every server.
      _ = try? await tally.admin.showStats(ShowID(rawValue: $0.text("\(TallyTarget.showID)")))
      let nobody = $0.text("0a000001-0000-4000-8000-0000000000fe")
      _ = try await tally.admin.copyMemoryToDatabase(to: UserID(rawValue: nobody))
      _ = try await tally.admin.entry(UserShowID(rawValue: $0.text("\(TallyTarget.entry)")))
    }
  }
}
