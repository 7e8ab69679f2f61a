public import MediaTesting

extension VaultWorld {
  /// Reads a world from JSON. The format is that of the conformance journeys, which are recorded tests of the real server. Every member is
  /// optional.
  ///
  /// Throws ``WorldError`` if a member that must be an array of rows is not an array, or if a row has no id. Only rows of `lists` and
  /// `shares` need no id.
  public init(json: JSONValue) throws {
    self.init()
    let settings = json["settings"] ?? [:]
    configuration = Configuration(
      auth0Domain: settings["auth0_domain"]?.string ?? configuration.auth0Domain,
      auth0WebClientID: settings["auth0_web_client_id"]?.string ?? configuration.auth0WebClientID,
      auth0Audience: settings["auth0_audience"]?.string ?? configuration.auth0Audience,
      baseURL: settings["base_url"]?.string ?? configuration.baseURL,
      tmdbKey: settings["tmdb_api_key"]?.string ?? configuration.tmdbKey,
      tokenSecret: settings["token_secret"]?.string ?? configuration.tokenSecret)
    tables.users = try Self.rows(json, "users", Self.user)
    tables.movies = try Self.rows(json, "movies", Self.title)
    tables.series = try Self.rows(json, "series", Self.title)
    for series in try Self.rows(json, "series", { $0 }) {
      tables.episodes += try Self.rows(series, "episodes") { Self.episode($0, of: series.number("id") ?? 0) }
    }
    tables.episodes.sort { $0.id < $1.id }
    for (index, list) in try Self.rows(json, "lists", { $0 }).enumerated() { addList(list, standardID: index + 1) }
    for (index, share) in try Self.rows(json, "shares", { $0 }).enumerated() { addShare(share, standardID: index + 1) }
    tables.libraries = try Self.rows(json, "library_import_history", Self.library)
  }

  /// The error that is thrown if a world cannot be read from JSON.
  public struct WorldError: Error, Sendable, CustomStringConvertible {
    public let description: String
  }

  private static func rows<Row>(_ json: JSONValue, _ name: String, _ read: (JSONValue) -> Row) throws -> [Row] {
    guard let value = json[name], !value.isNull else { return [] }
    guard let rows = value.array else { throw WorldError(description: "\(name) is no array") }
    return try rows.map { row in
      guard row.object != nil, row["id"]?.int != nil || ["lists", "shares"].contains(name) else {
        throw WorldError(description: "a row of \(name) has no id")
      }
      return read(row)
    }
  }

  private static func user(_ row: JSONValue) -> VaultUserRow {
    VaultUserRow(
      id: row.number("id") ?? 0, username: row.text("username") ?? "", email: row.text("email"),
      fullName: row.text("full_name"), password: row.text("password").map { .set($0) } ?? .absent,
      isActive: row.flag("is_active", true), isAdmin: row.flag("is_admin"), auth0ID: row.text("auth0_user_id"),
      authProvider: row.text("auth_provider") ?? "local", emailVerified: row.flag("email_verified"),
      passwordEnabled: row.flag("password_enabled", true), oauthEnabled: row.flag("oauth_enabled"),
      createdAt: row.stamp("created_at"), lastLogin: row.stamp("last_login"))
  }

  private static func title(_ row: JSONValue) -> VaultTitleRow {
    VaultTitleRow(
      id: row.number("id") ?? 0, userID: row.number("user_id") ?? 0, title: row.text("title") ?? "",
      imdbID: row.text("imdb_id") ?? "", releaseDate: row.text("release_date"),
      runtime: row.number("runtime") ?? row.number("average_episode_runtime"),
      watched: row.flag("watched"), collectionID: row.number("collection_id"),
      collectionName: row.text("collection_name"), posterURL: row.text("poster_url"),
      posterThumb: row.text("poster_thumb"), isNew: row.flag("is_new"), quality: row.text("quality"),
      overview: row.text("overview"), notes: row.text("notes"), addedAt: row.stamp("added_at"),
      importedAt: row.stamp("imported_at"), importedHoursAgo: row["imported_hours_ago"]?.double)
  }

  private static func episode(_ row: JSONValue, of seriesID: Int) -> VaultEpisodeRow {
    let season = row.number("season") ?? 0
    let number = row.number("episode") ?? 0
    return VaultEpisodeRow(
      id: row.number("id") ?? 0, seriesID: seriesID, season: season, episode: number, title: row.text("title") ?? "",
      code: row.text("code") ?? code(season, number), airDate: row.text("air_date"), watched: row.flag("watched"),
      notes: row.text("notes"))
  }

  private static func library(_ row: JSONValue) -> VaultLibraryRow {
    VaultLibraryRow(
      id: row.number("id") ?? 0, userID: row.number("user_id") ?? 0, libraryName: row.text("library_name") ?? "",
      libraryID: row.text("library_id") ?? "", lastImported: row.stamp("last_imported"),
      importCount: row.number("import_count") ?? 0, isAutomated: row.flag("is_automated"),
      createdAt: row.stamp("created_at"))
  }

  private mutating func addList(_ row: JSONValue, standardID: Int) {
    let id = row.number("id") ?? standardID
    let made = row.stamp("created_at") ?? VaultStamp(micros: 0)
    tables.lists.append(
      VaultListRow(
        id: id, userID: row.number("user_id") ?? 0, name: row.text("name") ?? "",
        description: row.text("description"), color: row.text("color") ?? VaultLists.standardColor,
        icon: row.text("icon") ?? VaultLists.standardIcon, isActive: row.flag("is_active", true), createdAt: made,
        updatedAt: row.stamp("updated_at") ?? made))
    for item in row["items"]?.array ?? [] {
      tables.items.append(
        VaultItemRow(
          id: tables.items.nextID, listID: id, type: item.text("item_type") ?? "", itemID: item.number("item_id") ?? 0,
          notes: item.text("notes"), watched: item.flag("is_watched", item.flag("watched")),
          watchedBy: item.text("watched_by") ?? "you", addedAt: item.stamp("added_at") ?? made))
    }
  }

  private mutating func addShare(_ row: JSONValue, standardID: Int) {
    let guest =
      row.number("user_id") ?? row.number("shared_with_user_id")
      ?? row.text("username").flatMap { tables.user(named: $0)?.id }
    guard let guest else { return }
    tables.shares.append(
      VaultShareRow(
        id: row.number("id") ?? standardID, listID: row.number("list_id") ?? 0, userID: guest,
        permission: row.text("permission") ?? row.text("permission_level") ?? "view"))
  }
}

extension JSONValue {
  fileprivate func text(_ name: String) -> String? { self[name]?.string }
  fileprivate func number(_ name: String) -> Int? { self[name]?.int }
  fileprivate func stamp(_ name: String) -> VaultStamp? { text(name).flatMap { VaultStamp($0) } }

  /// A mark, which the database also writes as 1 and 0.
  fileprivate func flag(_ name: String, _ standard: Bool = false) -> Bool {
    self[name]?.bool ?? number(name).map { $0 != 0 } ?? standard
  }
}
