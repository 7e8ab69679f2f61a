import MediaTesting

/// The listening history, and its statistics.
extension ShelfState {
  /// A user's stored sessions, newest first.
  func history(of user: String) -> [ShelfSession] {
    Self.newestFirst((users[user]?.history ?? []).compactMap { storedSessions[$0] })
  }

  private static func newestFirst(_ sessions: [ShelfSession]) -> [ShelfSession] {
    sessions.sorted { ($0.updatedAt, $0.sequence) > ($1.updatedAt, $1.sequence) }
  }

  /// One page of listening sessions or sign-ins.
  static func page<Row>(
    of rows: [Row], perPage: Int? = nil, _ call: ShelfCall, _ json: (Row) -> JSONValue
  ) -> JSONValue {
    let perPage = perPage ?? call.positive("itemsPerPage", 10)
    return [
      "total": .count(rows.count), "numPages": .count((rows.count + perPage - 1) / perPage), "page": .count(call.page),
      "itemsPerPage": .count(perPage),
      "sessions": .array(rows.dropFirst(call.page * perPage).prefix(perPage).map(json)),
    ]
  }

  private func page(_ sessions: [ShelfSession], _ call: ShelfCall) -> JSONValue {
    Self.page(of: sessions, call) { json($0, isStored: true) }
  }

  /// A session as administrators see it.
  private func jsonWithUser(_ session: ShelfSession, isStored: Bool) -> JSONValue {
    json(session, isStored: isStored).with(
      "user", ["id": .string(session.userID), "username": .text(users[session.userID]?.profile.name)])
  }

  func history(_ call: ShelfCall, of user: String) -> HTTPResponse { .shelfJSON(page(history(of: user), call)) }

  func itemHistory(_ call: ShelfCall) -> HTTPResponse {
    guard let item = world.item(call["item"]) else { return .shelfNotFound }
    let episode = item.episode(call["episode"])
    if item.isPodcast, episode == nil { return .shelfNotFound }
    guard call.user.canSee(item) else { return .shelfForbidden }
    let media = episode?.id ?? item.mediaID
    return .shelfJSON(page(history(of: call.userID).filter { $0.mediaID == media }, call))
  }

  func listeningStats(of user: String) -> JSONValue {
    let sessions = history(of: user)
    var (items, days, weekdays) = (ShelfSums(), ShelfSums(), ShelfSums())
    for session in sessions {
      let time = session.timeListening ?? 0
      items.add(time, to: session.libraryItemID)
      days.add(time, to: session.date)
      weekdays.add(time, to: session.dayOfWeek)
    }
    let newest = Dictionary(
      sessions.map { ($0.libraryItemID, $0.mediaMetadata) }, uniquingKeysWith: { newest, _ in newest })
    return [
      "totalTime": .number(sessions.reduce(0) { $0 + ($1.timeListening ?? 0) }),
      "items": items.json { ["id": .string($0), "timeListening": .number($1), "mediaMetadata": newest[$0] ?? .null] },
      "days": days.json { .number($1) }, "dayOfWeek": weekdays.json { .number($1) },
      "today": .number(days.time(of: ShelfDate(milliseconds: now).date)),
      "recentSessions": .array(sessions.prefix(10).map { json($0, isStored: true) }),
    ]
  }

  // MARK: The year

