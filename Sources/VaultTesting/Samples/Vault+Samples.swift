import Foundation
public import VaultClient

/// Values for previews and tests of apps.
extension Movie {
  public static let sample = Movie(
    id: 1, title: "Paper Lanterns", imdbID: "tt9000001", releaseDate: "2019-05-17", runtime: 95,
    overview: "A lighthouse keeper sells lanterns.", quality: .hd,
    addedAt: Date(timeIntervalSince1970: 1_769_940_000))

  /// Watched, and part of ``MovieCollection/sample``.
  public static let sampleWatched = Movie(
    id: 4, title: "Harbor Lights", imdbID: "tt9000004", releaseDate: "2001-03-09", runtime: 112, watched: true,
    collectionID: 9001, collectionName: "Harbor Collection", overview: "A ferry pilot comes home.")

  public static let samples = [sample, sampleWatched]
}

extension Episode {
  public static let sample = Episode(
    id: 1, seriesID: 1, season: 1, number: 1, title: "Pilot", code: "S01E01", airDate: "2020-01-05", watched: true)

  public static let samples = [
    sample,
    Episode(id: 2, seriesID: 1, season: 1, number: 2, title: "Fog", code: "S01E02", airDate: "2020-01-12"),
    Episode(id: 3, seriesID: 1, season: 2, number: 1, title: "Return Tide", code: "S02E01", airDate: "2021-02-01"),
  ]
}

extension EpisodeDetails {
  public static let sample = EpisodeDetails(
    id: 1, seriesID: 1, season: 1, number: 1, title: "Pilot", airDate: "2020-01-05", watched: true,
    seriesTitle: "North Pier", overview: "A storm shuts the pier.", voteAverage: 7.5, voteCount: 12, runtime: 45)
}

extension Series {
  public static let sample = Series(
    id: 1, title: "North Pier", imdbID: "tt9100001", watched: false, episodes: Episode.samples, isNew: true,
    averageEpisodeRuntime: 48)
}

extension MovieCollection {
  public static let sample = MovieCollection(
    id: 9001, title: "Harbor Collection",
    movies: [
      .sampleWatched,
      Movie(
        id: 5, title: "Harbor Lights: Return", imdbID: "tt9000005", releaseDate: "2004-06-11", runtime: 98,
        collectionID: 9001, collectionName: "Harbor Collection"),
    ])
}

extension Watchlist {
  public static let sample = Watchlist(collections: [.sample], series: [.sample], movies: [.sample])
}

extension VaultList {
  public static let sample = VaultList(
    id: 1, name: "Weekend", description: "For Saturdays", type: .custom, color: "#FF6B6B", icon: "🍿", itemCount: 2,
    owner: "ada")
  public static let samplePersonal = VaultList(
    id: .personal, name: "My Watchlist", type: .personal, color: "#007AFF", icon: "📱", itemCount: 5, owner: "ada")
  public static let samples = [samplePersonal, sample]
}

extension SearchResult {
  public static let sample = SearchResult(
    imdbID: "tt0501001", title: "Harbor Lights", releaseDate: "2001-03-09", type: .movie)
}

extension NewTitles {
  public static let sample = NewTitles(
    newMovies: [.sample], newSeries: [NewSeries(series: .sample, episodes: Episode.samples)],
    importedMovies: [.sampleWatched])
}

extension User {
  public static let sample = User(id: 1, username: "ada", email: "ada@example.test")
}

extension AccountInfo {
  public static let sample = AccountInfo(
    username: "ada", email: "ada@example.test", fullName: "Ada Example", authProvider: .auth0, oauthEnabled: true,
    emailVerified: true, canAddPassword: true)
}
