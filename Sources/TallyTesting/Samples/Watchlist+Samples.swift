import Foundation
import MediaCore
public import TallyKit

extension TrackedShow {
  /// A sample `TrackedShow` for previews and tests.
  public static let sample = with(TrackedShow(id: "c1e7d2a4-90b3-4c58-b6f5-8d3a7e614b02")) {
    $0.tmdbId = 310_442
    $0.title = "Lighthouse Winter"
    $0.overview = "A keeper's daughter logs every ship that never arrives."
    $0.posterPath = "https://image.tmdb.org/t/p/w500/lighthouse.jpg"
    $0.firstAirDate = CalendarDay("2022-03-10")
    $0.lastAirDate = CalendarDay("2026-12-04")
    $0.status = .airing
    $0.totalSeasons = 2
    $0.totalEpisodes = 3
    $0.releasePattern = with(StoredPattern()) {
      $0.pattern = .sample
      $0.avgInterval = 7
      $0.stdDev = 0
      $0.intervals = [7, 7]
      $0.analyzedSeason = 2
    }
    $0.tmdbLastUpdated = SampleTime.ago(days: 4)
    $0.isPopular = true
    $0.createdAt = SampleTime.ago(days: 20)
    $0.updatedAt = SampleTime.ago(days: 4)
  }

  /// A sample of the placeholder that the server stores for a show of which TMDB has no data.
  public static let samplePlaceholder = with(TrackedShow(id: "e48f30b1-7a2d-49e6-93c0-1b6d5f2a8c77")) {
    $0.tmdbId = 990_001
    $0.title = "Show (TMDB ID: 990001)"
    $0.status = .airing
    $0.createdAt = SampleTime.ago(days: 80)
    $0.updatedAt = SampleTime.ago(days: 80)
  }
}

extension SelectedProvider {
  /// A sample `SelectedProvider` for previews and tests.
  public static let sample = with(SelectedProvider(id: 8)) {
    $0.name = "Netflix"
    $0.logoPath = "https://image.tmdb.org/t/p/w45/netflix.jpg"
  }
}

extension ProviderSelection {
  /// A sample `ProviderSelection` for previews and tests.
  public static let sample = ProviderSelection(.sample as WatchProvider)
}

extension WatchProgress {
  /// A sample `WatchProgress` for previews and tests.
  public static let sample = with(WatchProgress()) {
    $0.totalEpisodes = 12
    $0.watchedEpisodes = 9
    $0.currentEpisode = with(EpisodePointer(seasonNumber: 2, episodeNumber: 2)) { $0.name = "Episode 2" }
  }
}

extension WatchlistEntry {
  /// A sample `WatchlistEntry` for previews and tests.
  public static let sample = with(
    WatchlistEntry(id: "0d9a5f6e-1c74-4b1a-8a63-2f9f6f0b7c21", showId: "c1e7d2a4-90b3-4c58-b6f5-8d3a7e614b02")
  ) {
    $0.userId = "7b1f0c52-3d6a-4e8c-9b47-5c2e1a0d9f11"
    $0.status = .watching
    $0.addedAt = SampleTime.ago(days: 20)
    $0.startedWatchingAt = SampleTime.ago(days: 20)
    $0.showRating = 8.5
    $0.notes = "With Ada, on Fridays"
    $0.bufferDays = 3
    $0.countryCode = "AU"
    $0.show = .sample
    $0.rawShow = .sample
    $0.progress = .sample
    $0.streamingProvider = .sample
  }

  /// A sample of an entry for a show that the user has not begun, without a provider.
  public static let sampleWaiting = with(
    WatchlistEntry(id: "93d1b7c8-52ef-4f0b-a1d4-6e0c8b35f7aa", showId: "e48f30b1-7a2d-49e6-93c0-1b6d5f2a8c77")
  ) {
    $0.userId = "7b1f0c52-3d6a-4e8c-9b47-5c2e1a0d9f11"
    $0.addedAt = SampleTime.ago(days: 80)
    $0.show = .samplePlaceholder
    $0.rawShow = .samplePlaceholder
    $0.progress = WatchProgress()
  }

  /// Samples of `WatchlistEntry` for previews and tests.
  public static let samples = [sample, sampleWaiting]
}

extension TrackedItem {
  /// Samples of `TrackedItem` for previews and tests.
  public static let samples = WatchlistEntry.samples.compactMap { TrackedItem($0) }
}

extension WatchlistStats {
  /// A sample `WatchlistStats` for previews and tests.
  public static let sample = with(WatchlistStats()) {
    $0.totalShows = 6
    $0.byStatus = ["watchlist": 2, "watching": 3, "completed": 1, "dropped": 0]
    $0.averageRating = 7.8
  }
}

extension ShowProgress {
  /// The sample progress of a show. The first season is watched. Of the second season, one episode is watched and one is being watched.
  public static let sample = ShowProgress(seasons: [
    1: (1...8).map { EpisodeStatus(episodeNumber: $0, status: .watched) },
    2: [EpisodeStatus(episodeNumber: 1, status: .watched), EpisodeStatus(episodeNumber: 2, status: .watching)],
  ])
}
