import MediaCore
import MediaTesting

/// The table of the routes under `/api`.
extension ShelfState {
  /// nil: there is no such route.
  mutating func api(_ call: ShelfCall, oldToken: Bool) -> HTTPResponse? {
    let path = call.path.dropFirst()
    let rest = Array(path.dropFirst())
    switch path.first {
    case "me": return me(call, rest, oldToken: oldToken)
    case "session": return playbackSession(call, rest)
    case "sessions": return allSessions(call, rest)
    case "libraries": return libraries(call, rest)
    case "items": return items(call, rest)
    case "podcasts": return podcasts(call, rest)
    case "authors": return authors(call, rest)
    case "series": return call.method == "GET" && rest.count == 1 ? oneSeries(call, rest[0]) : nil
    case "collections": return collections(call, rest)
    case "playlists": return playlists(call, rest)
    case "users": return users(call, rest)
    case "authorize" where call.method == "POST" && rest.isEmpty:
      return .shelfJSON(body: signInBody(userJSON(call.userID, oldToken: oldToken), user: call.user))
    case "tasks" where call.method == "GET" && rest.isEmpty: return .shelfJSON(["tasks": []])
    default: return nil
    }
  }

  private mutating func me(_ call: ShelfCall, _ path: [String], oldToken: Bool) -> HTTPResponse? {
    switch (call.method, path.first ?? "", path.count) {
    case ("GET", "", 0): return .shelfJSON(userJSON(call.userID, oldToken: oldToken))
    case ("GET", "sessions", 1) where !settings.legacyTokensOnly: return signInList(call)
    case ("DELETE", "sessions", 2) where !settings.legacyTokensOnly: return endSignIn(call, id: path[1])
    case ("PATCH", "password", 1): return changePassword(call)
    case (_, "progress", _): return progress(call, Array(path.dropFirst()))
    case ("GET", "bookmarks", 1) where !settings.legacyTokensOnly:
      return .shelfJSON(["bookmarks": .array(users[call.userID]?.bookmarks ?? [])])
    case ("GET", "bookmarks", 2) where !settings.legacyTokensOnly: return bookmarks(call, item: path[1])
    case (_, "item", 3...4) where path[2] == "bookmark":
      return bookmark(call, item: path[1], time: path.dropFirst(3).first)
    case ("GET", "item", 3...4) where path[1] == "listening-sessions":
      return itemHistory(call, item: path[2], episode: path.dropFirst(3).first)
    case ("GET", "listening-sessions", 1): return history(call, of: call.userID)
    case ("GET", "listening-stats", 1): return .shelfJSON(listeningStats(of: call.userID))
    case ("GET", "stats", 3) where path[1] == "year": return yearStats(call, year: path[2])
    case ("GET", "items-in-progress", 1): return itemsInProgress(call)
    case ("GET", "series", 3): return hideSeries(call, series: path[1], verb: path[2])
    case ("POST", "ereader-devices", 1): return .shelfJSON(["ereaderDevices": []])
    default: return nil
    }
  }

  private mutating func playbackSession(_ call: ShelfCall, _ path: [String]) -> HTTPResponse? {
    switch (call.method, path.count, path.first ?? "", path.dropFirst().first ?? "") {
    case ("POST", 1, "local", _): return localSession(call)
    case ("POST", 1, "local-all", _): return localSessions(call)
    case ("GET", 1, let id, _): return openSession(call, id)
    case ("POST", 2, let id, "sync"): return sync(call, id)
    case ("POST", 2, let id, "close"): return close(call, id)
    default: return nil
    }
  }

  private mutating func items(_ call: ShelfCall, _ path: [String]) -> HTTPResponse? {
    if call.method == "POST", path == ["batch", "get"] { return itemsByID(call) }
    guard let id = path.first else { return nil }
    let verb = path.dropFirst().first
    switch (call.method, path.count, verb) {
    case ("GET", 1, _), ("DELETE", 1, _), ("GET", 2, "download"), ("POST", 2, "play"), ("POST", 3, "play"),
      ("GET", 3, "file"), ("GET", 4, "file"), ("GET", 2...3, "ebook"), ("GET", 2, "cover"):
      break
    default: return nil
    }
    if path.count == 4, path[3] != "download" { return nil }
    guard let item = world.item(id) else { return .shelfNotFound }
    guard call.user.canSee(item) else { return .shelfForbidden }
    switch (call.method, verb) {
    case ("GET", nil): return oneItem(call, item)
    case ("DELETE", nil): return deleteItem(call, item)
    case ("POST", "play"): return play(call, item, episode: path.dropFirst(2).first)
    case ("GET", "cover"): return cover(call, item: id)
    case ("GET", "download"): return download(call, item)
    case ("GET", "file"): return file(call, item, ino: path[2], asAttachment: path.count == 4)
    default: return ebook(call, item, ino: path.dropFirst(2).first)
    }
  }

