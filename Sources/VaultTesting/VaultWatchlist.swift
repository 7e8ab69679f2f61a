import MediaTesting

/// The caller's own films and series, grouped.
enum VaultWatchlist {
  static let routes = [
    VaultRoute("GET", "/api/watchlist", for: .user, get),
    VaultRoute("GET", "/api/watchlist/", for: .user, get),
    VaultRoute("GET", "/api/watchlist/unwatched/", for: .user, unwatched),
    VaultRoute("DELETE", "/api/watchlist/clear", for: .user) { call, state in
      state.clearWatchlist(of: call.userID)
      return VaultJSON.message("All watchlist data cleared")
    },
    VaultRoute("POST", "/api/watchlist/movie/:movie_id/toggle", for: .user) { call, state in
      let index = try state.movieIndex(call.id("movie_id"), of: call.userID)
      state.db.movies[index].watched.toggle()
      return updated("Movie", state.db.movies[index].watched)
    },
    VaultRoute("POST", "/api/watchlist/series/:series_id/toggle", for: .user, toggleSeries),
    VaultRoute("POST", "/api/watchlist/collection/:collection_id/toggle", for: .user) { call, state in
      let members = films(of: call.parameters["collection_id"], call, state)
      if members.isEmpty { throw VaultFailure.notFound("Collection") }
      let watched = !members.contains { state.db.movies[$0].watched }
      for index in members { state.db.movies[index].watched = watched }
      return updated("Collection", watched)
    },
    VaultRoute("POST", "/api/watchlist/:item_type/:item_id/interacted", for: .user, interacted),
    VaultRoute("DELETE", "/api/watchlist/movie/:movie_id", for: .user) { call, state in
      state.db.movies.remove(at: try state.movieIndex(call.id("movie_id"), of: call.userID))
      return VaultJSON.message("Movie removed from watchlist")
    },
    VaultRoute("DELETE", "/api/watchlist/series/:series_id", for: .user) { call, state in
      let id = try call.id("series_id")
      state.db.series.remove(at: try state.seriesIndex(id, of: call.userID))
      state.db.episodes.removeAll { $0.seriesID == id }
      return VaultJSON.message("Series and all episodes removed from watchlist")
    },
    VaultRoute("GET", "/api/stats", for: .user, stats),
    VaultRoute("GET", "/api/stats/", for: .user, stats),
  ]

  // MARK: Reading

  private static func get(_ call: VaultCall, _ state: inout VaultState) -> HTTPResponse {
    VaultJSON.answer(watchlist(call, state))
  }

  /// Every title of the caller's that is in no list of any user.
  static func watchlist(_ call: VaultCall, _ state: VaultState) -> JSONValue {
    let lists = Set(state.db.lists.filter(\.isActive).map(\.id))
    let rows = state.db.items.filter { lists.contains($0.listID) }
    let hiddenMovies = Set(rows.filter { $0.type == "movie" }.map(\.itemID))
    let hiddenSeries = Set(rows.filter { $0.type == "series" }.map(\.itemID))
    let movies = state.db.movies.filter { $0.userID == call.userID && !hiddenMovies.contains($0.id) }
    let series = state.db.series.filter { $0.userID == call.userID && !hiddenSeries.contains($0.id) }
    let (single, groups) = movies.grouped(by: groupID)
    return [
      "collections": .array(groups.map { collection($0, $1, call) }),
      "series": .array(series.map { entry($0, call, state) }), "movies": .array(single.map(entry)),
    ]
  }

  /// A film is grouped when it has both the id and the name of a collection.
  private static func groupID(_ movie: VaultTitleRow) -> Int? {
    guard let id = movie.collectionID, id != 0, !(movie.collectionName ?? "").isEmpty else { return nil }
    return id
  }

  private static func collection(_ id: Int, _ movies: [VaultTitleRow], _ call: VaultCall) -> JSONValue {
    func released(_ movie: VaultTitleRow) -> String {
      let date = movie.releaseDate ?? ""
      return date.isEmpty ? "9999-12-31" : date
    }
    let sorted = movies.sorted { (released($0), $0.id) < (released($1), $1.id) }
    return [
      "id": .count(id), "title": .text(movies.first?.collectionName),
      "poster_url": VaultJSON.poster(movies.first?.posterURL),
      "overview": .text(call.isSimulated ? VaultCatalogue.collectionOverviews[id] : nil),
      "items": .array(sorted.map(entry)), "is_new": .bool(movies.first?.isNew ?? false),
    ]
  }

  private static func entry(_ movie: VaultTitleRow) -> JSONValue {
    movie.json.without("user_id", "poster_thumb", "notes")
      .with(["poster_url": VaultJSON.poster(movie.posterURL)])
  }

  private static func entry(_ series: VaultTitleRow, _ call: VaultCall, _ state: VaultState) -> JSONValue {
    let episodes = state.db.episodes(of: series.id)
    let posters = call.isSimulated ? VaultCatalogue.series(series.imdbID)?.seasonPosters ?? [:] : [:]
    return series.json.only("id", "title", "imdb_id", "is_new", "imported_at").with([
      "average_episode_runtime": .count(series.runtime),
      "poster_url": VaultJSON.poster(series.posterURL), "watched": .bool(isWatched(episodes)),
      "episodes": .array(episodes.map(VaultEpisodes.numbered)),
      "season_posters": .object(posters.mapValues { .string($0) }),
    ])
  }

