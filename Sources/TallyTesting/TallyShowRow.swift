import Foundation
import MediaTesting

/// A show as the server has stored it. The row is refreshed from TMDB when it is old; its seasons and episodes never are.
struct TallyShowRow: Sendable {
  var id: String
  var tmdbID: Int
  var title: String
  var overview: String?
  var posterPath: String?
  var firstAirDate: String?
  var lastAirDate: String?
  /// The status in the server's own words: `Airing`, `Cancelled`, …
  var status: String?
  var totalSeasons: Int?
  var totalEpisodes: Int?
  var releasePattern: JSONValue = .null
  var tmdbLastUpdated: String?
  var isPopular = false
  var createdAt: String
  var updatedAt: String
  var seasons: [TallySeasonRow] = []
  var availability: [(serviceID: String, country: String, type: String)] = []

  var json: JSONValue {
    [
      "id": .string(id), "tmdb_id": .count(tmdbID), "title": .string(title), "is_popular": .bool(isPopular),
      "overview": .text(overview), "poster_path": .text(posterPath), "first_air_date": .text(firstAirDate),
      "last_air_date": .text(lastAirDate), "status": .text(status), "total_seasons": .count(totalSeasons),
      "total_episodes": .count(totalEpisodes), "release_pattern": releasePattern,
      "tmdb_last_updated": .text(tmdbLastUpdated), "created_at": .string(createdAt), "updated_at": .string(updatedAt),
    ]
  }

  /// The row with a poster that is always absolute.
  var normalized: JSONValue {
    var row = json
    if let path = posterPath, path.hasPrefix("/") { row["poster_path"] = .text(TallyTMDB.image(path, "w500")) }
    return row
  }

  var episodes: [(season: TallySeasonRow, episode: TallyEpisodeRow)] {
    seasons.flatMap { season in season.episodes.map { (season, $0) } }
  }
}

extension TallyShowRow {
  /// A show as the server stores it at `moment`: with a stub for every season and episode that TMDB has now.
  /// - Parameter newID: makes the ids of shows, seasons and episodes, by kind.
  init(_ show: TallyTMDBShow, at moment: String, newID: (String) -> String) {
    self.init(
      id: newID("show"), tmdbID: show.id, title: show.name, overview: show.overview, posterPath: show.poster,
      firstAirDate: show.firstAirDate?.string, lastAirDate: show.lastAirDate?.string,
      status: TallyState.ownStatus(show.status), tmdbLastUpdated: moment, createdAt: moment, updatedAt: moment)
    if let analysis = TallyAnalysis(show, season: nil) {
      totalSeasons = show.regularSeasons.count
      totalEpisodes = analysis.dated.count
      releasePattern = TallyState.releasePattern(analysis)
    }
    for season in show.regularSeasons {
      let seasonID = newID("season")
      let episodes = (0..<season.numbers.count).map { index in
        TallyEpisodeRow(id: newID("episode"), seasonID: seasonID, number: index + 1, name: "Episode \(index + 1)")
      }
      seasons.append(
        TallySeasonRow(
          id: seasonID, showID: id, tmdbSeasonID: season.number, number: season.number, name: "Season \(season.number)",
          episodeCount: episodes.count, episodes: episodes))
    }
  }
}

extension TallyShowRow {
  /// Whether the data from TMDB is older than the server's limit for such a show.
  func isStale(at now: Date) -> Bool {
    let hours: Double =
      switch status {
      case "Ended", "Cancelled": 168
      case "Airing": 6
      default: isPopular ? 24 : 48
      }
    let read = tmdbLastUpdated.flatMap { TallyTime.seconds($0) } ?? 0
    return now.timeIntervalSince1970 - read > hours * 3600
  }

  /// Takes over what TMDB has now, except seasons and episodes. A date that TMDB leaves out stays.
  mutating func refresh(from show: TallyTMDBShow, at moment: String) {
    let fresh = TallyShowRow(show, at: moment) { _ in "" }
    (title, overview, posterPath, status) = (fresh.title, fresh.overview, fresh.posterPath, fresh.status)
    if show.firstAirDate != nil { firstAirDate = fresh.firstAirDate }
    if show.lastAirDate != nil { lastAirDate = fresh.lastAirDate }
    (totalSeasons, totalEpisodes) = (fresh.totalSeasons, fresh.totalEpisodes)
    (releasePattern, tmdbLastUpdated) = (fresh.releasePattern, moment)
  }
}

struct TallySeasonRow: Sendable {
  var id: String
  var showID: String
  /// The season number, despite its name.
  var tmdbSeasonID: Int
  var number: Int
  var name: String
  var overview: String?
  var airDate: String?
  var episodeCount: Int
  var posterPath: String?
  var episodes: [TallyEpisodeRow] = []

  var json: JSONValue {
    [
      "id": .string(id), "show_id": .string(showID), "tmdb_season_id": .count(tmdbSeasonID),
      "season_number": .count(number), "name": .string(name), "overview": .text(overview), "air_date": .text(airDate),
      "episode_count": .count(episodeCount), "poster_path": .text(posterPath),
    ]
  }
}

struct TallyEpisodeRow: Sendable {
  var id: String
  var seasonID: String
  var tmdbEpisodeID = 0
  var number: Int
  var name: String
  var overview: String?
  var airDate: String?
  var runtime: Int?

  var json: JSONValue {
    [
      "id": .string(id), "season_id": .string(seasonID), "tmdb_episode_id": .count(tmdbEpisodeID),
      "episode_number": .count(number), "name": .string(name), "overview": .text(overview),
      "air_date": .text(airDate), "runtime": .count(runtime),
    ]
  }
}
