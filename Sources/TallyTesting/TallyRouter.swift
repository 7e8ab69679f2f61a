import MediaTesting

/// Whether a route wants a token.
enum TallyAccess: Sendable {
  /// No token; a good one is noticed, a bad one ignored.
  case open
  case bearer
  /// With a token, but through a client of the database that row-level security keeps out.
  case bearerAnonymous
  case openAnonymous

  var wantsToken: Bool { self == .bearer || self == .bearerAnonymous }
  var isAnonymous: Bool { self == .openAnonymous || self == .bearerAnonymous }
}

typealias TallyHandler = @Sendable (inout TallyState, TallyCall) -> HTTPResponse
typealias TallyRoute = FakeRoute<TallyAccess, TallyHandler>

extension TallyRoute {
  init(_ method: String, _ path: String, _ access: TallyAccess = .open, _ handler: @escaping TallyHandler) {
    self.init(method, path, access: access, handler: handler)
  }
}

enum TallyRouter {
  private static let router = FakeRouter(
    TallyState.accountRoutes + TallyState.infoRoutes + TallyState.showRoutes + TallyState.tmdbRoutes
      + TallyState.serviceRoutes + TallyState.guideRoutes + TallyState.watchlistRoutes + TallyState.entryRoutes
      + TallyState.progressRoutes + TallyState.planRoutes + TallyState.usageRoutes + TallyState.episodeRoutes
      + TallyState.ratingRoutes + TallyState.recommendationRoutes + TallyState.userRoutes
      + TallyState.subscriptionRoutes + TallyState.adminRoutes, ignoresCase: true)

  /// Below these even an unknown path wants a token first. The routes of `/api/users` ask for it one by one.
  private static let guarded: Set<String> = [
    "watchlist", "plan", "streaming-quota", "usage-stats", "progress", "ratings", "recommendations", "admin",
  ]

  static func isGuarded(_ path: [String]) -> Bool {
    path.count >= 2 && path[0].lowercased() == "api" && guarded.contains(path[1].lowercased())
  }

  static func find(_ request: FakeRequest) -> FakeRouter<TallyAccess, TallyHandler>.Match {
    router.find(request.method == "HEAD" ? "GET" : request.method, request.path)
  }
}
