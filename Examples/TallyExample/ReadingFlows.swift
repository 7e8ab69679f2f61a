import Runner
import TallyKit

/// Flows that leave the server unchanged, so they also run against a real one.
enum ReadingFlows {
  static let all: [Flow<TallyStage>] = [
    Flow("health") { stage in
      let health = try await stage.tally.server.health()
      try expect(health.ok, "a healthy server")
      let profile = try await stage.tally.profile()
      try expect(profile.signInOptions == [.password], "passwords")
      return "the server's time is \(health.timestamp.map { "\($0)" } ?? "unknown")"
    },
    Flow("show-analysis") { stage in
      let show = try require(try await stage.dated(stage.tally), "a show with dates")
      let episodes = try await stage.tally.shows.season(show.season, of: show.id, country: "US").episodes
      let raw = try await stage.tally.shows.providers(of: show.id, country: "US")
      let judged = try await stage.tally.shows.patternDiagnostics(of: show.id, season: show.season)
      try expect(judged.seasonNumber == show.season, "the diagnostics of that season")
      let analysis = show.analysis
      return
        "\(analysis.showDetails.title): \(analysis.seasonInfo.count) seasons, \(analysis.knownPattern?.badge ?? "no pattern"), \(episodes.count) episodes in season \(show.season), \(analysis.watchProviders.count) of \(raw.count) providers after merging"
    },
    Flow("batch-analysis") { stage in
      let hits = try await stage.tally.shows.search(stage.query, country: "US").results
      let results = try await stage.tally.shows.analyzeAll(hits.map(\.id), country: "US")
      try expectEqual(results.count, hits.count, "the number of answers")
      return "\(results.count { $0.success }) of \(results.count) analysed"
    },
    Flow("patterns") { stage in
      let report = try await stage.tally.shows.discover(.onAir, sampleSize: 3)
      let made = try await stage.tally.shows.pattern(title: stage.query)
      try expect(made.releasePattern?.pattern != nil, "a pattern by title")
      let show = try require(try await stage.dated(stage.tally), "a show with dates").id
      let first = try await stage.tally.shows.pattern(of: show)
      try expect(first.tmdbId == show, "the report of that show")
      _ = try await stage.tally.shows.validatePatterns()
      return "\(report.totalAnalyzed) running shows sampled, \(report.patternDistribution["weekly"] ?? 0) weekly"
    },
    Flow("services-and-prices") { stage in
      let services = try await stage.tally.services.all(country: "AU").services
      if let first = services.first {
        try expectEqual(try await stage.tally.services.service(first.id).name, first.name, "the name of one")
      }
      let priced = services.compactMap(\.defaultPrice).filter { $0.amount != nil }
      return "\(services.count) services, \(priced.count) with a known price"
    },
    Flow("watchlist-reading") { stage in
      let entries = try await stage.tally.watchlist.all(status: nil)
      let stats = try await stage.tally.watchlist.stats()
      try expectEqual(entries.count, stats.totalShows, "the number of shows")
      let shown = entries.compactMap(\.tmdbID).count
      let raw = try await stage.tally.watchlist.watching()
      try expectEqual(raw.count, entries.count { $0.status == .watching }, "shows being watched")
      if let show = entries.first(where: { $0.tmdbID != nil })?.showId {
        try expect(try await !stage.tally.watchlist.detail(of: show).show.title.isEmpty, "the show in detail")
      }
      return "\(entries.count) shows, \(shown) with their TMDB number, \(stats.byStatus["watching"] ?? 0) being watched"
    },
    Flow("recommendations") { stage in
      let cancel = try await stage.tally.recommendations.cancel()
      let subscribe = try await stage.tally.recommendations.subscribe()
      let plan = try await stage.tally.recommendations.optimization()
      let months = try await stage.tally.recommendations.calendar(months: 3).calendar
      let savings = try await stage.tally.recommendations.savings()
      try expectEqual(months.count, 3, "the number of months")
      try await stage.tally.recommendations.feedback(.rejected, to: "example", text: nil)
      return
        "\(cancel.recommendations.count) to give up, \(subscribe.recommendations.count) to take, \(plan.timeline.count) steps, \(savings.strategies.count) strategies"
    },
    Flow("plans") { stage in
      let plan = try await stage.tally.plans.generate()
      let optimized = try await stage.tally.plans.optimize(nil)
      return "\(plan.windows.count) windows, \(optimized.optimizedPlan.count) after optimising"
    },
    Flow("quota-and-usage") { stage in
      let quota = try await stage.tally.usage.quota()
      let log = try await stage.tally.usage.quotaLog(limit: 5)
      let usage = try await stage.tally.usage.stats()
      let tmdb = try await stage.tally.usage.stats(of: .tmdb)
      let recent = try await stage.tally.usage.recent(limit: 5)
      try expect(log.count <= 5 && recent.count <= 5, "no more than five of each")
      return
        "\(quota.callsUsed) of \(quota.limit) calls in \(quota.month), \(tmdb.today?.total ?? 0) to TMDB today, limits known: \(!usage.quotas.isEmpty)"
    },
    Flow("rating-numbers") { stage in
      let stats = try await stage.tally.ratings.stats()
      let preferences = try await stage.tally.ratings.preferences()
      let top = try await stage.tally.ratings.topRated(limit: 5)
      _ = try await stage.tally.ratings.analytics()
      return
        "\(stats.totalRatings) ratings, from \(preferences.averageRatingThreshold) on worth it, \(top.count) best"
    },
    Flow("viewing-numbers") { stage in
      let stats = try await stage.tally.progress.stats()
      let now = try await stage.tally.progress.watchingNow()
      return "\(stats.watchedEpisodes) episodes watched by id, \(now.count) under way"
    },
    Flow("demo-guide") { stage in
      let today = try require(CalendarDay("2026-11-01"), "a day")
      let end = try require(today.adding(days: 30), "a day")
      let guide = try await stage.tally.guide.guide(ofDemoUser: "user-1", from: today, to: end, country: "US")
      return "\(guide.totalShows) shows, \(guide.totalEpisodes) episodes"
    },
    Flow("server-documents") { stage in
      let title = try await stage.tally.server.openAPI()["info"]?["title"]?.string
      let page = try await stage.tally.server.docs()
      return "\(title ?? "-"), with a page of \(page.count) characters for people"
    },
    Flow("newer-route") { stage in
      // An app can call a new route of the server without a new version of the SDK.
      let answer: JSONValue = try await stage.tally.call(
        .get, ["api", "health"],
        traits: EndpointTraits(credentials: .optional, isRepeatable: true, isRead: true), isEnveloped: false)
      try expect(answer["ok"]?.bool == true, "the answer")
      do {
        let _: JSONValue = try await stage.tally.call(.get, ["api", "not-there-yet"])
        throw FlowFailure("a route that is not there answered")
      } catch let error as ClientError {
        try expectEqual(error.kind, .notFound, "the error")
        return "a route without a call of its own; one that is not there: “\(error.serverMessage ?? "")”"
      }
    },
  ]
}
