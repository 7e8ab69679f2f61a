import MediaTesting
import Runner
import VaultClient
import VaultTesting

/// Things to try changes on. Everything is put back afterwards, also after a failure.
extension VaultStage {
  /// An unwatched film of the library that is in no collection.
  func withMovie<Result: Sendable>(_ body: @Sendable (Movie) async throws -> Result) async throws -> Result {
    let found = try await vault.watchlist.all().movies.first { $0.imdbID != nil }
    let id = try require(found, "a film in the account").id
    let before = try await witness.get("/api/movies/\(id)")
    try await witness.replace(movie: before, watched: false)
    return try await puttingBack {
      try await vault.store.refreshLibrary()
      return try await body(try require(try await vault.store.library()?.value.movie(id), "the film"))
    } back: {
      try await witness.replace(movie: before, watched: before["watched"]?.bool ?? false)
    }
  }

  /// A series of the library with two episodes or more, the first of them watched.
  func withSeries<Result: Sendable>(_ body: @Sendable (Series) async throws -> Result) async throws -> Result {
    let all = try await vault.watchlist.all().series
    let found = all.first { $0.episodes.count > 1 } ?? all.first { !$0.episodes.isEmpty }
    let series = try require(found, "a series with episodes in the account")
    let before = try await witness.get("/api/series/\(series.id)")
    let marks = try await witness.marks(ofSeries: series.id)
    let first = try require(marks.keys.min(), "an episode")
    try await witness.setMarks(marks.mapValues { _ in false }.merging([first: true]) { $1 }, ofSeries: series.id)
    return try await puttingBack {
      try await vault.store.refreshLibrary()
      return try await body(try require(try await vault.store.library()?.value.series(series.id), "the series"))
    } back: {
      try await witness.setMarks(marks, ofSeries: series.id)
      try await witness.replace(series: before)
    }
  }

  /// A list of the account's own with these titles.
  func withList<Result: Sendable>(
    _ name: String = "Example", _ items: [ListItem] = [], _ body: @Sendable (Int) async throws -> Result
  ) async throws -> Result {
    let list = try await witness.makeList(name, items)
    return try await puttingBack {
      try await body(list)
    } back: {
      try await witness.deleteList(list)
    }
  }

  private func puttingBack<Result>(
    _ body: () async throws -> Result, back: () async throws -> Void
  ) async throws -> Result {
    do {
      let result = try await body()
      try await back()
      return result
    } catch {
      network.isDown = false
      try await back()
      throw error
    }
  }
}
