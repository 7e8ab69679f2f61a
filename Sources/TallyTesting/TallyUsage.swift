import Foundation
import MediaTesting

// MARK: Health, waitlist, the embedded documents

extension TallyState {
  static let infoRoutes: [TallyRoute] = [
    TallyRoute("GET", "/api/health") { state, _ in .json(["ok": true, "timestamp": state.timestamp]) },
    TallyRoute("POST", "/api/waitlist") { $0.joinWaitlist($1) },
    TallyRoute("GET", "/openapi.json") { _, _ in
      .json(["openapi": "3.0.3", "info": ["title": "Tally API", "version": "1.0.0"], "paths": [:]])
    },
    TallyRoute("GET", "/docs") { _, _ in
      .text(
        "<!DOCTYPE html><html><head><title>Tally API</title></head><body><redoc spec-url=\"/openapi.json\"></redoc>"
          + "</body></html>", type: "text/html; charset=utf-8")
    },
  ]

  private mutating func joinWaitlist(_ call: TallyCall) -> HTTPResponse {
    var schema = TallySchema(call.body)
    schema.email("email")
    schema.optionalText("country")
    if let refusal = schema.refusal { return refusal }
    let isNew = memory.waitlist.insert(call.body["email"]?.string ?? "").inserted
    return .flat([:], status: isNew ? 201 : 200)
  }
}

// MARK: Plans, which are made up

extension TallyState {
  static let planRoutes: [TallyRoute] = [
    TallyRoute("POST", "/api/plan/generate", .bearer) { state, _ in state.plan() },
    TallyRoute("POST", "/api/plan/optimize", .bearer) { $0.optimizedPlan($1) },
  ]

  private static let savings: JSONValue = ["monthly": 39.72, "yearToDate": 476.64]

  private func plan() -> HTTPResponse {
    let netflix = window("netflix", "Netflix", from: 90, "Stranger Things Season 5 releases")
    let disney = window("disney", "Disney+", from: 180, "The Mandalorian Season 4 releases")
    return .json(["windows": [netflix, disney], "savings": Self.savings])
  }

  private func window(_ id: String, _ name: String, from days: Double, _ reason: String) -> JSONValue {
    [
      "serviceId": .string(id), "serviceName": .string(name), "start": instant(inDays: days),
      "end": instant(inDays: days + 30), "reason": .string(reason),
    ]
  }

  private func optimizedPlan(_ call: TallyCall) -> HTTPResponse {
    var schema = TallySchema(call.body)
    schema.optionalObject(
      "preferences", [("maxSimultaneous", "number"), ("watchDelay", "string"), ("batchEpisodes", "boolean")])
    if let refusal = schema.refusal { return refusal }
    return .json(["optimizedPlan": [], "savings": Self.savings, "message": "No watchlist items to optimize"])
  }
}

// MARK: Quota and usage

extension TallyState {
  static let usageRoutes: [TallyRoute] = [
    TallyRoute("GET", "/api/streaming-quota", .bearer) { state, _ in state.quota() },
    TallyRoute("GET", "/api/streaming-quota/log", .bearer) { $0.quotaLog($1) },
    TallyRoute("POST", "/api/streaming-quota/reset", .bearer) { state, _ in state.resetQuota() },
    TallyRoute("POST", "/api/streaming-quota/clear-cache", .bearer) { _, _ in
      .flat(["message": "Cache cleared successfully"])
    },
    TallyRoute("GET", "/api/usage-stats", .bearer) { state, _ in state.usage() },
    TallyRoute("GET", "/api/usage-stats/debug/recent", .bearer) { $0.recentCalls($1) },
    TallyRoute("GET", "/api/usage-stats/:service", .bearer) { $0.usage($1) },
  ]

