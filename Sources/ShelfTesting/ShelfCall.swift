import Foundation
import MediaTesting

/// A request to the fake server, with the signed-in user and the parameters of its path.
struct ShelfCall {
  let request: FakeRequest
  /// `HEAD` is read as `GET`.
  let method: String
  let isHead: Bool
  /// The segments of the path, without the sub-path.
  let path: [String]
  let body: JSONValue
  /// The values of the route's path parameters.
  var parameters: [String: String] = [:]
  var user = ShelfAccount.nobody
  /// Whether the token is one that never expires.
  var usesOldToken = false

  /// Scheme, host and port of the server as the client sees it.
  var origin: String { "\(request.scheme)://\(request.authority)" }
  var isSecure: Bool { request.scheme == "https" }
  var userID: String { user.id }
  /// The values of names that occur once in the query: the server reads a repeated name as a list, not as text or number.
  var query: [String: String] {
    if request.query.count == request.queryItems.count { return request.query }
    return Dictionary(grouping: request.queryItems, by: \.name).compactMapValues { $0.count == 1 ? $0[0].value : nil }
  }

  subscript(_ place: String) -> String { parameters[place] ?? "" }

  func header(_ name: String) -> String? { request.fields[name] }

  func flag(_ name: String) -> Bool { query[name] == "1" }

  /// A value of the query as the server repeats it.
  func echo(_ name: String) -> JSONValue? {
    let values = request.queryItems.filter { $0.name == name }.map(\.value)
    return values.count > 1 ? .strings(values) : values.first.map(JSONValue.string)
  }

  /// The key of a kept answer: the user, the path and the whole query.
  var cacheKey: String {
    user.name + " " + path.joined(separator: "/") + "?"
      + request.queryItems.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
  }

