import Foundation
import MediaTesting

/// A client of the socket, over long polling.
struct ShelfSocket: Sendable {
  let id: String
  /// The id in the namespace, once the client has connected to it.
  var connection: String?
  var userID: String?
  var waiting: [String] = []
  /// The time of the last pong; before the first pong, the time of the handshake.
  var pongedAt: Int64
  /// Whether the server has sent a ping that the client has not answered.
  var isPinged = false
}

/// The parts of Engine.IO 4 and Socket.IO 5 that a client over long polling uses.
///
/// A poll without a waiting frame is answered at once by a noop; ``ShelfTransport`` does the waiting of the real server.
extension ShelfState {
  private static let separator: Character = "\u{1e}"
  static let pingInterval: Int64 = 25_000
  static let pingTimeout: Int64 = 20_000

  mutating func socket(_ request: FakeRequest) -> HTTPResponse {
    guard request.query["transport"] == "polling" else {
      return refused(request.query["transport"] == "websocket" ? 3 : 0)
    }
    guard let id = request.query["sid"] else {
      guard request.method == "GET" else { return refused(2) }
      guard request.query["EIO"] == "4" else { return refused(5) }
      return .shelfSocket(handshake())
    }
    guard var socket = sockets[id] else { return refused(1) }
    if request.method == "POST" {
      for packet in String(decoding: request.body, as: UTF8.self).split(separator: Self.separator) {
        receive(packet, from: id)
      }
      return .shelfSocket("ok", type: "text/html")
    }
    if !socket.isPinged, now - socket.pongedAt >= Self.pingInterval {
      socket.waiting.append("2")
      socket.isPinged = true
    }
    let frames = socket.waiting
    socket.waiting = []
    sockets[id] = socket
    return .shelfSocket(frames.isEmpty ? "6" : frames.joined(separator: String(Self.separator)))
  }

  private func refused(_ code: Int) -> HTTPResponse {
    let reasons = [
      "Transport unknown", "Session ID unknown", "Bad handshake method", "Bad request", "Forbidden",
      "Unsupported protocol version",
    ]
    return HTTPResponse(
      status: 400, fields: ["Access-Control-Allow-Origin": "*", "Content-Type": "application/json"],
      body: (["code": .count(code), "message": .string(reasons[code])] as JSONValue).serialized())
  }

  private mutating func handshake() -> String {
    let id = makeSocketID()
    sockets[id] = ShelfSocket(id: id, pongedAt: now)
    let open: JSONValue = [
      "sid": .string(id), "upgrades": ["websocket"], "pingInterval": 25_000, "pingTimeout": 20_000,
      "maxPayload": 1_000_000,
    ]
    return "0" + Self.text(open)
  }

  private func makeSocketID() -> String {
    ShelfTokens.base64URL(withUnsafeBytes(of: (random.next(), random.next())) { Data($0) }.prefix(15))
  }

  private static func text(_ value: JSONValue) -> String { String(decoding: value.serialized(), as: UTF8.self) }

  // MARK: From the client

