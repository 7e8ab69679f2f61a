public import MediaTesting

extension TallyWorld {
  /// Reads a world from the file `world.json` of the conformance tests, which has the members `accounts`, `database` and `tmdb`.
  /// - Throws: ``Unreadable`` with the name of the first required member that a row lacks.
  public init(json: JSONValue) throws {
    self.init()
    for account in Self.rows(json, "accounts") {
      accounts.append(
        TallyAccount(
          id: try Self.text(account, "id"), email: try Self.text(account, "email").lowercased(),
          password: try Self.text(account, "password")))
    }
    let tables = json["database"] ?? [:]
    database.users = try Self.rows(tables, "users").map(Self.user)
    database.services = try Self.rows(tables, "streaming_services").map(Self.service)
    for row in Self.rows(tables, "shows") { database.insert(try Self.show(row)) }
    database.userShows = try Self.rows(tables, "user_shows").map(Self.userShow)
    for row in Self.rows(tables, "user_episode_progress") {
      let progress = try Self.progress(row)
      database.progress[progress.userID, default: [:]][progress.episodeID] = progress
    }
    for row in Self.rows(tables, "user_season_ratings") {
      database.seasonRatings[try Self.text(row, "season_id"), default: [:]][try Self.text(row, "user_id")] =
        row["rating"]?.double
    }
    database.subscriptions = try Self.rows(tables, "user_streaming_subscriptions").map(Self.subscription)
    tmdb.shows = try Self.rows(json["tmdb"] ?? [:], "shows").map(Self.tmdbShow)
    let overloaded = json["tmdb"]?["overloaded"]
    tmdb.overloadedQueries = Set((overloaded?["queries"]?.array ?? []).compactMap { $0.string?.lowercased() })
    tmdb.overloadedIDs = Set((overloaded?["ids"]?.array ?? []).compactMap(\.int))
  }

  /// The error for a row of `world.json` that lacks a required member.
  public struct Unreadable: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the missing member.
    public let member: String

