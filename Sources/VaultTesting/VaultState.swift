import MediaTesting

/// The state of the server: its database, and the part that is in memory only.
struct VaultState: Sendable {
  var db: VaultTables
  var tokenSecret: String
  var codes: [String: VaultGrant] = [:]
  /// Requests counted by rate-limited route; a restart forgets them.
  var windows: [String: RateWindow] = [:]
  /// Whether the catalogues cannot be reached for now.
  var lacksCatalogue = false
  /// The moment of the request being answered.
  var now: VaultStamp
  private var lastStamp = VaultStamp(micros: 0)

  struct RateWindow: Sendable {
    var end: VaultStamp
    var count: Int
  }

  init(db: VaultTables, tokenSecret: String, now: VaultStamp) {
    self.db = db
    self.tokenSecret = tokenSecret
    self.now = now
  }

  /// A moment for a new row, later than every one before: no two rows of the real server share a microsecond.
  mutating func stamp() -> VaultStamp {
    lastStamp = VaultStamp(micros: max(lastStamp.micros, now.micros) + 1)
    return lastStamp
  }

  /// Counts a request against a limit whose window opens with the first one.
  mutating func limit(_ route: String, _ count: Int, seconds: Int64, _ wording: String) throws {
    var window = windows[route] ?? RateWindow(end: now, count: 0)
    if now >= window.end { window = RateWindow(end: VaultStamp(micros: now.micros + seconds * 1_000_000), count: 0) }
    window.count += 1
    windows[route] = window
    if window.count > count { throw VaultFailure.rateLimited(wording) }
  }

  func user(of call: VaultCall) throws -> VaultUserRow {
    guard let user = db.user(call.userID) else { throw VaultFailure.detail(401, "User not found", challenge: true) }
    return user
  }

  func movieIndex(_ id: Int, of userID: Int? = nil) throws -> Int {
    try db.movies.firstIndex { $0.id == id && (userID ?? $0.userID) == $0.userID }.found(or: "Movie")
  }

  func seriesIndex(_ id: Int, of userID: Int? = nil) throws -> Int {
    try db.series.firstIndex { $0.id == id && (userID ?? $0.userID) == $0.userID }.found(or: "Series")
  }

  func episodeIndex(_ id: Int) throws -> Int { try db.episodes.firstIndex { $0.id == id }.found(or: "Episode") }

  /// A list that is not deleted.
  func list(_ id: Int, _ missing: String = "List not found") throws -> VaultListRow {
    guard let list = db.lists.first(where: { $0.id == id && $0.isActive }) else {
      throw VaultFailure.detail(404, missing)
    }
    return list
  }

  func ownList(_ id: Int, of userID: Int, _ missing: String = "List not found") throws -> VaultListRow {
    let list = try list(id, missing)
    guard list.userID == userID else { throw VaultFailure.detail(404, missing) }
    return list
  }

  func share(of listID: Int, with userID: Int) -> VaultShareRow? {
    db.shares.first { $0.listID == listID && $0.userID == userID }
  }

  func checkAccess(to list: VaultListRow, _ userID: Int, _ refusal: String = "Access denied") throws {
    guard list.userID == userID || share(of: list.id, with: userID) != nil else {
      throw VaultFailure.detail(403, refusal)
    }
  }

  /// The rows of a list in the order of the server's index: by number, then by kind, whatever was added first.
  func items(in listID: Int) -> [VaultItemRow] {
    db.items.filter { $0.listID == listID }.sorted { ($0.itemID, $0.type, $0.id) < ($1.itemID, $1.type, $1.id) }
  }

  /// Adds a title to a list, with the mark and the note of `row` where there is one.
  mutating func addItem(
    _ type: String, _ itemID: Int, to listID: Int, notes: String? = nil, like row: VaultItemRow? = nil
  ) {
    db.items.append(
      VaultItemRow(
        id: db.items.nextID, listID: listID, type: type, itemID: itemID, notes: notes ?? row?.notes,
        watched: row?.watched ?? false, watchedBy: row?.watchedBy ?? "you", addedAt: stamp()))
  }

  /// Removes an account with all that is its own.
  mutating func deleteUser(_ userID: Int) {
    clearWatchlist(of: userID)
    let lists = Set(db.lists.filter { $0.userID == userID }.map(\.id))
    db.items.removeAll { lists.contains($0.listID) }
    db.shares.removeAll { lists.contains($0.listID) || $0.userID == userID }
    db.lists.removeAll { lists.contains($0.id) }
    db.libraries.removeAll { $0.userID == userID }
    db.users.removeAll { $0.id == userID }
  }

  mutating func clearWatchlist(of userID: Int) {
    let series = Set(db.series.filter { $0.userID == userID }.map(\.id))
    db.episodes.removeAll { series.contains($0.seriesID) }
    db.series.removeAll { $0.userID == userID }
    db.movies.removeAll { $0.userID == userID }
  }
}

extension Optional {
  /// - Throws: the 404 for a missing `thing`.
  func found(or thing: String) throws -> Wrapped {
    guard let self else { throw VaultFailure.notFound(thing) }
    return self
  }
}
