import MediaCore
import MediaTesting

/// The server's state: its database, and the state in memory.
struct VaultState: Sendable {
  var db: VaultTables
  var tokenSecret: String
  var codes: [String: VaultGrant] = [:]
  var log: [FakeVaultServer.LoggedRequest] = []
  /// Requests counted by rate-limited route; a restart resets them.
  var windows: [String: RateWindow] = [:]
  /// The time of the request that is being answered.
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

  /// A time for a new row, later than every one before: no two rows of the real server share a microsecond.
  mutating func stamp() -> VaultStamp {
    lastStamp = VaultStamp(micros: max(lastStamp.micros, now.micros) + 1)
    return lastStamp
  }

  /// Counts a request against a limit whose window opens with the first one.
  mutating func limit(_ route: String, _ count: Int, seconds: Int64, _ wording: String) throws {
    var window = windows[route] ?? RateWindow(end: now, count: 0)
    if now >= window.end {
      window = RateWindow(end: VaultStamp(micros: now.micros + seconds * 1_000_000), count: 0)
    }
    window.count += 1
    windows[route] = window
    if window.count > count { throw VaultFailure.rateLimited(wording) }
  }

  func user(of call: VaultCall) throws -> VaultUserRow {
    guard let user = db.user(call.userID) else { throw VaultFailure.detail(401, "User not found", challenge: true) }
    return user
  }

  func movieIndex(_ id: Int, of userID: Int? = nil) throws -> Int {
    guard let index = db.movies.firstIndex(where: { $0.id == id && (userID ?? $0.userID) == $0.userID }) else {
      throw VaultFailure.notFound("Movie")
    }
    return index
  }

  func seriesIndex(_ id: Int, of userID: Int? = nil) throws -> Int {
    guard let index = db.series.firstIndex(where: { $0.id == id && (userID ?? $0.userID) == $0.userID }) else {
      throw VaultFailure.notFound("Series")
    }
    return index
  }

  func episodeIndex(_ id: Int) throws -> Int {
    guard let index = db.episodes.firstIndex(where: { $0.id == id }) else { throw VaultFailure.notFound("Episode") }
    return index
  }

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

  func items(in listID: Int) -> [VaultItemRow] { db.items.filter { $0.listID == listID } }

  mutating func addItem(
    _ type: String, _ itemID: Int, to listID: Int, notes: String? = nil, watched: Bool = false,
    watchedBy: String = "you"
  ) {
    db.items.append(
      VaultItemRow(
        id: db.items.nextID, listID: listID, type: type, itemID: itemID, notes: notes, watched: watched,
        watchedBy: watchedBy, addedAt: stamp()))
  }

  /// Removes an account with everything it owns.
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
