import Foundation
import MediaCore
public import TallyKit

/// Values for previews and tests of apps: a weekly show with its running season.
extension SearchResult {
  /// A sample `SearchResult` for previews and tests.
  public static let sample = with(SearchResult(id: 310_442)) {
    $0.title = "Lighthouse Winter"
    $0.year = 2022
    $0.poster = "https://image.tmdb.org/t/p/w500/lighthouse.jpg"
    $0.overview = "A keeper's daughter logs every ship that never arrives."
    $0.firstAirDate = CalendarDay("2022-03-10")
    $0.popularity = 41.9
  }

  /// A sample of a result for an announced show, without a poster and a date.
  public static let sampleAnnounced = with(SearchResult(id: 287_731)) {
    $0.title = "Lighthouse: Untitled Project"
    $0.popularity = 0.6
  }

  /// Samples of `SearchResult` for previews and tests.
  public static let samples = [sample, sampleAnnounced]
}

extension SearchAnswer {
  /// A sample `SearchAnswer` for previews and tests.
  public static let sample = with(SearchAnswer(results: SearchResult.samples)) {
    $0.query = "lighthouse"
    $0.country = "US"
  }
}

extension ShowDetails {
  /// A sample `ShowDetails` for previews and tests.
  public static let sample = with(ShowDetails(id: 310_442)) {
    $0.title = "Lighthouse Winter"
    $0.overview = "A keeper's daughter logs every ship that never arrives."
    $0.status = .returning
    $0.firstAirDate = CalendarDay("2022-03-10")
    $0.lastAirDate = CalendarDay("2026-12-04")
    $0.poster = "https://image.tmdb.org/t/p/w500/lighthouse.jpg"
  }
}

extension ReleasePattern {
  /// A sample `ReleasePattern` for previews and tests.
  public static let sample = ReleasePattern(kind: .weekly, confidence: 0.9523809523809524)
}

extension SeasonInfo {
  /// Samples of `SeasonInfo` for previews and tests.
  public static let samples = [
    with(SeasonInfo(seasonNumber: 1)) {
      $0.episodeCount = 8
      $0.airDate = CalendarDay("2022-03-10")
      $0.pattern = ReleasePattern(kind: .binge)
      $0.confidence = 0.9
    },
    with(SeasonInfo(seasonNumber: 2)) {
      $0.episodeCount = 4
      $0.airDate = CalendarDay("2026-11-13")
      $0.pattern = .sample
    },
  ]
}

extension Episode {
  /// A sample `Episode` for previews and tests.
  public static let sample = with(Episode(episodeNumber: 1)) {
    $0.id = 6_120_441
    $0.seasonNumber = 2
    $0.showId = 310_442
    $0.name = "Slack Water"
    $0.overview = "The tide clock stops; Ines does not."
    $0.airDate = CalendarDay("2026-11-13")
    $0.episodeType = "standard"
    $0.runtime = 47
    $0.stillPath = "/slackwater.jpg"
    $0.voteAverage = 8.1
    $0.voteCount = 23
  }

  /// Samples of the episodes of a running season: two have aired, one airs within a week, the last one has no date yet.
  public static let samples = [
    sample, later(2, "Neap", airs: "2026-11-20", minutes: 44), later(3, "Fetch & Swell", airs: "2026-11-27"),
    later(4, "Episode 4"),
  ]

  private static func later(_ number: Int, _ name: String, airs day: String? = nil, minutes: Int? = nil) -> Episode {
    with(Episode(episodeNumber: number)) {
      $0.id = 6_120_440 + number
      $0.seasonNumber = 2
      $0.showId = 310_442
      $0.name = name
      $0.airDate = day.flatMap { CalendarDay($0) }
      $0.runtime = minutes
    }
  }
}

extension Season {
  /// A sample `Season` for previews and tests.
  public static let sample = with(Season()) {
    $0.id = 441_027
    $0.name = "Season 2"
    $0.airDate = CalendarDay("2026-11-13")
    $0.seasonNumber = 2
    $0.voteAverage = 7.9
    $0.episodes = Episode.samples
  }
}

extension WatchProvider {
  /// A sample `WatchProvider` for previews and tests.
  public static let sample = provider(8, "Netflix", logo: "https://image.tmdb.org/t/p/w92/netflix.jpg")

  /// Samples of two providers, the second without a logo.
  public static let samples = [sample, provider(2188, "Kanopía", logo: "")]

  private static func provider(_ id: Int, _ name: String, logo: String) -> WatchProvider {
    with(WatchProvider(providerId: id)) {
      $0.name = name
      $0.logo = logo
      $0.type = "subscription"
    }
  }
}

extension AnalysisDiagnostics {
  /// A sample `AnalysisDiagnostics` for previews and tests.
  public static let sample = with(AnalysisDiagnostics()) {
    $0.intervals = [7, 7]
    $0.avgInterval = 7
    $0.stdDev = 0
    $0.episodeDetails = Episode.samples.prefix(3).map { episode in
      with(AnalyzedEpisode(number: episode.episodeNumber)) {
        $0.airDate = episode.airDate
        $0.title = episode.name
      }
    }
  }
}

extension ShowAnalysis {
  /// A sample `ShowAnalysis` for previews and tests.
  public static let sample = with(ShowAnalysis(showDetails: .sample)) {
    $0.pattern = .sample
    $0.episodeCount = 3
    $0.seasonInfo = SeasonInfo.samples
    $0.diagnostics = .sample
    $0.watchProviders = WatchProvider.samples
    $0.analyzedSeason = 2
    $0.country = "US"
  }
}
