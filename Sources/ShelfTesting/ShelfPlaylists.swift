import MediaTesting

/// A user's own list of books or episodes.
typealias ShelfPlaylist = ShelfList<ShelfEntry>

struct ShelfEntry: Sendable, Hashable {
  let itemID: String
  let episodeID: String?
}

extension ShelfState {
  /// - Parameter fresh: entries just added, whose podcasts were read with their episodes; the others have none.
  private func json(_ playlist: ShelfPlaylist, fresh: Set<ShelfEntry> = []) -> JSONValue {
    let items = playlist.entries.compactMap { entry -> JSONValue? in
      guard let item = world.item(entry.itemID) else { return .none }
      guard let id = entry.episodeID else { return ["libraryItemId": .string(item.id), "libraryItem": item.expanded] }
      guard let episode = item.episode(id) else { return .none }
      return [
        "episodeId": .string(id), "episode": episode.expanded, "libraryItemId": .string(item.id),
        "libraryItem": fresh.contains(entry) ? item.minified : item.minifiedWithoutEpisodes,
      ]
    }
    return playlist.json.with("userId", .string(playlist.userID)).with("items", .array(items))
  }

  private func own(_ call: ShelfCall) -> [ShelfPlaylist] {
    playlists.filter { $0.userID == call.userID }.sorted(by: { [ShelfKey($0.name)] }, descending: false)
  }

  func playlistPage(_ call: ShelfCall, _ library: ShelfWorld.Library) -> HTTPResponse {
    let all = own(call).filter { $0.libraryID == library.id }
    return .shelfJSON([
      "results": .array(call.page(of: all).map { json($0) }), "total": .count(all.count), "limit": .count(call.limit),
      "page": .count(call.page),
    ])
  }

  static let playlistRoutes = [
    ShelfRoute("GET", "/api/playlists") { state, call in
      .shelfJSON(["playlists": .array(state.own(call).map { state.json($0) })])
    },
    ShelfRoute("POST", "/api/playlists") { $0.makePlaylist($1) },
    ShelfRoute("POST", "/api/playlists/collection/:collection") { $0.makePlaylist($1, from: $1["collection"]) },
    playlist("GET", "") { state, _, index in .shelfJSON(state.json(state.playlists[index])) },
    playlist("PATCH", "") { $0.change($1, playlistAt: $2) },
    playlist("DELETE", "") { state, _, index in
      _ = state.publish(state.playlists.remove(at: index), "playlist_removed")
      return .shelfOK
    },
    playlist("POST", "/item") { $0.add([$1.body], toPlaylistAt: $2, refusesKnown: true) },
    playlist("DELETE", "/item/:item") { $0.removeEntry($1, fromPlaylistAt: $2) },
    playlist("DELETE", "/item/:item/:episode") { $0.removeEntry($1, fromPlaylistAt: $2) },
    playlist("POST", "/batch/add") { $0.changeSeveral($1, playlistAt: $2, isAdding: true) },
    playlist("POST", "/batch/remove") { $0.changeSeveral($1, playlistAt: $2, isAdding: false) },
  ]

  /// A route of one of the user's playlists.
  private static func playlist(_ method: String, _ path: String, _ handler: @escaping ShelfHandlerOf<Int>) -> ShelfRoute
  {
    ShelfRoute(method, "/api/playlists/:playlist\(path)") { state, call in
      guard let index = state.playlists.firstIndex(where: { $0.id == call["playlist"] }) else {
        return .shelfSentence("Playlist not found", status: 404)
      }
      return state.playlists[index].userID == call.userID ? handler(&state, call, index) : .shelfForbidden
    }
  }

  private mutating func removeEntry(_ call: ShelfCall, fromPlaylistAt index: Int) -> HTTPResponse {
    let entry = ShelfEntry(itemID: call["item"], episodeID: call.parameters["episode"])
    guard playlists[index].entries.contains(entry) else {
      return .shelfSentence("Item not found in playlist", status: 404)
    }
    return remove([entry], fromPlaylistAt: index)
  }

  private mutating func changeSeveral(_ call: ShelfCall, playlistAt index: Int, isAdding: Bool) -> HTTPResponse {
    guard let sent = call.body["items"]?.array, !sent.isEmpty else { return .shelfSentence("Invalid request body") }
    if isAdding { return add(sent, toPlaylistAt: index, refusesKnown: false) }
    return remove(Set(sent.compactMap(Self.entry)), fromPlaylistAt: index)
  }

  private static func entry(_ sent: JSONValue) -> ShelfEntry? {
    sent["libraryItemId"]?.string.map { ShelfEntry(itemID: $0, episodeID: sent["episodeId"]?.string) }
  }

