import MediaCore
import MediaTesting

/// One route: what it answers to, whether it wants a token, and its handler.
struct TallyRoute: Sendable {
  enum Access: Sendable {
    /// No token; a good one is noticed, a bad one ignored.
    case open
    case bearer
    /// With a token, but through a client of the database that row-level security keeps out.
    case bearerAnonymous
    case openAnonymous
  }

  typealias Handler = @Sendable (inout TallyState, TallyCall) -> HTTPResponse

  let method: String
  let pattern: [String]
  let access: Access
  let handler: Handler

  init(_ method: String, _ path: String, _ access: Access = .open, _ handler: @escaping Handler) {
    self.method = method
    pattern = path.split(separator: "/").map(String.init)
    self.access = access
    self.handler = handler
  }

  var wantsToken: Bool { access == .bearer || access == .bearerAnonymous }
  var isAnonymous: Bool { access == .openAnonymous || access == .bearerAnonymous }

  /// The values of the places in the path; nil when the path is another one.
  func match(_ method: String, _ path: [String]) -> [String: String]? {
    guard method == self.method, path.count == pattern.count else { return nil }
    var values: [String: String] = [:]
    for (wanted, part) in zip(pattern, path) {
      if wanted.hasPrefix(":") {
        values[String(wanted.dropFirst())] = part
      } else if wanted != part.lowercased() {
        return nil
      }
    }
    return values
  }
}

enum TallyRouter {
  /// In the order in which the server tries them: of two that fit, the first one answers.
  static let routes: [TallyRoute] =
    TallyState.accountRoutes + TallyState.infoRoutes + TallyState.showRoutes + TallyState.tmdbRoutes
    + TallyState.serviceRoutes + TallyState.guideRoutes + TallyState.watchlistRoutes + TallyState.entryRoutes
    + TallyState.progressRoutes + TallyState.planRoutes + TallyState.usageRoutes + TallyState.episodeRoutes
    + TallyState.ratingRoutes + TallyState.recommendationRoutes + TallyState.userRoutes
    + TallyState.subscriptionRoutes + TallyState.adminRoutes

  /// Below these even an unknown path wants a token first.
  private static let guarded: Set<String> = [
    "watchlist", "plan", "streaming-quota", "usage-stats", "progress", "ratings", "recommendations", "users", "admin",
  ]

  static func isGuarded(_ path: [String]) -> Bool {
    path.count >= 2 && path[0].lowercased() == "api" && guarded.contains(path[1].lowercased())
  }

  static func find(_ method: String, _ path: [String]) -> (route: TallyRoute, parameters: [String: String])? {
    for route in routes {
      if let parameters = route.match(method == "HEAD" ? "GET" : method, path) { return (route, parameters) }
    }
    return nil
  }
}
