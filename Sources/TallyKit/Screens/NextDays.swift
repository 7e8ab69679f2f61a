import Foundation
import MediaCore

/// The episodes of today and of the days after it, from the months that are kept on this device.
struct NextDays: Sendable {
  /// The days that have episodes of tracked shows.
  struct Found: Sendable {
    var days: [NextDaysViewModel.AiringDay]
    /// When the server was asked for the oldest month; nil if a month is not kept, so that some days are unknown.
    var asOf: Date?
  }

  /// The number of days, today included.
  static let count = 7

  let tally: TallyService
  /// The first day of a week, 1 for Monday to 7 for Sunday.
  let weekStart: Int

  init(tally: TallyService) {
    self.tally = tally
    weekStart =
      DayText(texts: tally.texts).firstWeekday
      ?? CalendarDay.weekday(tally.client.environment.calendar().firstWeekday)
  }

  var span: ClosedRange<CalendarDay> {
    let today = tally.today
    return today...(today.adding(days: Self.count - 1) ?? today)
  }

  /// The months that hold the days: the second one only where the first month's last week, which is kept with it, ends before the last day.
  func months(_ span: ClosedRange<CalendarDay>) -> [CalendarMonth] {
    let first = CalendarMonth(span.lowerBound)
    let isWhole = first.weeks(from: weekStart).map { $0.contains(span.upperBound) } ?? true
    return isWhole ? [first] : [first, CalendarMonth(span.upperBound)]
  }

  /// Reads the days, without asking the server; nil if no month of them is kept.
  /// - Throws: `signedOut`; `storage` if the months cannot be read now.
  func read(_ span: ClosedRange<CalendarDay>, country: String) async throws(ClientError) -> Found? {
    let months = months(span)
    let keys = months.map { $0.key(country) }
    let kept = try await tally.calendarStore.cache.read { known, _ in keys.map { known[$0] } }
    let found = zip(months, kept).compactMap { month, kept in
      kept.map { (data: $0.data, weeks: month.weeks(from: weekStart), asOf: $0.asOf) }
    }
    guard let oldest = found.map(\.asOf).min() else { return nil }
    let isShown = await trackedShows()
    let marks = await tally.episodeMarks(of: found.reduce(into: []) { $0.formUnion($1.data.shows) })
    var days: [NextDaysViewModel.AiringDay] = []
    for offset in 0..<Self.count {
      guard let day = span.lowerBound.adding(days: offset) else { continue }
      // A day can be in the weeks of two months: use the newer answer.
      let newest = found.filter { $0.weeks?.contains(day) == true }.max { $0.asOf < $1.asOf }
      let episodes = newest?.data.filtered { $0 == day }.marked(by: marks).episodesByDay[day] ?? []
      let shown = episodes.filter { isShown($0.show) }
      if !shown.isEmpty { days.append(.init(day: day, episodes: shown)) }
    }
    return Found(days: days, asOf: found.count == months.count ? oldest : nil)
  }

  /// Hides shows that the cached watchlist does not have, or has as dropped or completed; hides none while the list was never read. A show
  /// that this device has removed leaves the days at once. ``NextDaysViewModel`` reads the list together with the months.
  private func trackedShows() async -> (TMDBID) -> Bool {
    guard let view = try? await tally.watchlistStore.view(), view.refreshedAt != nil else { return { _ in true } }
    let tracked = Set(view.items.filter { [.watching, .watchlist].contains($0.status) }.map(\.id))
    return { tracked.contains($0) }
  }
}
