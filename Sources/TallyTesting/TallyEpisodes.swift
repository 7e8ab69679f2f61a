import Foundation
import MediaTesting

// MARK: Progress by episode id, for the user of `x-user-id`

/// The routes by episode id, which use a column `status`. Newer databases call it `state`, so that writes fail and counts are 0.
extension TallyState {
  static let episodeRoutes: [TallyRoute] = [
    TallyRoute("GET", "/api/progress/user/stats", .bearerAnonymous) { $0.viewingStats($1) },
    TallyRoute("GET", "/api/progress/episodes/currently-watching", .bearer) { _, _ in
      .data([
        "episodes": [], "totalCount": 0, "message": "Currently watching episodes endpoint - implementation pending",
      ])
    },
    TallyRoute("GET", "/api/progress/:show", .bearerAnonymous) { $0.showProgress($1) },
    TallyRoute("POST", "/api/progress/episode/:id/watching", .bearerAnonymous) { $0.mark("watching", $1) },
    TallyRoute("POST", "/api/progress/episode/:id/watched", .bearerAnonymous) { $0.mark("watched", $1) },
    TallyRoute("POST", "/api/progress/bulk-update", .bearerAnonymous) { $0.bulkUpdate($1) },
    TallyRoute("PUT", "/api/progress/episode/:id/rating", .bearerAnonymous) { $0.rateProgress($1) },
    TallyRoute("GET", "/api/progress/episode/:id/stats", .bearerAnonymous) { $0.episodeStats($1) },
    TallyRoute("POST", "/api/progress/season/:id/mark-watched", .bearer) { _, _ in
      .refusal(501, "Season marking not yet implemented - use bulk-update with episode IDs instead")
    },
  ]

  private func showProgress(_ call: TallyCall) -> HTTPResponse {
    guard let show = database.show(call.parameter("show")) else { return .refusal(404, "Show not found") }
    let user = call.actingUser.lowercased()
    let isUser = TallyJSON.isUUID(user)
    let rows = database.progress[user] ?? [:]
    let wantsStats = isUser && call.value("liveStats") != "false"
    let seasons = show.seasons.map { season -> JSONValue in
      var json = season.json
      json["episodes"] = .array(
        season.episodes.map { episode in
          var json = episode.json
          if isUser { json["progress"] = rows[episode.id]?.json ?? .null }
          if wantsStats { json["liveStats"] = liveStats(episode.id) }
          return json
        })
      return json
    }
    let states = show.episodes.map { rows[$0.episode.id]?.status }
    let watched = states.count { $0 == "watched" }
    let percentage = states.isEmpty ? 0 : (Double(watched) / Double(states.count) * 100).rounded()
    return .data([
      "show": show.json, "seasons": .array(seasons),
      "progress": [
        "totalEpisodes": .count(states.count), "watchedEpisodes": .count(watched),
        "currentlyWatching": .count(states.count { $0 == "watching" }), "completionPercentage": .number(percentage),
      ],
    ])
  }

  private func liveStats(_ episode: String) -> JSONValue {
    let rows = database.progress.values.compactMap { $0[episode.lowercased()] }
    var stats: JSONValue = [
      "currentlyWatching": .count(rows.count { $0.status == "watching" }),
      "totalWatched": .count(rows.count { $0.status == "watched" }),
    ]
    let ratings = rows.compactMap(\.rating)
    if settings.episodesHaveStatus, !ratings.isEmpty { stats["averageRating"] = .number(Self.average(ratings)) }
    return stats
  }

  private func episode(_ id: String) -> TallyEpisodeRow? {
    let id = id.lowercased()
    return database.shows.lazy.flatMap(\.seasons).flatMap(\.episodes).first { $0.id == id }
  }

  // MARK: Writing

  private mutating func mark(_ status: String, _ call: TallyCall) -> HTTPResponse {
    guard settings.episodesHaveStatus, let user = database.user(call.actingUser),
      let episode = episode(call.parameter("id"))
    else { return .refusal(400, "Failed to mark episode as \(status)") }
    let row = setStatus(status, episode: episode.id, user: user.id)
    memory.watching.removeAll { $0.user == user.id && $0.episode == episode.id }
    if status == "watching" {
      let minutes = Double((episode.runtime ?? 45) + 30)
      memory.watching.append((user.id, episode.id, now.addingTimeInterval(minutes * 60)))
    }
    return .data([
      "progress": row.json, "liveStats": liveStats(episode.id),
      "message": status == "watching" ? "Episode marked as currently watching" : "Episode marked as watched",
    ])
  }

