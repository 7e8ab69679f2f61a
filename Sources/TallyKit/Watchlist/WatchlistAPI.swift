public import MediaCore

/// Routes of the watchlist. Each call sends its request at once. Apps should change the list with ``TallyWatchlistStore``, which also works
/// offline.
public protocol WatchlistAPI: Sendable {
  /// `GET /api/watchlist`: the tracked shows, newest first; slow for large lists. **If the server's database fails, the list is empty.**
  func all(status: WatchStatus?) async throws(ClientError) -> [WatchlistEntry]
  /// `GET /api/watchlist/stats`: the numbers of shows on the watchlist, and the mean of the user's ratings.
  func stats() async throws(ClientError) -> WatchlistStats
  /// `POST /api/watchlist`: adds a show. The request is slow if no account has added the show before. **If the show is already tracked, its
  /// status and date are overwritten**, without an error. A show with an unknown id is added as a placeholder.
  /// - Throws: `invalidRequest`, also for any failure inside the server.
  func add(_ show: TMDBID, status: WatchStatus) async throws(ClientError) -> AddedShow
  /// `POST /api/watchlist/search-and-add`: searches for shows in the US, and adds the first match.
  /// - Throws: `notFound` if there is no match, and also if the server's request to TMDB fails.
  func searchAndAdd(_ query: String, status: WatchStatus) async throws(ClientError) -> AddedShow
  /// `POST /api/watchlist/search-and-add`: adds a show by its number at TMDB, without a search. If the show is already on the watchlist,
  /// **its status and date are overwritten**, as by ``add(_:status:)``.
  func searchAndAdd(_ show: TMDBID, status: WatchStatus) async throws(ClientError) -> AddedShow
  /// `PUT /api/watchlist/{id}/status`: sets the status of an entry. The response has no ``WatchlistEntry/show``.
  /// - Throws: `notFound` if the entry belongs to another account, and for any failure of the database.
  func setStatus(_ status: WatchStatus, of entry: UserShowID) async throws(ClientError) -> WatchlistEntry
  /// `PUT /api/watchlist/{id}/rating`: rates a show, 0…10 in steps of a half. A rating can be changed, but not removed.
  /// - Throws: `invalidRequest`, `notFound`.
  func setRating(_ rating: Double, of entry: UserShowID) async throws(ClientError) -> ShowRating
  /// `PUT /api/watchlist/{id}/notes`: sets the notes of an entry. **The server reports no error if the entry is unknown.**
  func setNotes(_ notes: String, of entry: UserShowID) async throws(ClientError)
  /// `PUT /api/watchlist/{id}/provider`: sets the provider with which the user watches the show. If `provider` is nil, removes the
  /// provider. The server searches for the provider by number, then by name, and creates the provider if there is none.
  /// - Throws: `notFound`.
  func setProvider(_ provider: ProviderSelection?, of entry: UserShowID) async throws(ClientError)
  /// `PUT /api/watchlist/{id}/country`: sets the country of an entry to a two-letter code. If `country` is nil, removes the country. The
  /// call sends the code in upper case, and the server stores the code as it is sent.
  /// - Throws: `invalidRequest`, without a request, if the text is not a two-letter code; `notFound`.
  func setCountry(_ country: String?, of entry: UserShowID) async throws(ClientError)
  /// `PUT /api/watchlist/{id}/buffer`: sets how many days a subscription shall last beyond the show's last episode, 0 or more.
  /// - Throws: `invalidRequest`, `notFound`.
  func setBufferDays(_ days: Int, of entry: UserShowID) async throws(ClientError)
  /// `DELETE /api/watchlist/{id}` with the id **of the show**: removes the show from the list. For any other id, the server responds with
  /// 200 and removes nothing, so read the list again.
  func remove(_ show: ShowID) async throws(ClientError)
  /// `GET /api/watchlist/watching`: the shows being watched, without providers, and with poster paths as the server stores them.
  /// ``all(status:)`` returns more data.
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
