import Foundation
import MediaCore
public import TallyKit

extension GuideService {
  /// A sample `GuideService` for previews and tests.
  public static let sample = with(GuideService(id: .tmdb(8))) {
    $0.name = "Netflix"
    $0.logo = "https://image.tmdb.org/t/p/w92/netflix.jpg"
    $0.color = "#E50914"
    $0.textColor = "#FFFFFF"
  }
}

extension GuideShow {
  /// A sample `GuideShow` for previews and tests.
  public static let sample = with(GuideShow(tmdbId: 310_442)) {
    $0.title = "Lighthouse Winter"
    $0.poster = "https://image.tmdb.org/t/p/w500/lighthouse.jpg"
    $0.overview = "A keeper's daughter logs every ship that never arrives."
    $0.status = .returning
    $0.streamingServices = [.sample]
    $0.activeWindow = with(ActiveWindow()) {
      $0.start = CalendarDay("2026-11-13")
      $0.end = CalendarDay("2026-11-27")
    }
    $0.upcomingEpisodes = Episode.samples.prefix(3).map { episode in
      with(GuideEpisode()) {
        $0.airDate = episode.airDate
        $0.title = episode.name
        $0.tmdbId = 310_442
      }
    }
    $0.country = "US"
    $0.nextEpisodeDate = CalendarDay("2026-11-13")
    $0.bufferDays = 3
  }
}

extension Guide {
  /// A sample `Guide` for previews and tests.
  public static let sample = with(Guide(services: [with(GuideGroup(service: .sample)) { $0.shows = [.sample] }])) {
    $0.totalShows = 1
    $0.totalEpisodes = 3
  }
}

extension ProviderBadge {
  /// A sample `ProviderBadge` for previews and tests.
  public static let sample = ProviderBadge(.sample)
}

extension EpisodeRef {
  /// Samples of `EpisodeRef` for previews and tests.
  public static let samples = CalendarData(.sample).episodesByDate.sorted { $0.key < $1.key }.flatMap(\.value)
}

extension SearchViewModel.ShowCard {
  /// The sample of an expanded search result. The running season is loaded, and the first season is not.
  public static let sample = with(SearchViewModel.ShowCard(.sample)) { $0.seasons[1].episodes = Episode.samples }
}

extension SearchViewModel.State {
  /// The sample state of a search with two results. The first result is expanded, one of its episodes is watched, and a provider is chosen.
  public static let sample = with(SearchViewModel.State()) {
    $0.query = "lighthouse"
    $0.results = SearchResult.samples
    $0.expanded = [310_442]
    $0.details = [310_442: .sample]
    $0.selectedSeasonByTmdb = [310_442: 2]
    $0.serverProgress = [SearchViewModel.key(310_442, season: 1): 8, SearchViewModel.key(310_442, season: 2): 1]
    $0.selectedProviderByTmdb = [310_442: 8]
  }
}
