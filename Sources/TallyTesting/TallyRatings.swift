import Foundation
import MediaTesting

// MARK: Ratings of shows, seasons and episodes, by the user of `x-user-id`

extension TallyState {
  static let ratingRoutes: [TallyRoute] = [
    TallyRoute("POST", "/api/ratings/show/:id", .bearerAnonymous) { $0.rate("show", $1) },
    TallyRoute("POST", "/api/ratings/season/:id", .bearerAnonymous) { $0.rate("season", $1) },
    TallyRoute("POST", "/api/ratings/episode/:id", .bearerAnonymous) { $0.rate("episode", $1) },
    TallyRoute("GET", "/api/ratings/show/:id/aggregate", .bearerAnonymous) { $0.aggregate("show", $1) },
    TallyRoute("GET", "/api/ratings/season/:id/aggregate", .bearerAnonymous) { $0.aggregate("season", $1) },
    TallyRoute("GET", "/api/ratings/episode/:id/aggregate", .bearerAnonymous) { $0.aggregate("episode", $1) },
    TallyRoute("GET", "/api/ratings/user/stats", .bearerAnonymous) { $0.ratingStats($1) },
    TallyRoute("GET", "/api/ratings/user/preferences", .bearerAnonymous) { $0.ratingPreferences($1) },
    TallyRoute("GET", "/api/ratings/top-rated", .bearerAnonymous) { $0.topRated($1) },
    TallyRoute("POST", "/api/ratings/batch", .bearerAnonymous) { $0.rateMany($1) },
    TallyRoute("GET", "/api/ratings/analytics", .bearerAnonymous) { state, _ in
      .data([
        "topRatedShows": .array(state.topShows(5)), "timestamp": state.timestamp,
        "message": "Basic analytics - full implementation pending",
      ])
    },
  ]

  private static let badRating = HTTPResponse.refusal(400, "Rating must be a number between 0.0 and 10.0")

  private static func rating(_ value: JSONValue?) -> Double? {
    value?.double.flatMap { (0...10).contains($0) ? $0 : nil }
  }

  private mutating func rate(_ kind: String, _ call: TallyCall) -> HTTPResponse {
    guard let rating = Self.rating(call.body["rating"]) else { return Self.badRating }
    let id = call.parameter("id")
    guard rate(kind, id, rating, user: call.actingUser) else {
      return kind == "show" ? .refusal(404, "Show not found or access denied") : .refusal(400, "Failed to rate \(kind)")
    }
    var data: JSONValue = [
      "rating": .number(rating), "message": .string("\(kind.capitalized) rated \(TallyJSON.spelled(rating))/10"),
    ]
    if kind != "show" { data["aggregateRating"] = Self.aggregate(ratings(kind, id)) }
    return .data(data)
  }

  /// Rates a show, season or episode. As on a real server, an id of no entry succeeds without effect; only a malformed id fails.
  private mutating func rate(_ kind: String, _ id: String, _ rating: Double, user: String) -> Bool {
    switch kind {
    case "show":
      guard TallyJSON.isUUID(id), TallyJSON.isUUID(user), settings.watchlistHasUpdatedAt else { return false }
      if let index = database.indexOfEntry(id, of: user.lowercased()) {
        database.userShows[index].rating = TallyJSON.tenths(rating)
        database.userShows[index].updatedAt = stamp()
      }
      return true
    case "season":
      let id = id.lowercased()
      guard let user = database.user(user), database.shows.contains(where: { $0.seasons.contains { $0.id == id } })
      else { return false }
      database.seasonRatings[id, default: [:]][user.id] = TallyJSON.tenths(rating)
      return true
    default: return rate(episode: id, rating, user: user)
    }
  }

  private func ratings(_ kind: String, _ id: String) -> [Double] {
    let id = id.lowercased()
    switch kind {
    case "show": return database.userShows.filter { $0.showID == id }.compactMap(\.rating)
    case "season": return (database.seasonRatings[id] ?? [:]).values.sorted()
    default: return database.progress.values.compactMap { $0[id]?.rating }.sorted()
    }
  }

  private static func aggregate(_ ratings: [Double]) -> JSONValue {
    let halves = Dictionary(grouping: ratings) { TallyJSON.spelled(($0 * 2).rounded() / 2) }
    return [
      "averageRating": .number(average(ratings)), "totalRatings": .count(ratings.count),
      "ratingDistribution": .object(halves.mapValues { JSONValue.count($0.count) }),
    ]
  }

  private func aggregate(_ kind: String, _ call: TallyCall) -> HTTPResponse {
    var data = Self.aggregate(ratings(kind, call.parameter("id")))
    data["\(kind)Id"] = .string(call.parameter("id"))
    data["timestamp"] = timestamp
    return .data(data)
  }

  // MARK: Of one user

  private func ownRatings(_ user: String) -> (shows: [Double], seasons: [Double], episodes: [Double]) {
    let user = user.lowercased()
    return (
      database.userShows.filter { $0.userID == user }.compactMap(\.rating),
      database.seasonRatings.values.compactMap { $0[user] }.sorted(),
      (database.progress[user] ?? [:]).values.compactMap(\.rating).sorted()
    )
  }

