import Foundation
import MediaCore

/// A change of one show on the watchlist: the values it shall have. A member that is nil stays as it is.
///
/// The server's add overwrites the status and the date of an existing entry, so it is called only for a show that is not on the list;
/// everything else is changed member by member.
struct EntryMutation: Mutation {
  static let kind: MutationKind = "tally.entry"

  /// A new value of a member that can be cleared; nil clears it.
  struct Setting<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable { var value: Value? }

  let target: String
  /// Whether the show is taken off the list; the other members are ignored then.
  var isRemoved = false
  var status: WatchStatus?
  /// The lowest status the entry shall have; a higher one stays.
  var atLeast: WatchStatus?
  /// The status for a show that is not on the list yet.
  var addAs: WatchStatus?
  /// The rating, 0…10 in halves.
  var rating: Double?
  var notes: String?
  var country: Setting<String>?
  var bufferDays: Int?
  var provider: Setting<ProviderSelection>?
  /// The title to show until the server has the show.
  var title: String?
  /// The poster to show until the server has the show.
  var poster: String?
  /// The time at which the user last set each member, by the device's clock; nil in a change that an earlier version of the app has stored.
  var madeAt: [String: Date]?

  init(target: String) { self.target = target }

  var isPlausible: Bool {
    (0...10).contains(rating ?? 0) && (0...Int(Int32.max)).contains(bufferDays ?? 0)
      && provider?.value?.isNameTooLong != true
  }

  /// The target of a show by TMDB's number.
  static func target(_ show: TMDBID) -> String { show.description }
  /// The target of a show that the server has lost.
  static func target(_ lost: ShowID) -> String { "show/\(lost)" }

  func isAbout(_ entry: WatchlistEntry) -> Bool {
    entry.tmdbID.map { Self.target($0) == target } ?? false || Self.target(entry.showId) == target
  }

  // MARK: Sending

  func fetch(_ api: TallyMutationAPI, _ context: MutationContext) async throws(ClientError) -> WatchlistEntry? {
    let reads = api.reads
    // If the change was a plain add, the server's answer had the entry as stored: use the entry instead of reading the list again.
    if context.isReadBack, let added = reads.takeAdded(by: context.id) { return added }
    // If the server's database fails, the server sends an empty list. Without a check, the client would conclude that the entry does not
    // exist and send an add, which the server refuses for good, or which overwrites the entry. So pass the shows of the cached list to the
    // reader, which checks the answer against them. If the cache cannot be read, throw, so that the change waits.
    let known = try await api.watchlist.read { server, _ in server.map(\.showId) }
    let reader = WatchlistReader(watchlist: api.roles.watchlist, services: api.roles.services)
    let isUnwatched = try await isKnownToBeUnwatched(api, context)
    let list = try await reader.all(known: known, believesEmpty: isUnwatched && !isRemoved)
    let entry = list.first(where: isAbout)
    guard let entry, !context.isReadBack else { return entry }
    return await withoutOwnDate(entry, context)
  }

  /// Whether the server answered seconds ago that no episode of the show is watched: its database works, because progress is refused
  /// without it, and an add has no higher status to overwrite.
  private func isKnownToBeUnwatched(_ api: TallyMutationAPI, _ context: MutationContext) async throws(ClientError)
    -> Bool
  {
    guard let show = Int(target).map({ TMDBID($0) }), api.reads.hasProgress(of: show, account: context.account) else {
      return false
    }
    return try await api.progress.read { server, _ in server.shows[show]?.isSame(as: EpisodeStates()) ?? false }
  }

