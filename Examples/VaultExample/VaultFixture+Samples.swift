import MediaTesting
import Runner
import VaultClient
import VaultTesting

/// Titles and lists to change. Everything is restored afterwards, also after a failure.
extension VaultFixture {
  /// An unwatched film of the library that is in no collection.
  func withMovie<Result: Sendable>(_ body: @Sendable (Movie) async throws -> Result) async throws -> Result {
    let found = try await vault.watchlist.all().movies.first { $0.imdbID != nil }
    let id = try require(found, "a film in the account").id
    let before = try await verifier.get("/api/movies/\(id)")
    try await verifier.replace(movie: before, watched: false)
    return try await restoring {
      try await vault.store.refreshLibrary()
      return try await body(try require(try await vault.store.library()?.value.movie(id), "the film"))
    } restore: {
      try await verifier.replace(movie: before, watched: before["watched"]?.bool ?? false)
    }
  }

  /// A series of the library with two episodes or more, the first of them watched.
  func withSeries<Result: Sendable>(_ body: @Sendable (Series) async throws -> Result) async throws -> Result {
    let all = try await vault.watchlist.all().series
    let found = all.first { $0.episodes.count > 1 } ?? all.first { !$0.episodes.isEmpty }
    let series = try require(found, "a series with episodes in the account")
    let before = try await verifier.get("/api/series/\(series.id)")
    let marks = try await verifier.marks(ofSeries: series.id)
    let first = try require(marks.keys.min(), "an episode")
    try await verifier.setMarks(marks.mapValues { _ in false }.merging([first: true]) { $1 }, ofSeries: series.id)
    return try await restoring {
      try await vault.store.refreshLibrary()
      return try await body(try require(try await vault.store.library()?.value.series(series.id), "the series"))
    } restore: {
      try await verifier.setMarks(marks, ofSeries: series.id)
      try await verifier.replace(series: before)
    }
  }

  /// A list of the account's own with these titles.
  func withList<Result: Sendable>(
    _ name: String = "Example", _ items: [ListItem] = [], _ body: @Sendable (Int) async throws -> Result
  ) async throws -> Result {
    let list = try await verifier.makeList(name, items)
    return try await restoring {
      try await body(list)
    } restore: {
      try await verifier.deleteList(list)
    }
  }

  private func restoring<Result>(
    _ body: () async throws -> Result, restore: () async throws -> Void
  ) async throws -> Result {
    do {
      let result = try await body()
      try await restore()
      return result
    } catch {
      network.isDown = false
      try await restore()
      throw error
    }
  }
}
