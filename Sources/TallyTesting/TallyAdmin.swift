import MediaTesting

// MARK: For operators; the SDK has no use for these

extension TallyState {
  static let adminRoutes: [TallyRoute] = [
    TallyRoute("GET", "/api/admin/db-status", .bearer) { state, _ in state.tableCounts() },
    TallyRoute("GET", "/api/admin/live-stats", .bearer) { state, _ in
      .data(["activeUsers": 0, "currentlyWatching": 0, "timestamp": state.timestamp])
    },
    TallyRoute("GET", "/api/admin/episode-stats/:id", .bearer) { $0.adminStats("episodeId", $1) },
    TallyRoute("GET", "/api/admin/show-stats/:id", .bearer) { $0.adminStats("showId", $1) },
    TallyRoute("POST", "/api/admin/seed/memory-to-supabase", .bearer) { _, _ in .data(["message": "Nothing to copy"]) },
  ]

  private func adminStats(_ key: String, _ call: TallyCall) -> HTTPResponse {
    .data(["timestamp": timestamp, "currentlyWatching": 0, "totalWatched": 0, key: .string(call.parameter("id"))])
  }

  private func tableCounts() -> HTTPResponse {
    let seasons = database.shows.flatMap(\.seasons)
    return .data([
      "users": .count(database.users.count), "shows": .count(database.shows.count), "seasons": .count(seasons.count),
      "user_shows": .count(database.userShows.count), "episodes": .count(seasons.map(\.episodes.count).reduce(0, +)),
      "streaming_services": .count(database.services.count),
    ])
  }
}
