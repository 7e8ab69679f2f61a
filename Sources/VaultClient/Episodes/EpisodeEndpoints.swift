import MediaCore

enum EpisodeEndpoints {
  static func all(of series: Int?) -> Endpoint<[Episode]> {
    Endpoint<Rows<Episode>>.json(
      "vault.episodes.all", path: ["api", "episodes"], query: ["series_id": series], traits: .vaultOpenRead
    ).slashed().map(\.elements)
  }

  static func one(_ id: Int) -> Endpoint<Episode> {
    .json("vault.episodes.one", path: ["api", "episodes", .number(id)], traits: .vaultOpenRead)
  }

  static func details(_ id: Int) -> Endpoint<EpisodeDetails> {
    .json("vault.episodes.details", path: ["api", "episodes", .number(id), "details"], traits: .vaultOpenRead)
  }

  static func create(_ fields: EpisodeFields) throws(ClientError) -> Endpoint<Episode> {
    Endpoint<Episode>.json(
      "vault.episodes.create", .post, path: ["api", "episodes"],
      body: try .encoding(fields, coder: .vault, operation: "vault.episodes.create"), traits: .vaultOpenWrite
    ).slashed()
  }

  static func replace(_ id: Int, _ fields: EpisodeFields) throws(ClientError) -> Endpoint<Episode> {
    .json(
      "vault.episodes.replace", .put, path: ["api", "episodes", .number(id)],
      body: try .encoding(fields, coder: .vault, operation: "vault.episodes.replace"), traits: .vaultOpenSet)
  }

  static func delete(_ id: Int) -> Endpoint<Void> {
    .done("vault.episodes.delete", .delete, path: ["api", "episodes", .number(id)], traits: .vaultOpenWrite)
  }

  static func toggleWatched(_ id: Int) -> Endpoint<Episode> {
    .json("vault.episodes.toggle", .patch, path: ["api", "episodes", .number(id), "watched"], traits: .vaultOpenWrite)
  }
}
