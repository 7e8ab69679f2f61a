import Foundation
import MediaCore

extension EntryMutation {
  /// A part of a watchlist entry that a change can set.
  enum Member: String, CaseIterable { case status, rating, notes, country, bufferDays, provider }

  /// The members that the change sets.
  var members: Set<Member> {
    Set(
      Member.allCases.filter { member in
        switch member {
        case .status: status != nil || atLeast != nil
        case .rating: rating != nil
        case .notes: notes != nil
        case .country: country != nil
        case .bufferDays: bufferDays != nil
        case .provider: provider != nil
        }
      })
  }

  /// Takes members out of the change.
  mutating func clear(_ members: Set<Member>) {
    for member in members {
      switch member {
      case .status: (status, atLeast) = (nil, nil)
      case .rating: rating = nil
      case .notes: notes = nil
      case .country: country = nil
      case .bufferDays: bufferDays = nil
      case .provider: provider = nil
      }
    }
  }

  // MARK: Times

  /// Returns this mutation with `date` as the time at which the user set each of the members that it changes.
  func made(at date: Date) -> EntryMutation {
    var made = self
    made.madeAt = Dictionary(uniqueKeysWithValues: members.map { ($0.rawValue, date) })
    return made
  }

  /// The latest time at which the user set one of these members, by the device's clock; nil if an earlier version of the app made the
  /// change.
  func time(of members: Set<Member>) -> Date? { members.compactMap { madeAt?[$0.rawValue] }.max() }

  /// The members of the entry that another device has changed after the user set them here. The server dates changes by its own clock, so
  /// the times of this change are first corrected by the difference between the two clocks.
  func membersChangedLater(_ merge: MergeInput<EntryMutation>) -> Set<Member> {
    guard let entry = merge.remote, let changedAt = entry.updatedAt, let base = merge.base,
      let before = base.updatedAt, changedAt > before
    else { return [] }
    let offset = merge.serverNow.map { $0.timeIntervalSince(merge.deviceNow) } ?? 0
    return base.members(changedIn: entry).filter { changedAt > (time(of: [$0]) ?? merge.createdAt) + offset }
  }
}

extension EntryMutation {
  /// Returns the entry with its date from before this device's last attempt to write it, if only that attempt has changed the entry since.
  /// The server gives an entry a new date with each write. By the new date, another device's older change would look later than this one.
  func withoutOwnDate(_ entry: WatchlistEntry, _ context: MutationContext) async -> WatchlistEntry {
    let changes = await context.changes(of: target)
    let attempted = changes.last { record in
      record.sent(EntryMutation.self) != nil
        && (record.id == context.id || record.order < context.order && record.state == .superseded(reason: Self.later))
    }
    guard let attempted, let sent = attempted.sent(EntryMutation.self),
      let past = attempted.remote(EntryMutation.self)
    else { return entry }
    let rest = sent.remainder(for: entry)
    if attempted.id != context.id {
      // The entry's date comes from an earlier change's write only if the entry still shows everything that the earlier change sent. If
      // this change was made from a newer state of the entry than the earlier change read, keep the date.
      let base = changes.first { $0.id == context.id }?.base(EntryMutation.self)
      guard rest.isEmpty, base?.updatedAt ?? .distantPast <= past.updatedAt ?? .distantPast else { return entry }
    }
    guard past.members(changedIn: entry).isSubset(of: sent.members.subtracting(rest.members)) else { return entry }
    var entry = entry
    entry.updatedAt = past.updatedAt
    return entry
  }

  /// Adds the members of `earlier` that are on the server to the base. Another device has replaced, or the server has refused, only the
  /// other members.
  func base(_ base: WatchlistEntry?, after earlier: MutationRecord) -> WatchlistEntry? {
    guard var base, var entry = earlier.remote(EntryMutation.self), let sent = earlier.sent(EntryMutation.self),
      var arrived = earlier.mutation(EntryMutation.self)
    else { return base }
    // For a superseded change, `entry` was read before the rest of the change was sent: apply the rest. For a refused change, `entry` was
    // read after sending.
    if case .superseded = earlier.state { sent.apply(to: &entry) }
    arrived.clear(arrived.remainder(for: entry).members)
    arrived.apply(to: &base)
    return base
  }
}

extension WatchlistEntry {
  fileprivate func members(changedIn now: WatchlistEntry) -> Set<EntryMutation.Member> {
    Set(
      EntryMutation.Member.allCases.filter { member in
        switch member {
        case .status: status != now.status
        case .rating: showRating != now.showRating
        case .notes: notes != now.notes
        case .country: countryCode != now.countryCode
        case .bufferDays: bufferDays != now.bufferDays
        case .provider: streamingProvider?.id != now.streamingProvider?.id
        }
      })
  }
}
