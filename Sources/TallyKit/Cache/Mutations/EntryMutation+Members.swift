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

  /// Returns the change with `date` as the time at which the user set each of its members.
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
