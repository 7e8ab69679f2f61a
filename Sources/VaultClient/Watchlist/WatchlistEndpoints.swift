import MediaCore

enum WatchlistEndpoints {
  static func all() -> Endpoint<Watchlist> {
    .json("vault.watchlist.all", path: ["api", "watchlist"], traits: .vaultSlowRead)
  }

  static func unwatched(_ sort: UnwatchedSort) -> Endpoint<UnwatchedList> {
    Endpoint<UnwatchedList>.json(
      "vault.watchlist.unwatched", path: ["api", "watchlist", "unwatched"], query: ["sort_by": sort],
      traits: .vaultRead
    ).slashed()
  }

  static func toggle(_ title: TitleReference) -> Endpoint<ToggleResult> {
    .json("vault.watchlist.toggle", .post, path: path(title) + ["toggle"], traits: .vaultWrite)
  }

  static func markSeen(_ title: TitleReference) -> Endpoint<Void> {
    .done("vault.watchlist.markSeen", .post, path: path(title) + ["interacted"], traits: .vaultSet)
  }

  static func remove(_ title: TitleReference) -> Endpoint<Void> {
    .done("vault.watchlist.remove", .delete, path: path(title), traits: .vaultWrite)
  }

  static func clear() -> Endpoint<Void> {
    .done("vault.watchlist.clear", .delete, path: ["api", "watchlist", "clear"], traits: .vaultWrite)
  }

  static func counts() -> Endpoint<LibraryCounts> {
    .json("vault.watchlist.counts", path: ["api", "stats"], traits: .vaultRead)
  }

  private static func path(_ title: TitleReference) -> [PathSegment] {
    ["api", "watchlist", .id(title.kind.rawValue), .number(title.id)]
  }
}