  func yearStats(_ call: ShelfCall, year text: String) -> HTTPResponse {
    let number = JSONValue.scriptNumber(text)
    guard !number.isNaN, number == number.rounded(), (2000...9999).contains(number) else {
      return .shelfSentence("Invalid year")
    }
    let year = Int(number)
    func isIn(_ time: Double) -> Bool { ShelfDate(milliseconds: time).year == year }
    let sessions = history(of: call.userID).reversed().filter { isIn($0.startedAt) }
    var time = (books: 0.0, podcasts: 0.0)
    var sums = (authors: ShelfSums(), genres: ShelfSums(), narrators: ShelfSums(), months: ShelfSums())
    var books: Set<String> = []
    let finished = (users[call.userID]?.allProgress ?? []).filter { record in
      record.episodeID == nil && record.isFinished && record.finishedAt.map(isIn) == true
    }
    let finishedCovers = withCovers(finished.map(\.libraryItemID)).prefix(5)
    let covers = withCovers(sessions.filter { $0.episodeID == nil }.map(\.libraryItemID))
      .filter { !finishedCovers.contains($0) }.prefix(25)
    for session in sessions {
      let listened = session.timeListening ?? 0
      sums.months.add(listened, to: String(ShelfDate(milliseconds: session.startedAt).month - 1))
      if session.episodeID != nil {
        time.podcasts += listened
        continue
      }
      time.books += listened
      if !session.displayTitle.isEmpty { books.insert(session.displayTitle) }
      for author in session.mediaMetadata["authors"]?.array ?? [] {
        sums.authors.add(listened, to: author["name"]?.string ?? "")
      }
      for narrator in session.mediaMetadata["narrators"]?.texts ?? [] { sums.narrators.add(listened, to: narrator) }
      for genre in session.mediaMetadata["genres"]?.texts ?? [] where !Self.isNoGenre(genre.lowercased()) {
        sums.genres.add(listened, to: genre)
      }
    }
    let narrator: JSONValue = sums.narrators.most().map { ["name": .string($0), "time": .number($1)] } ?? .null
    let month: JSONValue =
      sums.months.most(inOrder: { (Int($0) ?? 0) < (Int($1) ?? 0) })
      .map { ["month": .count(Int($0) ?? 0), "time": .number($1)] } ?? .null
    let answer: JSONValue = [
      "totalListeningSessions": .count(sessions.count),
      "totalListeningTime": .number((time.books + time.podcasts).rounded()),
      "totalBookListeningTime": .number(time.books.rounded()),
      "totalPodcastListeningTime": .number(time.podcasts.rounded()), "topAuthors": sums.authors.top("name"),
      "topGenres": sums.genres.top("genre"), "mostListenedNarrator": narrator, "mostListenedMonth": month,
      "numBooksFinished": .count(finished.count), "numBooksListened": .count(books.count),
      "longestAudiobookFinished": longest(finished), "booksWithCovers": .strings(Array(covers)),
      "finishedBooksWithCovers": .strings(Array(finishedCovers)),
    ]
    return .shelfJSON(answer)
  }

  private static func isNoGenre(_ name: String) -> Bool { name.contains("audiobook") || name.contains("audio book") }

  /// The items that have a cover, each once.
  private func withCovers(_ items: [String?]) -> [String] {
    var seen: Set<String> = []
    return items.compactMap { $0.flatMap { world.item($0) } }.filter { $0.coverPath != nil && !$0.isMissing }
      .map(\.id).filter { seen.insert($0).inserted }
  }

  /// The longest book by the durations in the records of progress; records without a duration do not count.
  private func longest(_ finished: [ShelfProgress]) -> JSONValue {
    var longest = 0.0
    var found: JSONValue = .null
    for record in finished {
      let duration = record.duration.scriptNumber
      guard duration > longest, let item = record.libraryItemID.flatMap({ world.item($0) }) else { continue }
      longest = duration.rounded()
      found = [
        "id": .string(item.mediaID), "title": .string(item.title), "duration": .number(longest),
        "finishedAt": .string(ShelfDate(milliseconds: record.finishedAt ?? 0).iso),
      ]
    }
    return found
  }

  // MARK: What administrators see

  static let userRoutes: [ShelfRoute] = [
    ShelfRoute("GET", "/api/sessions") { state, call in
      guard call.user.isAdmin else { return .shelfNotFound }
      let wanted = call.query["user"].flatMap { isUUID($0) ? $0 : nil }
      let all = newestFirst(state.storedSessions.values.filter { wanted == nil || $0.userID == wanted })
      let sessions = all.sorted(by: { [sortKey($0, call.query["sort"])] }, descending: call.flag("desc"))
      let json = page(of: sessions, call) { state.jsonWithUser($0, isStored: true) }
      return .shelfJSON(wanted.map { json.with("userId", .string($0)) } ?? json)
    },
    ShelfRoute("GET", "/api/sessions/open") { state, call in
      guard call.user.isAdmin else { return .shelfNotFound }
      let sessions = state.openSessionsInOrder.map { state.jsonWithUser($0, isStored: false) }
      return .shelfJSON(["sessions": .array(sessions), "shareSessions": []])
    },
    ShelfRoute("DELETE", "/api/sessions/:id") { state, call in
      guard state.storedSessions[call["id"]] != nil else { return .shelfNotFound }
      guard call.user.may("delete") else { return .shelfForbidden }
      state.removeSession(call["id"])
      return .shelfOK
    },
    ShelfRoute("POST", "/api/sessions/batch/delete") { state, call in
      guard call.user.isAdmin else { return .shelfForbidden }
      let ids = call.body["sessions"]?.array ?? []
      guard !ids.isEmpty, ids.allSatisfy({ $0.string.map(isUUID) ?? false }) else {
        return .shelfSentence("Invalid request body. \"sessions\" array of session id strings is required.")
      }
      for id in ids.compactMap(\.string) { state.removeSession(id) }
      return .shelfOK
    },
    ShelfRoute("GET", "/api/users") { state, call in
      guard call.user.isAdmin else { return .shelfForbidden }
      let users = state.userOrder.map { state.userJSON($0).without("mediaProgress", "bookmarks") }
      return .shelfJSON(["users": .array(users)])
    },
    ShelfRoute("GET", "/api/users/online") { state, call in
      guard call.user.isAdmin || call.userID == "online" else { return .shelfForbidden }
      return .shelfJSON([
        "usersOnline": .array(state.usersOnline()),
        "openSessions": .array(state.openSessionsInOrder.map { state.json($0, isStored: false) }),
      ])
    },
    user("") { state, call in .shelfJSON(state.userJSON(call["user"])) },
    user("/listening-stats") { state, call in .shelfJSON(state.listeningStats(of: call["user"])) },
    user("/listening-sessions") { state, call in state.history(call, of: call["user"]) },
  ]

