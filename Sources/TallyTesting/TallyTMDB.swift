import Foundation
import MediaTesting

/// TMDB's data, which only the server reads.
struct TallyTMDB: Sendable {
  var shows: [TallyTMDBShow] = []
  var overloadedQueries: Set<String> = []
  var overloadedIDs: Set<Int> = []

  func show(_ id: Int) -> TallyTMDBShow? { overloadedIDs.contains(id) ? nil : shows.first { $0.id == id } }

  /// The shows whose name contains the text, the most popular first.
  func search(_ text: String, language: String) -> [TallyTMDBShow] {
    let wanted = text.lowercased()
    if overloadedQueries.contains(wanted) { return [] }
    let hits = shows.enumerated().filter { _, show in
      [show.name, show.name(in: language)].contains { $0.lowercased().contains(wanted) }
    }
    let sorted = hits.sorted { ($1.element.popularity, $0.offset) < ($0.element.popularity, $1.offset) }
    return sorted.prefix(20).map(\.element)
  }

  /// TMDB's language for a country; unknown countries read American English.
  static func language(_ country: String) -> String {
    ["GB": "en-GB", "AU": "en-AU", "CA": "en-CA"][country.uppercased()] ?? "en-US"
  }

  /// TMDB's language for the country of a request. Nil for a value that is neither a text nor empty, which the server cannot read.
  static func language(_ country: JSONValue) -> String? {
    country.isTruthy ? country.string.map { language($0) } : "en-US"
  }

  /// The absolute address of a picture; an absolute one stays as it is, nil for none.
  static func image(_ path: String?, _ size: String) -> String? {
    guard let path, !path.isEmpty else { return nil }
    return path.hasPrefix("http") ? path : "https://image.tmdb.org/t/p/\(size)\(path)"
  }
}

struct TallyTMDBShow: Sendable {
  var id: Int
  var name: String
  var overview = ""
  /// The day of the first episode, `""` or null; nil if TMDB leaves the member out.
  var firstAirDate: JSONValue?
  var lastAirDate: JSONValue?
  /// The status in TMDB's words: `Returning Series`, `Canceled`, …
  var status = "Returning Series"
  var posterPath: String?
  var popularity = 1.0
  var translations: [String: (name: String, overview: String)] = [:]
  var seasons: [TallyTMDBSeason] = []
  /// The providers by country, in TMDB's form.
  var providers: [String: [JSONValue]] = [:]

  func name(in language: String) -> String { translations[language]?.name ?? name }
  func overview(in language: String) -> String { translations[language]?.overview ?? overview }
  var poster: String? { TallyTMDB.image(posterPath, "w500") }

  /// The seasons without specials, in order.
  var regularSeasons: [TallyTMDBSeason] { seasons.filter { $0.number >= 1 }.sorted { $0.number < $1.number } }

  /// The newest season that has dated episodes.
  var newestDatedSeason: TallyTMDBSeason? { regularSeasons.last { !$0.dated.isEmpty } }
}

struct TallyTMDBSeason: Sendable {
  var number: Int
  var airDate: String?
  /// The other members of TMDB's document.
  var document: JSONValue
  var episodes: [TallyTMDBEpisode]

  /// The numbers of the episodes, ascending, each once: the server stores one stub for each, and counts those from 1.
  var numbers: [Int] { Set(episodes.map(\.number)).sorted() }

  /// The episodes with a date, by date.
  var dated: [TallyTMDBEpisode] {
    episodes.enumerated().filter { $0.element.airDate != nil }
      .sorted { ($0.element.airDate ?? "", $0.offset) < ($1.element.airDate ?? "", $1.offset) }
      .map(\.element)
  }

  /// TMDB's document of the season, as the raw route passes it through.
  func json(show: Int) -> JSONValue {
    var season: JSONValue = ["overview": "", "poster_path": .null, "vote_average": 0]
    for (key, value) in document.object ?? [:] { season[key] = value }
    season["air_date"] = .text(airDate)
    season["season_number"] = .count(number)
    season["episodes"] = .array(
      episodes.map { episode in
        var json: JSONValue = ["crew": [], "guest_stars": []]
        for (key, value) in episode.document.object ?? [:] { json[key] = value }
        json["season_number"] = .count(number)
        json["show_id"] = .count(show)
        return json
      })
    return season
  }
}

struct TallyTMDBEpisode: Sendable {
  var id: Int
  var number: Int
  var name: String
  var airDate: String?
  var document: JSONValue

  /// The title, or `Episode 3` for an episode without a name.
  var title: String { name.isEmpty ? "Episode \(number)" : name }

  /// The air date as an instant at midnight UTC.
  var instant: String? { airDate.map { "\($0)T00:00:00.000Z" } }
}
