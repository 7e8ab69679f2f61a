import Foundation
import MediaTesting

// MARK: The other routes about shows

extension TallyState {
  static let showRoutes: [TallyRoute] = [
    TallyRoute("POST", "/api/shows/analyze-pattern") { $0.analyzePattern($1) },
    TallyRoute("GET", "/api/shows/discover-patterns") { $0.discover($1, kind: "top-rated") },
    TallyRoute("GET", "/api/shows/discover-popular") { $0.discover($1, kind: "popular") },
    TallyRoute("GET", "/api/shows/discover-on-air") { $0.discover($1, kind: "currently airing") },
    TallyRoute("GET", "/api/shows/validate-patterns") { state, _ in state.validation() },
    TallyRoute("GET", "/api/shows/diagnostics/:tmdb") { $0.diagnostics($1) },
    TallyRoute("GET", "/api/shows/episodes/resolve") { $0.resolveEpisode($1) },
  ]

  /// An invented validation, independent of the shows.
  private func validation() -> HTTPResponse {
    if failures.tmdbUnconfigured { return .noTMDB }
    let shows = [
      ("Stranger Things", "binge", 0.95), ("The Boys", "weekly", 0.85), ("House of the Dragon", "weekly", 0.85),
    ]
    let results = shows.map { title, pattern, confidence -> JSONValue in
      [
        "title": .string(title), "expected": .string(pattern), "detected": .string(pattern), "match": true,
        "confidence": .number(confidence),
      ]
    }
    return .flat(["validation": ["validationResults": .array(results), "accuracy": 1], "accuracy": "100.0%"])
  }

