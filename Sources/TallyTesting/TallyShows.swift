import Foundation
import MediaTesting

// MARK: The other routes about shows

extension TallyState {
  static let showRoutes: [TallyRoute] = [
    TallyRoute("POST", "/api/shows/analyze-pattern", .tmdb) { $0.analyzePattern($1) },
    TallyRoute("GET", "/api/shows/discover-patterns", .tmdb) { $0.discover($1, kind: "top-rated") },
    TallyRoute("GET", "/api/shows/discover-popular", .tmdb) { $0.discover($1, kind: "popular") },
    TallyRoute("GET", "/api/shows/discover-on-air", .tmdb) { $0.discover($1, kind: "currently airing") },
    TallyRoute("GET", "/api/shows/validate-patterns") { _, _ in
      .flat([
        "validation": ["totalTested": 5, "correct": 5, "accuracy": "100.0%"], "message": "Pattern validation completed",
      ])
    },
    TallyRoute("GET", "/api/shows/diagnostics/:tmdb", .tmdb) { $0.diagnostics($1) },
    TallyRoute("GET", "/api/shows/episodes/resolve") { $0.resolveEpisode($1) },
  ]

  private func resolveEpisode(_ call: TallyCall) -> HTTPResponse {
    guard let id = call.query("showId"), let season = call.query("seasonNumber"),
      let episode = call.query("episodeNumber")
    else { return .invalid("showId, seasonNumber, and episodeNumber are required") }
    guard let season = TallyJSON.leadingInt(season), let episode = TallyJSON.leadingInt(episode) else {
      return .invalid("seasonNumber and episodeNumber must be integers")
    }
    let seasons = database.show(id)?.seasons ?? []
    guard let found = seasons.first(where: { $0.number == season })?.episodes.first(where: { $0.number == episode })
    else { return .refusal(404, "Episode not found") }
    return .data([
      "episode": [
        "id": .string(found.id), "episodeNumber": .count(found.number),
        "tmdbEpisodeId": .count(found.tmdbEpisodeID), "name": .string(found.name),
      ]
    ])
  }

  // MARK: Patterns

  private func analyzePattern(_ call: TallyCall) -> HTTPResponse {
    let title = call.body["title"]?.string ?? ""
    guard call.body["tmdbId"].isTruthy else {
      if title.isEmpty { return .invalid("Either title or tmdbId is required") }
      return .json(["title": .string(title), "releasePattern": ["pattern": "weekly", "confidence": 0.8]])
    }
    guard let show = call.body["tmdbId"]?.int.flatMap(tmdbShow),
      let season = show.seasons.first(where: { $0.number == 1 })
    else { return .failure(404, "SHOW_NOT_FOUND", "Show not found") }
    let pattern = TallyReleasePattern(season.dated.compactMap(\.airDate))
    let episodes = season.dated.map { episode -> JSONValue in
      [
        "id": .count(episode.id), "seasonNumber": .count(season.number), "episodeNumber": .count(episode.number),
        "airDate": .text(episode.instant), "title": .string(episode.title),
      ]
    }
    var body: JSONValue = [
      "title": .string(show.name), "tmdbId": .count(show.id),
      "releasePattern": ["pattern": pattern.json, "episodes": .array(episodes), "diagnostics": pattern.numbers],
    ]
    if settings.isDevelopment { body["diagnostics"] = pattern.numbers }
    return .json(body)
  }

  private func diagnostics(_ call: TallyCall) -> HTTPResponse {
    let asked = call.parameter("tmdb")
    let number = call.query("seasonNumber").flatMap(TallyJSON.leadingInt) ?? 1
    let details: JSONValue = ["tmdbId": .string(asked), "seasonNumber": .count(number)]
    guard let show = TallyJSON.leadingInt(asked).flatMap(tmdbShow),
      let season = show.seasons.first(where: { $0.number == number })
    else {
      return .failure(404, "ANALYSIS_FAILED", "Could not fetch season data for TMDB ID \(asked)", details: details)
    }
    guard !season.dated.isEmpty else {
      return .failure(404, "NO_EPISODES", "No episodes with air dates found", details: details)
    }
    let pattern = TallyReleasePattern(season.dated.compactMap(\.airDate))
    return .json([
      "tmdbId": .string(asked), "seasonNumber": .count(number),
      "analysis": ["pattern": pattern.json, "episodeCount": .count(season.dated.count)],
      "fullDiagnostics": TallyAnalysis.diagnostics(pattern, season.dated),
    ])
  }