  /// The words of a comma-separated list in the query.
  func list(_ name: String) -> [String] {
    (query[name] ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
  }

  /// A number in the query as the server reads it; `fallback` for any other text, and for a negative number.
  func number(_ name: String, _ fallback: Int) -> Int {
    guard let text = query[name] else { return fallback }
    let number = JSONValue.scriptNumber(text)
    guard !number.isNaN, number >= 0, number < 1e9 else { return fallback }
    return Int(number)
  }

  /// The same number, but `fallback` also for 0.
  func positive(_ name: String, _ fallback: Int) -> Int {
    let number = number(name, fallback)
    return number == 0 ? fallback : number
  }

  var limit: Int { number("limit", 0) }
  var page: Int { number("page", 0) }

  /// The requested page of a list; all of it without a limit.
  func page<Element>(of all: [Element]) -> [Element] {
    limit > 0 ? Array(all.dropFirst(page * limit).prefix(limit)) : all
  }

  /// Whether a browser on an iPhone or an iPod sent the request. The user agent of an app's own requests does not name WebKit.
  var isAppleMobileBrowser: Bool {
    let agent = header("User-Agent") ?? ""
    return agent.contains("AppleWebKit") && (agent.contains("iPhone") || agent.contains("iPod"))
  }

  /// The address of the client, by the forwarding headers of a proxy.
  var address: String {
    header("X-Forwarded-For")?.split(separator: ",").first?.trimmingCharacters(in: .whitespaces) ?? "127.0.0.1"
  }
}

extension ShelfState {
  mutating func respond(to request: FakeRequest) -> HTTPResponse {
    var answer = route(request)
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

  /// Whether the client has this JSON already. JSON has no date of change, so a condition on a date never holds.
  private func isFresh(_ request: FakeRequest, _ answer: HTTPResponse) -> Bool {
    guard let wanted = request.fields["If-None-Match"], answer.status != 206,
      request.fields["Cache-Control"]?.contains("no-cache") != true, request.fields["If-Modified-Since"] == nil
    else { return false }
    if wanted == "*" { return true }
    guard let tag = answer.fields["ETag"]?.replacingOccurrences(of: "W/", with: "") else { return false }
    return wanted.split(separator: ",").contains {
      $0.trimmingCharacters(in: .whitespaces).replacingOccurrences(of: "W/", with: "") == tag
    }
  }

  private mutating func route(_ request: FakeRequest) -> HTTPResponse {
    nightly()
    var path = request.path
    if !subPath.isEmpty, path.starts(with: subPath) { path.removeFirst(subPath.count) }
    if path.first == "socket.io", path.count > 1 || request.hasTrailingSlash { return socket(request) }
    if request.mediaType == "application/json", request.body.count > 10 << 20 { return .shelfPage(413) }
    guard let body = request.parsedBody else { return .shelfPage(400) }
    let isHead = request.method == "HEAD"
    var call = ShelfCall(
      request: request, method: isHead ? "GET" : request.method, isHead: isHead, path: path, body: body)
    if let open = openImage(call) { return open }
    let release = release
    let match = Self.router.find(call.method, path) { $0.since <= release }
    guard case .route(let route, let parameters) = match else {
      return path.first == "api" && !authenticate(&call) ? .shelfBare(401) : missing(call)
    }
    if route.access.needsUser, !authenticate(&call) { return .shelfBare(401) }
    if request.hasBrokenPath { return .shelfPage(400) }
    call.parameters = parameters
    if let refused = refusedPlaylist(&call) { return refused }
    guard route.access.isKept, call.query["sort"] != "random" else {
      return route.handler(&self, call) ?? missing(call)
    }
    let key = call.cacheKey
    if let kept = cache.answer(key, at: now) { return kept }
    guard let answer = route.handler(&self, call) else { return missing(call) }
    cache.keep(answer, for: key, at: now)
    return answer
  }

  /// The refusal of an HLS playlist before 2.22, where it needs a sign-in; its segments need none.
  private mutating func refusedPlaylist(_ call: inout ShelfCall) -> HTTPResponse? {
    guard release < ShelfRelease(22), call.path.first == "hls", call["file"].hasSuffix(".m3u8") else { return nil }
    return authenticate(&call) ? nil : .shelfBare(401)
  }

  private func missing(_ call: ShelfCall) -> HTTPResponse {
    .shelfPage(404, "Cannot \(call.request.method) \(call.request.rawPath)")
  }

  /// Finds the user by the header, or by the query if there is no header of the right form.
  /// - Returns: false when there is no valid token.
  private mutating func authenticate(_ call: inout ShelfCall) -> Bool {
    let words = (call.header("Authorization") ?? "").split(whereSeparator: \.isWhitespace)
    let fromHeader = words.count >= 2 && words[0].lowercased() == "bearer" ? String(words[1]) : nil
    guard let token = fromHeader ?? call.query["token"], !token.isEmpty,
      let bearer = bearer(token), let user = users[bearer.userID], user.isActive
    else { return false }
    call.user = user.profile
    call.usesOldToken = bearer.isOld
    return true
  }

  /// The answer for an image, which needs no sign-in if the method is GET.
  private func openImage(_ call: ShelfCall) -> HTTPResponse? {
    guard call.request.method == "GET", call.path.count == 4, call.path[0] == "api" else { return nil }
    switch (call.path[1], call.path[3]) {
    case ("items", "cover"): return cover(call, item: call.path[2])
    case ("authors", "image"): return authorImage(call, author: call.path[2])
    default: return nil
    }
  }

  mutating func initialise(_ call: ShelfCall) -> HTTPResponse {
    guard world.status["isInit"]?.bool == false else { return .shelfStatus(500) }
    let root = call.body["newRoot"]
    world.addUser(root?["username"]?.string ?? "root", password: root?["password"]?.string ?? "", type: .root)
    world.status = world.status.with("isInit", true).without("ConfigPath", "MetadataPath")
    worldChanged()
    return .shelfOK
  }
}