  private mutating func libraries(_ call: ShelfCall, _ path: [String]) -> HTTPResponse? {
    guard call.method == "GET", call.query["sort"] != "random" else { return library(call, path) }
    let key = call.cacheKey
    if let kept = cache.answer(key, at: now) { return kept }
    guard let answer = library(call, path) else { return nil }
    cache.keep(answer, for: key, at: now)
    return answer
  }

  private mutating func library(_ call: ShelfCall, _ path: [String]) -> HTTPResponse? {
    guard call.method == "GET" else { return nil }
    guard let id = path.first else { return libraryList(call) }
    if path.count == 3 {
      guard path[1] == "series" else { return nil }
    } else if path.count > 3 || path.count == 2 && !Self.libraryRoutes.contains(path[1]) {
      return nil
    }
    guard call.user.canSee(library: id) else { return .shelfForbidden }
    guard let library = world.library(id) else { return .shelfSentence("Library not found", status: 404) }
    for name in ["limit", "page"] {
      guard let text = call.query[name] else { continue }
      let number = JSONValue.scriptNumber(text)
      if !number.isNaN, number < 0 || number != number.rounded() {
        return .shelfSentence("Invalid request. \(name) must be a positive integer", status: 400)
      }
    }
    if path.count == 3 { return oneSeries(call, path[2], in: id) }
    switch path.dropFirst().first {
    case nil: return oneLibrary(call, library)
    case "items": return itemList(call, library)
    case "recent-episodes": return recentEpisodes(call, library)
    case "personalized": return .shelfJSON(.array(shelves(call, library)))
    case "search": return search(call, library)
    case "series": return seriesList(call, library)
    case "authors": return authorList(call, library)
    case "narrators": return .shelfJSON(["narrators": .array(narrators(call, library))])
    case "filterdata": return .shelfJSON(filterData(library))
    case "collections": return collectionPage(call, library)
    case "playlists": return playlistPage(call, library)
    case "stats": return .shelfJSON(libraryStats(call, library))
    case "episode-downloads": return .shelfJSON(["queue": []])
    case "download": return downloadSeveral(call)
    case "podcast-titles": return podcastTitles(call, library)
    case "opml": return opml(library)
    default: return nil
    }
  }

  private static let libraryRoutes: Set<String> = [
    "items", "recent-episodes", "personalized", "search", "series", "authors", "narrators", "filterdata", "collections",
    "playlists", "stats", "episode-downloads", "download", "podcast-titles", "opml",
  ]

  private mutating func podcasts(_ call: ShelfCall, _ path: [String]) -> HTTPResponse? {
    if call.method == "POST", path == ["feed"] { return podcastFeed(call) }
    guard path.count == 2 || path.count == 3, let id = path.first else { return nil }
    switch (call.method, path.count, path[1]) {
    case ("POST", 2, "download-episodes"): break
    case (_, 3, "episode") where ["GET", "PATCH", "DELETE"].contains(call.method): break
    case ("GET", 2, "checknew"), ("GET", 2, "downloads"), ("GET", 2, "clear-queue"), ("GET", 2, "search-episode"):
      break
    default: return nil
    }
    guard let item = world.item(id) else { return .shelfNotFound }
    guard item.isPodcast else { return .shelfStatus(500) }
    guard call.user.canSee(item) else { return .shelfForbidden }
    switch path[1] {
    case "episode": return podcastEpisode(call, item, path[2])
    case "downloads": return .shelfJSON(["downloads": []])
    case "search-episode": return .shelfJSON(["episodes": []])
    default:
      guard call.user.isAdmin else { return .shelfForbidden }
      return path[1] == "checknew" ? .shelfJSON(["episodes": []]) : .shelfOK
    }
  }

  private mutating func authors(_ call: ShelfCall, _ path: [String]) -> HTTPResponse? {
    guard call.method == "GET", path.count == 1 || path.count == 2 && path[1] == "image" else { return nil }
    return path.count == 1 ? oneAuthor(call, path[0]) : authorImage(call, author: path[0])
  }
}
