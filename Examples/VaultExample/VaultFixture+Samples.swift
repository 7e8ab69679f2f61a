import MediaTesting
import Runner
import VaultClient
import VaultTesting

/// Titles and lists to change. Everything is restored afterwards, also after a failure.
extension VaultFixture {
  /// An unwatched film of the library that is in no collection; one is imported where the account has none.
  func withMovie<Result: Sendable>(
    isMade: Bool = false, _ body: @Sendable (Movie) async throws -> Result
  ) async throws -> Result {
    guard let id = try await vault.watchlist.all().movies.first(where: { $0.imdbID != nil })?.id else {
      try expect(!isMade, "the imported film in no collection")
      return try await importing {
        try await withMovie(isMade: true, body)
      } make: {
        _ = try await $0.movie("tt0111161", into: [])
      }
    }
    let before = try await verifier.get("/api/movies/\(id)")
    try await verifier.replace(movie: before, watched: false)
    return try await restoring {
      try await vault.store.refreshLibrary()
      return try await body(try require(try await vault.store.library()?.value.movie(id), "the film"))
    } restore: {
      try await verifier.replace(movie: before, watched: before["watched"]?.bool ?? false)
    }
  }

  /// A series of the library with two episodes or more, the first of them watched; one is imported where the account has
  /// none.
  func withSeries<Result: Sendable>(
    isMade: Bool = false, _ body: @Sendable (Series) async throws -> Result
  ) async throws -> Result {
    guard let series = try await vault.watchlist.all().series.first(where: { $0.episodes.count > 1 }) else {
      try expect(!isMade, "the imported series with two episodes")
      return try await importing {
        try await withSeries(isMade: true, body)
      } make: {
        _ = try await $0.series("tt0098936", into: [])
      }
    }
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

  /// A collection of two films, made of films that are in none where the account has no collection.
  func withCollection<Result: Sendable>(
    _ body: @Sendable (MovieCollection) async throws -> Result
  ) async throws -> Result {
    if let found = try await vault.store.refreshLibrary().value.collections.first(where: { $0.movies.count > 1 }) {
      return try await body(found)
    }
    return try await importing {
      let films = try await vault.store.refreshLibrary().value.movies.prefix(2)
      try expect(films.count == 2, "two films in no collection")
      var before: [JSONValue] = []
      for film in films { before.append(try await verifier.get("/api/movies/\(film.id)")) }
      return try await restoring {
        for var film in before {
          film["collection_id"] = 990_002
          film["collection_name"] = "Example Films"
          try await verifier.replace(movie: film, watched: film["watched"]?.bool ?? false)
        }
        let made = try await vault.store.refreshLibrary().value.collection(990_002)
        return try await body(try require(made, "the collection"))
      } restore: {
        for film in before { try await verifier.replace(movie: film, watched: film["watched"]?.bool ?? false) }
      }
    } make: { imports in
      for id in ["tt0111161", "tt0050083"] { _ = try await imports.movie(id, into: []) }
    }
  }

  /// Imports titles for `body`, and removes afterwards what the account did not have before.
  private func importing<Result: Sendable>(
    _ body: @Sendable () async throws -> Result, make: @Sendable (any ImportAPI) async throws -> Void
  ) async throws -> Result {
    let before = try await verifier.titles()
    return try await restoring {
      try await make(vault.imports)
      return try await body()
    } restore: {
      for path in try await verifier.titles().subtracting(before) { try await verifier.delete(title: path) }
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