  private mutating func receive(_ packet: Substring, from id: String) {
    if packet.hasPrefix("40") {
      let connection = makeSocketID()
      sockets[id]?.connection = connection
      sockets[id]?.waiting.append("40" + Self.text(["sid": .string(connection)]))
    } else if packet.hasPrefix("41") {
      leave(id)
      sockets[id]?.connection = nil
    } else if packet.hasPrefix("42"), sockets[id]?.connection != nil {
      guard let event = (try? JSONValue(parsing: String(packet.dropFirst(2))))?.array else { return }
      switch event.first?.string {
      case "auth": authenticate(socket: id, token: event.dropFirst().first?.string ?? "")
      case "ping": sockets[id]?.waiting.append(#"42["pong"]"#)
      default: break
      }
    } else if packet == "3" {
      sockets[id]?.pongedAt = now
      sockets[id]?.isPinged = false
    } else if packet.hasPrefix("1") {
      close(socket: id)
    }
  }

  /// Closes the sockets whose last pong is 45 seconds old: a ping is due after 25 seconds, and must be answered within 20 more.
  mutating func closeSilentSockets() {
    let silent = sockets.values.filter { now - $0.pongedAt >= Self.pingInterval + Self.pingTimeout }
    // Sort, so that administrators receive the events in the same order in each run.
    for socket in silent.sorted(by: { ($0.pongedAt, $0.id) < ($1.pongedAt, $1.id) }) { close(socket: socket.id) }
  }

  private mutating func close(socket id: String) {
    leave(id)
    sockets[id] = nil
  }

  private mutating func authenticate(socket id: String, token: String) {
    guard let userID = bearer(token, keysCount: false)?.userID else { return refuse("Invalid token", socket: id) }
    guard let user = users[userID], user.isActive else { return refuse("Invalid user", socket: id) }
    sockets[id]?.userID = userID
    emitToAdmins("user_online", presence(of: userID))
    // The real server writes this row without renewing its cached answers.
    users[userID]?.lastSeen = now
    var payload: JSONValue = ["userId": .string(userID), "username": .string(user.profile.name)]
    if user.profile.isAdmin { payload["usersOnline"] = .array(usersOnline()) }
    send("init", payload, toSocket: id)
  }

  /// Refuses the token of a socket: servers before 2.26, which have one token, with `invalid_token`, later ones with `auth_failed` and a reason.
  private mutating func refuse(_ reason: String, socket id: String) {
    if hasOneToken {
      sockets[id]?.waiting.append(#"42["invalid_token"]"#)
    } else {
      send("auth_failed", ["message": .string(reason)], toSocket: id)
    }
  }

  private mutating func leave(_ id: String) {
    guard let userID = sockets[id]?.userID else { return }
    emitToAdmins("user_offline", presence(of: userID))
    sockets[id]?.userID = nil
  }

  func usersOnline() -> [JSONValue] {
    let counts = Dictionary(grouping: sockets.values.compactMap(\.userID)) { $0 }.mapValues(\.count)
    return userOrder.compactMap { id in
      counts[id].map { presence(of: id).with("connections", .count($0)) }
    }
  }

  private func presence(of id: String) -> JSONValue {
    guard let user = users[id] else { return .null }
    let session = openSessions.values.filter { $0.userID == id }.max { $0.sequence < $1.sequence }
    return [
      "id": .string(id), "username": .string(user.profile.name), "type": .string(user.profile.type),
      "session": session.map { json($0, isStored: false) } ?? .null,
      "lastSeen": user.lastSeen.map { .integer($0) } ?? .null, "createdAt": .number(user.profile.createdAt),
    ]
  }

  // MARK: To the clients

  private mutating func send(_ event: String, _ payload: JSONValue, toSocket id: String) {
    sockets[id]?.waiting.append("42" + Self.text([.string(event), payload]))
  }

  private mutating func send(_ event: String, _ payload: JSONValue?, where wanted: (String) -> Bool) {
    let receivers = sockets.values.filter { $0.userID.map(wanted) ?? false }
    guard !receivers.isEmpty else { return }
    let frame = "42" + Self.text(.array([.string(event)] + [payload].compactMap { $0 }))
    for receiver in receivers where receiver.waiting.count < 1000 { sockets[receiver.id]?.waiting.append(frame) }
  }

  /// - Parameter payload: nil for an event without content.
  mutating func emit(_ event: String, _ payload: JSONValue?, to user: String) { send(event, payload) { $0 == user } }

  mutating func emitToAll(_ event: String, _ payload: JSONValue) { send(event, payload) { _ in true } }

  mutating func emitToAdmins(_ event: String, _ payload: JSONValue) {
    if sockets.isEmpty { return }
    let admins = Set(userOrder.filter { users[$0]?.profile.isAdmin == true })
    send(event, payload) { admins.contains($0) }
  }

  /// Sends an event to the users who may see the library.
  mutating func emit(_ event: String, _ payload: JSONValue, library: String) {
    if sockets.isEmpty { return }
    let viewers = Set(userOrder.filter { users[$0]?.profile.canSee(library: library) == true })
    send(event, payload) { viewers.contains($0) }
  }

  /// Sends an event to the users who may see the item.
  mutating func emit(_ event: String, item: ShelfItemRow) {
    if sockets.isEmpty { return }
    let viewers = Set(userOrder.filter { users[$0]?.profile.canSee(item) == true })
    send(event, item.expanded) { viewers.contains($0) }
  }

  mutating func emitUser(_ id: String) {
    if sockets.isEmpty { return }
    emit("user_updated", userJSON(id), to: id)
  }

  mutating func emitProgress(_ record: ShelfProgress, of user: String, session: ShelfSession) {
    if sockets.isEmpty { return }
    let payload: JSONValue = [
      "id": .string(record.id), "sessionId": .string(session.id),
      "deviceDescription": .string(devices[session.deviceID]?.description ?? "null null / null"),
      "data": record.json(userID: user),
    ]
    emit("user_item_progress_updated", payload, to: user)
  }

  mutating func emitStream(of user: String, _ session: ShelfSession) {
    if sockets.isEmpty { return }
    let stream = json(session, isStored: false).with("audioTracks", .array(session.tracks))
      .with("libraryItem", world.item(session.libraryItemID)?.expanded ?? .null)
    emitToAdmins("user_stream_update", presence(of: user).with("session", stream))
  }
}

extension HTTPResponse {
  fileprivate static func shelfSocket(_ text: String, type: String = "text/plain; charset=UTF-8") -> HTTPResponse {
    let body = Data(text.utf8)
    return HTTPResponse(
      status: 200,
      fields: [
        "Access-Control-Allow-Origin": "*", "Content-Type": type, "Content-Length": String(body.count),
        "cache-control": "no-store",
      ], body: body)
  }
}
