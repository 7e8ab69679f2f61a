import Foundation
public import VaultClient

/// Values for previews and tests of apps.
extension Movie {
  /// A sample `Movie` for previews and tests.
  public static let sample = with(Movie(id: 1)) {
    $0.title = "Paper Lanterns"
    $0.imdbID = "tt9000001"
    $0.releaseDate = "2019-05-17"
    $0.runtime = 95
    $0.overview = "A lighthouse keeper sells lanterns."
    $0.quality = .hd
    $0.addedAt = Date(timeIntervalSince1970: 1_769_940_000)
  }

  /// A watched film that is in the collection ``MovieCollection/sample``.
  public static let sampleWatched = with(Movie(id: 4)) {
    $0.title = "Harbor Lights"
    $0.imdbID = "tt9000004"
    $0.releaseDate = "2001-03-09"
    $0.runtime = 112
    $0.watched = true
    $0.collectionID = 9001
    $0.collectionName = "Harbor Collection"
    $0.overview = "A ferry pilot comes home."
  }

  /// Samples of `Movie` for previews and tests.
  public static let samples = [sample, sampleWatched]
}

extension Episode {
  /// A watched episode. The other episodes in ``samples`` are unwatched.
  public static let sample = with(episode(1, 1, 1, "Pilot", "2020-01-05")) { $0.watched = true }
  /// Samples of `Episode` for previews and tests.
  public static let samples = [
    sample, episode(2, 1, 2, "Fog", "2020-01-12"), episode(3, 2, 1, "Return Tide", "2021-02-01"),
  ]

  private static func episode(_ id: Int, _ season: Int, _ number: Int, _ title: String, _ day: LooseDate) -> Episode {
    with(Episode(id: id)) {
      $0.title = title
      $0.seriesID = 1
      $0.season = season
      $0.number = number
      $0.code = "S0\(season)E0\(number)"
      $0.airDate = day
    }
  }
}

extension EpisodeDetails {
  /// A sample `EpisodeDetails` for previews and tests.
  public static let sample = with(EpisodeDetails(id: Episode.sample.id)) {
    $0.title = Episode.sample.title
    $0.seriesID = 1
    $0.season = Episode.sample.season
    $0.number = Episode.sample.number
    $0.airDate = Episode.sample.airDate
    $0.watched = true
    $0.seriesTitle = "North Pier"
    $0.overview = "A storm shuts the pier."
    $0.voteAverage = 7.5
    $0.voteCount = 12
    $0.runtime = 45
  }
}

extension Series {
  /// A sample `Series` for previews and tests.
  public static let sample = with(Series(id: 1)) {
    $0.title = "North Pier"
    $0.imdbID = "tt9100001"
    $0.watched = false
    $0.episodes = Episode.samples
    $0.isNew = true
    $0.averageEpisodeRuntime = 48
  }
}

extension MovieCollection {
  /// A sample `MovieCollection` for previews and tests.
  public static let sample = with(MovieCollection(id: 9001)) {
    $0.title = "Harbor Collection"
    $0.movies = [
      .sampleWatched,
      with(Movie(id: 5)) {
        $0.title = "Harbor Lights: Return"
        $0.imdbID = "tt9000005"
        $0.releaseDate = "2004-06-11"
        $0.runtime = 98
        $0.collectionID = 9001
        $0.collectionName = "Harbor Collection"
      },
    ]
  }
}

extension Watchlist {
  /// A sample `Watchlist` for previews and tests.
  public static let sample = with(Watchlist()) {
    ($0.collections, $0.series, $0.movies) = ([.sample], [.sample], [.sample])
  }
}

extension VaultList {
  /// A sample `VaultList` for previews and tests.
  public static let sample = with(VaultList(id: .list(1))) {
    $0.name = "Weekend"
    $0.description = "For Saturdays"
    $0.type = .custom
    $0.color = "#FF6B6B"
    $0.icon = "🍿"
    $0.itemCount = 2
    $0.owner = "ada"
  }
  /// The personal list, for previews and tests.
  public static let samplePersonal = with(VaultList(id: .personal)) {
    $0.name = "My Watchlist"
    $0.type = .personal
    $0.color = ListDraft.standardColor
    $0.icon = "📱"
    $0.itemCount = 5
    $0.owner = "ada"
  }
  /// Samples of `VaultList` for previews and tests.
  public static let samples = [samplePersonal, sample]
}

extension SearchResult {
  /// A sample `SearchResult` for previews and tests.
  public static let sample = with(SearchResult(imdbID: "tt0501001")) {
    $0.title = "Harbor Lights"
    $0.releaseDate = "2001-03-09"
    $0.type = .movie
  }
}

extension NewTitles {
  /// A sample `NewTitles` for previews and tests.
  public static let sample = with(NewTitles()) {
    $0.newMovies = [.sample]
    $0.newSeries = [with(NewSeries(series: .sample)) { $0.episodes = Episode.samples }]
    $0.importedMovies = [.sampleWatched]
  }
}

extension User {
  /// A sample `User` for previews and tests.
  public static let sample = with(User(id: 1)) { ($0.username, $0.email) = ("ada", "ada@example.test") }
}

extension AccountInfo {
  /// A sample `AccountInfo` for previews and tests.
  public static let sample = with(AccountInfo()) {
    $0.username = "ada"
    $0.email = "ada@example.test"
    $0.fullName = "Ada Example"
    $0.authProvider = .auth0
    $0.oauthEnabled = true
    $0.emailVerified = true
    $0.canAddPassword = true
  }
}
