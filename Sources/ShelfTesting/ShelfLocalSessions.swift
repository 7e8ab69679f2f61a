import MediaTesting

/// Uploads of what was listened to offline.
extension ShelfState {
  mutating func localSession(_ call: ShelfCall) -> HTTPResponse {
    let device = device(call.body["deviceInfo"], call).0
    let result = upload(call.body, device: device, by: call.userID)
    guard let error = result["error"]?.string else { return .shelfOK }
    return .shelfSentence(error, status: 500)
  }

  mutating func localSessions(_ call: ShelfCall) -> HTTPResponse {
    let device = device(call.body["deviceInfo"], call).0
    let results = (call.body["sessions"]?.array ?? []).map { upload($0, device: device, by: call.userID) }
    return .shelfJSON(["results": .array(results)])
  }

  private mutating func upload(_ sent: JSONValue, device: ShelfDevice, by user: String) -> JSONValue {
    let id = sent["id"]?.string ?? ""
    func refused(_ reason: String) -> JSONValue { ["id": .string(id), "success": false, "error": .string(reason)] }
    guard let item = world.item(sent["libraryItemId"]?.string ?? "") else { return refused("Media item not found") }
    let episode = item.isPodcast ? sent["episodeId"]?.string.flatMap { item.episode($0) } : nil
    if item.isPodcast, episode == nil { return refused("Media item not found") }
    guard let library = world.library(item.libraryID) else { return refused("Library not found") }
    var session = merged(sent, id: id, item: item, episode: episode, device: device, user: user)
    session.sequence = nextSequence()
    store(session)
    let media = episode?.id ?? item.mediaID
    var isSynced = false
    if let known = users[user]?.progress(media: media), known.lastUpdate > session.updatedAt {
      isSynced = false
    } else {
      var payload = finishing(by: library)
      payload["duration"] = .number(session.duration)
      payload["currentTime"] = session.currentTime
      payload["progress"] = JSONValue.ifNumber(session.progress)
      payload["lastUpdate"] = .number(session.updatedAt)
      let result = updateProgress(of: user, item: item.id, episode: episode?.id, payload: payload)
      if case .success(let record) = result {
        isSynced = true
        emitProgress(record, of: user, session: session)
      }
    }
    return ["id": .string(id), "success": true, "progressSynced": .bool(isSynced)]
  }

  /// The row of an upload: a known one changes in four members, a new one is filled up from the item.
  private func merged(
    _ sent: JSONValue, id: String, item: ShelfItemRow, episode: ShelfEpisode?, device: ShelfDevice, user: String
  ) -> ShelfSession {
    let updated = sent["updatedAt"].numberOrNil ?? Double(now)
    if var known = storedSessions[id] {
      let day = ShelfDate(milliseconds: Int64(updated))
      known.currentTime = sent["currentTime"]
      known.timeListening = sent["timeListening"].numberOrNil
      known.updatedAt = updated
      known.date = day.date
      known.dayOfWeek = day.dayOfWeek
      return known
    }
    let today = ShelfDate(milliseconds: now)
    var metadata = item.oldMetadata
    for (key, value) in sent["mediaMetadata"]?.object ?? [:] { metadata[key] = value }
    let authors = item.isPodcast ? "" : world.rankedAuthors(of: item).map(\.name).joined(separator: ", ")
    return ShelfSession(
      id: id, userID: user, libraryID: item.libraryID, libraryItemID: item.id,
      bookID: item.isPodcast ? nil : item.mediaID, episodeID: episode?.id,
      mediaType: item.isPodcast ? "podcast" : "book", mediaMetadata: metadata, chapters: [],
      displayTitle: sent["displayTitle"]?.string ?? item.title,
      displayAuthor: sent["displayAuthor"]?.string.map { .string($0) } ?? .string(authors),
      coverPath: sent["coverPath"] ?? .null, duration: episode?.duration ?? item.duration,
      playMethod: sent["playMethod"] ?? .null, mediaPlayer: sent["mediaPlayer"] ?? .null, deviceID: device.id,
      isDeviceStored: true, date: sent["date"]?.string ?? today.date,
      dayOfWeek: sent["dayOfWeek"]?.string ?? today.dayOfWeek, timeListening: sent["timeListening"].numberOrNil,
      startTime: sent["startTime"].numberOrNil ?? 0, currentTime: sent["currentTime"],
      startedAt: sent["startedAt"].numberOrNil ?? updated, updatedAt: updated)
  }
}