  private func ratingStats(_ call: TallyCall) -> HTTPResponse {
    let own = ownRatings(call.actingUser)
    let all = own.shows + own.seasons + own.episodes
    let scores = Dictionary(grouping: all) { TallyJSON.spelled($0.rounded(.down)) }
    return .data([
      "totalRatings": .count(all.count), "averageRating": .number(Self.average(all)),
      "showRatings": .count(own.shows.count), "seasonRatings": .count(own.seasons.count),
      "episodeRatings": .count(own.episodes.count),
      "ratingsByScore": .object(scores.mapValues { JSONValue.count($0.count) }),
    ])
  }

  /// The preferences from a user's ratings of liked shows, those of 7 and more. A malformed user id has the consistency 0.
  func preferences(of user: String) -> (threshold: Double, isGenerous: Bool, consistency: Double) {
    let liked = ownRatings(user).shows.filter { $0 >= 7 }
    if !TallyJSON.isUUID(user) { return (6, false, 0) }
    let mean = liked.isEmpty ? 0 : liked.reduce(0, +) / Double(liked.count)
    let variance = liked.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(max(liked.count, 1))
    return (max(6, mean - 1), mean > 7.5, max(0, 100 - variance * 10).rounded())
  }

  private func ratingPreferences(_ call: TallyCall) -> HTTPResponse {
    let own = preferences(of: call.actingUser)
    return .data([
      "favoriteGenres": [], "averageRatingThreshold": .number(own.threshold),
      "ratingTrends": ["isGenerousRater": .bool(own.isGenerous), "consistencyScore": .number(own.consistency)],
    ])
  }

  // MARK: Of all

  /// The shows with at least two ratings among the `limit * 5` highest ones.
  private func topShows(_ limit: Int) -> [JSONValue] {
    if limit < 0 { return [] }
    let rated = database.userShows.compactMap { entry in entry.rating.map { (show: entry.showID, rating: $0) } }
    let highest = rated.enumerated().sorted { ($1.element.rating, $0.offset) < ($0.element.rating, $1.offset) }
    var ratings: [(show: String, all: [Double])] = []
    for (show, rating) in highest.prefix(limit * 5).map(\.element) {
      if let index = ratings.firstIndex(where: { $0.show == show }) {
        ratings[index].all.append(rating)
      } else {
        ratings.append((show, [rating]))
      }
    }
    let tops = ratings.filter { $0.all.count >= 2 }.map {
      (show: $0.show, average: Self.average($0.all), count: $0.all.count)
    }
    let sorted = tops.enumerated().sorted { one, other in
      let (a, b) = (one.element, other.element)
      if abs(a.average - b.average) < 0.1 { return (b.count, one.offset) < (a.count, other.offset) }
      return a.average > b.average
    }
    return sorted.prefix(limit).map { _, each in
      let show = database.show(each.show).map { show -> JSONValue in
        [
          "id": .string(show.id), "title": .string(show.title), "poster_path": .text(show.posterPath),
          "overview": .text(show.overview),
        ]
      }
      return ["show": show ?? .null, "averageRating": .number(each.average), "totalRatings": .count(each.count)]
    }
  }

  private func topRated(_ call: TallyCall) -> HTTPResponse {
    let shows = topShows(min(call.number("limit", default: 10), 50))
    return .data(["shows": .array(shows), "totalCount": .count(shows.count), "timestamp": timestamp])
  }

  private mutating func rateMany(_ call: TallyCall) -> HTTPResponse {
    guard let drafts = call.body["ratings"]?.array, !drafts.isEmpty else {
      return .refusal(400, "ratings must be a non-empty array")
    }
    if drafts.contains(.null) { return .refusal(500, "Failed to process batch ratings") }
    for draft in drafts {
      if !["show", "season", "episode"].contains(draft["type"]?.string ?? "") {
        let type = TallyJSON.spelled(draft["type"])
        return .refusal(400, "Invalid rating type: \(type). Must be 'show', 'season', or 'episode'")
      }
      if Self.rating(draft["rating"]) == nil {
        let rating = TallyJSON.spelled(draft["rating"])
        return .refusal(400, "Invalid rating value: \(rating). Must be between 0.0 and 10.0")
      }
    }
    let results = drafts.map { draft -> JSONValue in
      let (kind, id) = (draft["type"]?.string ?? "", draft["id"]?.string ?? "")
      let isDone = rate(kind, id, Self.rating(draft["rating"]) ?? 0, user: call.actingUser)
      return .members([
        "type": .string(kind), "id": draft["id"], "rating": draft["rating"], "success": .bool(isDone),
      ])
    }
    let done = results.count { $0["success"]?.bool == true }
    return .data([
      "results": .array(results), "successCount": .count(done), "totalCount": .count(results.count),
      "message": .string("Successfully processed \(done)/\(results.count) ratings"),
    ])
  }
}
