public import Foundation

/// The entries of a widget's timeline, made from a ``ShelfSnapshot``: one for now and, later, the same content marked as stale.
///
/// ```swift
/// func timeline(at now: Date, address: ServerAddress) throws(ClientError) -> ShelfTimeline? {
///   try ShelfSnapshot.read(of: address)?.timeline(from: now)
/// }
/// ```
public struct ShelfTimeline: Codable, Hashable, Sendable {
  /// The content of the widget from ``date`` until the next entry's date.
  public struct Entry: Codable, Hashable, Sendable, Identifiable {
    /// When the widget begins to show the entry.
    public var date: Date
    /// The content to show.
    public var snapshot: ShelfSnapshot
    /// Whether the app has not written the snapshot for so long that other devices may be further on: show its date as well.
    public var isStale: Bool

    public var id: Date { date }
  }

  /// The entries by date; the first one is for the time that the timeline was made for.
  public var entries: [Entry]
  /// When to read the snapshot again. The app reloads its widgets itself when it writes a snapshot.
  public var reloadAt: Date
}

extension ShelfSnapshot {
  /// The entries to show from a time on. Nothing in a snapshot changes by itself, so that there is one entry until it is stale.
  /// - Parameters:
  ///   - now: the time at which the widget is asked for its timeline, by the device's clock.
  ///   - staleAfter: the age at which the snapshot counts as stale; a minute at least.
  public func timeline(from now: Date, staleAfter: Duration = .seconds(86_400)) -> ShelfTimeline {
    let age = max(60, staleAfter.seconds)
    // A date in the future is that of a clock that was set back: count the age from now on.
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
