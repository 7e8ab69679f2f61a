import MediaTesting

/// The rows of a list. An id in the path is that of a film or of a series; the server does not check which.
enum VaultListItems {
  static let routes = [
    VaultRoute("GET", "/api/lists/:list_id/items", for: .user, get),
    VaultRoute("POST", "/api/lists/:list_id/items", for: .user, body: true, add),
    VaultRoute("DELETE", "/api/lists/:list_id/items/:item_id", for: .user, remove),
    VaultRoute("PATCH", "/api/lists/:list_id/items/:item_id/watched", for: .user, body: true, mark),
  ]

  // MARK: Reading

  private static func get(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let given = call.parameters["list_id"] ?? ""
    if given == "personal" { return VaultJSON.answer(VaultWatchlist.watchlist(call, state)) }
    guard let digits = VaultForm.wholeNumber(given), !given.contains("."), let id = Int(digits) else {
      throw VaultFailure.detail(
        500, "Failed to get list items: invalid literal for int() with base 10: '\(given)'")
    }
    let list = try state.list(id)
    try state.checkAccess(to: list, call.userID)
    return VaultJSON.answer(contents(of: list.id, state))
  }

  /// The content of a list: films and series in the order of their ids, films of a collection under it.
  static func contents(of listID: Int, _ state: VaultState) -> JSONValue {
    let rows = state.items(in: listID)
    func row(_ type: String, _ id: Int) -> VaultItemRow? { rows.last { $0.type == type && $0.itemID == id } }
    var single: [JSONValue] = []
    var order: [VaultMovieRow] = []
    var groups: [Int: [JSONValue]] = [:]
    for movie in state.db.movies {
      guard let row = row("movie", movie.id) else { continue }
      if let id = movie.collectionID, id != 0 {
        if groups[id] == nil { order.append(movie) }
        groups[id, default: []].append(entry(movie, row))
      } else {
        single.append(entry(movie, row))
      }
    }
    let collections = order.map { first -> JSONValue in
      [
        "id": .count(first.collectionID), "name": .text(first.collectionName),
        "poster_url": .text(first.posterURL), "movies": .array(groups[first.collectionID ?? 0] ?? []),
      ]
    }
    let series = state.db.series.compactMap { series in row("series", series.id).map { entry(series, $0, state) } }
    return ["movies": .array(single), "series": .array(series), "collections": .array(collections)]
  }

  private static func entry(_ movie: VaultMovieRow, _ row: VaultItemRow) -> JSONValue {
    [
      "id": .count(movie.id), "title": .string(movie.title), "imdb_id": .string(movie.imdbID),
      "release_date": .text(movie.releaseDate), "watched": .bool(row.watched), "type": "movie",
      "collection_id": .count(movie.collectionID), "collection_name": .text(movie.collectionName),
      "poster_url": .text(movie.posterURL), "quality": .text(movie.quality),
      "runtime": .count(movie.runtime), "overview": .text(movie.overview),
      "notes": .text(row.notes), "added_at": VaultJSON.stamp(row.addedAt),
      "imported_at": VaultJSON.stamp(movie.importedAt), "is_new": .bool(movie.isNew),
      "watched_by": .string(row.watchedBy),
    ]
  }

  private static func entry(_ series: VaultSeriesRow, _ row: VaultItemRow, _ state: VaultState) -> JSONValue {
    let episodes = state.db.episodes(of: series.id).map { episode in
      var value = VaultEpisodes.short(episode)
      value["notes"] = .text(episode.notes)
      return value
    }
    return [
      "id": .count(series.id), "title": .string(series.title), "imdb_id": .string(series.imdbID),
      "poster_url": .text(series.posterURL),
      "average_episode_runtime": .count(series.averageEpisodeRuntime), "notes": .text(row.notes),
      "added_at": VaultJSON.stamp(row.addedAt), "episodes": .array(episodes),
    ]
  }

  // MARK: Changing

  private static func add(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    var form = VaultForm(call)
    let id = form.path("list_id")
    form.object()
    let type = form.string("item_type")
    let itemID = form.int("item_id")
    let notes = form.optionalString("notes")
    try form.check()
    let list = try state.ownList(id, of: call.userID)
    if state.items(in: list.id).contains(where: { $0.type == type && $0.itemID == itemID }) {
      throw VaultFailure.detail(400, "Item already exists in this list")
    }
    state.addItem(type, itemID, to: list.id, notes: notes)
    return VaultJSON.message("Item added to list successfully")
  }

  /// The row of an item; of a film and a series with the same id, the row that was added first.
  private static func rowIndex(_ itemID: Int, in listID: Int, _ state: VaultState) throws -> Int {
    guard let index = state.db.items.firstIndex(where: { $0.listID == listID && $0.itemID == itemID }) else {
      throw VaultFailure.detail(404, "Item not found in list")
    }
    return index
  }

  private static func remove(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    var form = VaultForm(call)
    let id = form.path("list_id")
    let itemID = form.path("item_id")
    try form.check()
    let list = try state.ownList(id, of: call.userID)
    state.db.items.remove(at: try rowIndex(itemID, in: list.id, state))
    return VaultJSON.message("Item removed from list successfully")
  }

  /// Sets the mark; any guest may.
  private static func mark(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    var form = VaultForm(call)
    let id = form.path("list_id")
    let itemID = form.path("item_id")
    form.object()
    let watched = form.optionalBool("watched")
    let watchedBy = form.optionalString("watched_by")
    let notes = form.optionalString("notes")
    try form.check()
    let list = try state.list(id)
    try state.checkAccess(to: list, call.userID)
    let index = try rowIndex(itemID, in: list.id, state)
    if let watched {
      let who = watchedBy ?? ""
      state.db.items[index].watched = watched
      state.db.items[index].watchedBy = watched && !who.isEmpty ? who : "you"
    }
    if let notes { state.db.items[index].notes = notes }
    return VaultJSON.message("Item updated successfully")
  }
}
