import MediaCore
import MediaTesting

/// The history of listening, and what is counted from it.
extension ShelfState {
  /// A user's stored sessions, newest first.
  func history(of user: String) -> [ShelfSession] {
    Self.newestFirst((users[user]?.history ?? []).compactMap { storedSessions[$0] })
  }

  private static func newestFirst(_ sessions: [ShelfSession]) -> [ShelfSession] {
    sessions.sorted { ($0.updatedAt, $0.sequence) > ($1.updatedAt, $1.sequence) }
  }

  private func page(_ sessions: [ShelfSession], _ call: ShelfCall, withUser: Bool = false) -> JSONValue {
    let perPage = call.number("itemsPerPage", 10) == 0 ? 10 : call.number("itemsPerPage", 10)
    let page = call.number("page", 0)
    let shown = sessions.dropFirst(page * perPage).prefix(perPage).map { session -> JSONValue in
      let json = json(session, isStored: true)
      guard withUser else { return json }
      return json.with(
        "user",
        ["id": .string(session.userID), "username": .text(users[session.userID]?.profile.name)])
    }
    return [
      "total": .count(sessions.count), "numPages": .count((sessions.count + perPage - 1) / perPage),
      "page": .count(page), "itemsPerPage": .count(perPage), "sessions": .array(Array(shown)),
    ]
  }

  func history(_ call: ShelfCall, of user: String) -> HTTPResponse { .shelfJSON(page(history(of: user), call)) }

  func itemHistory(_ call: ShelfCall, item id: String, episode: String?) -> HTTPResponse {
    guard let item = world.item(id) else { return .shelfNotFound }
    let episode = episode.flatMap { item.episode($0) }
    if item.isPodcast, episode == nil { return .shelfNotFound }
    guard call.user.canSee(item) else { return .shelfForbidden }
    let media = episode?.id ?? item.mediaID
    return .shelfJSON(page(history(of: call.userID).filter { $0.mediaID == media }, call))
  }

  func listeningStats(of user: String) -> JSONValue {
    let sessions = history(of: user)
    var items: [String: JSONValue] = [:]
    var days: [String: JSONValue] = [:]
    var weekdays: [String: JSONValue] = [:]
    var total = 0.0
    func add(_ time: Double, to sums: inout [String: JSONValue], _ key: String) {
      sums[key] = .number((sums[key]?.double ?? 0) + time)
    }
    for session in sessions {
      let time = session.timeListening ?? 0
      total += time
      add(time, to: &days, session.date)
      add(time, to: &weekdays, session.dayOfWeek)
      let id = session.libraryItemID
      if let known = items[id] {
        items[id] = known.with("timeListening", .number((known["timeListening"]?.double ?? 0) + time))
      } else {
        items[id] = [
          "id": .string(id), "timeListening": .number(time), "mediaMetadata": session.mediaMetadata,
        ]
      }
    }
    let today = days[ShelfDate(milliseconds: now).date] ?? 0
    return [
      "totalTime": .number(total), "items": .object(items), "days": .object(days), "dayOfWeek": .object(weekdays),
      "today": today, "recentSessions": .array(sessions.prefix(10).map { json($0, isStored: true) }),
    ]
  }

  // MARK: The year

  func yearStats(_ call: ShelfCall, year text: String) -> HTTPResponse {
    let number = JSONValue.scriptNumber(text)
    guard !number.isNaN, number == number.rounded(), (2000...9999).contains(number) else {
      return .shelfSentence("Invalid year", status: 400)
    }
    let year = Int(number)
    func isIn(_ time: Double) -> Bool { ShelfDate(milliseconds: Int64(time)).year == year }
    let sessions = history(of: call.userID).reversed().filter { isIn($0.startedAt) }
    var time = (all: 0.0, books: 0.0, podcasts: 0.0)
    var sums = (authors: ShelfSums(), genres: ShelfSums(), narrators: ShelfSums(), months: ShelfSums())
    var covers: [String] = []
    var books: Set<String> = []
    for session in sessions {
      let listened = session.timeListening ?? 0
      time.all += listened
      sums.months.add(listened, to: String(ShelfDate(milliseconds: Int64(session.startedAt)).month - 1))
      if session.episodeID != nil {
        time.podcasts += listened
        continue
      }
      time.books += listened
      books.insert(session.mediaID)
      if !session.coverPath.isNull, !covers.contains(session.libraryItemID) { covers.append(session.libraryItemID) }
      for author in session.mediaMetadata["authors"]?.array ?? [] {
        sums.authors.add(listened, to: author["name"]?.string ?? "")
      }
      for narrator in session.mediaMetadata["narrators"]?.texts ?? [] { sums.narrators.add(listened, to: narrator) }
      for genre in session.mediaMetadata["genres"]?.texts ?? [] where !genre.lowercased().contains("audiobook") {
        sums.genres.add(listened, to: genre)
      }
    }
    let finished = (users[call.userID]?.allProgress ?? []).filter { record in
      record.episodeID == nil && record.isFinished && record.finishedAt.map(isIn) == true
    }
    let narrator: JSONValue =
      sums.narrators.first.map { ["name": .string($0), "time": .number($1.rounded())] } ?? .null
    let month: JSONValue =
      sums.months.first.map { ["month": .count(Int($0) ?? 0), "time": .number($1.rounded())] } ?? .null
    let withCovers = finished.compactMap { $0.libraryItemID.flatMap { world.item($0) } }.filter { $0.coverPath != nil }
    let answer: JSONValue = [
      "totalListeningSessions": .count(sessions.count), "totalListeningTime": .number(time.all.rounded()),
      "totalBookListeningTime": .number(time.books.rounded()),
      "totalPodcastListeningTime": .number(time.podcasts.rounded()), "topAuthors": sums.authors.top("name"),
      "topGenres": sums.genres.top("genre"),
      "mostListenedNarrator": narrator, "mostListenedMonth": month,
      "numBooksFinished": .count(finished.count), "numBooksListened": .count(books.count),
      "longestAudiobookFinished": longest(finished), "booksWithCovers": .strings(covers),
      "finishedBooksWithCovers": .strings(withCovers.map(\.id)),
    ]
    return .shelfJSON(answer)
  }

