import Foundation
import MediaCore
public import TallyKit

extension TrackedShow {
  public static let sample = TrackedShow(
    id: "c1e7d2a4-90b3-4c58-b6f5-8d3a7e614b02", tmdbId: 310_442, title: "Lighthouse Winter",
    overview: "A keeper's daughter logs every ship that never arrives.",
    posterPath: "https://image.tmdb.org/t/p/w500/lighthouse.jpg", firstAirDate: CalendarDay("2022-03-10"),
    lastAirDate: CalendarDay("2026-12-04"), status: .airing, totalSeasons: 2, totalEpisodes: 3,
    releasePattern: StoredPattern(pattern: .sample, avgInterval: 7, stdDev: 0, intervals: [7, 7], analyzedSeason: 2),
    tmdbLastUpdated: SampleTime.ago(days: 4), isPopular: true, createdAt: SampleTime.ago(days: 20),
    updatedAt: SampleTime.ago(days: 4))

  /// One that TMDB told nothing about.
  public static let samplePlaceholder = TrackedShow(
    id: "e48f30b1-7a2d-49e6-93c0-1b6d5f2a8c77", tmdbId: 990_001, title: "Show (TMDB ID: 990001)", status: .airing,
    createdAt: SampleTime.ago(days: 80), updatedAt: SampleTime.ago(days: 80))
}

extension SelectedProvider {
  public static let sample = SelectedProvider(
    id: 8, name: "Netflix", logoPath: "https://image.tmdb.org/t/p/w45/netflix.jpg")
}

extension ProviderSelection {
  public static let sample = ProviderSelection(.sample as WatchProvider)
}

extension WatchProgress {
  public static let sample = WatchProgress(
    totalEpisodes: 12, watchedEpisodes: 9,
    currentEpisode: EpisodePointer(seasonNumber: 2, episodeNumber: 2, name: "Episode 2"))
}

extension WatchlistEntry {
  public static let sample = WatchlistEntry(
    id: "0d9a5f6e-1c74-4b1a-8a63-2f9f6f0b7c21", userId: "7b1f0c52-3d6a-4e8c-9b47-5c2e1a0d9f11",
    showId: "c1e7d2a4-90b3-4c58-b6f5-8d3a7e614b02", status: .watching, addedAt: SampleTime.ago(days: 20),
    startedWatchingAt: SampleTime.ago(days: 20), showRating: 8.5, notes: "With Ada, on Fridays", bufferDays: 3,
    countryCode: "AU", show: .sample, rawShow: .sample, progress: .sample, streamingProvider: .sample)

  /// Not begun, without a provider.
  public static let sampleWaiting = WatchlistEntry(
    id: "93d1b7c8-52ef-4f0b-a1d4-6e0c8b35f7aa", userId: "7b1f0c52-3d6a-4e8c-9b47-5c2e1a0d9f11",
    showId: "e48f30b1-7a2d-49e6-93c0-1b6d5f2a8c77", addedAt: SampleTime.ago(days: 80), show: .samplePlaceholder,
    rawShow: .samplePlaceholder, progress: WatchProgress())

  public static let samples = [sample, sampleWaiting]
}

extension TrackedItem {
  public static let samples = WatchlistEntry.samples.compactMap { TrackedItem($0) }
}

extension AddedShow {
  public static let sample = AddedShow(userShow: .sample, show: .sample, message: "Added to watching")
}

extension WatchlistStats {
  public static let sample = WatchlistStats(
    totalShows: 6, byStatus: ["watchlist": 2, "watching": 3, "completed": 1, "dropped": 0], averageRating: 7.8)
}

extension TrackedEpisode {
  public static let sample = TrackedEpisode(
    id: "d2b94c60-6f1e-4a7d-8c35-19e0a7f4b683", seasonId: "7e0c41d9-58a6-4f3b-92d7-a1b80e6c5f44", tmdbEpisodeId: 0,
    episodeNumber: 1, name: "Episode 1")
}

extension TrackedSeason {
  public static let sample = TrackedSeason(
    id: "7e0c41d9-58a6-4f3b-92d7-a1b80e6c5f44", showId: "c1e7d2a4-90b3-4c58-b6f5-8d3a7e614b02", tmdbSeasonId: 1,
    seasonNumber: 1, name: "Season 1", episodeCount: 1, episodes: [.sample])
}

extension TrackedShowDetail {
  public static let sample = TrackedShowDetail(
    show: .sample, seasons: [.sample], progress: WatchProgress(totalEpisodes: 1, watchedEpisodes: 0), totalEpisodes: 1,
    watchedEpisodes: 0, completionPercentage: 0)
}

extension ShowProgress {
  /// The first season is watched, and one episode of the second.
  public static let sample = ShowProgress(seasons: [
    1: (1...8).map { EpisodeStatus(episodeNumber: $0, status: .watched) },
    2: [EpisodeStatus(episodeNumber: 1, status: .watched), EpisodeStatus(episodeNumber: 2, status: .watching)],
  ])
}

extension ProgressReceipt {
  public static let sample = ProgressReceipt(
    updatedCount: 9, totalRequested: 9, status: .watched, message: "Marked 9/9 episodes as watched")
}

extension ViewingStats {
  public static let sample = ViewingStats(
    totalEpisodes: 12, watchedEpisodes: 9, currentlyWatching: 1, totalWatchTime: 405, averageEpisodeRating: 7.5)
}

extension RatingAggregate {
  public static let sample = RatingAggregate(
    showId: "c1e7d2a4-90b3-4c58-b6f5-8d3a7e614b02", averageRating: 8.3, totalRatings: 3,
    ratingDistribution: ["8": 1, "8.5": 2], timestamp: SampleTime.now)
}
