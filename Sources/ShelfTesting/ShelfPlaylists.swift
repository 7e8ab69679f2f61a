import MediaCore
import MediaTesting

/// A user's own list of books or episodes.
struct ShelfPlaylist: Sendable {
  struct Entry: Sendable, Hashable {
    let itemID: String
    let episodeID: String?
  }

  let id: String
  let libraryID: String
  let userID: String
  var name: String
  var description: JSONValue
  var entries: [Entry]
  let createdAt: Int64
  var lastUpdate: Int64
}

extension ShelfState {
  /// - Parameter fresh: entries just added, whose podcasts were read with their episodes; the others have none.
  private func json(_ playlist: ShelfPlaylist, fresh: Set<ShelfPlaylist.Entry> = []) -> JSONValue {
    let items = playlist.entries.compactMap { entry -> JSONValue? in
      guard let item = world.item(entry.itemID) else { return .none }
      guard let id = entry.episodeID else {
        return ["libraryItemId": .string(item.id), "libraryItem": item.expanded]
      }
      guard let episode = item.episode(id) else { return .none }
      return [
        "episodeId": .string(id), "episode": episode.expanded, "libraryItemId": .string(item.id),
        "libraryItem": fresh.contains(entry) ? item.minified : item.minifiedWithoutEpisodes,
      ]
    }
    return [
      "id": .string(playlist.id), "name": .string(playlist.name), "libraryId": .string(playlist.libraryID),
      "userId": .string(playlist.userID), "description": playlist.description,
      "lastUpdate": .integer(playlist.lastUpdate), "createdAt": .integer(playlist.createdAt), "items": .array(items),
    ]
  }

  private func own(_ call: ShelfCall) -> [ShelfPlaylist] {
    playlists.filter { $0.userID == call.userID }.sorted(by: { [ShelfKey($0.name)] }, descending: false)
  }

  func playlistPage(_ call: ShelfCall, _ library: ShelfWorld.Library) -> HTTPResponse {
    let limit = call.number("limit", 0)
    let page = call.number("page", 0)
    let all = own(call).filter { $0.libraryID == library.id }
    let shown = limit > 0 ? Array(all.dropFirst(page * limit).prefix(limit)) : all
    return .shelfJSON([
      "results": .array(shown.map { json($0) }), "total": .count(all.count), "limit": .count(limit),
      "page": .count(page),
    ])
  }

  mutating func playlists(_ call: ShelfCall, _ path: [String]) -> HTTPResponse? {
    switch (call.method, path.count) {
    case ("GET", 0): return .shelfJSON(["playlists": .array(own(call).map { json($0) })])
    case ("POST", 0): return makePlaylist(call)
    case ("POST", 2) where path[0] == "collection": return makePlaylist(call, from: path[1])
    case ("GET", 1), ("PATCH", 1), ("DELETE", 1): break
    case ("POST", 2) where path[1] == "item": break
    case ("DELETE", 3...4) where path[1] == "item": break
    case ("POST", 3) where path[1] == "batch" && ["add", "remove"].contains(path[2]): break
    default: return nil
    }
    guard let index = playlists.firstIndex(where: { $0.id == path[0] }) else {
      return .shelfSentence("Playlist not found", status: 404)
    }
    guard playlists[index].userID == call.userID else { return .shelfForbidden }
    switch (call.method, path.count) {
    case ("GET", _): return .shelfJSON(json(playlists[index]))
    case ("PATCH", _): return change(call, playlistAt: index)
    case ("DELETE", 1):
      let removed = json(playlists.remove(at: index))
      cache.dropAnswers()
      emit("playlist_removed", removed, to: call.userID)
      return .shelfOK
    case ("POST", 2): return add([call.body], toPlaylistAt: index, refusesKnown: true)
    case ("POST", _):
      guard let told = call.body["items"]?.array, !told.isEmpty else {
        return .shelfSentence("Invalid request body", status: 400)
      }
      if path[2] == "add" { return add(told, toPlaylistAt: index, refusesKnown: false) }
      return remove(Set(told.compactMap(Self.entry)), fromPlaylistAt: index)
    default:
      let entry = ShelfPlaylist.Entry(itemID: path[2], episodeID: path.dropFirst(3).first)
      guard playlists[index].entries.contains(entry) else {
        return .shelfSentence("Item not found in playlist", status: 404)
      }
      return remove([entry], fromPlaylistAt: index)
    }
  }

  private static func entry(_ told: JSONValue) -> ShelfPlaylist.Entry? {
    told["libraryItemId"]?.string.map { ShelfPlaylist.Entry(itemID: $0, episodeID: told["episodeId"]?.string) }
  }

  /// The entry that was told, when what it names is there.
  private func known(_ told: JSONValue) -> ShelfPlaylist.Entry? {
    guard let entry = Self.entry(told), let item = world.item(entry.itemID) else { return nil }
    guard let id = entry.episodeID else { return item.isPodcast ? nil : entry }
    return item.episode(id) == nil ? nil : entry
  }

