public import MediaCore

/// Routes of the watchlist; each call is sent at once. An app changes the list through ``TallyWatchlistStore``, which works offline.
public protocol WatchlistAPI: Sendable {
  /// `GET /api/watchlist`: the tracked shows, newest first; slow for large lists. **A failure of the database answers with an empty list.**
  func all(status: WatchStatus?) async throws(ClientError) -> [WatchlistEntry]
  /// `GET /api/watchlist/stats`: the counts of the watchlist.
  func stats() async throws(ClientError) -> WatchlistStats
  /// `POST /api/watchlist`: adds a show; slow when the show is added for the first time by any account. **Overwrites status and date of a
  /// show that is tracked already**, without an error; unknown ids are added as placeholders.
  /// - Throws: `invalidRequest` for any failure inside the server.
  func add(_ show: TMDBID, status: WatchStatus) async throws(ClientError) -> AddedShow
  /// `POST /api/watchlist/search-and-add`: adds the first match of a search in the US.
  /// - Throws: `notFound` without a match, also when TMDB fails.
  func searchAndAdd(_ query: String, status: WatchStatus) async throws(ClientError) -> AddedShow
  /// `POST /api/watchlist/search-and-add`: adds a show by its number, without a search. **Overwrites like** ``add(_:status:)``.
  func searchAndAdd(_ show: TMDBID, status: WatchStatus) async throws(ClientError) -> AddedShow
  /// `PUT /api/watchlist/{id}/status`: sets the status of an entry. The answer has no show.
  /// - Throws: `notFound` for an entry of another account, and for any failure of the database.
  func setStatus(_ status: WatchStatus, of entry: UserShowID) async throws(ClientError) -> WatchlistEntry
  /// `PUT /api/watchlist/{id}/rating`: rates a show, 0…10 in steps of a half. A rating cannot be taken back.
  /// - Throws: `invalidRequest`, `notFound`.
  func setRating(_ rating: Double, of entry: UserShowID) async throws(ClientError) -> ShowRating
  /// `PUT /api/watchlist/{id}/notes`: sets the notes of an entry. **An unknown entry is no error.**
  func setNotes(_ notes: String, of entry: UserShowID) async throws(ClientError)
  /// `PUT /api/watchlist/{id}/provider`: sets where the user watches the show; nil clears it. The server looks for the provider by number,
  /// then by name, and creates it when there is none.
  /// - Throws: `notFound`.
  func setProvider(_ provider: ProviderSelection?, of entry: UserShowID) async throws(ClientError)
  /// `PUT /api/watchlist/{id}/country`: sets the country of an entry, two letters, kept as they are sent; nil clears it.
  /// - Throws: `invalidRequest` before anything is sent for a text that is no code of two letters, `notFound`.
  func setCountry(_ country: String?, of entry: UserShowID) async throws(ClientError)
  /// `PUT /api/watchlist/{id}/buffer`: sets how many days a subscription shall last beyond the show's last episode, 0 or more.
  /// - Throws: `invalidRequest`, `notFound`.
  func setBufferDays(_ days: Int, of entry: UserShowID) async throws(ClientError)
  /// `DELETE /api/watchlist/{id}` with the id **of the show**: takes the show off the list. For any other id the server answers 200 and
  /// removes nothing: read the list again.
  func remove(_ show: ShowID) async throws(ClientError)
  /// `GET /api/watchlist/watching`: the shows being watched, without providers, and with posters as they were stored; ``all(status:)`` has
  /// more.
  func watching() async throws(ClientError) -> [WatchlistEntry]
  /// `GET /api/watchlist/watching/{showId}`: a show's seasons and episodes with their ids.
  /// - Throws: `notFound`.
  func detail(of show: ShowID) async throws(ClientError) -> TrackedShowDetail
}

struct LiveWatchlistAPI: WatchlistAPI {
  let client: ServiceClient

