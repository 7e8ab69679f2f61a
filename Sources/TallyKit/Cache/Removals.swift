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
  /// The change of the show that was still unsent when the user removed the show. The removal has replaced it in the queue, so an undo
  /// submits it again. Nil if no change was waiting.
  let waiting: EntryMutation?

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
  /// The change of the subscription that was still unsent when the user removed the subscription. The removal has replaced it in the queue,
  /// so an undo submits it again. Nil if no change was waiting.
  let waiting: SubscriptionMutation?

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
    let waiting = try await waiting(show)
    let submission = try await remove(show)
    let removal = ShowRemoval(
      show: show, title: entry?.show?.title ?? "", mutation: submission.id, entry: entry,
      waiting: waiting?.id == submission.id ? waiting?.mutation(EntryMutation.self) : nil)
    return (removal, submission)
  }

  /// Puts a removed show back on the list with its status, rating, notes, provider, country and buffer days. The dates of an entry that the
  /// server has removed begin anew. A removal that was not sent yet never reaches the server: then only the changes that waited before the
  /// removal are sent, and another device's changes since then stay.
  /// - Returns: the change, or nil if nothing has to be sent or if the show was not on the list before its removal.
  @discardableResult
  public func restore(_ removal: ShowRemoval) async throws(ClientError) -> Submission? {
    if try await discardUnsent(removal.mutation) {
      // The server still has the entry: submit only the change that the removal was merged into, with its own times.
      guard let waiting = removal.waiting, !waiting.isRemoved else { return nil }
      return try await resubmit(waiting, cause: "undo")
    }
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
    let waiting = try await waiting(.init(subscription))
    let submission = try await remove(subscription)
    let removal = SubscriptionRemoval(
      subscription: subscription, mutation: submission.id,
      waiting: waiting?.id == submission.id ? waiting?.mutation(SubscriptionMutation.self) : nil)
    return (removal, submission)
  }

  /// Brings a removed subscription back with its price, its tier, and whether it is active. A subscription that the server has removed is
  /// added again, and its dates begin anew. A removal that was not sent yet never reaches the server: then only the changes that waited
  /// before the removal are sent, and another device's changes since then stay.
  /// - Returns: the change, or nil if nothing has to be sent.
  @discardableResult
  public func restore(_ removal: SubscriptionRemoval) async throws(ClientError) -> Submission? {
    if try await discardUnsent(removal.mutation) {
      // The server still has the subscription: submit only the change that the removal was merged into.
      guard let change = removal.waiting, !change.isRemoved else { return nil }
      return try await submit(change, cause: "undo")
    }
    return try await submit(removal.restoring, cause: "undo")
  }
}