  func resolve(_ merge: MergeInput<EntryMutation>) -> Resolution<EntryMutation> {
    // An earlier version may have queued a provider's name that the server cannot store: send the other members.
    if !isRemoved, provider?.value?.isNameTooLong == true {
      let (rest, reason) = (with(self) { $0.provider = nil }, ClientError.Kind.invalidRequest.rawValue)
      if rest.isEmpty { return .refused(reason: reason) }
      switch rest.resolve(merge) {
      case .write(let rest): return .superseded(reason: reason, write: rest)
      case .done: return .refused(reason: reason)
      case let other: return other
      }
    }
    guard let entry = merge.remote else { return isRemoved ? .done : .write(self) }
    if isRemoved { return .write(self) }
    var rest = remainder(for: entry)
    if rest.isEmpty { return .done }
    // If another device changed the same members later, its change wins, and only the other members are written. If the server sends no
    // dates, write this change.
    let lost = membersChangedLater(merge)
    if rest.members.isDisjoint(with: lost) { return .write(self) }
    rest.clear(lost)
    // If an earlier attempt has sent the whole change, write the rest even if it is empty: `sent` of the record must contain only what was
    // written.
    return .superseded(reason: Self.later, write: rest.isEmpty && merge.sent == nil ? nil : rest)
  }

  func perform(
    _ api: TallyMutationAPI, over remote: WatchlistEntry?, _ context: MutationContext
  ) async throws(ClientError) {
    do throws(ClientError) { try await write(api, over: remote, context) } catch { throw await api.checked(error) }
  }

  private func write(
    _ api: TallyMutationAPI, over remote: WatchlistEntry?, _ context: MutationContext
  ) async throws(ClientError) {
    let watchlist = api.roles.watchlist
    // Drop the entry noted by an earlier attempt: the writes below make it outdated.
    _ = api.reads.takeAdded(by: context.id)
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
    if remote == nil, rest.isEmpty { api.reads.noteAdded(entry, by: context.id) }
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

  /// The newer change merged into this one; nil for a change after a removal: both have to be sent.
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
    if let times = newer.madeAt { merged.madeAt = (madeAt ?? [:]).merging(times) { $1 } }
    return merged
  }

  /// The rest of this change when a newer one reached the server first; of a removal the newer change remains.
  func remainder(after newer: EntryMutation) -> EntryMutation { coalesced(with: newer) ?? newer }

  /// The status for a show that is not on the list.
  var firstStatus: WatchStatus { status ?? atLeast ?? addAs ?? .watchlist }

  /// The status to set for an entry with the status `current`; nil if it may stay.
  func status(insteadOf current: WatchStatus) -> WatchStatus? {
    if let status { return status == current ? nil : status }
    if let atLeast, !current.isAtLeast(atLeast) { return atLeast }
    return nil
  }

  /// The part of the change that `entry` does not show yet.
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

  /// Whether the server's chosen provider is the selected one. Compares number and name: the server finds a provider by either, and stores
  /// its own number.
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
      let known = entries.first(where: mutation.isAbout)
      var remote = record.remote(EntryMutation.self)?.countedLike(known)
      // If another device's later change has replaced only a part of this change, the rest was written after `remote` was read: apply the
      // rest.
      if record.state == .superseded(reason: later), let rest = record.sent(EntryMutation.self), var entry = remote {
        rest.apply(to: &entry)
        remote = entry
      }
      entries.settle(remote, where: mutation.isAbout)
    }
  }

  /// Applies the change to the cached list. A show that is not on the server's list yet becomes an entry without ids.
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

  func apply(to entry: inout WatchlistEntry) {
    entry.status = status(insteadOf: entry.status) ?? entry.status
    entry.showRating = rating ?? entry.showRating
    entry.notes = notes ?? entry.notes
    entry.bufferDays = bufferDays ?? entry.bufferDays
    if let country { entry.countryCode = country.value }
    if let provider { entry.streamingProvider = provider.value.map { SelectedProvider($0) } }
  }
}

extension WatchStatus {
  /// Whether the status is `least` or higher, so that asking for `least` changes nothing: a completed show does not become one being
  /// watched.
  func isAtLeast(_ least: WatchStatus) -> Bool {
    switch least {
    case .watching: self == .watching || self == .completed
    case .watchlist: self != .dropped
    default: self == least
    }
  }
}