  // MARK: Samples

  /// The newest season of each show of a sample; one without dates counts as an error.
  private func discover(_ call: TallyCall, kind: String) -> HTTPResponse {
    let asked = call.query("sampleSize").flatMap(TallyJSON.leadingInt) ?? 10
    let sample = failures.tmdbDown ? [] : world.tmdb.shows.prefix(max(0, asked == 0 ? 10 : asked))
    let isOnAir = kind == "currently airing"
    var distribution = ["binge", "weekly", "premiere_weekly", "multi_weekly", "mixed", "unknown"].reduce(
      into: [String: Int]()
    ) { $0[$1] = 0 }
    var (examples, shows, confidences, errors): ([JSONValue], [JSONValue], [Double], Int) = ([], [], [], 0)
    for show in sample {
      guard let season = show.regularSeasons.last, !season.dated.isEmpty, !world.tmdb.overloadedIDs.contains(show.id)
      else {
        errors += 1
        continue
      }
      let pattern = TallyReleasePattern(season.dated.compactMap(\.airDate))
      distribution[pattern.name, default: 0] += 1
      confidences.append(pattern.confidence)
      examples.append(Self.example(show, season, pattern, isOnAir: isOnAir))
      shows.append(Self.detailed(show, season, pattern, isOnAir: isOnAir))
    }
    let sum = confidences.reduce(0, +)
    return .flat([
      "report": [
        "totalAnalyzed": .count(examples.count), "errors": .count(errors),
        "patternDistribution": .object(distribution.mapValues { JSONValue.count($0) }),
        "confidenceStats": [
          "avg": .number(confidences.isEmpty ? 0 : sum / Double(confidences.count)),
          "min": .number(confidences.min() ?? 1), "max": .number(confidences.max() ?? 0),
        ],
        "examples": .array(examples), "detailedShows": .array(shows),
      ],
      "message": .string("Real analysis of \(examples.count) \(kind) shows with \(errors) errors"),
    ])
  }

  private static func isAiring(_ show: TallyTMDBShow) -> Bool { show.status == "Returning Series" }

  private static func example(
    _ show: TallyTMDBShow, _ season: TallyTMDBSeason, _ pattern: TallyReleasePattern, isOnAir: Bool
  ) -> JSONValue {
    let count = JSONValue.count(season.dated.count)
    var example: JSONValue = [
      "tmdbId": .count(show.id), "title": .string(show.name), "pattern": .string(pattern.name),
      "confidence": .number(pattern.confidence), "reasoning": "No diagnostic info",
    ]
    if isOnAir {
      example["currentSeason"] = .count(season.number)
      example["episodesInCurrentSeason"] = count
      example["isCurrentlyAiring"] = .bool(isAiring(show))
    } else {
      example["seasons"] = .count(show.regularSeasons.count)
      example["episodesInSeason1"] = count
    }
    return example
  }

  private static func known(_ date: JSONValue) -> JSONValue { date.isTruthy ? date : "Unknown" }

  private static func detailed(
    _ show: TallyTMDBShow, _ season: TallyTMDBSeason, _ pattern: TallyReleasePattern, isOnAir: Bool
  ) -> JSONValue {
    let seasons = show.regularSeasons.map { each -> JSONValue in
      [
        "seasonNumber": .count(each.number), "episodeCount": .count(each.episodes.count),
        "airDate": known(JSONValue.text(each.airDate)),
      ]
    }
    var analysis: JSONValue = [
      "pattern": .string(pattern.name), "confidence": .number(pattern.confidence),
      "totalEpisodes": .count(season.dated.count),
    ]
    var detailed: JSONValue = [
      "tmdbId": .count(show.id), "title": .string(show.name), "seasons": .array(seasons),
      "overview": .string(String(show.overview.prefix(100)) + "..."), "firstAirDate": known(show.firstAirDate),
    ]
    guard isOnAir else {
      detailed["season1Analysis"] = analysis
      return detailed
    }
    analysis["seasonNumber"] = .count(season.number)
    detailed["currentSeasonAnalysis"] = analysis
    detailed["status"] = .string(show.status)
    detailed["lastAirDate"] = known(show.lastAirDate)
    detailed["airingStatus"] = .string(isAiring(show) ? "Currently Airing" : "Season Complete")
    return detailed
  }
}
