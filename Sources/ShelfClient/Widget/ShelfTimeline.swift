public import Foundation

/// The entries of a widget's timeline, made from a ``ShelfSnapshot``. One entry is for now. A later entry has the same content, marked as
/// stale.
///
/// ```swift
/// func timeline(at now: Date, address: ServerAddress) throws(ClientError) -> ShelfTimeline? {
///   try ShelfSnapshot.read(of: address)?.timeline(from: now)
/// }
/// ```
public struct ShelfTimeline: Codable, Hashable, Sendable {
  /// The content that the widget shows from ``date`` until the date of the next entry.
  public struct Entry: Codable, Hashable, Sendable, Identifiable {
    /// The time from which the widget shows the entry.
    public var date: Date
    /// The content to show.
    public var snapshot: ShelfSnapshot
    /// Whether the snapshot is old, so that the user may have listened on another device since. If true, also show the snapshot's date.
    public var isStale: Bool

    public var id: Date { date }
  }

  /// The entries in the order of their dates. The first entry is for the `now` of ``ShelfSnapshot/timeline(from:staleAfter:)``.
  public var entries: [Entry]
  /// The time at which the widget should read the snapshot again. In addition, the app reloads its widgets each time that it writes a
  /// snapshot.
  public var reloadAt: Date
}

extension ShelfSnapshot {
  /// Returns the entries of a widget's timeline from `now` on. One entry is enough until the snapshot becomes stale, because the content of
  /// a snapshot does not change by itself.
  /// - Parameters:
  ///   - now: the time at which the system asks the widget for its timeline, by the device's clock.
  ///   - staleAfter: the age at which the snapshot becomes stale. If this is less than one minute, one minute is used.
  public func timeline(from now: Date, staleAfter: Duration = .seconds(86_400)) -> ShelfTimeline {
    let age = max(60, staleAfter.seconds)
    // If `madeAt` is in the future, the device's clock was set back since: measure the age from `now` on.
    let staleAt = min(madeAt, now) + age
    guard staleAt > now else {
      return ShelfTimeline(
        entries: [.init(date: now, snapshot: self, isStale: true)], reloadAt: now + age)
    }
    return ShelfTimeline(
      entries: [
        .init(date: now, snapshot: self, isStale: false), .init(date: staleAt, snapshot: self, isStale: true),
      ], reloadAt: staleAt)
  }
}
