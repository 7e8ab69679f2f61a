import Foundation
import MediaCore

/// Hides an item from “continue listening”, or shows it there again.
struct HiddenItemMutation: Mutation {
  static let kind: MutationKind = "shelf.progress.hidden"

  /// The roles that send the change.
  struct API: Sendable {
    let progress: any ProgressAPI
    let readings: ProgressReadings
    /// Whether the server keeps the date of a change. Servers before 2.26 date every change themselves.
    let keepsDates: @Sendable () async throws(ClientError) -> Bool
  }

  var item: PlayableID
  var isHidden: Bool
  /// When the user made the change: listening after it shows the item again.
  var at: Date
  /// Whether ``at`` is by the server's clock. If not, it is corrected once the server's clock is known. Nil in changes that an earlier
  /// version has stored: their date is used as it is.
  var isServerTime: Bool?

  var isPlausible: Bool { WireID.arePlausible(item.ids) }
  /// Not the item itself: that is the target of its listening, of which the newest change shows the place.
  var target: String { "hidden/\(item)" }

  func fetch(_ api: API, _ context: MutationContext) async throws(ClientError) -> MediaProgress? {
    // Earlier listening that reaches the server after the hiding would show the item again, so send it first.
    let listening = await context.changes(of: item.description)
    if listening.contains(where: { $0.isOpen && ($0.order < context.order || isLater(than: $0)) }) {
      throw ClientError(.waiting, operation: .shelfProgressHide)
    }
    var record = try await api.progress.progress(of: item)
    // A server that dates listening with its arrival does not show whether it was before or after the hiding.
    if isHidden, let last = record?.lastUpdate, isServerTime == false || last > at, try await !api.keepsDates() {
      record?.lastUpdate = nil
    }
    return record
  }

  /// Whether this change was made after `listening`. Their order does not show it: a change that is merged into a waiting one takes over
  /// the order of the waiting one.
  private func isLater(than listening: MutationRecord) -> Bool {
    guard let heard = listening.mutation(ProgressMutation.self) else { return false }
    // Dates by different clocks cannot be compared here. Send the listening first: `resolve` then compares the corrected dates.
    guard heard.isServerTime == isServerTime ?? true else { return true }
    return heard.at <= at
  }

  func resolve(_ merge: MergeInput<HiddenItemMutation>) -> Resolution<HiddenItemMutation> {
    if isReflected(in: merge.remote) { return .done }
    return wasListenedToSince(merge) ? .superseded(reason: "later") : .write(self)
  }

  /// Whether the item was listened to after this hiding, on any device. A record with a later date and the same position is no listening:
  /// it comes from a page of the ebook, for example.
  private func wasListenedToSince(_ merge: MergeInput<HiddenItemMutation>) -> Bool {
    guard isHidden, let last = merge.remote?.lastUpdate else { return false }
    if let base = merge.base, base.currentTime == merge.remote?.currentTime { return false }
    let now = merge.serverNow ?? merge.deviceNow
    let offset = isServerTime == false ? now.timeIntervalSince(merge.deviceNow) : 0
    return last.timeIntervalSince(at + offset) > 2
  }

  func perform(
    _ api: API, over remote: MediaProgress?, _ context: MutationContext
  ) async throws(ClientError) {
    guard let remote else { return }
    // Drop the record that `readings` keeps: it has the flag from before this change, and the next save of listening would put that back
    // into the cache.
    defer { api.readings.forget(item, context) }
    var update = ProgressUpdate()
    update.hideFromContinueListening = isHidden
    // Keep the record's date: the route for hiding sets the current time, and the unsent listening of an offline device would lose against
    // it.
    update.lastUpdate = remote.lastUpdate
    try await api.progress.update(item, update)
  }

  /// An item without a record is on no shelf of items in progress, so nothing is left to hide.
  func isReflected(in remote: MediaProgress?) -> Bool {
    remote.map { $0.hideFromContinueListening == isHidden } ?? true
  }
}
