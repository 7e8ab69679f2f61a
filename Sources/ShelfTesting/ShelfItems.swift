import MediaTesting

/// Items and episodes one by one.
extension ShelfState {
  func oneItem(_ call: ShelfCall, _ item: ShelfItemRow) -> HTTPResponse {
    guard call.flag("expanded") else { return .shelfJSON(item.old) }
    let include = call.list("include")
    var json = item.expanded
    if include.contains("progress") {
      let episode = call.query["episode"].flatMap { $0.isEmpty ? nil : $0 }
      let record = users[call.userID]?.progress(of: item.id, episode: episode)
      json["userMediaProgress"] = record?.json(userID: call.userID) ?? .null
    }
    if include.contains("rssfeed") { json["rssFeed"] = world.feed(of: item.id) ?? .null }
    if include.contains("downloads"), item.isPodcast {
      let downloads = world.downloads(of: item.id)
      json["episodeDownloadsQueued"] = .array(downloads.waiting)
      json["episodesDownloading"] = downloads.running.map { .array([$0]) }
    }
    if include.contains("share"), call.user.isAdmin, !item.isPodcast {
      json["mediaItemShare"] = shareJSON(of: item) ?? .null
    }
    return .shelfJSON(json)
  }

  func itemsByID(_ call: ShelfCall) -> HTTPResponse {
    let ids = call.body["libraryItemIds"]?.texts ?? []
    guard !ids.isEmpty else { return .shelfSentence("Invalid payload", status: 403) }
    let wanted = Set(ids)
    let items = world.items.filter { wanted.contains($0.id) }
    guard items.allSatisfy({ call.user.canSee($0) }) else { return .shelfForbidden }
    return .shelfJSON(["libraryItems": .array(items.map(\.expanded))])
  }

  mutating func deleteItem(_ call: ShelfCall, _ item: ShelfItemRow) -> HTTPResponse {
    guard call.user.may("delete") else { return .shelfForbidden }
    let media = item.isPodcast ? item.episodes.map(\.id) : [item.mediaID]
    for user in userOrder {
      for id in media { users[user]?.removeProgress(media: id) }
    }
    removeFromPlaylists { $0.itemID == item.id }
    for index in collections.indices { collections[index].entries.removeAll { $0 == item.id } }
    world.removeItem(item.id)
    worldChanged()
    emitToAll("item_removed", ["id": .string(item.id), "libraryId": .string(item.libraryID)])
    return .shelfOK
  }

  // MARK: Episodes

  /// Adds a podcast without episodes, in the form of the other podcasts.
  mutating func addPodcast(_ call: ShelfCall) -> HTTPResponse {
    guard call.user.isAdmin else { return .shelfForbidden }
    guard let media = call.body["media"], let metadata = media["metadata"], let path = call.body["path"]?.string else {
      return .shelfSentence("Invalid request body. \"media\" and \"media.metadata\" are required")
    }
    guard let library = world.library(call.body["libraryId"]?.string ?? "") else {
      return .shelfSentence("Library not found", status: 404)
    }
    let folders = library.json["folders"]?.array ?? []
    guard let folder = folders.first(where: { $0["id"] == call.body["folderId"] })?["id"] else {
      return .shelfSentence("Folder not found", status: 404)
    }
    guard !world.items.contains(where: { $0.expanded["path"]?.string == path }) else {
      return .shelfSentence("Podcast already exists")
    }
    let id = world.addPodcast(
      in: library.id, title: metadata["title"]?.string ?? "", author: metadata["author"]?.string,
      description: metadata["description"]?.string, genres: metadata["genres"]?.texts ?? [],
      language: metadata["language"]?.string, isExplicit: metadata["explicit"].isTruthy, hasCover: false,
      addedDaysAgo: 0)
    guard let made = world.item(id), var shown = made.expanded["media"] else { return .shelfStatus(500) }
    var known = shown["metadata"] ?? [:]
    for key in ["feedUrl", "imageUrl", "itunesId", "itunesPageUrl", "itunesArtistId", "releaseDate"] {
      if let value = metadata[key] { known[key] = value }
    }
    shown["metadata"] = known
    shown["autoDownloadEpisodes"] = media["autoDownloadEpisodes"] ?? false
    shown["autoDownloadSchedule"] = media["autoDownloadSchedule"] ?? .null
    let item = made.expanded.with("media", shown).with("path", .string(path)).with("folderId", folder)
    guard let row = ShelfItemRow(expanded: item) else { return .shelfStatus(500) }
    world.put(row)
    worldChanged()
    emit("item_added", item: row)
    return .shelfJSON(item)
  }

