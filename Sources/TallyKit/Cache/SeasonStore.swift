import Foundation
import MediaCore

/// Seasons as the server described them lately: the numbers of their episodes, for changes made without a network, and their days, so that
/// the calendar asks for each season once instead of once a month.
struct SeasonStore: Sendable {
  /// A season as the server last described it.
  struct Known: Codable, Hashable, Sendable {
    struct Episode: Codable, Hashable, Sendable {
      var number: Int
      var title: String
      var day: CalendarDay?
      /// The description; nil if TMDB has none, and in seasons kept by earlier versions.
      var overview: String?
      /// The running time in minutes.
      var runtime: Int?
      /// The path of the picture at TMDB.
      var still: String?

      /// The title, or `Episode 3` for an episode without one.
      var shownTitle: String { title.isEmpty ? "Episode \(number)" : title }
    }

    /// The episodes by number, each once.
    var episodes: [Episode]
    /// False for the episodes of an analysis, which lacks those without a day: the places of the others are unknown then.
    var isWhole: Bool
    /// When the server was asked, by its own clock.
    var asOf: Date

    func isFresh(at now: Date, since: Date) -> Bool {
      asOf >= since && (0..<SeasonStore.lifetime).contains(now.timeIntervalSince(asOf))
    }

    var numbering: EpisodeNumbering? {
      isWhole && !episodes.isEmpty ? EpisodeNumbering(episodes.lazy.map(\.number)) : nil
    }

    /// - Parameter moment: when the server was asked.
    init(_ season: Season, asOf moment: Date) {
      episodes = season.listed.map {
        Episode(
          number: $0.episodeNumber, title: $0.name, day: $0.airDate, overview: $0.overview.isEmpty ? nil : $0.overview,
          runtime: $0.runtime, still: $0.stillPath)
      }
      isWhole = true
      asOf = moment
    }

    /// The dated episodes of an analysed season.
    init(_ details: [AnalyzedEpisode], asOf moment: Date) {
      var seen: Set<Int> = []
      episodes = details.filter { seen.insert($0.number).inserted }.map {
        Episode(number: $0.number, title: $0.title, day: $0.airDate)
      }
      isWhole = false
      asOf = moment
    }
  }

  typealias Shows = [TMDBID: [Int: Known]]

  /// The number of shows that are kept. Beyond it, the shows that were asked for longest ago are dropped.
  static let limit = 300
  /// For how long a season is not asked for again: TMDB changes days rarely.
  static let lifetime = 6.0 * 3600

  let cache: AccountCache<Shows>
  let shows: any ShowAPI
  let client: ServiceClient

  /// The kept seasons of a show; empty while the files cannot be read, so that the caller asks the server.
  func seasons(of show: TMDBID) async -> [Int: Known] {
    (try? await cache.read { shows, _ in shows[show] ?? [:] }) ?? [:]
  }

  /// The kept seasons of these shows.
  func shows(_ asked: Set<TMDBID>) async -> Shows {
    (try? await cache.read { shows, _ in shows.filter { asked.contains($0.key) } }) ?? [:]
  }

  /// The numbers of a show's episodes, as far as they are known.
  func numbering(of show: TMDBID) async -> [Int: EpisodeNumbering] {
    await seasons(of: show).compactMapValues(\.numbering)
  }

  /// The numbers of all shows' episodes, as far as they are known.
  func numberings() async -> [TMDBID: [Int: EpisodeNumbering]] {
    let shows = try? await cache.read { shows, _ in shows.mapValues { $0.compactMapValues(\.numbering) } }
    return (shows ?? [:]).filter { !$0.value.isEmpty }
  }

  /// Asks the server for a season, and keeps its episodes.
  func ask(_ number: Int, of show: TMDBID, country: String) async throws(ClientError) -> Season {
    let mark = await readMark()
    let asOf = client.serverNow()
    let season = try await shows.season(number, of: show, country: country)
    if !season.episodes.isEmpty { await keep([show: [number: Known(season, asOf: asOf)]], askedAt: mark) }
    return season
  }

  /// The mark that ``keep(_:askedAt:)`` takes: read it before asking the server. Nil when nobody is signed in or the files cannot be read.
  func readMark() async -> AccountCache<Shows>.ReadMark? { try? await cache.readMark() }

  func keep(_ known: Shows, askedAt mark: AccountCache<Shows>.ReadMark?) async {
    guard let mark, !known.isEmpty else { return }
    // If another account has signed in since `mark` was read, `merge` throws. The seasons belong to the earlier account and are not cached.
    try? await cache.merge(known, askedAt: mark) { shows, known in
      for (show, seasons) in known {
        for (number, season) in seasons {
          // An analysis omits episodes without a date, so it must not replace a whole season.
          if !season.isWhole, shows[show]?[number]?.isWhole == true { continue }
          shows[show, default: [:]][number] = season
        }
      }
      guard shows.count > Self.limit else { return }
      let age = shows.mapValues { $0.values.map(\.asOf).max() ?? .distantPast }
      for (show, _) in age.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }).prefix(shows.count - Self.limit) {
        shows[show] = nil
      }
    }
  }
}
