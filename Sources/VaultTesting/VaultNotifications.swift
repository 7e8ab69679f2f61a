import MediaTesting

/// New titles: counts over all users, details of the caller's own.
enum VaultNotifications {
  static let routes = [
    VaultRoute("GET", "/api/notifications/new-releases", counts),
    VaultRoute("GET", "/api/notifications/details", for: .user, details),
    // The real server fails here: its database library refuses the statement.
    VaultRoute("POST", "/api/notifications/mark-seen") { _, _ in
      let statement = "'UPDATE movie SET is_new =...'"
      throw VaultFailure.detail(
        500,
        "Failed to mark notifications as seen: Textual SQL expression \(statement) "
          + "should be explicitly declared as text(\(statement))")
    },
  ]

  private static func counts(_ call: VaultCall, _ state: inout VaultState) -> HTTPResponse {
    let movies = state.db.movies.count(where: \.isNew)
    let series = state.db.series.filter(\.isNew)
    let episodes = series.map { state.db.episodes(of: $0.id).count }.reduce(0, +)
    return VaultJSON.answer([
      "new_movies": .count(movies), "new_series": .count(series.count),
      "new_episodes": .count(episodes), "total_new_items": .count(movies + episodes),
    ])
  }

  private static func details(_ call: VaultCall, _ state: inout VaultState) -> HTTPResponse {
    let movies = state.db.movies.filter { $0.userID == call.userID }
    let series = state.db.series.filter { $0.userID == call.userID }
    let yesterday = state.now.adding(hours: -24)
    func dated(_ entry: JSONValue, _ importedAt: VaultStamp?) -> JSONValue? {
      guard let importedAt, importedAt >= yesterday else { return nil }
      return entry.with(["imported_at": VaultJSON.stamp(importedAt)])
    }
    return VaultJSON.answer([
      "new_movies": .array(movies.filter(\.isNew).map(film)),
      "new_series": .array(
        series.filter(\.isNew).map { series in
          let episodes = state.db.episodes(of: series.id).map { $0.json.only("id", "title", "code", "air_date") }
          return ["series": show(series), "episodes": .array(episodes)]
        }),
      "newly_imported_movies": .array(movies.compactMap { dated(film($0), $0.importedAt) }),
      "newly_imported_series": .array(series.compactMap { dated(show($0), $0.importedAt) }),
    ])
  }

  private static func film(_ row: VaultTitleRow) -> JSONValue {
    row.json.only("id", "title", "imdb_id", "release_date", "collection_name", "poster_url")
  }

  private static func show(_ row: VaultTitleRow) -> JSONValue { row.json.only("id", "title", "imdb_id", "poster_url") }
}
