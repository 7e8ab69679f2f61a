import MediaCore

enum MovieEndpoints {
  static func all() -> Endpoint<[Movie]> {
    Endpoint<Rows<Movie>>.json("vault.movies.all", path: ["api", "movies"], traits: .vaultSlowOpenRead).slashed()
      .map(\.elements)
  }

  static func one(_ id: Int) -> Endpoint<Movie> {
    .json("vault.movies.one", path: ["api", "movies", .number(id)], traits: .vaultOpenRead)
  }

  static func create(_ fields: MovieFields) throws(ClientError) -> Endpoint<Movie> {
    Endpoint<Movie>.json(
      "vault.movies.create", .post, path: ["api", "movies"],
      body: try .encoding(fields, coder: .vault, operation: "vault.movies.create"), traits: .vaultOpenWrite
    ).slashed()
  }

  static func replace(_ id: Int, _ fields: MovieFields) throws(ClientError) -> Endpoint<Movie> {
    .json(
      "vault.movies.replace", .put, path: ["api", "movies", .number(id)],
      body: try .encoding(fields, coder: .vault, operation: "vault.movies.replace"), traits: .vaultOpenSet)
  }

  static func delete(_ id: Int) -> Endpoint<Void> {
    .done("vault.movies.delete", .delete, path: ["api", "movies", .number(id)], traits: .vaultOpenWrite)
  }

  static func toggleWatched(_ id: Int) -> Endpoint<Movie> {
    .json("vault.movies.toggle", .patch, path: ["api", "movies", .number(id), "watched"], traits: .vaultOpenWrite)
  }

  static func clearNewlyImported(_ id: Int) -> Endpoint<Void> {
    .done(
      "vault.movies.clearNew", .post, path: ["api", "movies", .number(id), "clear-newly-imported"], traits: .vaultSet)
  }
}
