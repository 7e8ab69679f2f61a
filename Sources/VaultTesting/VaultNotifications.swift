import MediaTesting

/// New titles: counts over all users, details of the caller's own.
enum VaultNotifications {
  static let routes = [
    VaultRoute("GET", "/api/notifications/new-releases", counts),
    VaultRoute("GET", "/api/notifications/details", for: .user, details),
    VaultRoute("POST", "/api/notifications/mark-seen", markSeen),
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
    func isNews(_ importedAt: VaultStamp?) -> Bool { importedAt.map { $0 >= yesterday } ?? false }
    return VaultJSON.answer([
      "new_movies": .array(movies.filter(\.isNew).map(entry)),
      "new_series": .array(
        series.filter(\.isNew).map { series in
          ["series": entry(series), "episodes": .array(state.db.episodes(of: series.id).map(entry))]
        }),
      "newly_imported_movies": .array(
        movies.filter { isNews($0.importedAt) }.map { dated(entry($0), $0.importedAt) }),
      "newly_imported_series": .array(
        series.filter { isNews($0.importedAt) }.map { dated(entry($0), $0.importedAt) }),
    ])
  }

  private static func dated(_ entry: JSONValue, _ stamp: VaultStamp?) -> JSONValue {
    var entry = entry
    entry["imported_at"] = VaultJSON.stamp(stamp)
    return entry
  }

  private static func entry(_ movie: VaultMovieRow) -> JSONValue {
    [
      "id": .count(movie.id), "title": .string(movie.title), "imdb_id": .string(movie.imdbID),
      "release_date": .text(movie.releaseDate), "collection_name": .text(movie.collectionName),
      "poster_url": .text(movie.posterURL),
    ]
  }

  private static func entry(_ series: VaultSeriesRow) -> JSONValue {
    [
      "id": .count(series.id), "title": .string(series.title), "imdb_id": .string(series.imdbID),
      "poster_url": .text(series.posterURL),
    ]
  }

  private static func entry(_ episode: VaultEpisodeRow) -> JSONValue {
    [
      "id": .count(episode.id), "title": .string(episode.title), "code": .string(episode.code),
      "air_date": .text(episode.airDate),
    ]
  }

  /// Broken on the real server.
  private static func markSeen(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let statement = "'UPDATE movie SET is_new =...'"
    throw VaultFailure.detail(
      500,
      "Failed to mark notifications as seen: Textual SQL expression \(statement) "
        + "should be explicitly declared as text(\(statement))")
  }
}
