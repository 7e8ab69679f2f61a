import Foundation
import MediaCore
import MediaTesting

extension HubState {
  private enum Route {
    case health(details: Bool)
    case register(String)
    case reconcile(String)
    case feed(String)
    case subscription
    case openAPI

    var isLimited: Bool {
      switch self {
      case .register, .reconcile, .feed: true
      default: false
      }
    }

    var methods: [String] {
      switch self {
      case .health, .feed, .openAPI: ["GET"]
      case .register, .reconcile: ["POST"]
      case .subscription: ["GET", "POST"]
      }
    }
  }

  /// Paths match whatever their case, with or without a slash at the end.
  private func route(_ request: FakeRequest) -> Route? {
    guard var path = path(request) else { return nil }
    let user = path.count == 4 ? path[2] : ""
    path = path.map { $0.lowercased() }
    if path == ["health"] { return .health(details: false) }
    if path == ["health", "details"] { return .health(details: true) }
    if path == ["websub", "youtube"] { return .subscription }
    if path == ["openapi", "v1.json"], settings.isDevelopment { return .openAPI }
    guard path.count == 4, path[0] == "api", path[1] == "users" else { return nil }
    switch path[3] {
    case "channels": return .register(user)
    case "reconcile": return .reconcile(user)
    case "feed": return .feed(user)
    default: return nil
    }
  }

  /// An encoded slash is not decoded. Nil outside the folder of the proxy, and for a path with an empty part.
  private func path(_ request: FakeRequest) -> [String]? {
    var raw = Substring(request.rawPath)
    if !settings.subPath.isEmpty {
      guard raw.hasPrefix(settings.subPath + "/") else { return nil }
      raw = raw.dropFirst(settings.subPath.count)
    }
    raw = raw.drop { $0 == "/" }
    if raw.hasSuffix("/") { raw = raw.dropLast() }
    let parts = raw.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains("") else { return nil }
    return parts.map { part in
      part.replacingOccurrences(of: "%2F", with: "%252F", options: .caseInsensitive).removingPercentEncoding
        ?? String(part)
    }
  }

  /// The limiter stands before everything that it guards, kept answers included.
  mutating func admit(_ request: FakeRequest, uptime: Duration) -> HubRateLimiter.Admission {
    guard let route = route(request), route.isLimited, route.methods.contains(request.method) else { return .now }
    return limiter.admit(uptime: uptime, settings: settings)
  }

  mutating func respond(to request: FakeRequest) -> (HTTPResponse, work: Duration) {
    enrich()
    if let failure = plannedFailure(request) { return (failure, .zero) }
    guard let route = route(request) else { return (HTTPResponse(status: 404), .zero) }
    guard route.methods.contains(request.method) else {
      let allow = route.methods.joined(separator: ", ")
      return (HTTPResponse(status: 405, fields: ["Allow": allow]), .zero)
    }
    guard request.method == "GET", settings.outputCache else { return answer(route, request) }
    return cached(route, request)
  }

  private mutating func cached(_ route: Route, _ request: FakeRequest) -> (HTTPResponse, work: Duration) {
    let key: String
    var lifetime = Duration.seconds(300)
    if case .feed(let user) = route {
      key = ["feed", user, value("since", in: request) ?? "", value("limit", in: request) ?? ""].joined(separator: "\n")
      lifetime = .seconds(120)
    } else {
      let query = request.queryItems.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
      key = "\(request.rawPath.lowercased())\n\(query)"
    }
    // A request with any credentials neither reads nor fills the cache.
    if let header = request.fields["Authorization"], !header.isEmpty { return answer(route, request) }
    if let kept = cache.answer(key, uptime: uptime) { return (kept, .zero) }
    if request.fields["Cache-Control"]?.contains("only-if-cached") == true { return (HTTPResponse(status: 504), .zero) }
    let (response, work) = answer(route, request)
    if response.status == 200 { cache.keep(response, under: key, lifetime: lifetime, uptime: uptime) }
    return (response, work)
  }

  private mutating func answer(_ route: Route, _ request: FakeRequest) -> (HTTPResponse, work: Duration) {
    switch route {
    case .health(let details): return (health(details: details), .zero)
    case .register(let user): return (register(user, request), .zero)
    case .reconcile(let user): return reconcile(user)
    case .feed(let user): return feed(user, since: value("since", in: request), limit: value("limit", in: request))
    case .subscription: return (subscription(request), .zero)
    case .openAPI:
      return (
        HubReply.json(["openapi": "3.0.1", "info": ["title": "MeTubeHub", "version": "v1"], "paths": [:]]), .zero
      )
    }
  }

  /// Names of query items match whatever their case.
  private func value(_ name: String, in request: FakeRequest) -> String? {
    request.queryItems.first { $0.name.lowercased() == name }?.value
  }

  private mutating func plannedFailure(_ request: FakeRequest) -> HTTPResponse? {
    guard let index = planned.firstIndex(where: { $0.part.isEmpty || request.rawPath.contains($0.part) }) else {
      return nil
    }
    let failure = planned[index].failure
    planned[index].count -= 1
    if planned[index].count <= 0 { planned.remove(at: index) }
    switch failure {
    case .empty(let status): return HTTPResponse(status: status)
    case .page(let status):
      return .text("<html><body><h1>\(status)</h1></body></html>", status: status, type: "text/html")
    case .loginPage: return .loginPage
    case .problem(let detail): return HubReply.problem(detail)
    }
  }
}

/// The forms of the server's answers.
enum HubReply {
  static let unknownUser = json(["message": "User not found"], status: 404)

  /// Characters beyond the first plane arrive as escaped pairs.
  static func json(
    _ value: JSONValue, status: Int = 200, type: String = "application/json; charset=utf-8"
  ) -> HTTPResponse {
    var out = ""
    for scalar in String(decoding: value.serialized(), as: UTF8.self).unicodeScalars {
      if scalar.value > 0xFFFF {
        for unit in String(scalar).utf16 { out += "\\u" + String(unit, radix: 16) }
      } else {
        out.unicodeScalars.append(scalar)
      }
    }
    return HTTPResponse(status: status, fields: ["Content-Type": type], body: Data(out.utf8))
  }

  static func problem(_ detail: String) -> HTTPResponse {
    json(
      [
        "type": "https://tools.ietf.org/html/rfc9110#section-15.6.1",
        "title": "An error occurred while processing your request.", "status": 500, "detail": .string(detail),
      ], status: 500, type: "application/problem+json")
  }
}
