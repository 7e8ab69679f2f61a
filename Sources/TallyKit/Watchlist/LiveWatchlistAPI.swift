import MediaCore

struct LiveWatchlistAPI: WatchlistAPI {
  let client: ServiceClient

  func all(status: WatchStatus?) async throws(ClientError) -> [WatchlistEntry] {
    try await client.send(WatchlistEndpoints.all(status: status))
  }

  func stats() async throws(ClientError) -> WatchlistStats {
    try await client.send(WatchlistEndpoints.stats())
  }

  func add(_ show: TMDBID, status: WatchStatus) async throws(ClientError) -> AddedShow {
    try await client.send(WatchlistEndpoints.add(show, status: status))
  }

  func searchAndAdd(_ query: String, status: WatchStatus) async throws(ClientError) -> AddedShow {
    try await client.send(WatchlistEndpoints.searchAndAdd(query, status: status))
  }

  func searchAndAdd(_ show: TMDBID, status: WatchStatus) async throws(ClientError) -> AddedShow {
    try await client.send(WatchlistEndpoints.searchAndAdd(show, status: status))
  }

  func setStatus(_ status: WatchStatus, of entry: UserShowID) async throws(ClientError) -> WatchlistEntry {
    try await client.send(WatchlistEndpoints.setStatus(status, of: entry))
  }

  func setRating(_ rating: Double, of entry: UserShowID) async throws(ClientError) -> ShowRating {
    try await client.send(WatchlistEndpoints.setRating(rating, of: entry))
  }

  func setNotes(_ notes: String, of entry: UserShowID) async throws(ClientError) {
    try await client.send(WatchlistEndpoints.setNotes(notes, of: entry))
  }

  func setProvider(_ provider: ProviderSelection?, of entry: UserShowID) async throws(ClientError) {
    try await client.send(try WatchlistEndpoints.setProvider(provider, of: entry))
  }

  func setCountry(_ country: String?, of entry: UserShowID) async throws(ClientError) {
    try await client.send(WatchlistEndpoints.setCountry(country, of: entry))
  }

  func setBufferDays(_ days: Int, of entry: UserShowID) async throws(ClientError) {
    try await client.send(WatchlistEndpoints.setBufferDays(days, of: entry))
  }

  func remove(_ show: ShowID) async throws(ClientError) {
    try await client.send(WatchlistEndpoints.remove(show))
  }

  func watching() async throws(ClientError) -> [WatchlistEntry] {
    try await client.send(WatchlistEndpoints.watching())
  }

  func detail(of show: ShowID) async throws(ClientError) -> TrackedShowDetail {
    try await client.send(WatchlistEndpoints.detail(of: show))
  }
}
