import Foundation
import MediaTesting

typealias HubAnswer = (HTTPResponse, work: Duration)
typealias HubHandler = @Sendable (inout HubState, FakeRequest, _ user: String) -> HubAnswer

/// The middleware of a route.
enum HubAccess: Sendable {
  case open
  /// Counts against the rate limit.
  case limited
  /// Counts against the rate limit, and is cached for only two minutes.
  case feed
  /// Counts against the rate limit of pushes, in which YouTube announces videos.
  case push
  /// Is served only in development.
  case development
}

extension HubState {
  /// The routes, whose paths match in any case, with or without a slash at the end.
  private static let router = FakeRouter<HubAccess, HubHandler>(
    [
      route("GET", "/health") { state, _, _ in (state.health(details: false), .zero) },
      route("GET", "/health/details") { state, _, _ in (state.health(details: true), .zero) },
      route("GET", "/websub/youtube") { state, request, _ in (state.subscription(request), .zero) },
      route("POST", "/websub/youtube", .push) { state, request, _ in (state.subscription(request), .zero) },
      route("GET", "/openapi/v1.json", .development) { _, _, _ in
        (HubReply.json(["openapi": "3.0.1", "info": ["title": "MeTubeHub", "version": "v1"], "paths": [:]]), .zero)
      },
      route("POST", "/api/users/:user/channels", .limited) { state, request, user in
        (state.register(user, request), .zero)
      },
      route("POST", "/api/users/:user/reconcile", .limited) { state, _, user in state.reconcile(user) },
      route("GET", "/api/users/:user/feed", .feed) { state, request, user in
        state.feed(user, since: value("since", in: request), limit: value("limit", in: request))
      },
    ], ignoresCase: true)

  private static func route(
    _ method: String, _ path: String, _ access: HubAccess = .open, _ handler: @escaping HubHandler
  ) -> FakeRoute<HubAccess, HubHandler> {
    FakeRoute(method, path, access: access, handler: handler)
  }

  private func find(_ request: FakeRequest) -> FakeRouter<HubAccess, HubHandler>.Match {
    guard let path = path(request) else { return .none }
    return Self.router.find(request.method, path) { $0 != .development || settings.isDevelopment }
  }

  /// The parts of the path; an encoded slash is not decoded. Nil outside the folder of the proxy, and for a path with an empty part.
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

  /// Admits a request, before the cache is read: cached answers count against the limit also.
  mutating func admit(_ request: FakeRequest) -> HubRateLimiter.Admission {
    guard case .route(let route, _) = find(request) else { return .now }
    switch route.access {
    case .open, .development: return .now
    case .limited, .feed: return admitCall()
    case .push: return pushLimiter.admit(uptime: uptime, permits: 50, queue: 5)
    }
  }

  /// Counts a call against the rate limit that all users share.
  mutating func admitCall() -> HubRateLimiter.Admission {
    limiter.admit(uptime: uptime, permits: settings.permitsPerMinute, queue: settings.queueLength)
  }

  mutating func respond(to request: FakeRequest) -> HubAnswer {
    enrich()
    if let failure = plannedFailure(request) { return (failure, .zero) }
    switch find(request) {
    case .none: return (HTTPResponse(status: 404), .zero)
    case .otherMethods(let methods):
      return (HTTPResponse(status: 405, fields: ["Allow": methods.joined(separator: ", ")]), .zero)
    case .route(let route, let parameters):
      let user = parameters["user"] ?? ""
      guard request.method == "GET", settings.outputCache else { return route.handler(&self, request, user) }
      return cached(route, request, user)
    }
  }

  private mutating func cached(
    _ route: FakeRoute<HubAccess, HubHandler>, _ request: FakeRequest, _ user: String
  ) -> HubAnswer {
    let isFeed = route.access == .feed
    let key =
      isFeed
      ? [user] + ["since", "limit"].map { Self.value($0, in: request) ?? "" }
      : [request.rawPath.lowercased()] + request.queryItems.map { "\($0.name)=\($0.value)" }
    // The real server neither reads nor fills its cache for a request with credentials.
    if let header = request.fields["Authorization"], !header.isEmpty { return route.handler(&self, request, user) }
    if let kept = cache.answer(key, uptime: uptime) { return (kept, .zero) }
    if request.fields["Cache-Control"]?.contains("only-if-cached") == true { return (HTTPResponse(status: 504), .zero) }
    let (response, work) = route.handler(&self, request, user)
    if response.status == 200 {
      cache.keep(response, under: key, lifetime: .seconds(isFeed ? 120 : 300), uptime: uptime)
    }
    return (response, work)
  }

  /// The value of a query item, whose name matches in any case. Values of a repeated item are joined with commas.
  private static func value(_ name: String, in request: FakeRequest) -> String? {
    let values = request.queryItems.filter { $0.name.lowercased() == name }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ",")
  }

  private mutating func plannedFailure(_ request: FakeRequest) -> HTTPResponse? {
    switch planned.next(for: request) {
    case nil: return nil
    case .empty(let status): return HTTPResponse(status: status)
    case .page(let status): return .proxyPage(status)
    case .loginPage: return .loginPage
    case .problem(let detail): return HubReply.problem(detail)
    }
  }
}

/// The forms of the server's answers.
enum HubReply {
  static let unknownUser: HubAnswer = (json(["message": "User not found"], status: 404), .zero)

  /// An answer with JSON, in which characters beyond the first plane are escaped pairs.
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