  /// A route of one user, for that user and for administrators.
  private static func user(_ path: String, _ handler: @escaping ShelfHandler) -> ShelfRoute {
    ShelfRoute("GET", "/api/users/:user\(path)") { state, call in
      guard call.user.isAdmin || call.userID == call["user"] else { return .shelfForbidden }
      return state.users[call["user"]] == nil ? .shelfNotFound : handler(&state, call)
    }
  }

  var openSessionsInOrder: [ShelfSession] {
    openSessions.values.sorted { ($0.startedAt, $0.id) < ($1.startedAt, $1.id) }
  }

  static func isUUID(_ text: String) -> Bool {
    text.count == 36 && text.split(separator: "-", omittingEmptySubsequences: false).map(\.count) == [8, 4, 4, 4, 12]
  }

  /// The key of the order that an administrator requests; by default that of the last changes.
  private static func sortKey(_ session: ShelfSession, _ sort: String?) -> ShelfKey {
    switch sort {
    case "displayTitle": ShelfKey(session.displayTitle)
    case "duration": .number(session.duration)
    case "playMethod": ShelfKey(session.playMethod.double)
    case "startTime": .number(session.startTime)
    case "currentTime": ShelfKey(session.currentTime?.double)
    case "timeListening": ShelfKey(session.timeListening)
    case "createdAt": .number(session.startedAt)
    default: .number(session.updatedAt)
    }
  }

  /// Removes a session from the history, and ends it if it is open.
  mutating func removeSession(_ id: String) {
    openSessions[id] = nil
    unwrittenSessions.removeAll { $0.session.id == id }
    guard let session = storedSessions.removeValue(forKey: id) else { return }
    users[session.userID]?.history.remove(id)
  }
}

/// Seconds by name, in the order of first appearance.
private struct ShelfSums {
  private var sums: [String: Double] = [:]
  private var order: [String] = []

  mutating func add(_ time: Double, to name: String) {
    if sums[name] == nil { order.append(name) }
    sums[name, default: 0] += time
  }

  /// The name with the most whole seconds. Of several, the first wins, but a name without a whole second gives way to the next.
  func most(inOrder: ((String, String) -> Bool)? = nil) -> (name: String, time: Double)? {
    var most: (name: String, time: Double)?
    for name in inOrder.map({ order.sorted(by: $0) }) ?? order {
      if let most, most.time != 0, time(of: name) <= most.time { continue }
      most = (name, time(of: name).rounded())
    }
    return most
  }

  func time(of name: String) -> Double { sums[name] ?? 0 }

  func json(_ entry: (_ name: String, _ time: Double) -> JSONValue) -> JSONValue {
    .object(Dictionary(uniqueKeysWithValues: sums.map { ($0.key, entry($0.key, $0.value)) }))
  }

  func top(_ key: String) -> JSONValue {
    let sorted = order.sorted(by: { [ShelfKey.number(time(of: $0).rounded())] }, descending: true)
    return .array(sorted.prefix(3).map { [key: .string($0), "time": .number(time(of: $0).rounded())] })
  }
}
