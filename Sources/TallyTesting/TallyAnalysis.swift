import MediaTesting

/// The release pattern of a season, from the gaps between the days of its episodes in the order of the season.
struct TallyReleasePattern: Sendable {
  let name: String
  let confidence: Double
  /// The days between episodes.
  let intervals: [Int]
  let average: Double
  let deviation: Double

  init(_ days: [String]) {
    let numbers = days.compactMap { WireDay($0)?.number }
    let gaps = zip(numbers, numbers.dropFirst()).map { $1 - $0 }
    intervals = gaps
    let count = Double(max(gaps.count, 1))
    let mean = Double(gaps.reduce(0, +)) / count
    average = mean
    deviation = (gaps.map { (Double($0) - mean) * (Double($0) - mean) }.reduce(0, +) / count).squareRoot()
    if gaps.isEmpty {
      (name, confidence) = ("unknown", 0)
    } else if (6...8).contains(mean), deviation < 3 {
      (name, confidence) = ("weekly", 1 - abs(mean - 7) / 7)
    } else if mean <= 1, deviation < 2 {
      (name, confidence) = ("binge", 1 - deviation / 7)
    } else {
      (name, confidence) = ("unknown", 0)
    }
  }

  var json: JSONValue { ["pattern": .string(name), "confidence": .number(confidence)] }

  /// The numbers that the pattern was derived from.
  var numbers: JSONValue {
    let intervals = intervals.map { JSONValue.count($0) }
    return ["intervals": .array(intervals), "avgInterval": .number(average), "stdDev": .number(deviation)]
  }
}

/// The analysis of one season of a show that has seasons.
struct TallyAnalysis: Sendable {
  static let reasoning = "Insufficient signal for a clear pattern"
  static let noSchedule = "No episode schedule available for analysis"

  let show: TallyTMDBShow
  let season: Int
  /// The dated episodes, by date.
  let dated: [TallyTMDBEpisode]
  /// The pattern; nil if the season has no dated episode or does not exist.
  let pattern: TallyReleasePattern?

  /// Analyses a season.
  /// - Parameter season: nil or 0 for the newest season, or the newest before it that has dates.
  /// - Returns: nil for a show without seasons.
  init?(_ show: TallyTMDBShow, season asked: Int?) {
    guard let newest = show.regularSeasons.last else { return nil }
    self.show = show
    var found = show.newestDatedSeason ?? newest
    if let asked, asked != 0 {
      season = asked
      let unknown = TallyTMDBSeason(number: asked, document: [:], episodes: [])
      found = show.regularSeasons.first { $0.number == asked } ?? unknown
    } else {
      season = found.number
    }
    dated = found.dated
    pattern = dated.isEmpty ? nil : TallyReleasePattern(found.episodes.compactMap(\.airDate))
  }

  /// - Parameters:
  ///   - country: the country as the request has it.
  ///   - today: seasons that began more than a year before it count as released at once.
  func json(country: JSONValue, language: String, today: String) -> JSONValue {
    var json: JSONValue = [
      "showDetails": Self.details(show, language: language), "seasonInfo": seasonInfo(today: today),
      "episodeCount": .count(dated.count), "analyzedSeason": .count(season), "country": country,
      "watchProviders": .array(TallyProviders.offered(show, in: country)),
      "diagnostics": Self.diagnostics(pattern, dated),
    ]
    if let pattern {
      json["pattern"] = pattern.json
      json["reasoning"] = .string(Self.reasoning)
    } else {
      json["pattern"] = "unknown"
      json["confidence"] = 0.5
      json["reasoning"] = .string(Self.noSchedule)
    }
    return json
  }

  /// The answer for a show without seasons.
  static func withoutSeasons(_ show: TallyTMDBShow, country: JSONValue, language: String) -> JSONValue {
    [
      "showDetails": details(show, language: language), "pattern": "unknown", "confidence": 0.5, "episodeCount": 0,
      "seasonInfo": [], "country": country, "reasoning": "Basic show info (no episodes available)",
      "diagnostics": diagnostics(nil, []), "watchProviders": .array(TallyProviders.offered(show, in: country)),
    ]
  }

  private func seasonInfo(today: String) -> JSONValue {
    let seasons = show.regularSeasons
    let yearAgo = WireDay(today).map { WireDay(year: $0.year - 1, month: $0.month, day: $0.day).number } ?? 0
    let infos = seasons.map { each -> JSONValue in
      var info: JSONValue = [
        "seasonNumber": .count(each.number), "episodeCount": .count(each.numbers.count),
        "airDate": .text(each.airDate),
      ]
      guard let pattern else { return info }
      if each.number == season {
        info["pattern"] = pattern.json
      } else if each.number != seasons.last?.number, let began = each.airDate.flatMap({ WireDay($0)?.number }),
        began <= yearAgo
      {
        info["pattern"] = "binge"
        info["confidence"] = 0.9
      }
      return info
    }
    return .array(infos)
  }

  static func details(_ show: TallyTMDBShow, language: String) -> JSONValue {
    .members([
      "id": .count(show.id), "title": .string(show.name(in: language)),
      "overview": .string(show.overview(in: language)), "status": .string(show.status),
      "firstAirDate": show.firstAirDate, "lastAirDate": show.lastAirDate, "poster": show.poster.map(JSONValue.string),
    ])
  }

  static func diagnostics(_ pattern: TallyReleasePattern?, _ dated: [TallyTMDBEpisode]) -> JSONValue {
    let episodes = dated.map { episode -> JSONValue in
      ["number": .count(episode.number), "airDate": .text(episode.instant), "title": .string(episode.title)]
    }
    var json = TallyReleasePattern(dated.compactMap(\.airDate)).numbers
    json["reasoning"] = .string(pattern == nil ? "No diagnostics" : reasoning)
    json["episodeDetails"] = .array(episodes)
    return json
  }
}
