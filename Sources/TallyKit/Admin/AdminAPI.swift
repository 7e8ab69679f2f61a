public import MediaCore

/// Routes for operators of the server. The structure of the responses is not guaranteed, so the methods return JSON.
public protocol AdminAPI: Sendable {
  /// `GET /api/admin/db-status`: the number of rows in each table of the server's database.
  func databaseStatus() async throws(ClientError) -> JSONValue
  /// `GET /api/admin/live-stats`: the numbers of accounts, watchlist entries and episodes being watched, over all accounts.
  func liveStats() async throws(ClientError) -> JSONValue
  /// `GET /api/admin/episode-stats/{id}`: the numbers of viewers and ratings of one episode, over all accounts.
  func episodeStats(_ episode: EpisodeID) async throws(ClientError) -> JSONValue
  /// `GET /api/admin/show-stats/{id}`: numbers about one show, over all accounts.
  /// - Throws: `server` from every server of April 2026, because the route fails there for every show.
  func showStats(_ show: ShowID) async throws(ClientError) -> JSONValue
  /// `POST /api/admin/seed/memory-to-supabase`: copies the demo list of the demo user `user-1` into an account's watchlist.
  func copyMemoryToDatabase(to user: UserID) async throws(ClientError) -> JSONValue
  /// `GET /api/debug/user-shows/{id}`: the database row of a watchlist entry, and whether the entry belongs to the caller.
  func entry(_ entry: UserShowID) async throws(ClientError) -> JSONValue
}

struct LiveAdminAPI: AdminAPI {
  let client: ServiceClient

  func databaseStatus() async throws(ClientError) -> JSONValue {
    try await client.call(.tallyAdminDatabaseStatus, .get, ["api", "admin", "db-status"])
  }

  func liveStats() async throws(ClientError) -> JSONValue {
    try await client.call(.tallyAdminLiveStats, .get, ["api", "admin", "live-stats"])
  }

  func episodeStats(_ episode: EpisodeID) async throws(ClientError) -> JSONValue {
    try await client.call(.tallyAdminEpisodeStats, .get, ["api", "admin", "episode-stats", .id(episode)])
  }

  func showStats(_ show: ShowID) async throws(ClientError) -> JSONValue {
    try await client.call(.tallyAdminShowStats, .get, ["api", "admin", "show-stats", .id(show)])
  }

  func copyMemoryToDatabase(to user: UserID) async throws(ClientError) -> JSONValue {
    try await client.call(
      .tallyAdminCopyMemoryToDatabase, .post, ["api", "admin", "seed", "memory-to-supabase"],
      body: ["targetUserId": .string(user.rawValue)], traits: .write)
  }

  func entry(_ entry: UserShowID) async throws(ClientError) -> JSONValue {
    try await client.call(.tallyAdminEntry, .get, ["api", "debug", "user-shows", .id(entry)], in: .bare)
  }
}
