import Foundation
public import VaultClient

/// Samples of the answers of calls, for previews and tests of apps.
extension ServerHealth {
  /// A sample `ServerHealth` for previews and tests.
  public static let sample = with(ServerHealth(service: "viewvault-server")) { $0.status = "healthy" }
}

extension ServerMarker {
  /// A sample `ServerMarker` for previews and tests.
  public static let sample = with(ServerMarker()) { ($0.message, $0.version) = ("ViewVault API", "2.0.0") }
}

extension Auth0Settings {
  /// A sample `Auth0Settings` for previews and tests.
  public static let sample = Auth0Settings(
    domain: "tenant.auth.example.test", clientID: "sample-client", audience: "https://api.viewvault.app")
}

extension MovieFields {
  /// A sample `MovieFields` for previews and tests.
  public static let sample = MovieFields(.sample)
}

extension EpisodeFields {
  /// A sample `EpisodeFields` for previews and tests.
  public static let sample = EpisodeFields(.sample)
}

extension LibraryEntry {
  /// A film, a collection and a series, for previews and tests.
  public static let samples: [LibraryEntry] = [.movie(.sample, partOf: nil), .collection(.sample), .series(.sample)]
}

extension SeasonGroup {
  /// Samples of `SeasonGroup` for previews and tests.
  public static let samples = Series.sample.seasons()
}

extension UnwatchedList {
  /// A sample `UnwatchedList` for previews and tests.
  public static let sample = UnwatchedList(.sample, sortedBy: .added)
}

extension LibraryCounts {
  /// A sample `LibraryCounts` for previews and tests.
  public static let sample = with(LibraryCounts()) {
    $0.movies = with(WatchedCount()) { ($0.total, $0.watched, $0.unwatched) = (7, 5, 2) }
    $0.series.total = 3
    $0.episodes = with(WatchedCount()) { ($0.total, $0.watched, $0.unwatched) = (5, 3, 2) }
  }
}

extension ToggleResult {
  /// A sample `ToggleResult` for previews and tests.
  public static let sample = with(ToggleResult(watched: true)) { $0.message = "Movie watched status updated" }
}

extension ListTarget {
  /// A sample `ListTarget` for previews and tests.
  public static let sample = with(ListTarget(id: 3)) {
    $0.name = "Some day"
    $0.icon = "📋"
    $0.color = "#007AFF"
    $0.itemCount = 0
  }
}

extension ListTargetsPage {
  /// A sample `ListTargetsPage` for previews and tests.
  public static let sample = with(ListTargetsPage()) {
    $0.lists = [.sample]
    $0.pagination = with(Pagination()) {
      ($0.page, $0.pageSize, $0.totalLists, $0.totalPages, $0.hasMore) = (1, 50, 1, 1, false)
    }
  }
}

extension ListTransfer {
  /// A sample `ListTransfer` for previews and tests.
  public static let sample = ListTransfer(.move, [.movie(1), .series(1)], from: 1, to: 3)
}

extension TransferResult {
  /// A sample `TransferResult` for previews and tests.
  public static let sample = with(TransferResult()) {
    $0.success = true
    $0.message = "1 item(s) copied to 'Some day' successfully"
    $0.itemsAffected = 1
  }
}

extension BulkResult {
  /// A sample `BulkResult` for previews and tests.
  public static let sample = with(BulkResult()) {
    $0.success = true
    $0.message = "2 item(s) moved to 'Some day'"
    $0.itemsAffected = 2
  }
}

extension NewReleaseCounts {
  /// A sample `NewReleaseCounts` for previews and tests.
  public static let sample = with(NewReleaseCounts()) {
    $0.newMovies = 1
    $0.newSeries = 1
    $0.newEpisodes = 4
    $0.total = 5
  }
}

extension MovieImport {
  /// A sample `MovieImport` for previews and tests.
  public static let sample = with(MovieImport(id: 9)) {
    $0.title = "Harbor Lights"
    $0.success = true
    $0.imdbID = "tt0501001"
    $0.message = "Movie 'Harbor Lights' imported successfully"
  }
}

extension SequelsImport {
  /// A sample `SequelsImport` for previews and tests.
  public static let sample = with(SequelsImport()) {
    $0.importedMovies = ["Harbor Lights: Return"]
    $0.skippedMovies = [with(SkippedTitle()) { ($0.title, $0.reason) = ("Harbor Lights", "Already exists") }]
    $0.totalImported = 1
    $0.totalSkipped = 1
    $0.collectionSize = 2
  }
}

extension SeriesImport {
  /// The response to importing a series that was in the library before. For a new series, the server would send no series.
  public static let sample = with(SeriesImport()) {
    $0.series = with(Series(id: 1)) { ($0.title, $0.imdbID) = ("North Pier", "tt9100001") }
  }
}

extension FullSeriesImport {
  /// A sample `FullSeriesImport` for previews and tests.
  public static let sample = with(FullSeriesImport()) {
    $0.success = true
    $0.source = .tmdb
    $0.episodeCount = 12
    $0.seasonCount = 2
  }
}

extension JellyfinLibraries {
  /// A sample `JellyfinLibraries` for previews and tests.
  public static let sample = with(JellyfinLibraries()) {
    $0.libraries = [with(JellyfinLibrary(id: "lib-1")) { ($0.name, $0.type) = ("Movies", "movies") }]
    $0.count = 1
  }
}

extension LibraryScan {
  /// A sample `LibraryScan` for previews and tests.
  public static let sample = with(LibraryScan()) {
    $0.totalMovies = 120
    $0.estimatedCollections = 8
    $0.totalWork = 128
    $0.libraryName = "Movies"
  }
}

extension LibraryImportResult {
  /// A sample `LibraryImportResult` for previews and tests.
  public static let sample = with(LibraryImportResult()) {
    $0.success = true
    $0.message = "Jellyfin import complete"
    $0.imported = 110
    $0.updated = 6
    $0.skipped = 4
    $0.skippedItems = [with(SkippedTitle()) { ($0.title, $0.reason) = ("Home video", "No IMDb id") }]
    $0.sequelsImported = 3
    $0.totalMovies = 120
    $0.librariesFound = 1
  }
}

extension LibraryImport {
  /// A sample `LibraryImport` for previews and tests.
  public static let sample = with(LibraryImport(id: 1)) {
    $0.libraryName = "Movies"
    $0.libraryID = "lib-1"
    $0.lastImported = Date(timeIntervalSince1970: 1_772_355_600)
    $0.importCount = 2
    $0.isAutomated = true
  }
}