  /// The entry that was sent, when the item and the episode that it names exist.
  private func known(_ sent: JSONValue) -> ShelfEntry? {
    guard let entry = Self.entry(sent), let item = world.item(entry.itemID) else { return nil }
    guard let id = entry.episodeID else { return item.isPodcast ? nil : entry }
    return item.episode(id) == nil ? nil : entry
  }

  /// The reason against the items of a new playlist; nil when they are valid.
  private func refusal(_ sent: [JSONValue], library: String) -> String? {
    let isOfEpisodes = sent.contains { $0["episodeId"]?.string != nil }
    for item in sent {
      guard item["libraryItemId"]?.string != nil else { return "Invalid playlist item" }
      if isOfEpisodes != (item["episodeId"]?.string != nil) { return "Invalid playlist item episodeId" }
    }
    let items = sent.map { world.item($0["libraryItemId"]?.string ?? "") }
    if !items.allSatisfy({ $0.map { $0.libraryID == library && $0.isPodcast == isOfEpisodes } ?? false }) {
      return "Invalid playlist data. Invalid items"
    }
    return sent.allSatisfy { known($0) != nil } ? nil : "Invalid playlist data. Invalid podcast episodes"
  }

  private mutating func makePlaylist(_ call: ShelfCall, from collection: String? = nil) -> HTTPResponse {
    var library = call.body["libraryId"]?.string
    var name = call.body["name"]?.string
    var entries = (call.body["items"]?.array ?? []).compactMap(known)
    var description = call.body["description"] ?? .null
    if let collection {
      guard let found = collections.first(where: { $0.id == collection }) else {
        return .shelfSentence("Collection not found", status: 404)
      }
      library = found.libraryID
      name = found.name
      description = found.description
      entries = found.entries.map { ShelfEntry(itemID: $0, episodeID: nil) }
      if entries.isEmpty { return .shelfSentence("Collection has no books") }
    }
    guard let library, let name, !name.isEmpty else { return .shelfSentence("Invalid playlist data") }
    if collection == nil, let reason = refusal(call.body["items"]?.array ?? [], library: library) {
      return .shelfSentence(reason)
    }
    let playlist = ShelfPlaylist(
      id: random.uuid(), libraryID: library, userID: call.userID, name: name, description: description,
      entries: entries, createdAt: now, lastUpdate: now)
    playlists.append(playlist)
    return publish(playlist, "playlist_added")
  }

  private mutating func change(_ call: ShelfCall, playlistAt index: Int) -> HTTPResponse {
    let order = call.body["items"]?.array?.compactMap(Self.entry)
    if let order, order.count != playlists[index].entries.count {
      return .shelfSentence("Invalid playlist items. Length mismatch")
    }
    playlists[index].change(by: call.body, order: order, at: now)
    return publish(playlists[index], "playlist_updated")
  }

  private mutating func add(_ sent: [JSONValue], toPlaylistAt index: Int, refusesKnown: Bool) -> HTTPResponse {
    let entries = sent.compactMap(known)
    if refusesKnown {
      guard sent.first?["libraryItemId"]?.string != nil else {
        return .shelfSentence("Request body has no libraryItemId")
      }
      guard let item = sent.first?["libraryItemId"]?.string.flatMap({ world.item($0) }) else {
        return .shelfSentence("Library item not found")
      }
      if item.libraryID != playlists[index].libraryID { return .shelfSentence("Library item in different library") }
      if item.isPodcast != (sent.first?["episodeId"]?.string != nil) {
        return .shelfSentence("Invalid item to add for this library type")
      }
      guard let entry = entries.first else { return .shelfSentence("Episode not found in library item") }
      if playlists[index].entries.contains(entry) { return .shelfSentence("Item already in playlist") }
    }
    let fresh = entries.filter { !playlists[index].entries.contains($0) }
    playlists[index].entries += fresh
    return publish(playlists[index], "playlist_updated", fresh: Set(fresh))
  }

  private mutating func remove(_ entries: Set<ShelfEntry>, fromPlaylistAt index: Int) -> HTTPResponse {
    playlists[index].entries.removeAll { entries.contains($0) }
    guard playlists[index].entries.isEmpty else { return publish(playlists[index], "playlist_updated") }
    return publish(playlists.remove(at: index), "playlist_removed")
  }

  /// Answers with a changed playlist and sends it to its user's sockets.
  private mutating func publish(
    _ playlist: ShelfPlaylist, _ event: String, fresh: Set<ShelfEntry> = []
  ) -> HTTPResponse {
    cache.dropAnswers()
    let json = json(playlist, fresh: fresh)
    emit(event, json, to: playlist.userID)
    return .shelfJSON(json)
  }

  /// Takes what is gone out of everybody's playlists; those left empty go too.
  mutating func removeFromPlaylists(_ isGone: (ShelfEntry) -> Bool) {
    for index in playlists.indices { playlists[index].entries.removeAll(where: isGone) }
    playlists.removeAll { $0.entries.isEmpty }
  }
}
