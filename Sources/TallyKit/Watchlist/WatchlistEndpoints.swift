import MediaCore

enum WatchlistEndpoints {
  static func all(status: WatchStatus?) -> Endpoint<[WatchlistEntry]> {
    Endpoint<WatchlistAnswer>.tally(
      "tally.watchlist.all", .get, ["api", "watchlist"], query: ["status": status?.rawValue]
    ).map(\.shows)
  }

  static func stats() -> Endpoint<WatchlistStats> {
    .tally("tally.watchlist.stats", .get, ["api", "watchlist", "stats"])
  }

  static func add(_ show: TMDBID, status: WatchStatus) -> Endpoint<AddedShow> {
    .tally(
      "tally.watchlist.add", .post, ["api", "watchlist"],
      body: .json(["tmdbId": .integer(Int64(show.rawValue)), "status": .string(status.rawValue)]), traits: .slowWrite)
  }

  static func searchAndAdd(_ query: String, status: WatchStatus) -> Endpoint<AddedShow> {
    searchAndAdd(["query": .string(query), "status": .string(status.rawValue)])
  }

  static func searchAndAdd(_ show: TMDBID, status: WatchStatus) -> Endpoint<AddedShow> {
    searchAndAdd(["tmdbId": .integer(Int64(show.rawValue)), "status": .string(status.rawValue)])
  }

  private static func searchAndAdd(_ body: JSONValue) -> Endpoint<AddedShow> {
    .tally(
      "tally.watchlist.searchAndAdd", .post, ["api", "watchlist", "search-and-add"], body: .json(body),
      traits: .slowWrite)
  }

  static func setStatus(_ status: WatchStatus, of entry: UserShowID) -> Endpoint<WatchlistEntry> {
    Endpoint<[String: JSONValue]>.tally(
      "tally.watchlist.setStatus", .put, ["api", "watchlist", .id(entry.rawValue), "status"],
      body: .json(["status": .string(status.rawValue)]), traits: .repeatableWrite
    ).map { members in
      guard let entry = members["userShow"]?.decoded(WatchlistEntry.self) else {
        throw ClientError(
          .undecodable, operation: "tally.watchlist.setStatus", status: 200, detail: "data.userShow: missing")
      }; return entry
    }
  }

  static func setRating(_ rating: Double, of entry: UserShowID) -> Endpoint<ShowRating> {
    .tally(
      "tally.watchlist.setRating", .put, ["api", "watchlist", .id(entry.rawValue), "rating"],
      body: .json(["rating": .number(rating)]), traits: .repeatableWrite)
  }

  static func setNotes(_ notes: String, of entry: UserShowID) -> Endpoint<Void> {
    .tally(
      "tally.watchlist.setNotes", .put, ["api", "watchlist", .id(entry.rawValue), "notes"],
      body: .json(["notes": .string(notes)]))
  }

  static func setProvider(_ provider: ProviderSelection?, of entry: UserShowID) throws(ClientError) -> Endpoint<Void> {
    .tally(
      "tally.watchlist.setProvider", .put, ["api", "watchlist", .id(entry.rawValue), "provider"],
      body: .json([
        "provider": try provider.map { provider throws(ClientError) in try JSONValue(encoding: provider) } ?? .null
      ]))
  }

  static func setCountry(_ country: String?, of entry: UserShowID) -> Endpoint<Void> {
    .tally(
      "tally.watchlist.setCountry", .put, ["api", "watchlist", .id(entry.rawValue), "country"],
      body: .json(["countryCode": .text(country?.uppercased()) ?? .null]))
  }

  static func setBufferDays(_ days: Int, of entry: UserShowID) -> Endpoint<Void> {
    .tally(
      "tally.watchlist.setBufferDays", .put, ["api", "watchlist", .id(entry.rawValue), "buffer"],
      body: .json(["bufferDays": .integer(Int64(days))]))
  }

  static func remove(_ show: ShowID) -> Endpoint<Void> {
    .tally("tally.watchlist.remove", .delete, ["api", "watchlist", .id(show.rawValue)])
  }

  static func watching() -> Endpoint<[WatchlistEntry]> {
    Endpoint<WatchlistAnswer>.tally("tally.watchlist.watching", .get, ["api", "watchlist", "watching"]).map(\.shows)
  }

  static func detail(of show: ShowID) -> Endpoint<TrackedShowDetail> {
    .tally("tally.watchlist.detail", .get, ["api", "watchlist", "watching", .id(show.rawValue)])
  }
}
