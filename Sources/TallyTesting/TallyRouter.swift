import MediaTesting

/// Whether a route requires a token.
enum TallyAccess: Sendable {
  /// No token required; a valid token is used, an invalid one ignored.
  case open
  case bearer
  /// A token required, but the database client is anonymous, so that row-level security hides the rows.
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

  /// The path prefixes that require a token even for an unknown path. The routes of `/api/users` require it one by one.
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