  private func longest(_ finished: [ShelfProgress]) -> JSONValue {
    var found: (item: ShelfItemRow, record: ShelfProgress)?
    for record in finished {
      guard let item = record.libraryItemID.flatMap({ world.item($0) }), item.duration > found?.item.duration ?? 0
      else { continue }
      found = (item, record)
    }
    guard let found else { return .null }
    return [
      "id": .string(found.item.mediaID), "title": .string(found.item.title), "duration": .number(found.item.duration),
      "finishedAt": .string(ShelfDate(milliseconds: Int64(found.record.finishedAt ?? 0)).iso),
    ]
  }

  // MARK: What administrators see

  mutating func allSessions(_ call: ShelfCall, _ path: [String]) -> HTTPResponse? {
    switch (call.method, path.count) {
    case ("GET", 0):
      guard call.user.isAdmin else { return .shelfNotFound }
      let wanted = call.query["user"].flatMap { $0.isEmpty ? nil : $0 }
      let sessions = Self.newestFirst(storedSessions.values.filter { wanted == nil || $0.userID == wanted })
      let json = page(sessions, call, withUser: true)
      return .shelfJSON(wanted.map { json.with("userId", .string($0)) } ?? json)
    case ("GET", 1) where path[0] == "open":
      guard call.user.isAdmin else { return .shelfNotFound }
      let sessions = openSessionsInOrder
      return .shelfJSON([
        "sessions": .array(
          sessions.map { session in
            json(session, isStored: false).with(
              "user", ["id": .string(session.userID), "username": .text(users[session.userID]?.profile.name)])
          }), "shareSessions": [],
      ])
    case ("DELETE", 1):
      guard storedSessions[path[0]] != nil else { return .shelfNotFound }
      guard call.user.may("delete") else { return .shelfForbidden }
      removeSession(path[0])
      return .shelfOK
    case ("POST", 2) where path == ["batch", "delete"]:
      guard call.user.isAdmin else { return .shelfForbidden }
      for id in call.body["sessions"]?.texts ?? [] { removeSession(id) }
      return .shelfOK
    default: return nil
    }
  }

  private var openSessionsInOrder: [ShelfSession] {
    openSessions.values.sorted {
      $0.startedAt != $1.startedAt ? $0.startedAt < $1.startedAt : $0.id < $1.id
    }
  }

  private mutating func removeSession(_ id: String) {
    guard let session = storedSessions.removeValue(forKey: id) else { return }
    users[session.userID]?.history.remove(id)
  }

  func users(_ call: ShelfCall, _ path: [String]) -> HTTPResponse? {
    guard call.method == "GET", path.count <= 2 else { return nil }
    guard let id = path.first else {
      guard call.user.isAdmin else { return .shelfForbidden }
      return .shelfJSON(["users": .array(userOrder.map { userJSON($0).without("mediaProgress", "bookmarks") })])
    }
    let verb = path.dropFirst().first
    guard verb == nil || verb == "listening-sessions" || verb == "listening-stats" else { return nil }
    guard call.user.isAdmin || call.userID == id else { return .shelfForbidden }
    if id == "online", verb == nil {
      return .shelfJSON([
        "usersOnline": .array(usersOnline()),
        "openSessions": .array(openSessionsInOrder.map { json($0, isStored: false) }),
      ])
    }
    guard users[id] != nil else { return .shelfNotFound }
    switch verb {
    case nil: return .shelfJSON(userJSON(id))
    case "listening-stats": return .shelfJSON(listeningStats(of: id))
    default: return history(call, of: id)
    }
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

  private var sorted: [(name: String, time: Double)] {
    let all = order.map { (name: $0, time: sums[$0] ?? 0) }
    return all.sorted(by: { [ShelfKey.number($0.time)] }, descending: true)
  }

  var first: (name: String, time: Double)? { sorted.first }

  func top(_ key: String) -> JSONValue {
    var entries: [JSONValue] = []
    for (name, time) in sorted.prefix(3) { entries.append([key: .string(name), "time": .number(time.rounded())]) }
    return .array(entries)
  }
}