    public var description: String { "the world has a row without \(member)" }
  }

  private static func rows(_ json: JSONValue, _ name: String) -> [JSONValue] { json[name]?.array ?? [] }

  private static func text(_ row: JSONValue, _ name: String) throws -> String {
    guard let text = row[name]?.string else { throw Unreadable(member: name) }
    return text
  }

  private static func int(_ row: JSONValue, _ name: String) throws -> Int {
    guard let number = row[name]?.int else { throw Unreadable(member: name) }
    return number
  }

  private static func user(_ row: JSONValue) throws -> TallyUserRow {
    TallyUserRow(
      id: try text(row, "id"), email: try text(row, "email"), password: row["password"]?.string ?? "",
      displayName: row["display_name"]?.string, countryCode: row["country_code"]?.string,
      timezone: row["timezone"].map { $0.string } ?? "UTC", avatarURL: row["avatar_url"]?.string,
      isTestUser: row["is_test_user"]?.bool ?? false, createdAt: try text(row, "created_at"))
  }

  private static func service(_ row: JSONValue) throws -> TallyServiceRow {
    let prices = rows(row, "prices").map { row in
      with(
        Price(
          country: row["country_code"]?.string ?? "", tier: row["tier"]?.string, amount: row["monthly_cost"]?.double,
          currency: row["currency"]?.string, isActive: row["active"]?.bool ?? true)
      ) {
        $0.billingFrequency = row["billing_frequency"]?.string
        $0.notes = row["notes"]?.string
        $0.providerName = row["provider_name"]?.string
      }
    }
    return TallyServiceRow(
      id: try text(row, "id"), tmdbProviderID: try int(row, "tmdb_provider_id"), name: try text(row, "name"),
      logoPath: row["logo_path"]?.string, homepage: row["homepage"]?.string, prices: prices)
  }

  private static func show(_ row: JSONValue) throws -> TallyShowRow {
    let id = try text(row, "id")
    var show = TallyShowRow(
      id: id, tmdbID: try int(row, "tmdb_id"), title: try text(row, "title"), overview: row["overview"]?.string,
      posterPath: row["poster_path"]?.string, firstAirDate: row["first_air_date"]?.string,
      lastAirDate: row["last_air_date"]?.string, status: row["status"]?.string, totalSeasons: row["total_seasons"]?.int,
      totalEpisodes: row["total_episodes"]?.int, releasePattern: row["release_pattern"] ?? .null,
      tmdbLastUpdated: row["tmdb_last_updated"]?.string, isPopular: row["is_popular"]?.bool ?? false,
      createdAt: try text(row, "created_at"), updatedAt: try text(row, "updated_at"))
    show.seasons = try rows(row, "seasons").map { try season($0, show: id) }
    show.availability = try rows(row, "availability").map { offer in
      let type = offer["availability_type"]?.string ?? "subscription"
      return (try text(offer, "service_id"), try text(offer, "country_code"), type)
    }
    return show
  }

  private static func season(_ row: JSONValue, show: String) throws -> TallySeasonRow {
    let id = try text(row, "id")
    let number = try int(row, "season_number")
    let episodes = try rows(row, "episodes").map { episode in
      TallyEpisodeRow(
        id: try text(episode, "id"), seasonID: id, tmdbEpisodeID: episode["tmdb_episode_id"]?.int ?? 0,
        number: try int(episode, "episode_number"), name: episode["name"]?.string ?? "",
        overview: episode["overview"]?.string, airDate: episode["air_date"]?.string, runtime: episode["runtime"]?.int)
    }
    return TallySeasonRow(
      id: id, showID: show, tmdbSeasonID: row["tmdb_season_id"]?.int ?? number, number: number,
      name: row["name"]?.string ?? "Season \(number)", overview: row["overview"]?.string,
      airDate: row["air_date"]?.string, episodeCount: row["episode_count"]?.int ?? episodes.count,
      posterPath: row["poster_path"]?.string, episodes: episodes)
  }

  private static func userShow(_ row: JSONValue) throws -> TallyUserShowRow {
    TallyUserShowRow(
      id: try text(row, "id"), userID: try text(row, "user_id"), showID: try text(row, "show_id"),
      status: try text(row, "status"), addedAt: try text(row, "added_at"),
      startedWatchingAt: row["started_watching_at"]?.string, completedAt: row["completed_at"]?.string,
      lastEpisodeWatchedID: row["last_episode_watched_id"]?.string, rating: row["show_rating"]?.double,
      notes: row["notes"]?.string, bufferDays: row["buffer_days"]?.int ?? 0,
      serviceID: row["selected_service_id"]?.string, countryCode: row["country_code"]?.string,
      currentSeason: row["current_season"]?.int, currentEpisode: row["current_episode"]?.int,
      lastProgressAt: row["last_progress_at"]?.string, updatedAt: row["updated_at"]?.string)
  }

  private static func progress(_ row: JSONValue) throws -> TallyProgressRow {
    TallyProgressRow(
      id: try text(row, "id"), userID: try text(row, "user_id"), showID: row["show_id"]?.string,
      episodeID: try text(row, "episode_id"), state: row["state"]?.string ?? "unwatched", status: row["status"]?.string,
      progress: row["progress"]?.int ?? 0, startedWatchingAt: row["started_watching_at"]?.string,
      watchedAt: row["watched_at"]?.string, rating: row["episode_rating"]?.double)
  }

  private static func subscription(_ row: JSONValue) throws -> TallySubscriptionRow {
    TallySubscriptionRow(
      id: try text(row, "id"), userID: try text(row, "user_id"), serviceID: row["service_id"]?.string,
      monthlyCost: row["monthly_cost"]?.double ?? 0, isActive: row["is_active"]?.bool, tier: row["tier"]?.string,
      startedDate: row["started_date"]?.string, endedDate: row["ended_date"]?.string,
      createdAt: try text(row, "created_at"), updatedAt: try text(row, "updated_at"))
  }

  private static func tmdbShow(_ row: JSONValue) throws -> TallyTMDBShow {
    var show = TallyTMDBShow(
      id: try int(row, "id"), name: try text(row, "name"), overview: row["overview"]?.string ?? "",
      firstAirDate: row["first_air_date"], lastAirDate: row["last_air_date"],
      status: row["status"]?.string ?? "", posterPath: row["poster_path"]?.string,
      popularity: row["popularity"]?.double ?? 0)
    for (language, text) in row["translations"]?.object ?? [:] {
      show.translations[language] = (
        text["name"]?.string ?? show.name, text["overview"]?.string ?? show.overview
      )
    }
    show.providers = (row["providers"]?.object ?? [:]).mapValues { $0.array ?? [] }
    show.seasons = try rows(row, "seasons").map { season in
      var document = season
      document["episodes"] = nil
      let episodes = try rows(season, "episodes").map { episode in
        TallyTMDBEpisode(
          id: episode["id"]?.int ?? 0, number: try int(episode, "episode_number"),
          name: episode["name"]?.string ?? "", airDate: episode["air_date"]?.string, document: episode)
      }
      return TallyTMDBSeason(
        number: try int(season, "season_number"), airDate: season["air_date"]?.string, document: document,
        episodes: episodes)
    }
    return show
  }
}
