import Foundation
import MediaTesting

/// Opening, syncing and closing playback sessions.
extension ShelfState {
  // MARK: Opening

  mutating func play(_ call: ShelfCall, _ item: ShelfItemRow, episode episodeID: String?) -> HTTPResponse {
    if episodeID != nil, !item.isPodcast { return .shelfStatus(400) }
    let episode = episodeID.flatMap { item.episode($0) }
    if episodeID != nil, episode == nil { return .shelfNotFound }
    let (device, wasKnown) = device(call.body["deviceInfo"], call)
    for session in openSessions.values
    where session.userID == call.userID && session.deviceID == device.id {
      close(session, syncing: .none, by: call.userID)
    }
    let id = random.uuid()
    let tracks = episode.map { [$0.track] } ?? item.tracks
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
      mediaPlayer: call.body["mediaPlayer"]?.string.map { .string($0) } ?? "unknown", deviceID: device.id,
      isDeviceStored: wasKnown, date: today.date, dayOfWeek: today.dayOfWeek, timeListening: 0, startTime: start,
      currentTime: .number(start), startedAt: Double(now), updatedAt: Double(now), sequence: nextSequence())
    if isDirect {
      session.tracks = tracks
    } else {
      session.encoder = ShelfEncoder(firstSegment: Int(max(0, start - 30) / 6), startedAt: now)
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

  private static func author(of item: ShelfItemRow) -> JSONValue {
    item.isPodcast ? item.metadata["author"] ?? .null : item.metadata["authorName"] ?? ""
  }

  /// The caller's device; without an id of its own every call makes a new one.
  mutating func device(_ sent: JSONValue?, _ call: ShelfCall) -> (ShelfDevice, wasKnown: Bool) {
    if let key = sent?["deviceId"]?.string, !key.isEmpty, let known = devices["\(call.userID) \(key)"] {
      let device = ShelfDevice(sent, id: known.id, userID: call.userID, address: call.address, version: version)
      devices["\(call.userID) \(key)"] = device
      devices[device.id] = device
      return (device, true)
    }
    let device = ShelfDevice(sent, id: random.uuid(), userID: call.userID, address: call.address, version: version)
    devices["\(call.userID) \(device.deviceID)"] = device
    devices[device.id] = device
    return (device, false)
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
    let isEmpty = call.body.object?.isEmpty ?? false
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
    var payload = finishing(by: library)
    payload["duration"] = body["duration"].flatMap(\.ifTruthy) ?? .number(session.duration)
    payload["progress"] = JSONValue.ifNumber(session.progress)
    payload["currentTime"] = session.currentTime
    let result = updateProgress(
      of: user, item: session.libraryItemID, episode: session.episodeID, payload: payload,
      losesPlace: session.currentTime == nil)
    if case .success(let record) = result { emitProgress(record, of: user, session: session) }
    openSessions[session.id] = session
    save(session)
    return true
  }

  /// The thresholds of a library, as members of a progress payload.
  func finishing(by library: ShelfWorld.Library) -> JSONValue {
    var payload: JSONValue = [:]
    for key in ["markAsFinishedTimeRemaining", "markAsFinishedPercentComplete"] { payload[key] = library.settings[key] }
    return payload
  }

  private mutating func close(_ session: ShelfSession, syncing body: JSONValue?, by user: String) {
    if let body { _ = sync(session, body, by: user) } else { save(session) }
    emitStream(of: session.userID, openSessions[session.id] ?? session)
    emit("user_session_closed", .string(session.id), to: session.userID)
    openSessions[session.id] = nil
  }

  /// Writes the row of a session; one without listening time has none.
  private mutating func save(_ session: ShelfSession) {
    guard let time = session.timeListening, time != 0 else { return }
    store(session)
  }

  mutating func store(_ session: ShelfSession) {
    var row = session
    row.tracks = []
    row.encoder = nil
    storedSessions[row.id] = row
    users[row.userID]?.history.insert(row.id)
  }
}