  func all(status: WatchStatus?) async throws(ClientError) -> [WatchlistEntry] {
    try await client.call(
      .tallyWatchlistAll, .get, ["api", "watchlist"], \WatchlistAnswer.shows, query: ["status": status?.rawValue])
  }

  func stats() async throws(ClientError) -> WatchlistStats {
    try await client.call(.tallyWatchlistStats, .get, ["api", "watchlist", "stats"])
  }

  func add(_ show: TMDBID, status: WatchStatus) async throws(ClientError) -> AddedShow {
    try await client.call(
      .tallyWatchlistAdd, .post, ["api", "watchlist"],
      body: ["tmdbId": .int(show.rawValue), "status": .string(status.rawValue)], traits: .slowWrite)
  }

  func searchAndAdd(_ query: String, status: WatchStatus) async throws(ClientError) -> AddedShow {
    try await searchAndAdd(["query": .string(query), "status": .string(status.rawValue)])
  }

  func searchAndAdd(_ show: TMDBID, status: WatchStatus) async throws(ClientError) -> AddedShow {
    try await searchAndAdd(["tmdbId": .int(show.rawValue), "status": .string(status.rawValue)])
  }

  private func searchAndAdd(_ body: JSONValue) async throws(ClientError) -> AddedShow {
    try await client.call(
      .tallyWatchlistSearchAndAdd, .post, ["api", "watchlist", "search-and-add"], body: body, traits: .slowWrite)
  }

  func setStatus(_ status: WatchStatus, of entry: UserShowID) async throws(ClientError) -> WatchlistEntry {
    try await client.call(
      .tallyWatchlistSetStatus, .put, ["api", "watchlist", .id(entry), "status"], \AddedShow.userShow,
      body: ["status": .string(status.rawValue)])
  }

  func setRating(_ rating: Double, of entry: UserShowID) async throws(ClientError) -> ShowRating {
    try await client.call(
      .tallyWatchlistSetRating, .put, ["api", "watchlist", .id(entry), "rating"], body: ["rating": .number(rating)])
  }

  func setNotes(_ notes: String, of entry: UserShowID) async throws(ClientError) {
    try await client.call(
      .tallyWatchlistSetNotes, .put, ["api", "watchlist", .id(entry), "notes"], body: ["notes": .string(notes)])
  }

  func setProvider(_ provider: ProviderSelection?, of entry: UserShowID) async throws(ClientError) {
    let operation = OperationID.tallyWatchlistSetProvider
    let provider = try JSONValue(encoding: provider, for: operation)
    try await client.call(operation, .put, ["api", "watchlist", .id(entry), "provider"], body: ["provider": provider])
  }

  func setCountry(_ country: String?, of entry: UserShowID) async throws(ClientError) {
    if let country, !CountryPreference.isCode(country) {
      throw ClientError(.invalidRequest, operation: .tallyWatchlistSetCountry, detail: "country")
    }
    try await client.call(
      .tallyWatchlistSetCountry, .put, ["api", "watchlist", .id(entry), "country"],
      body: ["countryCode": .text(country?.uppercased()) ?? .null])
  }

  func setBufferDays(_ days: Int, of entry: UserShowID) async throws(ClientError) {
    try await client.call(
      .tallyWatchlistSetBufferDays, .put, ["api", "watchlist", .id(entry), "buffer"],
      body: ["bufferDays": .int(days)])
  }

  func remove(_ show: ShowID) async throws(ClientError) {
    try await client.call(.tallyWatchlistRemove, .delete, ["api", "watchlist", .id(show)])
  }

  func watching() async throws(ClientError) -> [WatchlistEntry] {
    try await client.call(
      .tallyWatchlistWatching, .get, ["api", "watchlist", "watching"], \WatchlistAnswer.shows)
  }

  func detail(of show: ShowID) async throws(ClientError) -> TrackedShowDetail {
    try await client.call(.tallyWatchlistDetail, .get, ["api", "watchlist", "watching", .id(show)])
  }
}
