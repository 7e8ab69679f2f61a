import MediaTesting

/// A user's own list of books or episodes.
typealias ShelfPlaylist = ShelfList<ShelfEntry>

struct ShelfEntry: Sendable, Hashable {
  let itemID: String
  let episodeID: String?

  /// Whether this entry of a request matches an entry of a playlist; an episode matches by its own id alone.
  func finds(_ entry: ShelfEntry) -> Bool {
    episodeID.map { $0 == entry.episodeID } ?? (entry.itemID == itemID)
  }
}

extension ShelfState {
  /// - Parameter fresh: entries just added: the answer has their podcasts with episodes, those of other entries without.
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
    guard playlists[index].entries.contains(where: entry.finds) else {
      return .shelfSentence("Media item not found in playlist", status: 404)
    }
    return remove([entry], fromPlaylistAt: index)
  }

  private mutating func changeSeveral(_ call: ShelfCall, playlistAt index: Int, isAdding: Bool) -> HTTPResponse {
    let refusal = HTTPResponse.shelfSentence("Invalid request body items")
    guard let sent = call.body["items"]?.array, !sent.isEmpty, let entries = Self.entries(sent) else { return refusal }
    guard isAdding else { return remove(entries, fromPlaylistAt: index) }
    guard sent.allSatisfy({ known($0) != nil }) else { return refusal }
    return add(sent, toPlaylistAt: index, refusesKnown: false)
  }

  private static func entry(_ sent: JSONValue) -> ShelfEntry? {
    let episode = sent["episodeId"]?.ifTruthy
    guard let item = sent["libraryItemId"]?.string, !item.isEmpty, episode == nil || episode?.string != nil else {
      return nil
    }
    return ShelfEntry(itemID: item, episodeID: episode?.string)
  }

  /// The entries of a request; nil if one of them is invalid.
  private static func entries(_ sent: [JSONValue]) -> [ShelfEntry]? {
    let entries = sent.compactMap(entry)
    return entries.count == sent.count ? entries : nil
  }

  /// The entry of a request; nil if its item or episode does not exist.
  private func known(_ sent: JSONValue) -> ShelfEntry? {
    guard let entry = Self.entry(sent), let item = world.item(entry.itemID) else { return nil }
    guard let id = entry.episodeID else { return item.isPodcast ? nil : entry }
    return item.episode(id) == nil ? nil : entry
  }

  /// The reason against the items of a new playlist; nil if they are valid.
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
    // An episode that is sent twice is found only once, and the server refuses the request. A book may be sent twice.
    let episodes = Set(sent.compactMap { $0["episodeId"]?.string })
    let areKnown = sent.allSatisfy { known($0) != nil } && (!isOfEpisodes || episodes.count == sent.count)
    return areKnown ? nil : "Invalid playlist data. Invalid podcast episodes"
  }

  private mutating func makePlaylist(_ call: ShelfCall, from collection: String? = nil) -> HTTPResponse {
    var library = call.body["libraryId"]?.string
    var name = ShelfWire.plainName(call.body["name"])
    var entries = (call.body["items"]?.array ?? []).compactMap(known)
    var description = call.body["description"]?.ifTruthy ?? .null
    if let collection {
      guard let found = collections.first(where: { $0.id == collection }) else {
        return .shelfSentence("Collection not found", status: 404)
      }
      library = found.libraryID
      name = found.name
      description = found.description
      let books = found.entries.filter { world.item($0).map(call.user.canSee) ?? false }
      if books.isEmpty, !found.entries.isEmpty { return .shelfSentence("Collection not found", status: 404) }
      entries = books.map { ShelfEntry(itemID: $0, episodeID: nil) }
      if entries.isEmpty { return .shelfSentence("Collection has no books") }
    }
    guard let library, !library.isEmpty, let name else { return .shelfSentence("Invalid playlist data") }
    if !description.isNull, description.string == nil { return .shelfSentence("Invalid playlist description") }
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
    let (name, description) = (call.body["name"]?.ifTruthy, call.body["description"]?.ifTruthy)
    if call.body["libraryId"].isTruthy || call.body["userId"].isTruthy {
      return .shelfSentence("Invalid playlist data. Cannot update libraryId or userId")
    }
    if let name, name.string == nil { return .shelfSentence("Invalid playlist name") }
    if let description, description.string == nil { return .shelfSentence("Invalid playlist description") }
    let items = call.body["items"]?.ifTruthy
    guard let order = items.map({ $0.array.flatMap(Self.entries) }) ?? [] else {
      return .shelfSentence("Invalid playlist items")
    }
    // The real server keeps the new name even if it then refuses the order.
    var hasChanged = playlists[index].set(ShelfWire.plainName(name), description, at: now)
    if hasChanged { cache.dropAnswers() }
    if !order.isEmpty {
      if order.contains(where: { world.item($0.itemID) == nil }) {
        return .shelfSentence("Invalid playlist items. Items not found")
      }
      if order.count != playlists[index].entries.count {
        return .shelfSentence("Invalid playlist items. Length mismatch")
      }
      hasChanged = playlists[index].sort(by: order) || hasChanged
    }
    return publish(playlists[index], hasChanged ? "playlist_updated" : nil)
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
    // The real server adds a new entry twice if the request names it twice.
    let fresh = entries.filter { !playlists[index].entries.contains($0) }
    playlists[index].entries += fresh
    return publish(playlists[index], fresh.isEmpty ? nil : "playlist_updated", fresh: Set(fresh))
  }

  /// Removes, for each of the entries, the first one that matches.
  private mutating func remove(_ entries: [ShelfEntry], fromPlaylistAt index: Int) -> HTTPResponse {
    let known = playlists[index].entries
    for entry in entries {
      if let place = playlists[index].entries.firstIndex(where: entry.finds) {
        playlists[index].entries.remove(at: place)
      }
    }
    if playlists[index].entries.count == known.count { return publish(playlists[index], nil) }
    guard playlists[index].entries.isEmpty else { return publish(playlists[index], "playlist_updated") }
    return publish(playlists.remove(at: index), "playlist_removed")
  }

  /// Answers with a playlist and sends it to its user's sockets.
  /// - Parameter event: nil if nothing has changed.
  private mutating func publish(
    _ playlist: ShelfPlaylist, _ event: String?, fresh: Set<ShelfEntry> = []
  ) -> HTTPResponse {
    let json = json(playlist, fresh: fresh)
    if let event {
      cache.dropAnswers()
      emit(event, json, to: playlist.userID)
    }
    return .shelfJSON(json)
  }

  /// Removes the entries of deleted items from the playlists of all users, and the playlists that become empty by this.
  mutating func removeFromPlaylists(_ isGone: (ShelfEntry) -> Bool) {
    for index in playlists.indices.reversed() where playlists[index].entries.contains(where: isGone) {
      playlists[index].entries.removeAll(where: isGone)
      if playlists[index].entries.isEmpty {
        _ = publish(playlists.remove(at: index), "playlist_removed")
      } else {
        _ = publish(playlists[index], "playlist_updated")
      }
    }
  }
}
