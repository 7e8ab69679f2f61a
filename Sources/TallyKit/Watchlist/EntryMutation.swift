import MediaCore

/// A change of one show on the watchlist: what shall be true of it. A member that is nil is not asked for.
///
/// The server's add overwrites the status and the date of what is there, so it is called only for a show that is not on the
/// list; everything else is changed member by member.
struct EntryMutation: Mutation {
  static let kind: MutationKind = "tally.entry"

  /// A value that can be taken away.
  struct Setting<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable { var value: Value? }

  let target: String
  /// True takes the show off the list; nothing else counts then.
  var isRemoved = false
  var status: WatchStatus?
  /// The least that the status shall be: never a step back.
  var atLeast: WatchStatus?
  /// The status with which a show comes onto the list that is not there.
  var addAs: WatchStatus?
  /// 0…10 in halves.
  var rating: Double?
  var notes: String?
  var country: Setting<String>?
  var bufferDays: Int?
  var provider: Setting<ProviderSelection>?
  /// Shown until the server has the show.
  var title: String?
  /// Shown until the server has the show.
  var poster: String?

  init(target: String) { self.target = target }

  /// By TMDB's number.
  static func target(_ show: TMDBID) -> String { show.description }
  /// Of a show that the server has lost.
  static func target(_ lost: ShowID) -> String { "show/\(lost)" }

  func isAbout(_ entry: WatchlistEntry) -> Bool {
    entry.tmdbID.map { Self.target($0) == target } ?? false || Self.target(entry.showId) == target
  }

  // MARK: Sending

  func fetch(_ api: TallyMutationAPI, _ context: MutationContext) async throws(ClientError) -> WatchlistEntry? {
    let reads = api.caches.reads
    // The row that an add was answered with is the server's state after it.
    if context.isReadBack, let added = reads.takeAdded(by: context.id) { return added }
    // Adding to a list that is empty only because the database fails would overwrite the entry. While the kept list cannot be
    // read, nobody knows what was on it: the change waits.
    let known = try await api.caches.watchlist.read { server, _ in server.map(\.showId) }
    let reader = WatchlistReader(watchlist: api.roles.watchlist, services: api.roles.services)
    let isUnwatched = try await isKnownToBeUnwatched(api, context)
    return try await reader.all(known: known, believesEmpty: isUnwatched).first(where: isAbout)
  }

  /// Whether the server said a moment ago that nothing of the show is watched: then there is no status that an add could lower.
  private func isKnownToBeUnwatched(_ api: TallyMutationAPI, _ context: MutationContext) async throws(ClientError)
    -> Bool
  {
    guard let number = Int(target), api.caches.reads.hasProgress(of: TMDBID(number), account: context.account) else {
      return false
    }
    return try await api.caches.progress.read { server, _ in
      server[TMDBID(number)]?.places.allSatisfy { server[TMDBID(number)]?.state($0) == .unwatched } ?? false
    }
  }

  func resolve(_ merge: MergeInput<EntryMutation>) -> Resolution<EntryMutation> {
    guard let entry = merge.remote else { return isRemoved ? .done : .write(self) }
    if isRemoved { return .write(self) }
    let rest = remainder(for: entry)
    if rest.isEmpty { return .done }
    // A later change of another device counts, if the server has the time of its change.
    if let changedAt = entry.updatedAt, changedAt > merge.createdAt, let base = merge.base,
      let before = base.updatedAt, changedAt > before, rest.conflicts(from: base, to: entry)
    {
      return .superseded(reason: Self.later)
    }
    return .write(self)
  }

  func perform(
    _ api: TallyMutationAPI, over remote: WatchlistEntry?, _ context: MutationContext
  ) async throws(ClientError) {
    let watchlist = api.roles.watchlist
    // The row of an earlier attempt says nothing of this one.
    _ = api.caches.reads.takeAdded(by: context.id)
    if isRemoved {
      if let remote { try await watchlist.remove(remote.showId) }
      return
    }
    let entry: WatchlistEntry
    if let remote {
      entry = remote
    } else {
      guard let number = Int(target) else { throw ClientError(.invalidRequest, operation: .tallyEntryWrite) }
      entry = try await watchlist.add(TMDBID(number), status: firstStatus).userShow
    }
    let rest = remainder(for: entry)
    if remote == nil, rest.isEmpty { api.caches.reads.noteAdded(entry, by: context.id) }
    if let status = rest.status { _ = try await watchlist.setStatus(status, of: entry.id) }
    if let provider = rest.provider { try await watchlist.setProvider(provider.value, of: entry.id) }
    if let rating = rest.rating { _ = try await watchlist.setRating(rating, of: entry.id) }
    if let notes = rest.notes { try await watchlist.setNotes(notes, of: entry.id) }
    if let country = rest.country { try await watchlist.setCountry(country.value, of: entry.id) }
    if let days = rest.bufferDays { try await watchlist.setBufferDays(days, of: entry.id) }
  }

  func isReflected(in remote: WatchlistEntry?) -> Bool {
    guard let remote else { return isRemoved }
    return !isRemoved && remainder(for: remote).isEmpty
  }

