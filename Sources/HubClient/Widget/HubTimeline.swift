public import Foundation
import MediaCore

/// The entries of a widget's timeline, made from a ``HubSnapshot``: an entry for now, and a later entry with the same content, marked as
/// stale.
///
/// ```swift
/// func timeline(at now: Date, address: ServerAddress) throws(HubError) -> HubTimeline? {
///   try HubSnapshot.read(of: address)?.timeline(from: now)
/// }
/// ```
public struct HubTimeline: Codable, Hashable, Sendable {
  /// The content of the widget from ``date`` until the next entry's date.
  public struct Entry: Codable, Hashable, Sendable, Identifiable {
    /// The time from which the widget shows the entry.
    public var date: Date
    /// The content to show.
    public var snapshot: HubSnapshot
    /// Whether the snapshot is so old that the channels may have new videos since. If true, also show the snapshot's date.
    public var isStale: Bool

    public var id: Date { date }
  }

  /// The entries in the order of their dates. The first entry is for the time for which the timeline was made.
  public var entries: [Entry]
  /// When the widget should read the snapshot again. The app itself reloads its widgets each time it writes a snapshot.
  public var reloadAt: Date
}

extension HubSnapshot {
  /// Returns the entries to show from `now` on. The content of a snapshot does not change by itself, so one entry is enough until the
  /// snapshot becomes stale.
  /// - Parameters:
  ///   - now: the time at which the system asks the widget for its timeline, by the device's clock.
  ///   - staleAfter: the age at which the snapshot becomes stale, at least one minute. A shorter age is replaced by one minute.
  public func timeline(from now: Date, staleAfter: Duration = .seconds(86_400)) -> HubTimeline {
    let age = SnapshotAge(madeAt: madeAt, now: now, staleAfter: staleAfter)
    return HubTimeline(
      entries: age.dates.map { .init(date: $0.date, snapshot: self, isStale: $0.isStale) }, reloadAt: age.reloadAt)
  }
}