  /// Sets the status of an episode. Routes by TMDB id read a new row as unwatched.
  private mutating func setStatus(_ status: String, episode: String, user: String) -> TallyProgressRow {
    let moment = stamp()
    let known = database.progress[user]?[episode]
    var row = known ?? TallyProgressRow(id: random.uuid(), userID: user, episodeID: episode, state: "unwatched")
    row.status = status
    if known == nil || status == "watching" { row.startedWatchingAt = row.startedWatchingAt ?? moment }
    if status == "watched" { row.watchedAt = moment }
    database.progress[user, default: [:]][episode] = row
    if status == "watched" { setPointer(episode, user: user, at: moment) }
    return row
  }

  private mutating func setPointer(_ episode: String, user: String, at moment: String) {
    for (index, entry) in database.userShows.enumerated() where entry.userID == user {
      guard let found = database.show(entry.showID)?.episodes.first(where: { $0.episode.id == episode }) else {
        continue
      }
      database.userShows[index].lastEpisodeWatchedID = episode
      database.userShows[index].currentSeason = found.season.number
      database.userShows[index].currentEpisode = found.episode.number
      database.userShows[index].lastProgressAt = moment + "+00:00"
    }
  }

  /// Marks episodes that were being watched as watched once their time is over.
  mutating func finishWatching() {
    if memory.watching.isEmpty { return }
    let moment = now
    let due = memory.watching.filter { $0.due <= moment }
    memory.watching.removeAll { $0.due <= moment }
    for each in due where database.progress[each.user]?[each.episode]?.status == "watching" {
      _ = setStatus("watched", episode: each.episode, user: each.user)
    }
  }

  private mutating func bulkUpdate(_ call: TallyCall) -> HTTPResponse {
    guard let ids = call.body["episodeIds"]?.array, !ids.isEmpty else {
      return .refusal(400, "episodeIds must be a non-empty array")
    }
    guard let status = call.body["status"]?.string, ["watched", "unwatched"].contains(status) else {
      return .refusal(400, "status must be either \"watched\" or \"unwatched\"")
    }
    let user = database.user(call.actingUser)?.id ?? ""
    var updates: [JSONValue] = []
    for id in ids.compactMap(\.string) {
      if status == "unwatched" {
        database.progress[user]?[id.lowercased()] = nil
      } else if settings.episodesHaveStatus, !user.isEmpty, let episode = episode(id) {
        updates.append(setStatus("watched", episode: episode.id, user: user).json)
      }
    }
    return .data([
      "updatedCount": .count(updates.count), "totalRequested": .count(ids.count),
      "updates": .array(updates), "message": .string("Bulk updated \(updates.count) episodes to \(status)"),
    ])
  }

  private mutating func rateProgress(_ call: TallyCall) -> HTTPResponse {
    guard let rating = call.body["rating"]?.double, (0...10).contains(rating) else {
      return .refusal(400, "Rating must be a number between 0.0 and 10.0")
    }
    let id = call.parameter("id")
    guard rate(episode: id, rating, user: call.actingUser) else { return .refusal(400, "Failed to rate episode") }
    return .data([
      "rating": .number(rating), "liveStats": liveStats(id),
      "message": .string("Episode rated \(TallyJSON.spelled(rating))/10"),
    ])
  }

  /// Rates an episode. Without the column `status`, only an episode with a row can be rated.
  mutating func rate(episode: String, _ rating: Double, user: String) -> Bool {
    let (episode, user) = (episode.lowercased(), user.lowercased())
    if settings.episodesHaveStatus, database.user(user) != nil, self.episode(episode) != nil,
      database.progress[user]?[episode] == nil
    {
      database.progress[user, default: [:]][episode] = TallyProgressRow(
        id: random.uuid(), userID: user, episodeID: episode, state: "unwatched")
    }
    guard database.progress[user]?[episode] != nil else { return false }
    database.progress[user]?[episode]?.rating = TallyJSON.tenths(rating)
    return true
  }

  // MARK: Numbers

  private func viewingStats(_ call: TallyCall) -> HTTPResponse {
    let rows = (database.progress[call.actingUser.lowercased()] ?? [:]).values.filter { $0.status != nil }
    let watched = rows.filter { $0.status == "watched" }
    let minutes = watched.compactMap { episode($0.episodeID)?.runtime }.reduce(0, +)
    return .data([
      "totalEpisodes": .count(rows.count), "watchedEpisodes": .count(watched.count),
      "currentlyWatching": .count(rows.count { $0.status == "watching" }), "totalWatchTime": .count(minutes),
      "averageEpisodeRating": .number(Self.average(rows.compactMap(\.rating))),
    ])
  }

  private func episodeStats(_ call: TallyCall) -> HTTPResponse {
    var stats = liveStats(call.parameter("id"))
    stats["episodeId"] = .string(call.parameter("id"))
    stats["timestamp"] = timestamp
    return .data(stats)
  }
}
