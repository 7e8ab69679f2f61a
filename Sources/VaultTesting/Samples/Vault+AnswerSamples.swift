import Foundation
public import VaultClient

/// Values of what the server answers to calls, for previews and tests of apps.
extension ServerHealth {
  public static let sample = ServerHealth(service: "viewvault-server", status: "healthy")
}

extension ServerMarker {
  public static let sample = ServerMarker(message: "ViewVault API", version: "2.0.0")
}

extension Auth0Settings {
  public static let sample = Auth0Settings(
    domain: "tenant.auth.example.test", clientID: "sample-client", audience: "https://api.viewvault.app")
}

extension MovieFields {
  public static let sample = MovieFields(.sample)
}

extension EpisodeFields {
  public static let sample = EpisodeFields(.sample)
}

extension LibraryEntry {
  /// A film, a collection and a series.
  public static let samples: [LibraryEntry] = [
    .movie(.sample, partOf: nil), .collection(.sample), .series(.sample),
  ]
}

extension SeasonGroup {
  public static let samples = Series.sample.seasons()
}

extension UnwatchedList {
  public static let sample = UnwatchedList(.sample, sortedBy: .added)
}

extension LibraryCounts {
  public static let sample = LibraryCounts(
    movies: WatchedCount(total: 7, watched: 5, unwatched: 2), series: WatchedCount(total: 3),
    episodes: WatchedCount(total: 5, watched: 3, unwatched: 2))
}

extension ToggleResult {
  public static let sample = ToggleResult(message: "Movie watched status updated", watched: true)
}

extension ListTarget {
  public static let sample = ListTarget(id: 3, name: "Some day", icon: "📋", color: "#007AFF", itemCount: 0)
}

extension ListTargetsPage {
  public static let sample = ListTargetsPage(
    lists: [.sample], pagination: Pagination(page: 1, pageSize: 50, totalLists: 1, totalPages: 1, hasMore: false))
}

extension ListTransfer {
  public static let sample = ListTransfer(.move, [.movie(1), .series(1)], from: 1, to: 3)
}

extension TransferResult {
  public static let sample = TransferResult(
    success: true, message: "1 item(s) copied to 'Some day' successfully", itemsAffected: 1)
}

extension BulkResult {
  public static let sample = BulkResult(success: true, message: "2 item(s) moved to 'Some day'", itemsAffected: 2)
}

extension NewReleaseCounts {
  public static let sample = NewReleaseCounts(newMovies: 1, newSeries: 1, newEpisodes: 4, total: 5)
}

extension MovieImport {
  public static let sample = MovieImport(
    id: 9, success: true, title: "Harbor Lights", imdbID: "tt0501001",
    message: "Movie 'Harbor Lights' imported successfully")
}

extension SequelsImport {
  public static let sample = SequelsImport(
    importedMovies: ["Harbor Lights: Return"],
    skippedMovies: [SkippedTitle(title: "Harbor Lights", reason: "Already exists")], totalImported: 1, totalSkipped: 1,
    collectionSize: 2)
}

extension SeriesImport {
  /// Of a series that was there already; of a new one the server says nothing.
  public static let sample = SeriesImport(series: Series(id: 1, title: "North Pier", imdbID: "tt9100001"))
}

extension FullSeriesImport {
  public static let sample = FullSeriesImport(success: true, source: .tmdb, episodeCount: 12, seasonCount: 2)
}

extension JellyfinLibraries {
  public static let sample = JellyfinLibraries(
    libraries: [JellyfinLibrary(id: "lib-1", name: "Movies", type: "movies")], count: 1)
}

extension LibraryScan {
  public static let sample = LibraryScan(
    totalMovies: 120, estimatedCollections: 8, totalWork: 128, libraryName: "Movies")
}

extension LibraryImportResult {
  public static let sample = LibraryImportResult(
    success: true, message: "Jellyfin import complete", imported: 110, updated: 6, skipped: 4,
    skippedItems: [SkippedTitle(title: "Home video", reason: "No IMDb id")], sequelsImported: 3, totalMovies: 120,
    librariesFound: 1)
}

extension LibraryImport {
  public static let sample = LibraryImport(
    id: 1, libraryName: "Movies", libraryID: "lib-1", lastImported: Date(timeIntervalSince1970: 1_772_355_600),
    importCount: 2, isAutomated: true)
}