  private func resolveEpisode(_ call: TallyCall) -> HTTPResponse {
    let given = ["showId", "seasonNumber", "episodeNumber"].map { call.value($0) ?? "" }
    guard given.allSatisfy(\.isTruthy) else { return .invalid("showId, seasonNumber, and episodeNumber are required") }
    guard let season = call.number("seasonNumber"), let episode = call.number("episodeNumber") else {
      return .invalid("seasonNumber and episodeNumber must be integers")
    }
    let seasons = given[0].string.flatMap { database.show($0) }?.seasons ?? []
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

  /// The pattern of a show: by id the judged first season, by title only the name of the newest season's pattern.
  private func analyzePattern(_ call: TallyCall) -> HTTPResponse {
    let (title, id) = (call.body["title"], call.body["tmdbId"])
    guard title.isTruthy || id.isTruthy else { return .invalid("Either title or tmdbId is required") }
    if failures.tmdbUnconfigured { return .noTMDB }
    var found: JSONValue?
    if id.isTruthy {
      let show = (id?.int ?? id?.string.flatMap { Int($0) }).flatMap(tmdbShow)
      found = show?.seasons.first { $0.number == 1 }.flatMap { Self.judged($0, of: TallyJSON.spelled(id)) }
    } else if let show = search(TallyJSON.spelled(title), language: "en-US").first.flatMap({ tmdbShow($0.id) }),
      let season = show.regularSeasons.last
    {
      let pattern = season.dated.isEmpty ? "unknown" : TallyReleasePattern(season.episodes.compactMap(\.airDate)).name
      found = ["pattern": .string(pattern), "confidence": 0.8]
    }
    guard let found else {
      let details = JSONValue.members(["title": title, "tmdbId": id])
      return .failure(404, "SHOW_NOT_FOUND", "Could not find show or analyze pattern", details: details)
    }
    return .json(
      .members([
        "title": title.isTruthy ? title : .string("TMDB ID: \(TallyJSON.spelled(id))"),
        "tmdbId": id.isTruthy ? id : .null, "releasePattern": found,
        "diagnostics": settings.isDevelopment ? found["diagnostics"] : nil,
      ]))
  }

  /// A season's pattern with its dated episodes, in the order of the season; nil without any.
  private static func judged(_ season: TallyTMDBSeason, of show: String) -> JSONValue? {
    let dated = season.episodes.filter { $0.airDate != nil }
    if dated.isEmpty { return nil }
    let pattern = TallyReleasePattern(dated.compactMap(\.airDate))
    let episodes = dated.map { episode -> JSONValue in
      [
        "id": .string("\(show)_s\(season.number)_e\(episode.number)"), "airDate": .text(episode.instant),
        "seasonNumber": .count(season.number), "episodeNumber": .count(episode.number), "title": .string(episode.title),
      ]
    }
    return ["pattern": pattern.json, "episodes": .array(episodes), "diagnostics": pattern.numbers]
  }

  private func diagnostics(_ call: TallyCall) -> HTTPResponse {
    if failures.tmdbUnconfigured { return .noTMDB }
    let asked = call.parameter("tmdb")
    let number = call.value("seasonNumber") ?? 1
    let details: JSONValue = ["tmdbId": .string(asked), "seasonNumber": number]
    // TMDB accepts only whole numbers in its path: for any other season, it finds nothing.
    let season = Int(TallyJSON.spelled(number)).flatMap { number in
      Int(asked).flatMap(tmdbShow)?.seasons.first { $0.number == number }
    }
    guard let season else {
      return .failure(404, "ANALYSIS_FAILED", "Could not fetch season data for TMDB ID \(asked)", details: details)
    }
    guard let analysis = Self.judged(season, of: asked) else {
      let message = "No episodes with air dates found for TMDB ID \(asked) season \(season.number)"
      return .failure(404, "NO_EPISODES", message, details: details)
    }
    return .json([
      "tmdbId": .count(Int(asked)), "seasonNumber": .count(season.number), "analysis": analysis,
      "fullDiagnostics": analysis["diagnostics"] ?? .null,
    ])
  }

  // MARK: Samples

  /// A show of a sample, with its newest season and the server's judgement of it.
  private struct Sample {
    var show: TallyTMDBShow
    var season: TallyTMDBSeason
    var pattern: String
    var confidence: Double
    var isAiring: Bool
  }

  /// The patterns of the newest season of each show of a sample; a season without dates counts as an error.
  private func discover(_ call: TallyCall, kind: String) -> HTTPResponse {
    if failures.tmdbUnconfigured { return .noTMDB }
    if failures.tmdbDown { return .crash }
    let size = call.value("sampleSize") == nil ? 10 : call.number("sampleSize") ?? 0
    let listed = world.tmdb.shows
    let chosen = size < 0 ? listed.dropLast(Int(clamping: size.magnitude)) : listed.prefix(size)
    let isOnAir = kind == "currently airing"
    let samples = chosen.compactMap { sample($0, isOnAir: isOnAir) }
    var distribution = ["binge", "weekly", "premiere_weekly", "multi_weekly", "mixed", "unknown"].reduce(
      into: [String: Int]()
    ) { $0[$1] = 0 }
    for sample in samples { distribution[sample.pattern, default: 0] += 1 }
    let confidences = samples.map(\.confidence)
    let average = confidences.isEmpty ? 0 : confidences.reduce(0, +) / Double(confidences.count)
    let errors = chosen.count - samples.count
    return .flat([
      "report": [
        "totalAnalyzed": .count(samples.count), "errors": .count(errors),
        "patternDistribution": .object(distribution.mapValues { JSONValue.count($0) }),
        "confidenceStats": [
          "avg": .number(average), "min": .number(confidences.min() ?? 1), "max": .number(confidences.max() ?? 0),
        ],
        "examples": .array(samples.map { Self.example($0, isOnAir: isOnAir) }),
        "detailedShows": .array(samples.map { Self.detailed($0, isOnAir: isOnAir) }),
      ],
      "message": .string("Real analysis of \(samples.count) \(kind) shows with \(errors) errors"),
    ])
  }

  /// Judges a show of a sample. An ended show counts as `binge`; among running shows, the status replaces an unknown pattern. Nil for a
  /// show without dates.
  private func sample(_ show: TallyTMDBShow, isOnAir: Bool) -> Sample? {
    guard let season = show.regularSeasons.last, !season.dated.isEmpty, !world.tmdb.overloadedIDs.contains(show.id)
    else { return nil }
    let judged = TallyReleasePattern(season.episodes.compactMap(\.airDate))
    let hasFuture = season.dated.contains { (TallyTime.seconds($0.airDate ?? "") ?? 0) > now.timeIntervalSince1970 }
    let isAiring = hasFuture || show.status == "Returning Series"
    var sample = Sample(
      show: show, season: season, pattern: judged.name, confidence: judged.confidence, isAiring: isAiring)
    if isOnAir {
      if judged.name == "unknown", isAiring, season.dated.count >= 2 {
        (sample.pattern, sample.confidence) = ("weekly", 0.7)
      } else if judged.name == "unknown", !isAiring {
        (sample.pattern, sample.confidence) = ("binge", 0.6)
      }
    } else if ["Ended", "Canceled"].contains(show.status), !hasFuture, judged.name != "binge" {
      (sample.pattern, sample.confidence) = ("binge", 0.85)
    }
    return sample
  }

  private static func example(_ sample: Sample, isOnAir: Bool) -> JSONValue {
    let (show, season) = (sample.show, sample.season)
    let count = JSONValue.count(season.dated.count)
    var example: JSONValue = [
      "tmdbId": .count(show.id), "title": .string(show.name), "pattern": .string(sample.pattern),
      "confidence": .number(sample.confidence), "reasoning": "No diagnostic info",
    ]
    if isOnAir {
      example["currentSeason"] = .count(season.number)
      example["episodesInCurrentSeason"] = count
      example["isCurrentlyAiring"] = .bool(sample.isAiring)
    } else {
      example["seasons"] = .count(show.regularSeasons.count)
      example["episodesInSeason1"] = count
    }
    return example
  }

  private static func known(_ date: JSONValue?) -> JSONValue { date.flatMap { $0.isTruthy ? $0 : nil } ?? "Unknown" }

  private static func detailed(_ sample: Sample, isOnAir: Bool) -> JSONValue {
    let (show, season) = (sample.show, sample.season)
    let seasons = show.regularSeasons.map { each -> JSONValue in
      [
        "seasonNumber": .count(each.number), "episodeCount": .count(each.numbers.count),
        "airDate": known(JSONValue.text(each.airDate)),
      ]
    }
    var analysis: JSONValue = [
      "pattern": .string(sample.pattern), "confidence": .number(sample.confidence),
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
    detailed["airingStatus"] = .string(sample.isAiring ? "Currently Airing" : "Season Complete")
    return detailed
  }
}
