import MediaTesting

// MARK: The watchlist: listing and adding

extension TallyState {
  static let watchlistRoutes: [TallyRoute] = [
    TallyRoute("GET", "/api/watchlist", .bearer) { $0.watchlist($1) },
    TallyRoute("GET", "/api/watchlist/stats", .bearer) { $0.watchlistStats($1) },
    TallyRoute("POST", "/api/watchlist", .bearer) { $0.addToWatchlist($1) },
    TallyRoute("POST", "/api/watchlist/search-and-add", .bearer) { $0.searchAndAdd($1) },
    TallyRoute("GET", "/api/watchlist/watching", .bearer) { $0.watching($1) },
    TallyRoute("GET", "/api/watchlist/watching/:show", .bearer) { $0.watchingShow($1) },
  ]

  private func watchlist(_ call: TallyCall) -> HTTPResponse {
    let asked = call.value("status") ?? ""
    let status: String? = asked.isTruthy ? asked.string ?? "" : nil
    let rows = database.entries(of: call.account, status: status).map { entry -> JSONValue in
      var row = entryWithProgress(entry)
      row["show"] = database.show(entry.showID)?.normalized ?? [:]
      row["streaming_provider"] = database.service(entry.serviceID).map(providerJSON) ?? .null
      return row
    }
    return .data([
      "shows": .array(rows), "totalCount": .count(rows.count), "statusFilter": asked.isTruthy ? asked : "all",
    ])
  }

  private func watching(_ call: TallyCall) -> HTTPResponse {
    let rows = database.entries(of: call.account, status: "watching").map(entryWithProgress)
    return .data(["shows": .array(rows), "totalCount": .count(rows.count)])
  }

  private func entryWithProgress(_ entry: TallyUserShowRow) -> JSONValue {
    var row = json(entry)
    let show = database.show(entry.showID)
    row["shows"] = show?.json ?? .null
    row["progress"] = progressSummary(show, of: entry.userID)
    return row
  }

  private func providerJSON(_ service: TallyServiceRow) -> JSONValue {
    [
      "id": .count(service.tmdbProviderID), "name": .string(service.name),
      "logo_path": .string(service.logo("w45") ?? ""),
    ]
  }

  /// The progress of a show. `currentEpisode` is the first unwatched episode, and is absent when there is none.
  func progressSummary(_ show: TallyShowRow?, of user: String) -> JSONValue {
    let rows = database.progress[user] ?? [:]
    let episodes = show?.episodes ?? []
    let open = episodes.filter { rows[$0.episode.id]?.state != "watched" }
    let current = open.first.map { season, episode -> JSONValue in
      [
        "season_number": .count(season.number), "episode_number": .count(episode.number), "name": .string(episode.name),
      ]
    }
    return .members([
      "totalEpisodes": .count(episodes.count), "watchedEpisodes": .count(episodes.count - open.count),
      "currentEpisode": current,
    ])
  }

  private func watchlistStats(_ call: TallyCall) -> HTTPResponse {
    let counts = countsByStatus(call.account)
    let ratings = database.userShows.filter { $0.userID == call.account }.compactMap(\.rating)
    return .data([
      "totalShows": .count(counts.total), "byStatus": counts.byStatus, "totalHoursWatched": 0,
      "averageRating": .number(Self.average(ratings)),
    ])
  }

  /// The mean with one decimal; 0 without ratings.
  static func average(_ ratings: [Double]) -> Double {
    ratings.isEmpty ? 0 : TallyJSON.tenths(ratings.reduce(0, +) / Double(ratings.count))
  }

  private func watchingShow(_ call: TallyCall) -> HTTPResponse {
    guard let show = database.show(call.parameter("show")) else { return .refusal(404, "Show not found") }
    let summary = progressSummary(show, of: call.account)
    let total = show.episodes.count
    let watched = summary["watchedEpisodes"]?.int ?? 0
    let percentage = total == 0 ? 0 : (Double(watched) / Double(total) * 100).rounded()
    let seasons = show.seasons.map { season -> JSONValue in
      var json = season.json
      json["episodes"] = .array(season.episodes.map(\.json))
      return json
    }
    return .data([
      "show": show.json, "seasons": .array(seasons), "progress": summary, "totalEpisodes": .count(total),
      "watchedEpisodes": .count(watched), "completionPercentage": .number(percentage),
    ])
  }

  // MARK: Adding

  private mutating func addToWatchlist(_ call: TallyCall) -> HTTPResponse {
    guard let id = call.body["tmdbId"], id.isTruthy else { return .refusal(400, "TMDB ID is required") }
    let status = call.body["status"] ?? "watchlist"
    guard let added = track(id, status: status, for: call.account) else {
      return .refusal(400, "Failed to add show to watchlist - service returned null")
    }
    let data = JSONValue.members([
      "userShow": added.json, "show": database.show(added.showID)?.json,
      "availability": .array(availability(of: added.showID)), "message": .string("Added to \(status.string ?? "")"),
    ])
    return .data(data, status: 201)
  }