  // MARK: Merging

  /// Nil when one is a removal and the other is not: then both have to be sent.
  func coalesced(with newer: EntryMutation) -> EntryMutation? {
    if newer.isRemoved { return newer }
    if isRemoved { return nil }
    var merged = self
    if let status = newer.status {
      merged.status = status
      merged.atLeast = nil
    } else if let least = newer.atLeast {
      if let status = merged.status {
        if !status.isAtLeast(least) { merged.status = least }
      } else if merged.atLeast?.isAtLeast(least) != true {
        merged.atLeast = least
      }
    }
    merged.addAs = newer.addAs ?? merged.addAs
    merged.rating = newer.rating ?? merged.rating
    merged.notes = newer.notes ?? merged.notes
    merged.country = newer.country ?? merged.country
    merged.bufferDays = newer.bufferDays ?? merged.bufferDays
    merged.provider = newer.provider ?? merged.provider
    merged.title = newer.title ?? merged.title
    merged.poster = newer.poster ?? merged.poster
    return merged
  }

  /// A change after a removal counts.
  func remainder(after newer: EntryMutation) -> EntryMutation { coalesced(with: newer) ?? newer }

  /// The status for a show that is not on the list.
  var firstStatus: WatchStatus { status ?? atLeast ?? addAs ?? .watchlist }

  /// The status that an entry shall get; nil when it may stay as it is.
  func status(insteadOf current: WatchStatus) -> WatchStatus? {
    if let status { return status == current ? nil : status }
    if let atLeast, !current.isAtLeast(atLeast) { return atLeast }
    return nil
  }

  /// The part that an entry does not show yet.
  func remainder(for entry: WatchlistEntry) -> EntryMutation {
    var rest = EntryMutation(target: target)
    rest.status = status(insteadOf: entry.status)
    if let rating, entry.showRating != rating { rest.rating = rating }
    if let notes, entry.notes ?? "" != notes { rest.notes = notes }
    if let country, country.value != entry.countryCode { rest.country = country }
    if let bufferDays, bufferDays != entry.bufferDays { rest.bufferDays = bufferDays }
    if let provider, !Self.isSame(provider.value, entry.streamingProvider) { rest.provider = provider }
    return rest
  }

  var isEmpty: Bool {
    !isRemoved && status == nil && rating == nil && notes == nil && country == nil && bufferDays == nil
      && provider == nil
  }

  /// Whether both sides changed the same member.
  private func conflicts(from base: WatchlistEntry, to now: WatchlistEntry) -> Bool {
    status != nil && base.status != now.status || rating != nil && base.showRating != now.showRating
      || notes != nil && base.notes != now.notes || country != nil && base.countryCode != now.countryCode
      || bufferDays != nil && base.bufferDays != now.bufferDays
      || provider != nil && base.streamingProvider?.id != now.streamingProvider?.id
  }

  /// The server finds a provider by its number or by its name, and then calls it by its own number.
  static func isSame(_ selection: ProviderSelection?, _ chosen: SelectedProvider?) -> Bool {
    guard let selection, let chosen else { return selection == nil && chosen == nil }
    return ProviderPrices.canonical(selection.id) == ProviderPrices.canonical(chosen.id)
      || selection.name.lowercased() == chosen.name.lowercased()
  }

  // MARK: Showing

  static var overlay: MutationOverlay<[WatchlistEntry]> {
    MutationOverlay(EntryMutation.self) { mutation, entries in
      mutation.apply(to: &entries)
    } settle: { mutation, record, entries in
      entries.settle(record.remote(EntryMutation.self), where: mutation.isAbout)
    }
  }

  /// A show that the server does not have yet is shown as an entry without ids.
  func apply(to entries: inout [WatchlistEntry]) {
    let index = entries.firstIndex(where: isAbout)
    if isRemoved {
      if let index { entries.remove(at: index) }
    } else if let index {
      apply(to: &entries[index])
    } else if let number = Int(target) {
      var show = TrackedShow(id: "")
      show.tmdbId = TMDBID(number)
      show.title = title ?? ""
      show.posterPath = poster
      var entry = WatchlistEntry(id: "", showId: "")
      entry.show = show
      entry.status = firstStatus
      apply(to: &entry)
      entries.insert(entry, at: 0)
    }
  }

  private func apply(to entry: inout WatchlistEntry) {
    entry.status = status(insteadOf: entry.status) ?? entry.status
    entry.showRating = rating ?? entry.showRating
    entry.notes = notes ?? entry.notes
    entry.bufferDays = bufferDays ?? entry.bufferDays
    if let country { entry.countryCode = country.value }
    if let provider { entry.streamingProvider = provider.value.map { SelectedProvider($0) } }
  }
}

extension WatchStatus {
  /// Whether asking for `least` would be a step back or none at all. A completed show is not made one being watched by the way.
  func isAtLeast(_ least: WatchStatus) -> Bool {
    switch least {
    case .watching: self == .watching || self == .completed
    case .watchlist: self != .dropped
    default: self == least
    }
  }
}