  /// What is wrong with the items of a new playlist.
  private func refusal(_ told: [JSONValue], library: String) -> String? {
    let isOfEpisodes = told.contains { $0["episodeId"]?.string != nil }
    for item in told {
      guard item["libraryItemId"]?.string != nil else { return "Invalid playlist item" }
      if isOfEpisodes != (item["episodeId"]?.string != nil) { return "Invalid playlist item episodeId" }
    }
    let items = told.map { world.item($0["libraryItemId"]?.string ?? "") }
    if !items.allSatisfy({ $0.map { $0.libraryID == library && $0.isPodcast == isOfEpisodes } ?? false }) {
      return "Invalid playlist data. Invalid items"
    }
    return told.allSatisfy { known($0) != nil } ? nil : "Invalid playlist data. Invalid podcast episodes"
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
      entries = found.books.map { ShelfPlaylist.Entry(itemID: $0, episodeID: nil) }
      if entries.isEmpty { return .shelfSentence("Collection has no books", status: 400) }
    }
    guard let library, let name, !name.isEmpty else { return .shelfSentence("Invalid playlist data", status: 400) }
    if collection == nil, let reason = refusal(call.body["items"]?.array ?? [], library: library) {
      return .shelfSentence(reason, status: 400)
    }
    let playlist = ShelfPlaylist(
      id: random.uuid(), libraryID: library, userID: call.userID, name: name, description: description,
      entries: entries, createdAt: now, lastUpdate: now)
    playlists.append(playlist)
    cache.dropAnswers()
    let json = json(playlist)
    emit("playlist_added", json, to: call.userID)
    return .shelfJSON(json)
  }

  private mutating func change(_ call: ShelfCall, playlistAt index: Int) -> HTTPResponse {
    if let told = call.body["items"]?.array {
      let entries = told.compactMap(Self.entry)
      guard entries.count == playlists[index].entries.count else {
        return .shelfSentence("Invalid playlist items. Length mismatch", status: 400)
      }
      let order = playlists[index].entries.sorted(
        by: { entry in [.number(Double(entries.firstIndex(of: entry) ?? -1))] }, descending: false)
      playlists[index].entries = order
    }
    if let name = call.body["name"]?.string, !name.isEmpty { playlists[index].name = name }
    if let description = call.body["description"] { playlists[index].description = description }
    playlists[index].lastUpdate = now
    return changed(playlistAt: index)
  }

  private mutating func add(_ told: [JSONValue], toPlaylistAt index: Int, refusesKnown: Bool) -> HTTPResponse {
    let entries = told.compactMap(known)
    if refusesKnown {
      guard told.first?["libraryItemId"]?.string != nil else {
        return .shelfSentence("Request body has no libraryItemId", status: 400)
      }
      guard let item = told.first?["libraryItemId"]?.string.flatMap({ world.item($0) }) else {
        return .shelfSentence("Library item not found", status: 400)
      }
      if item.libraryID != playlists[index].libraryID {
        return .shelfSentence("Library item in different library", status: 400)
      }
      if item.isPodcast != (told.first?["episodeId"]?.string != nil) {
        return .shelfSentence("Invalid item to add for this library type", status: 400)
      }
      guard let entry = entries.first else {
        return .shelfSentence("Episode not found in library item", status: 400)
      }
      if playlists[index].entries.contains(entry) { return .shelfSentence("Item already in playlist", status: 400) }
    }
    let fresh = entries.filter { !playlists[index].entries.contains($0) }
    playlists[index].entries += fresh
    return changed(playlistAt: index, fresh: Set(fresh))
  }

  private mutating func remove(_ entries: Set<ShelfPlaylist.Entry>, fromPlaylistAt index: Int) -> HTTPResponse {
    playlists[index].entries.removeAll { entries.contains($0) }
    guard playlists[index].entries.isEmpty else { return changed(playlistAt: index) }
    let removed = playlists.remove(at: index)
    cache.dropAnswers()
    let json = json(removed)
    emit("playlist_removed", json, to: removed.userID)
    return .shelfJSON(json)
  }

  private mutating func changed(playlistAt index: Int, fresh: Set<ShelfPlaylist.Entry> = []) -> HTTPResponse {
    cache.dropAnswers()
    let json = json(playlists[index], fresh: fresh)
    emit("playlist_updated", json, to: playlists[index].userID)
    return .shelfJSON(json)
  }

  /// Takes what is gone out of everybody's playlists; those left empty go too.
  mutating func removeFromPlaylists(_ isGone: (ShelfPlaylist.Entry) -> Bool) {
    for index in playlists.indices { playlists[index].entries.removeAll(where: isGone) }
    playlists.removeAll { $0.entries.isEmpty }
  }
}