  mutating func podcastEpisode(_ call: ShelfCall, _ item: ShelfItemRow, _ id: String) -> HTTPResponse {
    if call.method == "DELETE", !call.user.may("delete") { return .shelfForbidden }
    if call.method == "PATCH", !call.user.may("update") { return .shelfForbidden }
    guard let episode = item.episode(id) else {
      return call.method == "PATCH" ? .shelfSentence("Episode not found", status: 404) : .shelfNotFound
    }
    switch call.method {
    case "DELETE": return delete(episode, of: item)
    case "PATCH": return change(episode, of: item, by: call.body)
    default: return .shelfJSON(episode.old)
    }
  }

  /// Changes members of an episode. Values of a wrong type are ignored, and the date of the item stays.
  private mutating func change(_ episode: ShelfEpisode, of item: ShelfItemRow, by body: JSONValue) -> HTTPResponse {
    var json = episode.expanded
    for key in ["title", "subtitle", "description", "pubDate", "episode", "season", "episodeType"] {
      if let value = body[key], value.string != nil { json[key] = value }
    }
    if let date = body["publishedAt"], date.double != nil { json["publishedAt"] = date }
    if json == episode.expanded { return .shelfJSON(item.expanded) }
    json["updatedAt"] = .integer(now)
    var media = item.expanded["media"] ?? [:]
    media["episodes"] = .array(item.episodes.map { $0.id == episode.id ? json : $0.expanded })
    let changed = ShelfItemRow(expanded: item.expanded.with("media", media)) ?? item
    world.put(changed)
    worldChanged()
    emit("item_updated", item: changed)
    return .shelfJSON(changed.expanded)
  }

  private mutating func delete(_ episode: ShelfEpisode, of item: ShelfItemRow) -> HTTPResponse {
    for user in userOrder { users[user]?.removeProgress(media: episode.id) }
    removeFromPlaylists { $0.episodeID == episode.id }
    let episodes = item.episodes.filter { $0.id != episode.id }.map(\.expanded)
    let ino = episode.expanded["audioFile"]?["ino"]
    return .shelfJSON(replaceEpisodes(of: item, with: episodes, removing: ino).old)
  }

  /// - Parameter ino: the number of the deleted episode's file, which is removed as well; nil if all files stay.
  private mutating func replaceEpisodes(
    of item: ShelfItemRow, with episodes: [JSONValue], removing ino: JSONValue? = nil
  ) -> ShelfItemRow {
    var json = item.expanded
    if let ino {
      let files = (json["libraryFiles"]?.array ?? []).filter { $0["ino"] != ino }
      json["libraryFiles"] = .array(files)
      json["numFiles"] = .count(files.count)
    }
    var media = json["media"] ?? [:]
    media["episodes"] = .array(episodes)
    media["numEpisodes"] = .count(episodes.count)
    media["size"] = .number(episodes.reduce(0) { $0 + ($1["size"]?.double ?? 0) })
    json["media"] = media
    json["updatedAt"] = .integer(now)
    let changed = ShelfItemRow(expanded: json) ?? item
    world.put(changed)
    worldChanged()
    emit("item_updated", item: changed)
    return changed
  }
}
