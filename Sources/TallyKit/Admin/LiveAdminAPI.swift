import MediaCore

struct LiveAdminAPI: AdminAPI {
  let client: ServiceClient

  func databaseStatus() async throws(ClientError) -> JSONValue {
    try await client.send(AdminEndpoints.databaseStatus())
  }

  func liveStats() async throws(ClientError) -> JSONValue {
    try await client.send(AdminEndpoints.liveStats())
  }

  func episodeStats(_ episode: EpisodeID) async throws(ClientError) -> JSONValue {
    try await client.send(AdminEndpoints.episodeStats(episode))
  }

  func showStats(_ show: ShowID) async throws(ClientError) -> JSONValue {
    try await client.send(AdminEndpoints.showStats(show))
  }

  func copyMemoryToDatabase() async throws(ClientError) -> JSONValue {
    try await client.send(AdminEndpoints.copyMemoryToDatabase())
  }

  func entry(_ entry: UserShowID) async throws(ClientError) -> JSONValue {
    try await client.send(AdminEndpoints.entry(entry))
  }
}
