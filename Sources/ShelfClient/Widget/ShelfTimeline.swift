public import Foundation
public import MediaCore

/// The entries of a widget's timeline, made from a ``ShelfSnapshot``: an entry for now, and a later entry with the same content, marked as
/// stale. With a time zone, also an entry for the next midnight, from which the time of listening is that of the new day.
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
    /// The day of ``date`` in the user's time zone; nil if the timeline was made without a time zone.
    public var today: CalendarDay?

    /// The seconds of listening on ``today``; nil if ``today`` is nil, or if this device has never read the statistics.
    public var secondsToday: Double? { today.flatMap { snapshot.secondsListened(on: $0) } }
    /// The seconds of listening on the seven days that end with ``today``; nil if ``today`` is nil, or if this device has never read the
    /// statistics.
    public var secondsThisWeek: Double? { today.flatMap { snapshot.secondsListened(inWeekUntil: $0) } }
    public var id: Date { date }
  }

  /// The entries in the order of their dates. The first entry is for the `now` of ``ShelfSnapshot/timeline(from:in:staleAfter:)``.
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
  ///   - zone: the user's time zone, for a widget that shows the time of listening; nil for a widget that does not.
  ///   - staleAfter: the age at which the snapshot becomes stale, at least one minute. A shorter age is replaced by one minute.
  public func timeline(
    from now: Date, in zone: TimeZone? = nil, staleAfter: Duration = .seconds(86_400)
  ) -> ShelfTimeline {
    let age = SnapshotAge(madeAt: madeAt, now: now, staleAfter: staleAfter)
    var dates = age.dates
    let midnight = zone.flatMap { zone in CalendarDay(now, in: zone).adding(days: 1)?.start(in: zone) }
    if let midnight, !dates.contains(where: { $0.date == midnight }) {
      let isStale = dates.last { $0.date < midnight }?.isStale ?? false
      dates.append((midnight, isStale))
      dates.sort { $0.date < $1.date }
    }
    return ShelfTimeline(
      entries: dates.map { date, isStale in
        .init(date: date, snapshot: self, isStale: isStale, today: zone.map { CalendarDay(date, in: $0) })
      }, reloadAt: min(age.reloadAt, midnight ?? age.reloadAt))
  }
}
