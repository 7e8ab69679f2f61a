import MediaTesting

/// One user's place in a book or an episode, with the server's rules for changing it.
struct ShelfProgress: Sendable {
  let id: String
  /// The item's id as it was sent, which can be wrong for an episode.
  let libraryItemID: String?
  let episodeID: String?
  /// The id of the book or the episode.
  let mediaID: String
  var duration: JSONValue
  /// The stored progress, which can contradict the place.
  var progress: Double
  /// The place; nil after a sync without one, which makes it undefined in the server's memory.
  var currentTime: JSONValue?
  var isFinished: Bool
  var isHidden: Bool
  var ebookLocation: JSONValue
  var ebookProgress: JSONValue
  let startedAt: Double
  var lastUpdate: Double
  var finishedAt: Double?
  var sequence: Int

  /// A new record takes the payload as it is, without a check for the end, and ignores its `lastUpdate`.
  init(id: String, item: String?, episode: String?, media: String, payload: JSONValue, now: Double, sequence: Int) {
    self.id = id
    libraryItemID = item
    episodeID = episode
    mediaID = media
    self.sequence = sequence
    duration = .number(payload["duration"].numberOrNil ?? 0)
    currentTime = .number(payload["currentTime"].numberOrNil ?? 0)
    isFinished = payload["isFinished"]?.isTruthy ?? false
    isHidden = payload["hideFromContinueListening"]?.isTruthy ?? false
    ebookLocation = payload["ebookLocation"]?.ifTruthy ?? .null
    ebookProgress = .number(payload["ebookProgress"].numberOrNil ?? 0)
    progress = isFinished ? 1 : payload["progress"].numberOrNil ?? 0
    startedAt = payload["createdAt"].numberOrNil ?? now
    lastUpdate = now
    finishedAt = isFinished ? payload["finishedAt"].numberOrNil ?? now : nil
  }

  private var length: Double { duration.scriptNumber }
  private var place: Double { currentTime.scriptNumber }

  /// The progress by place and duration, which can differ from the stored one.
  private var computed: Double {
    guard duration.isTruthy else { return 0 }
    let share = place / length
    return share.isNaN ? .nan : min(1, max(0, share))
  }

  /// The later a change, the higher; the sequence decides within a millisecond.
  var recency: (Double, Int) { (lastUpdate, sequence) }
  var finishRecency: (Double, Int) { (finishedAt ?? 0, sequence) }
  var isRunning: Bool { !isFinished && !isHidden && isStarted }
  var isStarted: Bool { place > 0 || ebookProgress.scriptNumber > 0 }
  var isAudioStarted: Bool { place > 0 }
  var isEbookStarted: Bool { ebookProgress.scriptNumber > 0 }

  /// The position to continue playing from.
  var resumeTime: Double { isFinished || place.isNaN ? 0 : place }

  /// - Parameters:
  ///   - losesPlace: whether the payload comes from a sync without a place.
  ///   - keepsDates: whether the payload's own date is kept.
  mutating func apply(_ payload: JSONValue, losesPlace: Bool, keepsDates: Bool, now: Double, sequence: Int) {
    let before = (currentTime: currentTime, computed: computed)
    var rest = payload
    if let flag = payload["isFinished"] {
      if flag.isTruthy, !isFinished {
        finishedAt = payload["finishedAt"]?.ifTruthy?.scriptNumber ?? now
        progress = 1
        rest = payload.without("finishedAt")
      } else if !flag.isTruthy, isFinished {
        finishedAt = nil
        progress = 0
        currentTime = 0
        rest = payload.without("finishedAt", "currentTime")
      }
    } else if let sent = payload["progress"], !sent.scriptNumber.isNaN, sent.double != before.computed {
      progress = min(1, max(0, sent.scriptNumber))
    }
    take(rest)
    if losesPlace { currentTime = nil }
    let hasMoved = !Self.isSame(before.currentTime, currentTime)
    if hasMoved, payload["hideFromContinueListening"]?.isTruthy != true { isHidden = false }
    let isAtEnd = isAtEnd(payload)
    if isAtEnd, !isFinished {
      isFinished = true
      finishedAt = finishedAt ?? now
      progress = 1
    } else if !isAtEnd, isFinished, hasMoved {
      isFinished = false
      finishedAt = nil
    }
    // The real server cuts dates to milliseconds.
    let given = keepsDates ? payload["lastUpdate"]?.ifTruthy?.scriptNumber : nil
    lastUpdate = (given ?? now).rounded(.towardZero)
    self.sequence = sequence
  }

  private mutating func take(_ payload: JSONValue) {
    if let value = payload["isFinished"] { isFinished = value.isTruthy }
    if let value = payload["hideFromContinueListening"] { isHidden = value.isTruthy }
    if let value = payload["duration"] { duration = value }
    if let value = payload["ebookLocation"] { ebookLocation = value }
    if let value = payload["ebookProgress"] { ebookProgress = value }
    if let value = payload["finishedAt"] { finishedAt = value.isNull ? nil : value.scriptNumber }
    if let value = payload["currentTime"] { currentTime = value }
  }

  private static func isSame(_ a: JSONValue?, _ b: JSONValue?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    if let x = a.double, let y = b.double { return x == y }
    return a == b
  }

