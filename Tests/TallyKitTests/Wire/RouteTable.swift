/// The reachable routes of the contract, as `METHOD /path` with `:` before variable parts.
enum RouteTable {
  static let reachable: [String] = """
    POST /api/auth/register
    POST /api/auth/login
    POST /api/waitlist
    GET /api/health
    POST /api/shows/analyze-pattern
    GET /api/shows/discover-patterns
    GET /api/shows/discover-popular
    GET /api/shows/discover-on-air
    GET /api/shows/validate-patterns
    GET /api/shows/diagnostics/:tmdbId
    GET /api/shows/episodes/resolve
    GET /api/tmdb/search
    GET /api/tmdb/show/:id/analyze
    GET /api/tmdb/show/:id/season/:season/raw
    GET /api/tmdb/show/:id/providers
    POST /api/tmdb/batch-analyze
    POST /api/tmdb/watchlist
    GET /api/tmdb/watchlist
    GET /api/streaming-services
    GET /api/streaming-services/:id
    POST /api/streaming-services/backfill
    GET /api/tv-guide
    GET /api/tv-guide/user/:userId
    PUT /api/watchlist/:userShowId/rating
    GET /api/debug/user-shows/:id
    GET /api/watchlist
    GET /api/watchlist/stats
    POST /api/watchlist
    PUT /api/watchlist/:id/status
    PUT /api/watchlist/:id/notes
    PUT /api/watchlist/:id/provider
    PUT /api/watchlist/:id/country
    PUT /api/watchlist/:id/buffer
    DELETE /api/watchlist/:id
    GET /api/watchlist/watching
    GET /api/watchlist/watching/:showId
    POST /api/watchlist/search-and-add
    GET /api/watchlist/:tmdbId/progress
    PUT /api/watchlist/:tmdbId/progress
    POST /api/plan/generate
    POST /api/plan/optimize
    GET /api/streaming-quota
    GET /api/streaming-quota/log
    POST /api/streaming-quota/reset
    POST /api/streaming-quota/clear-cache
    GET /api/usage-stats
    GET /api/usage-stats/:service
    GET /api/usage-stats/debug/recent
    GET /api/progress/:showId
    POST /api/progress/episode/:episodeId/watching
    POST /api/progress/episode/:episodeId/watched
    POST /api/progress/bulk-update
    PUT /api/progress/episode/:episodeId/rating
    GET /api/progress/user/stats
    GET /api/progress/episode/:episodeId/stats
    POST /api/progress/season/:seasonId/mark-watched
    GET /api/progress/episodes/currently-watching
    POST /api/ratings/show/:userShowId
    POST /api/ratings/season/:seasonId
    POST /api/ratings/episode/:episodeId
    GET /api/ratings/show/:showId/aggregate
    GET /api/ratings/season/:seasonId/aggregate
    GET /api/ratings/episode/:episodeId/aggregate
    GET /api/ratings/user/stats
    GET /api/ratings/user/preferences
    GET /api/ratings/top-rated
    POST /api/ratings/batch
    GET /api/ratings/analytics
    GET /api/recommendations/cancel
    GET /api/recommendations/subscribe
    GET /api/recommendations/optimization
    GET /api/recommendations/calendar
    POST /api/recommendations/feedback
    GET /api/recommendations/savings-simulator
    POST /api/users/signup
    POST /api/users/login
    GET /api/users
    POST /api/users
    GET /api/users/:id/profile
    PUT /api/users/:id
    DELETE /api/users/:id
    POST /api/users/bulk-create
    GET /api/users/:id/subscriptions
    POST /api/users/:id/subscriptions
    PUT /api/users/:id/subscriptions/:subscriptionId
    DELETE /api/users/:id/subscriptions/:subscriptionId
    GET /api/admin/db-status
    GET /api/admin/live-stats
    GET /api/admin/episode-stats/:episodeId
    GET /api/admin/show-stats/:showId
    POST /api/admin/seed/memory-to-supabase
    GET /openapi.json
    GET /docs
    """.split(separator: "\n").map(String.init)

  /// The row of a request: the matching one with the fewest variable parts.
  static func row(_ method: String, _ path: String) -> String? {
    let parts = path.split(separator: "/")
    let fitting = reachable.filter { row in
      let words = row.split(separator: " ")
      let pattern = words[1].split(separator: "/")
      return words[0] == method && pattern.count == parts.count
        && zip(pattern, parts).allSatisfy { $0.hasPrefix(":") || $0 == $1 }
    }
    return fitting.min { $0.count { $0 == ":" } < $1.count { $0 == ":" } }
  }
}
