public import MediaCore

/// The removal of a show from the watchlist. ``TallyWatchlistStore/restore(_:)`` undoes it.
public struct ShowRemoval: Hashable, Sendable {
  /// The removed show.
  public let show: TMDBID
  /// The title of the show; empty if it is unknown.
  public let title: String
  /// The id of the mutation that removes the show.
  let mutation: String
  /// The entry before the removal; nil if the show was not on the list.
  let entry: WatchlistEntry?

  /// The change that gives the entry its former values.
  var restoring: EntryMutation? {
    guard let entry else { return nil }
    var change = EntryMutation(target: EntryMutation.target(show))
    (change.status, change.rating, change.bufferDays) = (entry.status, entry.showRating, entry.bufferDays)
    (change.title, change.poster) = (entry.show?.title, entry.show?.posterPath)
    // Leave members alone that were not set: the server gives a new entry its own values for some of them.
    change.notes = entry.notes.flatMap { $0.isEmpty ? nil : $0 }
    change.country = entry.countryCode.map { .init(value: $0) }
    change.provider = entry.streamingProvider.map { .init(value: ProviderSelection($0)) }
    return change
  }
}

/// The removal of a subscription. ``SubscriptionStore/restore(_:)`` undoes it.
public struct SubscriptionRemoval: Hashable, Sendable {
  /// The removed subscription.
  public let subscription: StreamingSubscription
  /// The id of the mutation that removes the subscription.
  let mutation: String

  /// The change that gives the subscription its former values.
  var restoring: SubscriptionMutation {
    var change = SubscriptionMutation(.init(subscription))
    (change.monthlyCost, change.isActive) = (subscription.monthlyCost.inCents, subscription.isActive)
    (change.tier, change.service) = (subscription.tier, subscription.service)
    return change
  }
}

extension TallyWatchlistStore {
  /// Removes a show from the list, as ``remove(_:)`` does, and returns the value that ``restore(_:)`` needs.
  @discardableResult
  public func removeUndoably(
    _ show: TMDBID
  ) async throws(ClientError) -> (removal: ShowRemoval, submission: Submission) {
    let entry = try await entry(of: show)
    let submission = try await remove(show)
    let removal = ShowRemoval(show: show, title: entry?.show?.title ?? "", mutation: submission.id, entry: entry)
    return (removal, submission)
  }

  /// Puts a removed show back on the list with its status, rating, notes, provider, country and buffer days. A removal that was not sent yet
  /// never reaches the server. The dates of an entry that the server has removed begin anew.
  /// - Returns: the change, or nil if the show was not on the list before its removal.
  @discardableResult
  public func restore(_ removal: ShowRemoval) async throws(ClientError) -> Submission? {
    try await discardUnsent(removal.mutation)
    guard let change = removal.restoring else { return nil }
    return try await submit(change, cause: "undo")
  }
}

extension SubscriptionStore {
  /// Removes a subscription, as ``remove(_:)`` does, and returns the value that ``restore(_:)`` needs.
  @discardableResult
  public func removeUndoably(
    _ subscription: StreamingSubscription
  ) async throws(ClientError) -> (removal: SubscriptionRemoval, submission: Submission) {
    let submission = try await remove(subscription)
    return (SubscriptionRemoval(subscription: subscription, mutation: submission.id), submission)
  }

  /// Brings a removed subscription back with its price, its tier, and whether it is active. A removal that was not sent yet never reaches the
  /// server. A subscription that the server has removed is added again, and its dates begin anew.
  @discardableResult
  public func restore(_ removal: SubscriptionRemoval) async throws(ClientError) -> Submission {
    try await discardUnsent(removal.mutation)
    return try await submit(removal.restoring, cause: "undo")
  }
}
