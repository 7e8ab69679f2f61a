import Foundation
import MediaTesting

/// Opening, syncing and closing playback sessions.
extension ShelfState {
  // MARK: Opening

  mutating func play(_ call: ShelfCall, _ item: ShelfItemRow) -> HTTPResponse {
    let episodeID = call.parameters["episode"]
    if episodeID != nil, !item.isPodcast { return .shelfStatus(400) }
    let episode = episodeID.flatMap { item.episode($0) }
    if episodeID != nil, episode == nil { return .shelfNotFound }
    let (device, wasKnown) = device(call.body["deviceInfo"], call)
    for session in openSessions.values
    where session.userID == call.userID && session.deviceID == device.id {
      close(session, syncing: .none, by: call.userID)
    }
    let id = random.uuid()
    // Servers before 2.26.3 send an episode's track without a number.
    let isNumbered = release >= ShelfRelease(26, 3)
    let tracks = episode.map { [isNumbered ? $0.track : $0.track.with("index", .null)] } ?? item.tracks
    let title = item.isPodcast ? episode?.title ?? "" : item.title
    let duration = item.isPodcast ? episode?.duration ?? 0 : item.duration
    let isDirect = playsDirectly(call.body, tracks: tracks, isBare: item.isPodcast && episode == nil)
    let start = users[call.userID]?.progress(media: episode?.id ?? item.mediaID)?.resumeTime ?? 0
    let today = ShelfDate(milliseconds: now)
    var session = ShelfSession(
      id: id, userID: call.userID, libraryID: item.libraryID, libraryItemID: item.id,
      bookID: episode == nil ? item.mediaID : nil, episodeID: episode?.id,
      mediaType: item.isPodcast ? "podcast" : "book", mediaMetadata: item.oldMetadata,
      chapters: episode?.chapters ?? item.chapters, displayTitle: title, displayAuthor: Self.author(of: item),
      coverPath: .text(item.coverPath), duration: duration, playMethod: isDirect ? 0 : 2,
      mediaPlayer: call.body["mediaPlayer"]?.ifTruthy ?? "unknown", deviceID: device.id,
      isDeviceStored: wasKnown, date: today.date, dayOfWeek: today.dayOfWeek, timeListening: 0, startTime: start,
      currentTime: .number(start), startedAt: Double(now), updatedAt: Double(now), sequence: nextSequence())
    if isDirect {
      session.tracks = tracks
    } else {
      session.encoder = ShelfEncoder(
        firstSegment: Int(min(max(0, start - 30), duration) / ShelfEncoder.segment), startedAt: now)
      session.tracks = [
        [
          "index": 1, "startOffset": 0, "duration": .number(duration), "title": .string(title),
          "contentUrl": .string("/hls/\(id)/output.m3u8"), "mimeType": "application/vnd.apple.mpegurl", "codec": .null,
          "metadata": .null,
        ]
      ]
    }
    openSessions[id] = session
    emitStream(of: call.userID, session)
    return .shelfJSON(body: openText(session))
  }

  private func playsDirectly(_ body: JSONValue, tracks: [JSONValue], isBare: Bool) -> Bool {
    if body["forceDirectPlay"]?.isTruthy == true { return true }
    if body["forceTranscode"]?.isTruthy == true || isBare { return false }
    guard let types = body["supportedMimeTypes"]?.array else { return false }
    return tracks.allSatisfy { track in types.contains { $0 == track["mimeType"] } }
  }

  static func author(of item: ShelfItemRow) -> JSONValue {
    item.isPodcast ? item.metadata["author"] ?? .null : item.metadata["authorName"] ?? ""
  }

  /// The caller's device; a call without a device id makes a new device each time.
  mutating func device(_ sent: JSONValue?, _ call: ShelfCall) -> (ShelfDevice, wasKnown: Bool) {
    let known = sent?["deviceId"]?.string.flatMap { $0.isEmpty ? nil : devices["\(call.userID) \($0)"] }
    let id = known?.id ?? random.uuid()
    let device = ShelfDevice(sent, id: id, userID: call.userID, address: call.address, version: version)
    devices["\(call.userID) \(device.deviceID)"] = device
    devices[device.id] = device
    return (device, known != nil)
  }

  // MARK: Showing

  func json(_ session: ShelfSession, isStored: Bool) -> JSONValue {
    let device = devices[session.deviceID]?.json(isStored: isStored || session.isDeviceStored) ?? [:]
    return session.json(device: device, version: version, isStored: isStored)
  }

  mutating func openText(_ session: ShelfSession) -> Data {
    let json = json(session, isStored: false).with("audioTracks", .array(session.tracks))
    guard let item = world.item(session.libraryItemID) else { return json.with("libraryItem", .null).serialized() }
    return ShelfWire.object(json, adding: [("libraryItem", itemText(item))])
  }