  private func quota() -> HTTPResponse {
    let limit = settings.quotaLimit
    let left = max(0, limit - quotaUsed)
    return .json([
      "month": .string(month), "callsUsed": .count(quotaUsed), "callsRemaining": .count(left), "limit": .count(limit),
      "percentUsed": .number(limit == 0 ? 100 : Double(quotaUsed) / Double(limit) * 100),
      "lastReset": .string("\(month)-01T00:00:00.000Z"),
      "isLowQuota": .bool(Double(left) <= min(50, Double(limit) * 0.1)), "devMode": .bool(settings.isDevelopment),
      "hasApiKey": true, "cacheStats": ["size": 0, "entries": []],
    ])
  }

  private func quotaLog(_ call: TallyCall) -> HTTPResponse {
    let limit = call.number("limit", default: 20)
    let entry: JSONValue = ["timestamp": timestamp, "endpoint": "/shows/search/filters", "success": true]
    let calls = Self.last(limit, of: Array(repeating: entry, count: min(100, quotaUsed)))
    return .json(["calls": .array(calls), "totalCalls": .count(calls.count)])
  }

  private mutating func resetQuota() -> HTTPResponse {
    guard settings.isDevelopment else {
      return .failure(403, "FORBIDDEN", "Quota reset only allowed in development environment")
    }
    quotaUsed = 0
    return .flat(["message": "Quota reset successfully"])
  }

  private func usage() -> HTTPResponse {
    .data([
      "tmdb": usage(of: "tmdb"), "streamingAvailability": usage(of: "streaming-availability"),
      "quotas": [
        "tmdb": ["dailyLimit": 1000, "monthlyLimit": 40000],
        "streamingAvailability": ["dailyLimit": 500, "monthlyLimit": 950],
      ],
    ])
  }

  private func usage(_ call: TallyCall) -> HTTPResponse {
    let service = call.parameter("service")
    guard ["tmdb", "streaming-availability"].contains(service) else {
      return .refusal(400, "Invalid service. Must be \"tmdb\" or \"streaming-availability\"")
    }
    return .data(usage(of: service))
  }

  private func usage(of service: String) -> JSONValue {
    let calls = service == "tmdb" ? keptCalls : []
    let sinceDay = calls.filter { TallyTime.day($0.moment) == today }
    let sinceMonth = calls.filter { TallyTime.day($0.moment).prefix(7) == month }
    var day = Self.counts(sinceDay)
    day["avgResponseTime"] = 0
    return ["service": .string(service), "today": day, "month": Self.counts(sinceMonth), "lastUpdated": timestamp]
  }

  private static func counts(_ calls: [TallyMemory.Call]) -> JSONValue {
    let good = calls.count { $0.succeeded }
    return ["total": .count(calls.count), "successful": .count(good), "failed": .count(calls.count - good)]
  }

  /// The last `count` elements; a negative count drops the first ones instead.
  private static func last<Element>(_ count: Int, of all: [Element]) -> [Element] {
    count < 0 ? Array(all.dropFirst(Int(clamping: count.magnitude))) : Array(all.suffix(count))
  }

  /// The calls to TMDB in the last thirty days, oldest first. The server does not count or list older calls.
  private var keptCalls: [TallyMemory.Call] {
    let start = now.addingTimeInterval(-30 * 86_400)
    return memory.calls.filter { $0.moment >= start }
  }

  /// Counts a call to a route of TMDB by the route's pattern, or by the path if no route matches.
  mutating func noteUsage(_ request: FakeRequest, _ status: Int) {
    guard request.parsedBody != nil, request.path.prefix(2).map({ $0.lowercased() }) == ["api", "tmdb"] else { return }
    var endpoint = request.rawPath
    if case .route(let route, _) = TallyRouter.find(request) {
      endpoint = String(route.path.dropFirst("/api/tmdb".count))
    }
    memory.calls.append((now, endpoint, status < 400))
  }

  private func recentCalls(_ call: TallyCall) -> HTTPResponse {
    let calls = Self.last(call.number("limit", default: 50), of: keptCalls).reversed().map { each -> JSONValue in
      [
        "service": "tmdb", "timestamp": .string(TallyTime.instant(each.moment)), "success": .bool(each.succeeded),
        "endpoint": .string(each.endpoint), "responseTime": 0,
      ]
    }
    return .data(.array(calls))
  }
}