  private static func isWatched(_ episodes: [VaultEpisodeRow]) -> Bool {
    !episodes.isEmpty && episodes.allSatisfy(\.watched)
  }

  /// The count of the personal list: unwatched films, and series that are not wholly watched, in custom lists or not.
  static func waiting(_ userID: Int, _ state: VaultState) -> Int {
    state.db.movies.count { $0.userID == userID && !$0.watched }
      + state.db.series.count { $0.userID == userID && !isWatched(state.db.episodes(of: $0.id)) }
  }

  private static func stats(_ call: VaultCall, _ state: inout VaultState) -> HTTPResponse {
    func counts(_ marks: [Bool]) -> JSONValue {
      ["total": .count(marks.count), "watched": .count(marks.count { $0 }), "unwatched": .count(marks.count { !$0 })]
    }
    return VaultJSON.answer([
      "movies": counts(state.db.movies.filter { $0.userID == call.userID }.map(\.watched)),
      "series": ["total": .count(state.db.series.count { $0.userID == call.userID })],
      "episodes": counts(state.db.episodes.map(\.watched)),
    ])
  }

  /// The unwatched films and episodes. A value of `sort_by` that the server does not have sorts as `added` does.
  private static func unwatched(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let sort = call.request.query["sort_by"] ?? "added"
    var movies = state.db.movies.filter { $0.userID == call.userID && !$0.watched }
    switch sort {
    case "release_date": movies.sort { ($0.releaseDate ?? "", $0.id) < ($1.releaseDate ?? "", $1.id) }
    case "watched": break
    default:
      // The real server crashes if only some movies have a time, because it compares a time with a text.
      let dated = movies.count { $0.addedAt != nil }
      guard dated == 0 || dated == movies.count else { throw VaultFailure.crash }
      movies.sort { ($0.addedAt?.micros ?? 0, $0.id) < ($1.addedAt?.micros ?? 0, $1.id) }
    }
    let rows = try unwatchedSeries(call, state, byID: sort == "watched").map { row, episodes in
      row.json.only("id", "title", "imdb_id").with(["episodes": .array(episodes.map(VaultEpisodes.short))])
    }
    return VaultJSON.answer(["movies": .array(movies.map(short)), "series": .array(rows)])
  }

  /// The series with unwatched episodes, by the air date of the first one that is shown; equal ones in the order in which the table has
  /// their episodes. Of several series, one whose first episode has no date crashes the real server: it compares null with a text.
  private static func unwatchedSeries(
    _ call: VaultCall, _ state: VaultState, byID: Bool
  ) throws -> [(row: VaultTitleRow, episodes: [VaultEpisodeRow])] {
    var found: [(row: VaultTitleRow, episodes: [VaultEpisodeRow])] = []
    for row in state.db.series where row.userID == call.userID {
      let episodes = state.db.episodes(of: row.id).filter { !$0.watched }
      if !episodes.isEmpty { found.append((row, episodes)) }
    }
    found.sort { $0.episodes[0].id < $1.episodes[0].id }
    for index in found.indices where !byID {
      found[index].episodes.sort { ($0.airDate ?? "", $0.id) < ($1.airDate ?? "", $1.id) }
    }
    if found.count > 1, found.contains(where: { $0.episodes[0].airDate == nil }) { throw VaultFailure.crash }
    return found.enumerated().sorted { a, b in
      (a.element.episodes[0].airDate ?? "", a.offset) < (b.element.episodes[0].airDate ?? "", b.offset)
    }
    .map(\.element)
  }

  private static func short(_ movie: VaultTitleRow) -> JSONValue {
    movie.json.only("id", "title", "imdb_id", "release_date", "watched", "collection_id", "collection_name", "added_at")
  }

  // MARK: Changing

  private static func updated(_ thing: String, _ watched: Bool) -> HTTPResponse {
    VaultJSON.answer(["message": .string("\(thing) watched status updated"), "watched": .bool(watched)])
  }

  /// One watched episode is enough for all to become unwatched.
  private static func toggleSeries(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let id = try call.id("series_id")
    _ = try state.seriesIndex(id, of: call.userID)
    let watched = !state.db.episodes(of: id).contains(where: \.watched)
    for index in state.db.episodes.indices where state.db.episodes[index].seriesID == id {
      state.db.episodes[index].watched = watched
    }
    return updated("Series", watched)
  }

  private static func films(of collection: String?, _ call: VaultCall, _ state: VaultState) -> [Int] {
    guard let id = collection.flatMap({ Int($0) }) else { return [] }
    return state.db.movies.indices.filter {
      state.db.movies[$0].userID == call.userID && state.db.movies[$0].collectionID == id
    }
  }

  private static func interacted(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let id = try call.id("item_id")
    let missing = VaultFailure.detail(404, "Item not found")
    switch call.parameters["item_type"] {
    case "movie", "series":
      let kind = call.parameters["item_type"] ?? ""
      let table = kind == "movie" ? \VaultState.db.movies : \.db.series
      guard state[keyPath: table].contains(where: { $0.id == id && $0.userID == call.userID }) else { throw missing }
      state[keyPath: table].change(id) { $0.isNew = false }
      return VaultJSON.message("\(kind) \(id) marked as interacted")
    case "collection":
      for index in films(of: String(id), call, state) { state.db.movies[index].isNew = false }
      return VaultJSON.message("Collection \(id) marked as interacted")
    default: throw VaultFailure.detail(400, "Invalid item type")
    }
  }
}
