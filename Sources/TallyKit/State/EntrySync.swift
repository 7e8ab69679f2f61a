import MediaCore

/// How intents about the watchlist are read, merged and written.
///
/// The server's add overwrites the status and the date of what is there, so it is called only for a show that is not on the
/// list; everything else is changed member by member.
struct EntrySync: Sendable {
  let watchlist: any WatchlistAPI
  let reader: WatchlistReader
  let relay: SyncRelay

  static let kind: Intent.Kind = "tally.entry"

  /// What the removal of a show that the server has lost is about; everything else goes by TMDB's number.
  static func target(_ lost: ShowID) -> String { "show/\(lost)" }

  var handler: IntentHandler {
    IntentHandler(
      Self.kind,
      read: { (intent) async throws(ClientError) in
        try await relay.watch(intent) { () async throws(ClientError) in try await read(intent) }
      },
      merge: { Self.merge($0, $1) },
      write: { (intent, wish, server) async throws(ClientError) in
        try await relay.watch(intent) { () async throws(ClientError) in try await write(intent, wish, server) }
      },
      isReflected: { wish, server in
        guard let wish = wish.decoded(EntryWish.self) else { return false }
        guard let entry = server?.decoded(WatchlistEntry.self) else { return wish.isRemoved }
        return !wish.isRemoved && wish.rest(for: entry).isEmpty
      },
      combine: { Self.combine($0, $1) },
      // What came after a removal counts.
      remainder: { older, newer in Self.combine(older, newer) ?? newer })
  }

  private static func combine(_ older: Intent, _ newer: JSONValue) -> JSONValue? {
    guard let old = older.wish.decoded(EntryWish.self), let new = newer.decoded(EntryWish.self),
      let wish = old.combined(with: new)
    else { return nil }
    return try? JSONValue(encoding: wish)
  }

  private func read(_ intent: Intent) async throws(ClientError) -> JSONValue? {
    // Adding to a list that only looks empty would overwrite what is there.
    let entries = try await reader.all(known: await relay.knownShows())
    await relay.tell(.watchlist(entries))
    let found = entries.first { $0.tmdbID?.description == intent.target || Self.target($0.showId) == intent.target }
    guard let entry = found else { return nil }
    return try JSONValue(encoding: entry)
  }

  static func merge(_ intent: Intent, _ server: JSONValue?) -> IntentHandler.Decision {
    guard let wish = intent.wish.decoded(EntryWish.self) else { return .refuse(reason: "unreadable") }
    guard let entry = server?.decoded(WatchlistEntry.self) else {
      return wish.isRemoved ? .alreadyTrue : .write(intent.wish)
    }
    if wish.isRemoved { return .write(intent.wish) }
    let rest = wish.rest(for: entry)
    if rest.isEmpty { return .alreadyTrue }
    // Where the server tells when an entry was changed, a later change of another device counts.
    if let changedAt = entry.updatedAt, changedAt > intent.createdAt,
      let known = intent.acknowledged?.decoded(WatchlistEntry.self), let before = known.updatedAt,
      changedAt > before, rest.touchesChanges(from: known, to: entry)
    {
      return .superseded(by: server ?? .null, reason: "later")
    }
    return .write(intent.wish)
  }

  private func write(_ intent: Intent, _ wish: JSONValue, _ server: JSONValue?) async throws(ClientError) {
    guard let wish = wish.decoded(EntryWish.self), wish.isRemoved || Int(intent.target) != nil else {
      throw ClientError(.invalidRequest, operation: "tally.entry.write")
    }
    var entry = server?.decoded(WatchlistEntry.self)
    if wish.isRemoved {
      if let entry { try await watchlist.remove(entry.showId) }
      await relay.tell(.wroteWatchlist)
      relay.wrote(intent.id)
      return
    }
    if entry == nil, let number = Int(intent.target) {
      let added = try await watchlist.add(TMDBID(number), status: wish.firstStatus).userShow
      await relay.tell(.added(added))
      entry = added
    }
    guard let entry else { return }
    try await change(entry, wish.rest(for: entry))
    await relay.tell(.wroteWatchlist)
    relay.wrote(intent.id)
  }

  private func change(_ entry: WatchlistEntry, _ rest: EntryWish) async throws(ClientError) {
    if let status = rest.status { _ = try await watchlist.setStatus(status, of: entry.id) }
    if let provider = rest.provider { try await watchlist.setProvider(provider.value, of: entry.id) }
    if let rating = rest.rating { _ = try await watchlist.setRating(rating, of: entry.id) }
    if let notes = rest.notes { try await watchlist.setNotes(notes, of: entry.id) }
    if let country = rest.country { try await watchlist.setCountry(country.value, of: entry.id) }
    if let days = rest.bufferDays { try await watchlist.setBufferDays(days, of: entry.id) }
  }
}

extension EntryWish {
  /// Whether both sides changed the same member.
  fileprivate func touchesChanges(from known: WatchlistEntry, to now: WatchlistEntry) -> Bool {
    status != nil && known.status != now.status || rating != nil && known.showRating != now.showRating
      || notes != nil && known.notes != now.notes || country != nil && known.countryCode != now.countryCode
      || bufferDays != nil && known.bufferDays != now.bufferDays
      || provider != nil && known.streamingProvider?.id != now.streamingProvider?.id
  }
}

extension WatchlistEntry {
  /// The show's number at TMDB; nil when the server has lost the show.
  public var tmdbID: TMDBID? { (show ?? rawShow)?.tmdbId }
}
