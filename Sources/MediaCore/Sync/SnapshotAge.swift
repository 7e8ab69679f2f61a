package import Foundation

/// The dates of a widget's timeline whose snapshot changes only by becoming stale.
package struct SnapshotAge: Sendable {
  /// The dates of the entries, in order, each with whether the snapshot is stale from then on. The first date is now.
  package let dates: [(date: Date, isStale: Bool)]
  /// When the widget should read the snapshot again.
  package let reloadAt: Date

  /// - Parameter staleAfter: the age at which the snapshot becomes stale, at least one minute. A shorter age is replaced by one minute.
  package init(madeAt: Date, now: Date, staleAfter: Duration) {
    let age = max(60, staleAfter.seconds)
    // If `madeAt` is in the future, the device's clock was set back since: measure the age from `now` on.
    let staleAt = min(madeAt, now) + age
    dates = staleAt > now ? [(now, false), (staleAt, true)] : [(now, true)]
    reloadAt = staleAt > now ? staleAt : now + age
  }
}