  private mutating func searchAndAdd(_ call: TallyCall) -> HTTPResponse {
    let query = call.body["query"]
    var id = call.body["tmdbId"]
    if !id.isTruthy {
      if !query.isTruthy { return .refusal(400, "Either query or tmdbId is required") }
      guard let hit = search(TallyJSON.spelled(query), language: "en-US").first else {
        return .refusal(404, "No shows found for the given query")
      }
      id = JSONValue.count(hit.id)
    }
    let status = call.body["status"] ?? "watchlist"
    guard let added = track(id ?? .null, status: status, for: call.account) else {
      return .refusal(400, "Failed to add show to watchlist")
    }
    return .data(["userShow": added.json, "message": .string("Show added to \(status.string ?? "")")], status: 201)
  }

  /// Adds a show, or overwrites the status and date of an existing entry; nil if the database refuses. The returned row has the show as
  /// it was before it became popular.
  private mutating func track(
    _ id: JSONValue, status: JSONValue, for user: String
  ) -> (showID: String, json: JSONValue)? {
    guard let tmdbID = id.int ?? id.string.flatMap({ Int($0) }),
      Int32(exactly: tmdbID) != nil, let status = status.string, status.fits(20)
    else { return nil }
    guard let show = storedShow(tmdbID) ?? placeholder(tmdbID), database.user(user) != nil else { return nil }
    let moment = stamp()
    let index = database.userShows.firstIndex { $0.userID == user && $0.showID == show.id } ?? database.userShows.count
    if index == database.userShows.count {
      database.userShows.append(
        TallyUserShowRow(
          id: random.uuid(), userID: user, showID: show.id, status: status, addedAt: moment, updatedAt: moment))
    }
    database.userShows[index].status = status
    database.userShows[index].addedAt = moment
    if status == "watching" {
      database.userShows[index].startedWatchingAt = moment
      makePopular(show.id, at: moment)
    }
    var json = self.json(database.userShows[index])
    json["show"] = show.json
    return (show.id, json)
  }

  /// Marks a show as popular, which every watched show is.
  mutating func makePopular(_ show: String, at moment: String) {
    database.change(show: show) { show in
      show.isPopular = true
      show.updatedAt = moment
    }
  }

  private func availability(of show: String) -> [JSONValue] {
    let offers = (database.show(show)?.availability ?? []).filter { $0.country == "US" }.compactMap { offer in
      database.service(offer.serviceID).map { service in
        TallyProviders.Offer(
          id: service.tmdbProviderID, name: service.name, logo: service.logoPath, type: offer.type)
      }
    }
    return TallyProviders.merged(offers).map(\.json)
  }

  // MARK: Shows of the database

  /// The stored show, refreshed if it is old; an unknown show is first stored as TMDB has it now, with a stub for every season and episode.
  /// Nil if TMDB does not have an unknown show, or if the database refuses what TMDB has.
  mutating func storedShow(_ tmdbID: Int) -> TallyShowRow? {
    let known = database.show(tmdb: tmdbID)
    if let known, !known.isStale(at: now) { return known }
    guard !failures.databaseDown, let show = tmdbShow(tmdbID), !show.regularSeasons.isEmpty else { return known }
    // The database refuses an empty text as a date, so the show is neither stored nor refreshed.
    guard show.firstAirDate?.string != "", show.lastAirDate?.string != "" else { return nil }
    if let id = known?.id {
      let moment = TallyTime.stamp(now)
      database.change(show: id) { $0.refresh(from: show, at: moment) }
      return database.show(id)
    }
    let row = TallyShowRow(show, at: stamp()) { _ in random.uuid() }
    database.insert(row)
    return row
  }

  private mutating func placeholder(_ tmdbID: Int) -> TallyShowRow? {
    // A show has one row: where the stored row could not be refreshed, the server fails to add a second one.
    if failures.databaseDown || database.show(tmdb: tmdbID) != nil { return nil }
    let moment = stamp()
    let row = TallyShowRow(
      id: random.uuid(), tmdbID: tmdbID, title: "Show (TMDB ID: \(tmdbID))",
      overview: "Show data from TMDB ID \(tmdbID) - will be updated when TMDB service is available",
      status: "Airing", tmdbLastUpdated: moment, createdAt: moment, updatedAt: moment)
    database.insert(row)
    return row
  }

  static func ownStatus(_ status: String) -> String {
    switch status {
    case "Ended", "In Production", "Planned", "Pilot": status
    case "Canceled": "Cancelled"
    default: "Airing"
    }
  }

  static func releasePattern(_ analysis: TallyAnalysis) -> JSONValue {
    var json = TallyReleasePattern(analysis.dated.compactMap(\.airDate)).numbers
    json["pattern"] = analysis.pattern?.json ?? "unknown"
    if analysis.pattern == nil { json["confidence"] = 0.5 }
    json["analyzedSeason"] = .count(analysis.season)
    return json
  }
}
