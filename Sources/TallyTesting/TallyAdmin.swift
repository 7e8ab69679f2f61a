import MediaTesting

// MARK: For operators; the SDK has no use for these

extension TallyState {
  static let adminRoutes: [TallyRoute] = [
    TallyRoute("GET", "/api/admin/db-status", .bearer) { state, _ in state.tableCounts() },
    TallyRoute("GET", "/api/admin/live-stats", .bearer) { state, _ in state.liveNumbers() },
    TallyRoute("GET", "/api/admin/episode-stats/:id", .bearer) { $0.episodeNumbers($1) },
    TallyRoute("GET", "/api/admin/show-stats/:id", .bearer) { _, _ in
      // The real server fails here for every show, since it passes a query to a function that expects a list.
      .refusal(
        500, "Failed to retrieve show statistics",
        details: "object is not iterable (cannot read property Symbol(Symbol.iterator))")
    },
    TallyRoute("POST", "/api/admin/seed/memory-to-supabase", .bearer) { $0.seed($1) },
  ]

  private func liveNumbers() -> HTTPResponse {
    guard settings.episodesHaveStatus else {
      return .refusal(500, "Failed to retrieve live statistics", details: "Unknown error")
    }
    let kept = database.userShows.filter { $0.status != "dropped" }
    let pairs = ["watchlist", "watching", "completed", "dropped"].map { status in
      (status, JSONValue.count(kept.count { $0.status == status }))
    }
    let watching = database.progress.values.flatMap(\.values).count { $0.status == "watching" }
    let activity: JSONValue = [
      "currentlyWatchingEpisodes": .count(watching), "activeUsers": .count(Set(kept.map(\.userID)).count),
      "totalShowEntries": .count(kept.count),
    ]
    return .data([
      "liveActivity": activity,
      "showDistribution": .object(Dictionary(uniqueKeysWithValues: pairs)), "popularShows": [], "timestamp": timestamp,
    ])
  }

  private func episodeNumbers(_ call: TallyCall) -> HTTPResponse {
    guard settings.episodesHaveStatus, TallyJSON.isUUID(call.parameter("id")) else {
      return .refusal(500, "Failed to retrieve episode statistics", details: "Unknown error")
    }
    let rows = database.progress.values.compactMap { $0[call.parameter("id").lowercased()] }
    let ratings = rows.compactMap(\.rating)
    let average = Self.average(ratings)
    let watching = JSONValue.count(rows.count { $0.status == "watching" })
    let watched = JSONValue.count(rows.count { $0.status == "watched" })
    return .data([
      "episodeId": .string(call.parameter("id")), "timestamp": timestamp, "totalRatings": .count(ratings.count),
      "currentlyWatching": watching, "totalWatched": watched,
      "averageRating": average == 0 ? .null : .number(average),
    ])
  }

  private func tableCounts() -> HTTPResponse {
    let seasons = database.shows.flatMap(\.seasons)
    let episodes = seasons.map(\.episodes.count).reduce(0, +)
    let progress = database.progress.values.map(\.count).reduce(0, +)
    let offers = database.shows.map(\.availability.count).reduce(0, +)
    let tables: JSONValue = [
      "users": .count(database.users.count), "shows": .count(database.shows.count), "seasons": .count(seasons.count),
      "episodes": .count(episodes), "user_shows": .count(database.userShows.count),
      "user_episode_progress": .count(progress), "streaming_services": .count(database.services.count),
      "show_availability": .count(offers),
    ]
    return .data(["connected": true, "tables": tables, "timestamp": timestamp])
  }

  /// Copies the demo list of `user-1` into an account's watchlist. A show that is on the watchlist gets the provider and no buffer.
  private mutating func seed(_ call: TallyCall) -> HTTPResponse {
    let target = call.body["targetUserId"]?.string ?? ""
    guard target.utf8.count == 36, target.allSatisfy({ $0 == "-" || $0.isASCII && $0.isHexDigit }) else {
      return .refusal(400, "targetUserId must be a UUID")
    }
    let user = target.lowercased()
    var results: [JSONValue] = []
    for item in memory.demoLists["user-1"] ?? [] {
      let number = item.tmdbID.int ?? item.tmdbID.string.flatMap { Int($0) }
      guard let number, let show = storedShow(number) else {
        results.append(["tmdbId": item.tmdbID, "status": "skipped", "reason": "show_create_failed"])
        continue
      }
      let service = item.provider.flatMap { provider in
        resolveService(["id": provider.id, "name": .string(provider.name), "logo_path": .string(provider.logo)])
      }
      if let index = database.userShows.firstIndex(where: { $0.userID == user && $0.showID == show.id }) {
        database.userShows[index].serviceID = service?.id
        database.userShows[index].bufferDays = 0
        results.append(["tmdbId": item.tmdbID, "status": "updated"])
      } else if database.user(user) != nil {
        var added = item.addedAt
        while let last = added.last, "Z0".contains(last), added.contains(".") { added.removeLast() }
        if added.hasSuffix(".") { added.removeLast() }
        database.userShows.append(
          TallyUserShowRow(
            id: random.uuid(), userID: user, showID: show.id, status: item.status, addedAt: added,
            serviceID: service?.id, updatedAt: stamp()))
        results.append(["tmdbId": item.tmdbID, "status": "inserted"])
      } else {
        let problem =
          "insert or update on table \"user_shows\" violates foreign key constraint \"user_shows_user_id_fkey\""
        results.append(["tmdbId": item.tmdbID, "status": "error", "error": .string(problem)])
      }
    }
    return .data(["count": .count(results.count), "results": .array(results)])
  }
}
