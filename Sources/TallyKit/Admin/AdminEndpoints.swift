import MediaCore

enum AdminEndpoints {
  static func databaseStatus() -> Endpoint<JSONValue> {
    .tally("tally.admin.databaseStatus", .get, ["api", "admin", "db-status"])
  }

  static func liveStats() -> Endpoint<JSONValue> {
    .tally("tally.admin.liveStats", .get, ["api", "admin", "live-stats"])
  }

  static func episodeStats(_ episode: EpisodeID) -> Endpoint<JSONValue> {
    .tally("tally.admin.episodeStats", .get, ["api", "admin", "episode-stats", .id(episode.rawValue)])
  }

  static func showStats(_ show: ShowID) -> Endpoint<JSONValue> {
    .tally("tally.admin.showStats", .get, ["api", "admin", "show-stats", .id(show.rawValue)])
  }

  static func copyMemoryToDatabase() -> Endpoint<JSONValue> {
    .tally(
      "tally.admin.copyMemoryToDatabase", .post, ["api", "admin", "seed", "memory-to-supabase"], traits: .write,
      in: .bare)
  }

  static func entry(_ entry: UserShowID) -> Endpoint<JSONValue> {
    .tally("tally.admin.entry", .get, ["api", "debug", "user-shows", .id(entry.rawValue)])
  }
}
