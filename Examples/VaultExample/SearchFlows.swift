import MediaTesting
import Runner
import VaultClient
import VaultTesting

enum SearchFlows {
  static let all: [Flow<VaultFixture>] = [
    search("search-all") { try await $0.all("harbor") },
    search("search-movies") { try await $0.movies("harbor") },
    search("search-series") { try await $0.series("harbor") },
    search("search-tvmaze") { try await $0.tvmaze("harbor") },
    Flow("search-without-catalogue", needsFake: true) { fixture in
      let separate = try await fixture.separate(.init())
      let error = try await failure { _ = try await separate.vault.search.movies("harbor") }
      try expectEqual(error.kind, .server, "the kind")
      let words = "\(error) \(error.serverMessage ?? "")"
      try expect(!words.contains("dummy"), "no key of the server's in \(words)")
      return "the server's key for its catalogue is in its answer, and not in the error"
    },
    Flow("search-in-the-library") { fixture in
      try await fixture.withMovie { movie in
        let library = try await fixture.vault.store.refreshLibrary().value
        let found = LibrarySearch.find(movie.title.uppercased(), in: library)
        try expect(found.contains { $0.title == movie.title }, "“\(movie.title)” among \(found.map(\.title))")
        try expectEqual(LibrarySearch.find("  ", in: library).count, 0, "results for nothing")
        return "“\(movie.title.uppercased())” finds \(found.count) without the network"
      }
    },
    Flow("search-in-a-prepared-library") { fixture in
      try await fixture.withMovie { movie in
        let library = try await fixture.vault.store.refreshLibrary().value
        let index = LibraryIndex(library)
        index.prepare()
        try expectEqual(index.find(movie.title), LibrarySearch.find(movie.title, in: library), "what is found")
        let rows = index.rows(.standard, by: .added)
        try expectEqual(rows, library.arranged(.standard, by: .added), "the rows")
        let first = index.firstRows(3, .standard, by: .added)
        try expectEqual(first, Array(rows.prefix(3)), "the first rows")
        return "\(rows.count) rows, first “\(first.first?.title ?? "")”"
      }
    },
    Flow("search-as-you-type", needsFake: true) { fixture in try await typing(fixture) },
  ]

  /// The built-in server has results; another server may not reach its catalogue.
  private static func search(
    _ id: String, _ body: @escaping @Sendable (any SearchAPI) async throws -> [SearchResult]
  ) -> Flow<VaultFixture> {
    Flow(id) { fixture in
      do {
        let results = try await body(fixture.vault.search)
        try expect(fixture.fake == nil || !results.isEmpty, "results")
        let first = results.first.map { ", first “\($0.title)” (\($0.imdbID))" } ?? ""
        return "\(results.count) results\(first)"
      } catch let error as ClientError {
        try expect(fixture.fake == nil && error.kind == .server, "results, got \(error)")
        return "the server cannot reach its catalogue: \(error.vaultText())"
      }
    }
  }

  @MainActor
  private static func typing(_ fixture: VaultFixture) async throws -> String {
    let device = fixture.device()
    let model = VaultLibraryViewModel(vault: device.vault)
    model.load()
    await model.settled()
    model.query = "harbor collection"
    try expect(!model.state.search.local.isEmpty, "local results at once")
    model.query = "ha"
    await model.settled()
    try expectEqual(device.count(.vaultSearchAll), 0, "searches for two letters")
    model.query = "harbor"
    model.submitSearch()
    await model.settled()
    model.submitSearch()
    await model.settled()
    try expectEqual(device.count(.vaultSearchAll), 1, "searches for the same text")
    try expect(!model.state.search.external.isEmpty, "results from outside")
    return "\(model.state.search.local.count) here, “\(model.state.search.externalTitle())”"
  }
}
