import MediaTesting

// MARK: Changing one entry of the watchlist, by its own id, and removing it, by that of its show

extension TallyState {
  static let entryRoutes: [TallyRoute] = [
    TallyRoute("PUT", "/api/watchlist/:id/rating", .bearer) { $0.setRating($1) },
    TallyRoute("PUT", "/api/watchlist/:id/status", .bearer) { $0.setStatus($1) },
    TallyRoute("PUT", "/api/watchlist/:id/notes", .bearer) { $0.setNotes($1) },
    TallyRoute("PUT", "/api/watchlist/:id/provider", .bearer) { $0.setProvider($1) },
    TallyRoute("PUT", "/api/watchlist/:id/country", .bearer) { $0.setCountry($1) },
    TallyRoute("PUT", "/api/watchlist/:id/buffer", .bearer) { $0.setBuffer($1) },
    TallyRoute("DELETE", "/api/watchlist/:id", .bearer) { $0.untrack($1) },
    TallyRoute("GET", "/api/debug/user-shows/:id", .bearer) { $0.debugEntry($1) },
  ]

  private static let noAccess = HTTPResponse.refusal(404, "Show not found or access denied")

  /// Changes an entry of the caller; nil if there is none, or when the database lacks the column that all changes write.
  private mutating func change(_ call: TallyCall, _ change: (inout TallyUserShowRow, String) -> Void)
    -> TallyUserShowRow?
  {
    guard settings.watchlistHasUpdatedAt, let index = database.indexOfEntry(call.parameter("id"), of: call.account)
    else { return nil }
    let moment = stamp()
    change(&database.userShows[index], moment)
    database.userShows[index].updatedAt = moment
    return database.userShows[index]
  }

  private mutating func setRating(_ call: TallyCall) -> HTTPResponse {
    guard let rating = call.body["rating"]?.double, (0...10).contains(rating), (rating * 2).rounded() == rating * 2
    else { return .refusal(400, "Invalid rating (0-10 in 0.5 increments, e.g., 0, 0.5, 1, 1.5, ..., 10)") }
    let id = call.parameter("id")
    guard TallyJSON.isUUID(id), !failures.databaseDown else { return .refusal(400, "Failed to verify ownership") }
    guard database.indexOfEntry(id, of: call.account) != nil else {
      return .refusal(404, "Show not found or not owned by user")
    }
    guard let row = change(call, { row, _ in row.rating = rating }) else {
      return .refusal(400, "Failed to update rating")
    }
    return .data(["id": .string(row.id), "show_rating": .number(rating)])
  }

  private mutating func setStatus(_ call: TallyCall) -> HTTPResponse {
    guard let status = call.body["status"]?.string, ["watchlist", "watching", "completed", "dropped"].contains(status)
    else { return .refusal(400, "Invalid status. Must be one of: watchlist, watching, completed, dropped") }
    let changed = change(call) { row, moment in
      row.status = status
      if status == "watching", row.startedWatchingAt == nil { row.startedWatchingAt = moment }
      if status == "completed" { row.completedAt = moment }
    }
    guard let row = changed else { return Self.noAccess }
    if status == "watching" { makePopular(row.showID, at: row.updatedAt ?? stamp()) }
    return .data([
      "userShow": json(row),
      "message": .string("Status updated to \(status)"),
    ])
  }

  /// Sets the notes of an entry. As on a real server, a well-formed id of no entry is not an error.
  private mutating func setNotes(_ call: TallyCall) -> HTTPResponse {
    guard let notes = call.body["notes"]?.string else { return .refusal(400, "Notes must be a string") }
    guard TallyJSON.isUUID(call.parameter("id")), settings.watchlistHasUpdatedAt, !failures.databaseDown else {
      return Self.noAccess
    }
    _ = change(call) { row, _ in row.notes = notes }
    return .data(["notes": .string(notes), "message": "Notes updated successfully"])
  }

  private mutating func setCountry(_ call: TallyCall) -> HTTPResponse {
    guard let country = call.body["countryCode"], country.isNull || country.string != nil else {
      return .refusal(400, "Invalid countryCode. Expected string or null.")
    }
    guard (country.string ?? "").fits(2), change(call, { row, _ in row.countryCode = country.string }) != nil
    else { return Self.noAccess }
    return .data(["countryCode": country, "message": "Country code updated successfully"])
  }

  private mutating func setBuffer(_ call: TallyCall) -> HTTPResponse {
    guard let days = call.body["bufferDays"], let number = days.double, number >= 0 else {
      return .refusal(400, "Invalid bufferDays. Expected a non-negative number.")
    }
    guard let whole = Int32(exactly: number), change(call, { row, _ in row.bufferDays = Int(whole) }) != nil else {
      return Self.noAccess
    }
    return .data(["bufferDays": days, "message": "Buffer days updated successfully"])
  }

  private mutating func setProvider(_ call: TallyCall) -> HTTPResponse {
    let parts = ["id", "name", "logo_path"]
    guard let provider = call.body["provider"], provider.isNull || parts.allSatisfy({ provider[$0].isTruthy }) else {
      return .refusal(400, "Invalid provider object. Expected { id: number, name: string, logo_path: string } or null.")
    }
    guard database.indexOfEntry(call.parameter("id"), of: call.account) != nil else { return Self.noAccess }
    let service = provider.isNull ? nil : resolveService(provider)
    guard provider.isNull || service != nil, change(call, { row, _ in row.serviceID = service?.id }) != nil else {
      return Self.noAccess
    }
    return .data(["provider": provider, "message": "Streaming provider updated successfully"])
  }

  /// Removes a show from the watchlist. As on a real server, the id must be that of the show: the id of an entry removes nothing, without
  /// an error.
  private mutating func untrack(_ call: TallyCall) -> HTTPResponse {
    let id = call.parameter("id").lowercased()
    guard TallyJSON.isUUID(id), !failures.databaseDown else { return Self.noAccess }
    database.userShows.removeAll { $0.userID == call.account && $0.showID == id }
    return .data(["message": "Show removed from watchlist"])
  }

  /// The raw row of an entry, for every account.
  private func debugEntry(_ call: TallyCall) -> HTTPResponse {
    let id = call.parameter("id")
    let isUUID = TallyJSON.isUUID(id)
    let row = database.userShows.first { $0.id == id.lowercased() }
    func found(_ row: TallyUserShowRow?, _ columns: [String], isCounted: Bool = true) -> JSONValue {
      let rows = [row].compactMap { $0 }.map { row -> JSONValue in
        let members = self.json(row).object ?? [:]
        return JSONValue.object(members.filter { columns.contains($0.key) })
      }
      var json: JSONValue = ["data": isUUID ? .array(rows) : .null, "error": isUUID ? .null : Self.notUUID(id)]
      if isCounted { json["count"] = isUUID ? .count(rows.count) : .null }
      return json
    }
    let own = row.flatMap { $0.userID == call.account ? $0 : nil }
    return .json([
      "userId": .string(call.account), "idLooksUuid": .bool(isUUID),
      "probePk": found(row, ["id", "user_id", "show_rating"]), "probePkAndUser": found(own, ["id", "user_id"]),
      "probeCols": found(row, ["id", "user_id", "show_id", "show_rating", "updated_at"], isCounted: false),
    ])
  }

  private static func notUUID(_ id: String) -> JSONValue {
    [
      "code": "22P02", "details": .null, "hint": .null,
      "message": .string("invalid input syntax for type uuid: \"\(id)\""),
    ]
  }
}
