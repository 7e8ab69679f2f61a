import Foundation
import MediaCore
import MediaTesting

/// One request on its way through the server, with what is known about it so far.
struct ShelfCall {
  let request: FakeRequest
  /// `HEAD` is read as `GET`.
  let method: String
  let isHead: Bool
  /// Scheme, host and port of the server as the client sees it.
  let origin: String
  /// Without the sub-path.
  let path: [String]
  let body: JSONValue
  var user: ShelfProfile

  var isSecure: Bool { origin.hasPrefix("https:") }
  var userID: String { user.id }
  var query: [String: String] { request.query }

  func header(_ name: String) -> String? { request.fields[name] }

  func flag(_ name: String) -> Bool { query[name] == "1" }

  /// Tells answers of one user apart: the path and the whole query.
  var cacheKey: String {
    user.name + " " + path.joined(separator: "/") + "?"
      + request.queryItems.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
  }

  /// The words of a comma list in the query.
  func list(_ name: String) -> [String] {
    (query[name] ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
  }

  /// A number in the query as the server reads it: what is none counts as `fallback`.
  func number(_ name: String, _ fallback: Int) -> Int {
    guard let text = query[name] else { return fallback }
    let number = JSONValue.scriptNumber(text)
    guard !number.isNaN, number >= 0, number < 1e9 else { return fallback }
    return Int(number)
  }

  /// Where the request comes from, by the forwarding headers of a proxy.
  var address: String {
    header("X-Forwarded-For")?.split(separator: ",").first?.trimmingCharacters(in: .whitespaces) ?? "127.0.0.1"
  }
}

extension ShelfCall {
  private static let bodyLimit = 10 << 20

  /// The body as the server's parsers leave it, or the page with which they refuse it.
  static func body(of request: FakeRequest) -> Result<JSONValue, ShelfRefusal> {
    guard !request.body.isEmpty else { return .success([:]) }
    let type = (request.fields["Content-Type"] ?? "").split(separator: ";").first?
      .trimmingCharacters(in: .whitespaces).lowercased()
    switch type {
    case "application/json":
      guard request.body.count <= bodyLimit else { return .failure(ShelfRefusal(status: 413)) }
      guard let value = request.json, value.object != nil || value.array != nil else {
        return .failure(ShelfRefusal(status: 400))
      }
      return .success(value)
    case "application/x-www-form-urlencoded":
      var members: [String: JSONValue] = [:]
      for pair in String(decoding: request.body, as: UTF8.self).split(separator: "&") {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
          let spaced = $0.replacingOccurrences(of: "+", with: " ")
          return spaced.removingPercentEncoding ?? spaced
        }
        members[parts[0]] = .string(parts.count > 1 ? parts[1] : "")
      }
      return .success(.object(members))
    default: return .success([:])
    }
  }
}

struct ShelfRefusal: Error {
  let status: Int
}

extension ShelfState {
  mutating func respond(to request: FakeRequest, origin: String) -> HTTPResponse {
    var answer = route(request, origin: origin)
    answer.fields["Date"] = ShelfDate(milliseconds: now).http
    let isRead = request.method == "GET" || request.method == "HEAD"
    if isRead, answer.isSuccess, isFresh(request, answer) {
      answer.status = 304
      answer.fields["Content-Type"] = nil
      answer.fields["Content-Length"] = nil
      answer.body = Data()
    }
    if request.method == "HEAD" { answer.body = Data() }
    return answer
  }

  private func isFresh(_ request: FakeRequest, _ answer: HTTPResponse) -> Bool {
    guard let wanted = request.fields["If-None-Match"], answer.status != 206,
      request.fields["Cache-Control"]?.contains("no-cache") != true
    else { return false }
    if wanted == "*" { return true }
    guard let tag = answer.fields["ETag"]?.replacingOccurrences(of: "W/", with: "") else { return false }
    return wanted.split(separator: ",").contains {
      $0.trimmingCharacters(in: .whitespaces).replacingOccurrences(of: "W/", with: "") == tag
    }
  }

