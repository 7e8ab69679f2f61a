import Foundation
import MediaTesting

/// The whole state of the server: its database, and the parts that are only in its memory.
struct ShelfState: Sendable {
  var world: ShelfWorld
  let settings: FakeShelfServer.Settings
  let random: any RandomSource
  let subPath: [String]
  /// Milliseconds since 1970, set at every request.
  var now: Int64 = 0
  /// Incremented at every write, so that writes of the same millisecond have an order.
  var sequence = 0

  // The server's database: a restart keeps it.
  var secret: UInt64
  var users: [String: ShelfUser] = [:]
  var userOrder: [String] = []
  private var userIDs: [String: String] = [:]
  var logins: [String: ShelfLogin] = [:]
  var storedSessions: [String: ShelfSession] = [:]
  var devices: [String: ShelfDevice] = [:]
  var collections: [ShelfCollection] = []
  var playlists: [ShelfPlaylist] = []
  var keys: [String: String] = [:]

  // The server's memory: a restart empties it.
  var openSessions: [String: ShelfSession] = [:]
  /// Synced sessions whose rows are written later, in the order of the syncs; see ``FakeShelfServer/Settings/historyDelay``.
  var unwrittenSessions: [(session: ShelfSession, due: Int64)] = []
  private var lastNight: Int64 = 0
  var sockets: [String: ShelfSocket] = [:]
  var limiter: [String: ShelfLimiter] = [:]
  var cache = ShelfCache()
  var openID = ShelfOpenID()
  /// The shares that clients have opened, by the session id in the client's cookie.
  var openShares: [String: ShelfOpenShare] = [:]

  init(world: ShelfWorld, settings: FakeShelfServer.Settings, random: any RandomSource) {
    self.world = world
    self.settings = settings
    self.random = random
    subPath = settings.subPath.split(separator: "/").map(String.init)
    secret = random.next()
    addNewUsers()
  }

  var version: String {
    if settings.legacyTokensOnly, ShelfRelease(world.release) >= ShelfRelease(26) { return "2.25.1" }
    if settings.graceUnsupported, ShelfRelease(world.release) >= ShelfRelease(35) { return "2.34.0" }
    return world.release
  }

  var release: ShelfRelease { ShelfRelease(version) }
  /// Whether the server issues only one token, which never expires and cannot be renewed.
  var hasOneToken: Bool { release < ShelfRelease(26) }

  mutating func nextSequence() -> Int {
    sequence += 1
    return sequence
  }

  mutating func restart() {
    openSessions = [:]
    unwrittenSessions = []
    openShares = [:]
    sockets = [:]
    limiter = [:]
    openID.flows = [:]
    openID.redirects = [:]
    world.episodeDownloads = []
    cache = ShelfCache()
    for (id, session) in storedSessions {
      // Sessions of three seconds or less are deleted at every start of the real server.
      if let listened = session.timeListening, listened <= 3 { removeSession(id) }
    }
    for id in userOrder { users[id]?.reloadProgress() }
  }

  /// Does the work for which the real server has timers: writes synced sessions, closes silent sockets, and reports the progress of
  /// transcodes.
  mutating func catchUp() {
    writeSessions()
    closeSilentSockets()
    reportStreams()
  }

  /// The job of 00:30, which silently drops open sessions without counted listening for 36 hours.
  mutating func nightly() {
    let night = (now - 1_800_000) / 86_400_000
    guard night != lastNight else { return }
    if night > lastNight {
      let limit = Double(night * 86_400_000 + 1_800_000 - 36 * 3_600_000)
      openSessions = openSessions.filter { $0.value.updatedAt >= limit }
    }
    lastNight = night
  }

  // MARK: Users

  func userID(named name: String) -> String? { userIDs[name.lowercased()] }

  mutating func worldChanged() {
    addNewUsers()
    cache = ShelfCache()
  }

  /// Drops the cached answers that the real server renews after new progress. A server before 2.31 renews all.
  mutating func dropProgressAnswers() {
    if release < ShelfRelease(31) { cache.dropAnswers() } else { cache.dropProgressAnswers() }
  }

  private mutating func addNewUsers() {
    for account in world.accounts where users[account.id] == nil { add(account) }
  }

  mutating func add(_ account: ShelfAccount) {
    users[account.id] = ShelfUser(
      account, token: legacyToken(id: account.id, name: account.name, at: account.createdAt))
    userOrder.append(account.id)
    userIDs[account.name.lowercased()] = account.id
  }

  /// The user as the server shows it to that user.
  func userJSON(_ id: String, oldToken: Bool = false) -> JSONValue {
    guard let user = users[id] else { return .null }
    var json: JSONValue = [
      "id": .string(id), "username": .string(user.profile.name), "email": .null,
      "type": .string(user.profile.type),
      "token": .string(user.token), "mediaProgress": .array(user.allProgress.map { $0.json(userID: id) }),
      "seriesHideFromContinueListening": .strings(user.hiddenSeries), "bookmarks": .array(user.bookmarks),
      "isActive": .bool(user.isActive), "isLocked": false, "lastSeen": user.lastSeen.map { .integer($0) } ?? .null,
      "createdAt": .number(user.profile.createdAt), "permissions": user.profile.permissions,
      "librariesAccessible": .strings(user.profile.libraries), "itemTagsSelected": .strings(user.profile.tags),
      "hasOpenIDLink": false,
    ]
    if oldToken, !hasOneToken { json["isOldToken"] = true }
    return json
  }

  /// The first library, in the order of display, that the user may see.
  func defaultLibrary(of user: ShelfAccount) -> JSONValue {
    .text(world.libraries.first { user.canSee(library: $0.id) }?.id)
  }

  // MARK: Text that is written once

  mutating func itemText(_ item: ShelfItemRow) -> Data {
    if let text = cache.itemTexts[item.id] { return text }
    let text = item.expanded.serialized()
    cache.itemTexts[item.id] = text
    return text
  }

  mutating func settingsText() -> Data {
    if let text = cache.settingsText { return text }
    let text = world.serverSettings.with("version", .string(version)).serialized()
    cache.settingsText = text
    return text
  }
}

/// The cached answers: whole answers of library routes by user and address, and parts that are encoded once.
struct ShelfCache: Sendable {
  private var answers: [String: (answer: HTTPResponse, until: Int64)] = [:]
  var itemTexts: [String: Data] = [:]
  var settingsText: Data?
  var claims: [String: ShelfTokens.Claims] = [:]
  var filterData: [String: (data: JSONValue, until: Int64)] = [:]

  func answer(_ key: String, at now: Int64) -> HTTPResponse? {
    answers[key].flatMap { $0.until > now ? $0.answer : nil }
  }

  /// Keeps an answer until something changes. Shelves, of which one is random, are kept for half an hour at most.
  mutating func keep(_ answer: HTTPResponse, for key: String, at now: Int64) {
    if answers.count >= 1000 { answers = [:] }
    answers[key] = (answer, key.contains("/personalized") ? now + 1_800_000 : .max)
  }

  /// Drops all answers, after a change on which any of them may depend.
  mutating func dropAnswers() {
    if !answers.isEmpty { answers = [:] }
  }

  /// Drops the shelves and the recent episodes, which are the only cached answers that the real server renews after new progress.
  mutating func dropProgressAnswers() {
    if answers.isEmpty { return }
    answers = answers.filter { !$0.key.contains("/personalized") && !$0.key.contains("/recent-episodes") }
  }
}
