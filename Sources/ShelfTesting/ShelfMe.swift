import MediaTesting

/// Bookmarks, items in progress, and hidden series.
extension ShelfState {
  func bookmarks(_ call: ShelfCall, _ item: ShelfItemRow) -> HTTPResponse {
    let own = (users[call.userID]?.bookmarks ?? []).filter { $0["libraryItemId"]?.string == item.id }
    return .shelfJSON(["bookmarks": .array(own)])
  }

  mutating func bookmark(_ call: ShelfCall, _ item: ShelfItemRow) -> HTTPResponse {
    guard let time = call.body["time"], !time.isNull, !time.scriptNumber.isNaN else {
      return .shelfSentence("Invalid time")
    }
    guard let title = call.body["title"]?.string, !title.isEmpty else { return .shelfSentence("Invalid title") }
    let known = bookmarkIndex(call, item: item.id, time: time)
    if call.method == "PATCH", known == nil { return .shelfNotFound }
    let bookmark: JSONValue
    if let known, let old = users[call.userID]?.bookmarks[known] {
      bookmark = old.with("title", .string(title))
      users[call.userID]?.bookmarks[known] = bookmark
    } else {
      bookmark = ["libraryItemId": .string(item.id), "time": time, "title": .string(title), "createdAt": .integer(now)]
      users[call.userID]?.bookmarks.append(bookmark)
    }
    userChanged(call.userID)
    return .shelfJSON(bookmark)
  }

  /// Deletes a bookmark. As on the real server, the access to the item is checked last, and only if the item still exists.
  mutating func deleteBookmark(_ call: ShelfCall) -> HTTPResponse {
    let number = JSONValue.scriptNumber(call["time"])
    if number.isNaN { return .shelfSentence("Invalid time") }
    guard let index = bookmarkIndex(call, item: call["item"], time: .number(number)) else { return .shelfNotFound }
    if let item = world.item(call["item"]), !call.user.canSee(item) { return .shelfForbidden }
    users[call.userID]?.bookmarks.remove(at: index)
    userChanged(call.userID)
    return .shelfOK
  }

  /// The index of the bookmark at a time of the same type: 12 is not "12".
  private func bookmarkIndex(_ call: ShelfCall, item: String, time: JSONValue) -> Int? {
    users[call.userID]?.bookmarks.firstIndex { bookmark in
      guard bookmark["libraryItemId"]?.string == item else { return false }
      if let stored = bookmark["time"]?.double, let sent = time.double { return stored == sent }
      return bookmark["time"] == time
    }
  }

  private mutating func userChanged(_ id: String) {
    cache.dropAnswers()
    emitUser(id)
  }

  // MARK: In progress

  /// The items in progress of all libraries, including hidden ones, without an access check.
  func itemsInProgress(_ call: ShelfCall) -> HTTPResponse {
    let sent = JSONValue.scriptNumber(call.query["limit"] ?? "")
    let limit = sent.isNaN || sent == 0 ? 25 : Int(max(-1e9, min(1e9, sent)))
    let running = (users[call.userID]?.allProgress ?? []).filter { !$0.isFinished && $0.isStarted }
      .sorted { $0.recency > $1.recency }
    var found: [JSONValue] = []
    for record in running where limit < 0 || found.count < limit {
      guard let item = record.libraryItemID.flatMap({ world.item($0) }) else { continue }
      var json = item.minified.with("progressLastUpdate", .number(record.lastUpdate))
      if let id = record.episodeID {
        guard let episode = item.episode(id) else { continue }
        json["recentEpisode"] = episode.old
      } else if item.isPodcast {
        continue
      }
      found.append(json)
    }
    // If the limit is negative, the real server removes that many items from the end.
    if limit < 0 { found = found.dropLast(Int(clamping: limit.magnitude)) }
    return .shelfJSON(["libraryItems": .array(found)])
  }

  // MARK: Series

  mutating func hideSeries(_ call: ShelfCall, series: String, verb: String) -> HTTPResponse? {
    guard ["remove-from-continue-listening", "readd-to-continue-listening"].contains(verb) else { return nil }
    guard world.series(series) != nil else { return .shelfNotFound }
    let hides = verb.hasPrefix("remove")
    if users[call.userID]?.hiddenSeries.contains(series) == !hides {
      users[call.userID]?.hiddenSeries.removeAll { $0 == series }
      if hides { users[call.userID]?.hiddenSeries.append(series) }
      userChanged(call.userID)
    }
    return .shelfJSON(userJSON(call.userID))
  }
}
