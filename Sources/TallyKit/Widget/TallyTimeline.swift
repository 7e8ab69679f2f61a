public import Foundation
public import MediaCore

/// The entries of a widget's timeline, made from a ``TallySnapshot``. The first entry is for now. Each later day of the snapshot has an
/// entry, which begins at midnight in the user's time zone. The entry after the snapshot's last day is marked as stale.
///
/// ```swift
/// func timeline(at now: Date, zone: TimeZone, address: ServerAddress) throws(ClientError) -> TallyTimeline? {
///   try TallySnapshot.read(of: address)?.timeline(from: now, in: zone)
/// }
/// ```
public struct TallyTimeline: Codable, Hashable, Sendable {
  /// The content of the widget from ``date`` until the next entry's date.
  public struct Entry: Codable, Hashable, Sendable, Identifiable {
    /// The time from which the widget shows the entry.
    public var date: Date
    /// The day of ``date`` in the user's time zone.
    public var today: CalendarDay
    /// The country of the providers that are listed for the episodes, as two capital letters.
    public var country: String
    /// The days that have episodes, from ``today`` on.
    public var days: [NextDaysViewModel.AiringDay]
    /// Whether ``today`` is later than the last day of the snapshot. If true, ``days`` is empty because later episodes are not in the
    /// snapshot: ask the user to open the app.
    public var isStale: Bool

    public var id: Date { date }
    /// The episodes of ``today``.
    public var todaysEpisodes: [EpisodeRef] { days.first { $0.day == today }?.episodes ?? [] }
  }

  /// The entries in the order of their dates. The first entry is for the time for which the timeline was made.
  public var entries: [Entry]
  /// When the widget should read the snapshot again, which is the next midnight. The app itself also reloads its widgets each time it
  /// writes a snapshot.
  public var reloadAt: Date
}

extension TallySnapshot {
  /// Returns the entries to show from `now` on.
  /// - Parameters:
  ///   - now: the time at which the system asks the widget for its timeline, by the device's clock.
  ///   - zone: the user's time zone. All entries after the first begin at midnight in this zone.
  /// - Returns: the entry for now, an entry for each later midnight at which a day of the snapshot begins, and a stale entry for the
  ///   midnight after the snapshot's last day. If the snapshot is stale already, only the entry for now.
  public func timeline(from now: Date, in zone: TimeZone) -> TallyTimeline {
    let today = CalendarDay(now, in: zone)
    let made = CalendarDay(madeAt, in: zone)
    let last = made.adding(days: NextDays.count - 1) ?? made
    func entry(_ date: Date, _ today: CalendarDay) -> TallyTimeline.Entry {
      .init(
        date: date, today: today, country: country, days: days.filter { $0.day >= today }, isStale: today > last)
    }
    var entries = [entry(now, today)]
    // If the device's clock was set back, the snapshot's last day is further in the future than usual: add at most `NextDays.count`
    // entries.
    for offset in 1...NextDays.count {
      guard let day = today.adding(days: offset), entries.last?.isStale == false
      else { break }
      entries.append(entry(day.start(in: zone), day))
    }
    let tomorrow = today.adding(days: 1)?.start(in: zone) ?? now.addingTimeInterval(86_400)
    return TallyTimeline(entries: entries, reloadAt: tomorrow)
  }
}
