public import Foundation
public import MediaCore

/// The entries of a widget's timeline, made from a ``TallySnapshot``: one for the current day, and one for each day after it that the
/// snapshot has, from its midnight in the user's time zone on.
///
/// ```swift
/// func timeline(at now: Date, zone: TimeZone, address: ServerAddress) throws(ClientError) -> TallyTimeline? {
///   try TallySnapshot.read(of: address)?.timeline(from: now, in: zone)
/// }
/// ```
public struct TallyTimeline: Codable, Hashable, Sendable {
  /// The content of the widget from ``date`` until the next entry's date.
  public struct Entry: Codable, Hashable, Sendable, Identifiable {
    /// When the widget begins to show the entry.
    public var date: Date
    /// The current day at ``date``, in the user's zone.
    public var today: CalendarDay
    /// The country of the services that show the episodes, two capital letters.
    public var country: String
    /// The days that have episodes, from ``today`` on.
    public var days: [NextDaysViewModel.AiringDay]
    /// Whether ``today`` is later than every day of the snapshot, so that an empty list means "unknown": tell the user to open the app.
    public var isStale: Bool

    public var id: Date { date }
    /// The episodes of ``today``.
    public var todaysEpisodes: [EpisodeRef] { days.first { $0.day == today }?.episodes ?? [] }
  }

  /// The entries by date; the first one is for the time that the timeline was made for.
  public var entries: [Entry]
  /// When to read the snapshot again: the next midnight. The app reloads its widgets itself when it writes a snapshot.
  public var reloadAt: Date
}

extension TallySnapshot {
  /// The entries to show from a time on.
  /// - Parameters:
  ///   - now: the time at which the widget is asked for its timeline, by the device's clock.
  ///   - zone: the user's zone, whose midnights begin the entries.
  /// - Returns: the entry for now, one for each later midnight that the snapshot covers, and one that is stale.
  public func timeline(from now: Date, in zone: TimeZone) -> TallyTimeline {
    let today = CalendarDay(now, in: zone)
    let made = CalendarDay(madeAt, in: zone)
    let last = made.adding(days: NextDays.count - 1) ?? made
    func entry(_ date: Date, _ today: CalendarDay) -> TallyTimeline.Entry {
      .init(
        date: date, today: today, country: country, days: days.filter { $0.day >= today }, isStale: today > last)
    }
    var entries = [entry(now, today)]
    // A snapshot from the future, as after the clock was set back, covers more days than a snapshot has.
    for offset in 1...NextDays.count {
      guard let day = today.adding(days: offset), entries.last?.isStale == false
      else { break }
      entries.append(entry(day.start(in: zone), day))
    }
    let tomorrow = today.adding(days: 1)?.start(in: zone) ?? now.addingTimeInterval(86_400)
    return TallyTimeline(entries: entries, reloadAt: tomorrow)
  }
}

extension CalendarDay {
  /// The first second of the day in a zone; not always 00:00, since some zones move their clocks at midnight.
  fileprivate func start(in zone: TimeZone) -> Date {
    // No zone is further than 15 hours from UTC: search the first second that belongs to this day.
    var (before, within) = (daysSince1970 * 86_400 - 54_000, daysSince1970 * 86_400 + 54_000)
    while within - before > 1 {
      let middle = (before + within) / 2
      if CalendarDay(Date(timeIntervalSince1970: Double(middle)), in: zone) < self {
        before = middle
      } else {
        within = middle
      }
    }
    return Date(timeIntervalSince1970: Double(within))
  }
}