  // MARK: Syncing and closing

  mutating func close(_ call: ShelfCall, _ session: ShelfSession) -> HTTPResponse {
    let isEmpty = call.body.object?.isEmpty ?? call.body.array?.isEmpty ?? false
    close(session, syncing: isEmpty ? .none : call.body, by: call.userID)
    return .shelfOK
  }

  /// - Returns: whether the item and its library are still there.
  mutating func sync(_ opened: ShelfSession, _ body: JSONValue, by user: String) -> Bool {
    var session = opened
    guard let item = world.item(session.libraryItemID), let library = world.library(item.libraryID) else {
      return false
    }
    session.currentTime = body["currentTime"]
    if let listened = body["timeListened"], listened.isTruthy, !listened.scriptNumber.isNaN {
      session.timeListening = (session.timeListening ?? 0) + listened.scriptNumber
      session.updatedAt = Double(now)
      session.sequence = nextSequence()
    }
    var payload = progressPayload(of: session, in: library)
    if let duration = body["duration"]?.ifTruthy { payload["duration"] = duration }
    let result = updateProgress(
      of: user, item: session.libraryItemID, episode: session.episodeID, payload: payload,
      losesPlace: session.currentTime == nil)
    if case .success(let record) = result { emitProgress(record, of: user, session: session) }
    openSessions[session.id] = session
    save(session)
    return true
  }

  /// The payload with the place of a session and the thresholds of the library.
  private func progressPayload(of session: ShelfSession, in library: ShelfWorld.Library) -> JSONValue {
    var payload: JSONValue = ["duration": .number(session.duration)]
    payload["progress"] = JSONValue.ifNumber(session.progress)
    payload["currentTime"] = session.currentTime
    for key in ["markAsFinishedTimeRemaining", "markAsFinishedPercentComplete"] { payload[key] = library.settings[key] }
    return payload
  }

  private mutating func close(_ session: ShelfSession, syncing body: JSONValue?, by user: String) {
    if let body { _ = sync(session, body, by: user) } else { save(session) }
    emitStream(of: session.userID, openSessions[session.id] ?? session)
    emit("user_session_closed", .string(session.id), to: session.userID)
    if session.encoder != nil { emit("stream_closed", .string(session.id), to: session.userID) }
    openSessions[session.id] = nil
  }

  /// Writes the row of a session; a session without listening time gets none.
  private mutating func save(_ session: ShelfSession) {
    guard let time = session.timeListening, time != 0 else { return }
    if settings.historyDelay > 0 {
      unwrittenSessions.append((session, now + Int64((settings.historyDelay * 1000).rounded())))
    } else {
      store(session)
    }
  }

  /// Writes the rows that are due.
  mutating func writeSessions() {
    while let first = unwrittenSessions.first, first.due <= now {
      unwrittenSessions.removeFirst()
      store(first.session)
    }
  }

  mutating func store(_ session: ShelfSession) {
    // Drop the older rows of the session that wait to be written, otherwise an upload is replaced by an earlier sync.
    unwrittenSessions.removeAll { $0.session.id == session.id && $0.session.sequence < session.sequence }
    var row = session
    row.tracks = []
    row.updatedAt = row.updatedAt.rounded(.towardZero)
    row.encoder = nil
    // After a sync without `currentTime`, the stored row keeps its `currentTime`.
    row.currentTime = row.currentTime ?? storedSessions[row.id]?.currentTime ?? JSONValue.null
    storedSessions[row.id] = row
    users[row.userID]?.history.insert(row.id)
  }

  // MARK: Uploads of what was listened to offline

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
    var answer: JSONValue = ["id": .string(id), "success": true, "progressSynced": false]
    if let known = users[user]?.progress(media: media), known.lastUpdate > session.updatedAt { return answer }
    let payload = progressPayload(of: session, in: library).with("lastUpdate", .number(session.updatedAt))
    let result = updateProgress(of: user, item: item.id, episode: episode?.id, payload: payload)
    if case .success(let record) = result {
      answer["progressSynced"] = true
      emitProgress(record, of: user, session: session)
    }
    return answer
  }

  /// The row for an upload: a known session changes in four members, a new one is completed from the item.
  private func merged(
    _ sent: JSONValue, id: String, item: ShelfItemRow, episode: ShelfEpisode?, device: ShelfDevice, user: String
  ) -> ShelfSession {
    let updated = sent["updatedAt"].numberOrNil ?? Double(now)
    if var known = storedSessions[id] {
      let day = ShelfDate(milliseconds: updated)
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
