import MediaTesting

/// The rows of a list. An id in the path is that of a film or of a series; the server does not check which.
enum VaultListItems {
  static let routes = [
    VaultRoute("GET", "/api/lists/:list_id/items", for: .user, get),
    VaultRoute("POST", "/api/lists/:list_id/items", for: .user, body: true, add),
    VaultRoute("DELETE", "/api/lists/:list_id/items/:item_id", for: .user) { call, state in
      let (id, itemID) = try VaultForm.read(call) { ($0.path("list_id"), $0.path("item_id")) }
      let list = try state.ownList(id, of: call.userID)
      state.db.items.remove(at: try rowIndex(itemID, in: list.id, state))
      return VaultJSON.message("Item removed from list successfully")
    },
    VaultRoute("PATCH", "/api/lists/:list_id/items/:item_id/watched", for: .user, body: true, mark),
  ]

  // MARK: Reading

  private static func get(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let given = call.parameters["list_id"] ?? ""
    if given == "personal" { return VaultJSON.answer(VaultWatchlist.watchlist(call, state)) }
    guard let digits = VaultForm.wholeNumber(given), !given.contains("."), let id = Int(digits) else {
      throw VaultFailure.detail(500, "Failed to get list items: invalid literal for int() with base 10: '\(given)'")
    }
    let list = try state.list(id)
    try state.checkAccess(to: list, call.userID)
    return VaultJSON.answer(contents(of: list.id, state))
  }

  /// The content of a list: films and series in the order of their ids, films of a collection under it. A row that is stored twice is shown
  /// twice.
  static func contents(of listID: Int, _ state: VaultState) -> JSONValue {
    let rows = state.items(in: listID).sorted { ($0.itemID, $0.id) < ($1.itemID, $1.id) }
    func ofType(_ type: String) -> [VaultItemRow] { rows.filter { $0.type == type } }
    let movies = ofType("movie").compactMap { row in
      state.db.movies.first { $0.id == row.itemID }.map { (movie: $0, row: row) }
    }
    let (single, groups) = movies.grouped { $0.movie.collectionID == 0 ? nil : $0.movie.collectionID }
    let collections = groups.map { id, members -> JSONValue in
      [
        "id": .count(id), "name": .text(members[0].movie.collectionName),
        "poster_url": .text(members[0].movie.posterURL), "movies": .array(members.map(entry)),
      ]
    }
    let series = ofType("series").compactMap { row in
      state.db.series.first { $0.id == row.itemID }.map { entry($0, row, state) }
    }
    return ["movies": .array(single.map(entry)), "series": .array(series), "collections": .array(collections)]
  }

  private static func entry(_ movie: VaultTitleRow, _ row: VaultItemRow) -> JSONValue {
    movie.json.without("user_id", "poster_thumb").with([
      "type": "movie",
      "watched": .bool(row.watched), "watched_by": .string(row.watchedBy), "notes": .text(row.notes),
      "added_at": VaultJSON.stamp(row.addedAt),
    ])
  }

  private static func entry(_ series: VaultTitleRow, _ row: VaultItemRow, _ state: VaultState) -> JSONValue {
    let episodes = state.db.episodes(of: series.id).map { $0.json.without("series_id", "deleted") }
    return series.json.only("id", "title", "imdb_id", "poster_url").with([
      "average_episode_runtime": .count(series.runtime),
      "notes": .text(row.notes), "added_at": VaultJSON.stamp(row.addedAt), "episodes": .array(episodes),
    ])
  }

  // MARK: Changing

  private static func add(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let (id, type, itemID, notes) = try VaultForm.read(call) {
      ($0.path("list_id"), $0.string("item_type"), $0.int("item_id"), $0.optionalString("notes"))
    }
    let list = try state.ownList(id, of: call.userID)
    if state.items(in: list.id).contains(where: { $0.type == type && $0.itemID == itemID }) {
      throw VaultFailure.detail(400, "Item already exists in this list")
    }
    state.addItem(type, itemID, to: list.id, notes: notes)
    return VaultJSON.message("Item added to list successfully")
  }

  /// The row of an item. Of several kinds with the same id it is the first by name: an episode, then a film, then a series.
  private static func rowIndex(_ itemID: Int, in listID: Int, _ state: VaultState) throws -> Int {
    let row = state.items(in: listID).first { $0.itemID == itemID }
    guard let index = state.db.items.firstIndex(where: { $0.id == row?.id }) else {
      throw VaultFailure.detail(404, "Item not found in list")
    }
    return index
  }

  /// Sets the mark; any guest may.
  private static func mark(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let (id, itemID, watched, watchedBy, notes) = try VaultForm.read(call) {
      (
        $0.path("list_id"), $0.path("item_id"), $0.optionalBool("watched"), $0.optionalString("watched_by") ?? "",
        $0.optionalString("notes")
      )
    }
    let list = try state.list(id)
    try state.checkAccess(to: list, call.userID)
    let index = try rowIndex(itemID, in: list.id, state)
    if let watched {
      state.db.items[index].watched = watched
      state.db.items[index].watchedBy = watched && !watchedBy.isEmpty ? watchedBy : "you"
    }
    if let notes { state.db.items[index].notes = notes }
    return VaultJSON.message("Item updated successfully")
  }
}