  private func isAtEnd(_ payload: JSONValue) -> Bool {
    guard duration.isTruthy else { return false }
    if let percent = payload["markAsFinishedPercentComplete"].numberOrNil, percent > 0 {
      return computed > percent / 100
    }
    return length - place < (payload["markAsFinishedTimeRemaining"].numberOrNil ?? 10)
  }

  func json(userID: String) -> JSONValue {
    var json: JSONValue = [
      "id": .string(id), "userId": .string(userID), "libraryItemId": .text(libraryItemID),
      "episodeId": .text(episodeID), "mediaItemId": .string(mediaID),
      "mediaItemType": episodeID == nil ? "book" : "podcastEpisode", "duration": duration,
      "progress": .number(progress), "isFinished": .bool(isFinished),
      "hideFromContinueListening": .bool(isHidden), "ebookLocation": ebookLocation, "ebookProgress": ebookProgress,
      "lastUpdate": .number(lastUpdate), "startedAt": .number(startedAt), "finishedAt": .amount(finishedAt),
    ]
    json["currentTime"] = currentTime
    return json
  }
}

extension ShelfState {
  struct Refusal: Error {
    let answer: HTTPResponse

    init(_ reason: String, status: Int = 400) { answer = .shelfSentence(reason, status: status) }
  }

  /// Creates or changes a record. No access check is made, and the item of an episode is not checked either.
  @discardableResult
  mutating func updateProgress(
    of user: String, item itemID: String, episode episodeID: String?, payload: JSONValue, losesPlace: Bool = false
  ) -> Result<ShelfProgress, Refusal> {
    let media: String
    if let episodeID {
      guard world.episode(episodeID) != nil else { return .failure(Refusal("Episode not found", status: 404)) }
      media = episodeID
    } else {
      guard let item = world.item(itemID) else { return .failure(Refusal("Library item not found", status: 404)) }
      if item.isPodcast { return .failure(Refusal("Library item is not a book")) }
      media = item.mediaID
    }
    let sequence = nextSequence()
    var record: ShelfProgress
    if let known = users[user]?.progress(media: media) {
      record = known
      let keepsDates = release >= ShelfRelease(26)
      record.apply(
        payload, losesPlace: losesPlace, keepsDates: keepsDates, now: Double(now), sequence: sequence)
    } else {
      record = ShelfProgress(
        id: random.uuid(), item: itemID, episode: episodeID, media: media, payload: payload, now: Double(now),
        sequence: sequence)
    }
    users[user]?.store(record)
    dropProgressAnswers()
    return .success(record)
  }

  static let progressRoutes = [
    ShelfRoute("GET", "/api/me/progress", .modern) { state, call in
      let all = state.users[call.userID]?.allProgress ?? []
      return .shelfJSON(["mediaProgress": .array(all.map { $0.json(userID: call.userID) })])
    },
    ShelfRoute("GET", "/api/me/progress/:item/remove-from-continue-listening") { $0.hideProgress($1, id: $1["item"]) },
    ShelfRoute("GET", "/api/me/progress/:item") { $0.oneProgress($1) },
    ShelfRoute("GET", "/api/me/progress/:item/:episode") { $0.oneProgress($1) },
    ShelfRoute("PATCH", "/api/me/progress/batch/update") { $0.updateSeveral($1) },
    ShelfRoute("PATCH", "/api/me/progress/:item") { $0.updateOne($1) },
    ShelfRoute("PATCH", "/api/me/progress/:item/:episode") { $0.updateOne($1) },
    ShelfRoute("DELETE", "/api/me/progress/:id") { state, call in
      guard let record = state.users[call.userID]?.progress(id: call["id"]) else { return .shelfNotFound }
      state.users[call.userID]?.removeProgress(media: record.mediaID)
      state.dropProgressAnswers()
      state.emitUser(call.userID)
      return .shelfOK
    },
  ]

  private func oneProgress(_ call: ShelfCall) -> HTTPResponse {
    let record = users[call.userID]?.progress(of: call["item"], episode: call.parameters["episode"])
    return record.map { .shelfJSON($0.json(userID: call.userID)) } ?? .shelfNotFound
  }

  private mutating func updateOne(_ call: ShelfCall) -> HTTPResponse {
    let result = updateProgress(
      of: call.userID, item: call["item"], episode: call.parameters["episode"], payload: call.body)
    if case .failure(let refusal) = result { return refusal.answer }
    emitUser(call.userID)
    return .shelfOK
  }

  private mutating func updateSeveral(_ call: ShelfCall) -> HTTPResponse {
    guard let entries = call.body.array, !entries.isEmpty else { return .shelfSentence("Missing request payload") }
    let results = entries.map { entry in
      updateProgress(
        of: call.userID, item: entry["libraryItemId"]?.string ?? "", episode: entry["episodeId"]?.string,
        payload: entry)
    }
    if results.contains(where: { if case .success = $0 { true } else { false } }) { emitUser(call.userID) }
    return .shelfOK
  }

  private mutating func hideProgress(_ call: ShelfCall, id: String) -> HTTPResponse {
    guard var record = users[call.userID]?.progress(id: id) else { return .shelfNotFound }
    if record.isHidden { return .shelfJSON(userJSON(call.userID)) }
    record.isHidden = true
    record.lastUpdate = Double(now)
    record.sequence = nextSequence()
    users[call.userID]?.store(record)
    dropProgressAnswers()
    emitUser(call.userID)
    return .shelfJSON(userJSON(call.userID))
  }
}