  private mutating func route(_ request: FakeRequest, origin: String) -> HTTPResponse {
    nightly()
    var path = request.path
    if !basePath.isEmpty, path.starts(with: basePath) { path.removeFirst(basePath.count) }
    if path.first == "socket.io", path.count > 1 || request.hasTrailingSlash { return socket(request) }
    let body: JSONValue
    switch ShelfCall.body(of: request) {
    case .success(let value): body = value
    case .failure(let refusal): return .shelfPage(refusal.status)
    }
    let isHead = request.method == "HEAD"
    var call = ShelfCall(
      request: request, method: isHead ? "GET" : request.method, isHead: isHead, origin: origin, path: path,
      body: body, user: .nobody)
    if path.first != "api" { return outside(&call) ?? missing(call) }
    if let open = openImage(call) { return open }
    guard let old = authenticate(&call) else { return .shelfBare(401) }
    return api(call, oldToken: old) ?? missing(call)
  }

  private func missing(_ call: ShelfCall) -> HTTPResponse {
    .shelfPage(404, "Cannot \(call.request.method) \(call.request.rawPath)")
  }

  /// Finds the user by the header, or by the query where there is no header of the right form.
  /// - Returns: whether the token is of the old kind; nil when there is no good token.
  private mutating func authenticate(_ call: inout ShelfCall) -> Bool? {
    let words = (call.header("Authorization") ?? "").split(whereSeparator: \.isWhitespace)
    let fromHeader = words.count >= 2 && words[0].lowercased() == "bearer" ? String(words[1]) : nil
    guard let token = fromHeader ?? call.query["token"], !token.isEmpty,
      case .user(let id, let old) = bearer(token), let user = users[id], user.isActive
    else { return nil }
    call.user = user.profile
    return old
  }

  /// Routes outside of `/api`.
  private mutating func outside(_ call: inout ShelfCall) -> HTTPResponse? {
    switch (call.method, call.path.first ?? "", call.path.count) {
    case ("GET", "ping", 1): return .shelfJSON(["success": true])
    case ("GET", "healthcheck", 1): return .shelfOK
    case ("GET", "status", 1): return .shelfJSON(world.status.with("serverVersion", .string(version)))
    case ("POST", "init", 1): return initialise(call)
    case ("POST", "login", 1): return login(call)
    case ("POST", "logout", 1): return logout(call)
    case ("POST", "auth", 2) where call.path[1] == "refresh" && !settings.legacyTokensOnly: return refresh(call)
    case ("GET", "auth", 2...3) where call.path[1] == "openid" && !settings.legacyTokensOnly: return openID(call)
    case ("GET", "hls", 3): return transcodeFile(session: call.path[1], file: call.path[2])
    case ("GET", "public", 5) where call.path[1] == "session" && call.path[3] == "track":
      return sessionTrack(call, session: call.path[2], index: call.path[4])
    default: return nil
    }
  }

  /// Images need no sign-in, but only when they are asked for with GET.
  private mutating func openImage(_ call: ShelfCall) -> HTTPResponse? {
    guard call.request.method == "GET", call.path.count == 4 else { return nil }
    switch (call.path[1], call.path[3]) {
    case ("items", "cover"): return cover(call, item: call.path[2])
    case ("authors", "image"): return authorImage(call, author: call.path[2])
    default: return nil
    }
  }

  private mutating func initialise(_ call: ShelfCall) -> HTTPResponse {
    guard world.status["isInit"]?.bool == false else { return .shelfStatus(500) }
    let root = call.body["newRoot"]
    world.addUser(
      root?["username"]?.string ?? "root", password: root?["password"]?.string ?? "", type: .root)
    world.status = world.status.with("isInit", true).without("ConfigPath", "MetadataPath")
    worldChanged()
    return .shelfOK
  }
}
