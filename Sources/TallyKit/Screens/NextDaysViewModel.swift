import Foundation
public import MediaCore

/// The episodes of today and of the six days after it, also across a month's end. The screen reads and keeps the same months as the
/// calendar, one or two of them, so that the days are there without a network.
@MainActor
public final class NextDaysViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// The days that have episodes, from today on; those that are shown are at most ``NextDaysViewModel/dayCount``.
    public var days: LoadState<[AiringDay]> = .idle
    /// The current day, in the time zone of the environment; follows midnight and the time zone.
    public var today: CalendarDay
    /// The country, two capital letters.
    public var country: String
    public var error: ClientError?
    public var notice: String?
    public var isRefreshing = false
  }

  /// A day with its episodes.
  public struct AiringDay: Hashable, Sendable, Identifiable {
    /// The day.
    public var day: CalendarDay
    /// The episodes of the day, in the order of the calendar.
    public var episodes: [EpisodeRef]
    public var id: CalendarDay { day }
  }

  /// The number of days, today included.
  public static let dayCount = 7

  public var publisher: StatePublisher<State> { screen.publisher }

  private let tally: TallyService
  private let source: CalendarSource
  private let screen: StoreScreen<State>
  private let loader: CalendarLoader
  private let weekStart: Int
  private var tokens: [ObservationToken] = []

  /// Creates the model. Nothing is requested before `load()`.
  /// - Parameter source: the same as the calendar's, since both share the months.
  public init(tally: TallyService, source: CalendarSource = .automatic) {
    (self.tally, self.source) = (tally, source)
    loader = CalendarLoader(tally: tally)
    weekStart =
      DayText(texts: tally.texts).firstWeekday
      ?? CalendarDay.weekday(tally.client.environment.calendar().firstWeekday)
    screen = StoreScreen(
      State(today: tally.today, country: tally.country.current), accounts: tally.client.accounts
    ) { ErrorText.shows($0, tally.texts) }
    screen.lastingActivities = ["day"]
    screen.attach(
      self, observing: [tally.calendarStore.cache.observe, tally.watchlistStore.observe, tally.progressStore.observe],
      longestAge: .seconds(900)
    ) { model in
      await model.render()
    } fetch: { (model) async throws(ClientError) in
      try await model.fetch()
    } reset: { model in
      model.screen.state.days = .idle
    }
    tokens.append(
      tally.country.observe { [weak self] _ in
        Task { @MainActor in
          guard let self, self.state.days != .idle else { return }
          self.screen.state.days = .idle
          self.load()
        }
      })
  }

  /// `Monday, September 1`
  public func title(for day: CalendarDay) -> String { tally.dayText.long(day) }

  private var span: ClosedRange<CalendarDay> {
    let today = tally.today
    return today...(today.adding(days: Self.dayCount - 1) ?? today)
  }

  /// The months that hold the days: the second one only where the first month's last week, which is kept with it, ends before the last day.
  private func months(_ span: ClosedRange<CalendarDay>) -> [CalendarMonth] {
    let first = CalendarMonth(span.lowerBound)
    let isWhole = first.weeks(from: weekStart).map { $0.contains(span.upperBound) } ?? true
    return isWhole ? [first] : [first, CalendarMonth(span.upperBound)]
  }

  private func render() async {
    let (span, country) = (span, tally.country.current)
    var found: [(data: CalendarData, weeks: ClosedRange<CalendarDay>?, asOf: Date)] = []
    for month in months(span) {
      guard let kept = await tally.calendarStore.month(month.key(country)) else { continue }
      found.append((kept.data, month.weeks(from: weekStart), kept.asOf))
    }
    screen.followDay(tally.client.environment, shown: { [weak self] in self?.state.today }) { [weak self] in
      // A month that is missing comes with the next reading of an observed screen.
      await self?.screen.showQuietly()
    }
    var state = state
    (state.today, state.country) = (span.lowerBound, country)
    defer { screen.state = state }
    guard let oldest = found.map(\.asOf).min() else {
      state.days = screen.loadState(keeping: state.days)
      return
    }
    // A month that is not there leaves days without an answer: nothing is called loaded then.
    let isWhole = found.count == months(span).count
    let isShown = await trackedShows()
    let marks = await tally.episodeMarks(of: found.reduce(into: []) { $0.formUnion($1.data.shows) })
    var days: [AiringDay] = []
    for offset in 0..<Self.dayCount {
      guard let day = span.lowerBound.adding(days: offset) else { continue }
      // Two months share the week between them: the newer answer counts.
      let newest = found.filter { $0.weeks?.contains(day) == true }.max { $0.asOf < $1.asOf }
      let episodes = newest?.data.filtered { $0 == day }.marked(by: marks).episodesByDay[day] ?? []
      let shown = episodes.filter { isShown($0.show) }
      if !shown.isEmpty { days.append(AiringDay(day: day, episodes: shown)) }
    }
    state.days = screen.loadState(days, asOf: isWhole ? oldest : nil)
  }

  /// Hides shows that were removed, dropped or completed since the month was read; hides none while the list was never read.
  private func trackedShows() async -> (TMDBID) -> Bool {
    guard let view = try? await tally.watchlistStore.view(), view.refreshedAt != nil else { return { _ in true } }
    let tracked = Set(view.items.filter { [.watching, .watchlist].contains($0.status) }.map(\.id))
    return { tracked.contains($0) }
  }

  private func fetch() async throws(ClientError) {
    let (span, country) = (span, tally.country.current)
    // The watchlist says which shows are tracked and how far they are watched. If it was never read, read it now; a failure is ignored,
    // because the days can be shown without it.
    if try await tally.watchlistStore.refreshedAt() == nil { try? await tally.watchlistStore.refresh() }
    for month in months(span) {
      // Throws `signedOut` when nobody is signed in: the days are an account's.
      let mark = try await tally.calendarStore.cache.readMark()
      let asOf = tally.client.serverNow()
      let key = month.key(country)
      let known = await tally.calendarStore.month(key)
      let request = CalendarLoader.Request(
        month: month, country: country, source: source, known: known?.data, firstWeekday: weekStart, since: .distantPast
      )
      var data = try await loader.load(request)
      if let known { data.number(from: known.data) }
      if data.hasUnnumbered { data = try await loader.numbered(data, request) }
      try await loader.readDetails(of: data, on: span, country: country)
      data.describe(from: await tally.seasonStore.shows(data.shows))
      guard !Task.isCancelled, tally.country.current == country else { return }
      await tally.calendarStore.keep(.init(data: data, asOf: asOf), as: key, askedAt: mark)
    }
  }
}
