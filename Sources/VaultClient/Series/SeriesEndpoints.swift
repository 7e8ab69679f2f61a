import MediaCore

enum SeriesEndpoints {
  static func all() -> Endpoint<[Series]> {
    Endpoint<Rows<Series>>.json("vault.series.all", path: ["api", "series"], traits: .vaultSlowOpenRead).slashed()
      .map(\.elements)
  }

  static func one(_ id: Int) -> Endpoint<Series> {
    .json("vault.series.one", path: ["api", "series", .number(id)], traits: .vaultOpenRead)
  }

  static func create(title: String, imdbID: String) -> Endpoint<Series> {
    Endpoint<Series>.json(
      "vault.series.create", .post, path: ["api", "series"], body: body(title, imdbID), traits: .vaultOpenWrite
    ).slashed()
  }

  static func replace(_ id: Int, title: String, imdbID: String) -> Endpoint<Series> {
    .json(
      "vault.series.replace", .put, path: ["api", "series", .number(id)], body: body(title, imdbID),
      traits: .vaultOpenSet)
  }

  static func delete(_ id: Int) -> Endpoint<Void> {
    .done("vault.series.delete", .delete, path: ["api", "series", .number(id)], traits: .vaultOpenWrite)
  }

  static func clearNewlyImported(_ id: Int) -> Endpoint<Void> {
    .done(
      "vault.series.clearNew", .post, path: ["api", "series", .number(id), "clear-newly-imported"], traits: .vaultSet)
  }

  static func toggle(_ episode: EpisodePosition, of id: Int) -> Endpoint<ToggleResult> {
    .json(
      "vault.series.toggleEpisode", .post,
      path: [
        "api", "series", .number(id), "episodes", .number(episode.season), .number(episode.number), "toggle",
      ], traits: .vaultWrite)
  }

  private static func body(_ title: String, _ imdbID: String) -> RequestBody {
    .json(["title": .string(title), "imdb_id": .string(imdbID)])
  }
}
