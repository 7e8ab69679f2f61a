import Foundation
import MediaCore
public import TallyKit

/// Values for previews and tests of apps: one show that comes out weekly, with the season that is running.
extension SearchResult {
  public static let sample = SearchResult(
    id: 310_442, title: "Lighthouse Winter", year: 2022, poster: "https://image.tmdb.org/t/p/w500/lighthouse.jpg",
    overview: "A keeper's daughter logs every ship that never arrives.", firstAirDate: CalendarDay("2022-03-10"),
    popularity: 41.9)

  /// Announced: without a poster and a date.
  public static let sampleAnnounced = SearchResult(id: 287_731, title: "Lighthouse: Untitled Project", popularity: 0.6)

  public static let samples = [sample, sampleAnnounced]
}

extension SearchAnswer {
  public static let sample = SearchAnswer(query: "lighthouse", country: "US", results: SearchResult.samples)
}

extension ShowDetails {
  public static let sample = ShowDetails(
    id: 310_442, title: "Lighthouse Winter", overview: "A keeper's daughter logs every ship that never arrives.",
    status: .returning, firstAirDate: CalendarDay("2022-03-10"), lastAirDate: CalendarDay("2026-12-04"),
    poster: "https://image.tmdb.org/t/p/w500/lighthouse.jpg")
}

extension ReleasePattern {
  public static let sample = ReleasePattern(kind: .weekly, confidence: 0.9523809523809524)
}

extension SeasonInfo {
  public static let samples = [
    SeasonInfo(
      seasonNumber: 1, episodeCount: 8, airDate: CalendarDay("2022-03-10"), pattern: ReleasePattern(kind: .binge),
      confidence: 0.9),
    SeasonInfo(seasonNumber: 2, episodeCount: 4, airDate: CalendarDay("2026-11-13"), pattern: .sample),
  ]
}

extension Episode {
  public static let sample = Episode(
    id: 6_120_441, episodeNumber: 1, seasonNumber: 2, showId: 310_442, name: "Slack Water",
    overview: "The tide clock stops; Ines does not.", airDate: CalendarDay("2026-11-13"), episodeType: "standard",
    runtime: 47, stillPath: "/slackwater.jpg", voteAverage: 8.1, voteCount: 23)

  /// The running season: two are out, one comes within a week, the last one has no date yet.
  public static let samples = [
    sample,
    Episode(
      id: 6_120_442, episodeNumber: 2, seasonNumber: 2, showId: 310_442, name: "Neap",
      airDate: CalendarDay("2026-11-20"), runtime: 44),
    Episode(
      id: 6_120_443, episodeNumber: 3, seasonNumber: 2, showId: 310_442, name: "Fetch & Swell",
      airDate: CalendarDay("2026-11-27")),
    Episode(id: 6_120_444, episodeNumber: 4, seasonNumber: 2, showId: 310_442, name: "Episode 4"),
  ]
}

extension Season {
  public static let sample = Season(
    id: 441_027, name: "Season 2", airDate: CalendarDay("2026-11-13"), seasonNumber: 2, voteAverage: 7.9,
    episodes: Episode.samples)
}

extension WatchProvider {
  public static let sample = WatchProvider(
    providerId: 8, name: "Netflix", logo: "https://image.tmdb.org/t/p/w92/netflix.jpg", type: "subscription")

  /// The second without a logo.
  public static let samples = [
    sample, WatchProvider(providerId: 2188, name: "Kanopía", logo: "", type: "subscription"),
  ]
}

extension AnalysisDiagnostics {
  public static let sample = AnalysisDiagnostics(
    intervals: [7, 7], avgInterval: 7, stdDev: 0,
    episodeDetails: Episode.samples.prefix(3).map {
      AnalyzedEpisode(number: $0.episodeNumber, airDate: $0.airDate, title: $0.name)
    })
}

extension ShowAnalysis {
  public static let sample = ShowAnalysis(
    showDetails: .sample, pattern: .sample, episodeCount: 3, seasonInfo: SeasonInfo.samples, diagnostics: .sample,
    watchProviders: WatchProvider.samples, analyzedSeason: 2, country: "US")
}

extension RawProvider {
  public static let sample = RawProvider(
    providerId: 8, providerName: "Netflix", logoPath: "/netflix.jpg", displayPriority: 0)
}

extension BatchAnalysis {
  public static let sample = BatchAnalysis(
    country: "US", totalRequested: 2, totalAnalyzed: 1,
    results: [
      BatchResult(showId: 310_442, success: true, analysis: .sample), BatchResult(showId: 990_001, success: false),
    ])
}

extension ResolvedEpisode {
  public static let sample = ResolvedEpisode(
    id: "d2b94c60-6f1e-4a7d-8c35-19e0a7f4b683", episodeNumber: 1, tmdbEpisodeId: 0, name: "Episode 1")
}
