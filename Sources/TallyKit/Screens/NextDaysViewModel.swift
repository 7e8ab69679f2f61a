import Foundation
public import MediaCore

/// The screen of the episodes of today and of the six days after it, also across a month's end. The screen reads and caches the watchlist and
/// the one or two months that contain these days, as ``CalendarViewModel`` does, so that the days are also shown without a network.
@MainActor
public final class NextDaysViewModel: ViewModel {
  /// The state of the screen.
  public struct State: ScreenState {
    /// The days that have episodes, among the ``NextDaysViewModel/dayCount`` days that begin with today.
    public var days: LoadState<[AiringDay]> = .idle
    /// The current day, in the time zone of the environment. Updated at midnight and when the time zone changes.
    public var today: CalendarDay
    /// The country that the user has chosen, as two capital letters.
    public var country: String
    public var error: ClientError?
    public var notice: String?
    public var isRefreshing = false
  }

  /// A day with its episodes.
  public struct AiringDay: Codable, Hashable, Sendable, Identifiable {
    /// The day on which the episodes are released.
    public var day: CalendarDay
    /// The episodes of the day, in the order of the calendar.
    public var episodes: [EpisodeRef]
    public var id: CalendarDay { day }
  }

  /// The number of days that the screen covers, today included.
  public static let dayCount = NextDays.count

  public var publisher: StatePublisher<State> { screen.publisher }

  private let tally: TallyService
  private let source: CalendarSource
  private let screen: StoreScreen<State>
  private let loader: CalendarLoader
  private let next: NextDays
  private var tokens: [ObservationToken] = []

  /// Creates the model. Nothing is requested before `load()`.
  /// - Parameter source: the source of the episodes. Pass the source of the app's ``CalendarViewModel``, because both screens share the
  ///   cached months.
  public init(tally: TallyService, source: CalendarSource = .automatic) {
    (self.tally, self.source) = (tally, source)
    loader = CalendarLoader(tally: tally)
    next = NextDays(tally: tally)
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

  /// Returns the title of a day, such as `Monday, September 1`.
  public func title(for day: CalendarDay) -> String { tally.dayText.long(day) }

  private func render() async {
    let (span, country) = (next.span, tally.country.current)
    let found = try? await next.read(span, country: country)
    screen.followDay(tally.client.environment, shown: { [weak self] in self?.state.today }) { [weak self] in
      // On a new day, show the cached months without a request. If the day's month is not cached, the next automatic refresh reads it.
      await self?.screen.showQuietly()
    }
    var state = state
    (state.today, state.country) = (span.lowerBound, country)
    state.days = found.map { screen.loadState($0.days, asOf: $0.asOf) } ?? screen.loadState(keeping: state.days)
    screen.state = state
  }

  private func fetch() async throws(ClientError) {
    let (span, country) = (next.span, tally.country.current)
    // Only a pull reads seasons again that this device has read within the last hours.
    let pulledAt = state.isRefreshing ? tally.client.serverNow() : .distantPast
    // If nobody is signed in or the files cannot be read, this call throws.
    _ = try await tally.watchlistStore.refreshedAt()
    // Read the watchlist with the months: `NextDays.read` hides the shows that are not on the cached list, and an older list lacks the
    // shows that another device has added since. Ignore a failure: the days can be shown without a new list.
    try? await tally.watchlistStore.refresh()
    for month in next.months(span) {
      // `readMark()` throws `signedOut` if nobody is signed in: the days belong to an account.
      let mark = try await tally.calendarStore.cache.readMark()
      let asOf = tally.client.serverNow()
      let key = month.key(country)
      let known = await tally.calendarStore.month(key)
      let request = CalendarLoader.Request(
        month: month, country: country, source: source, known: known?.data, firstWeekday: next.weekStart,
        since: pulledAt, pulledAt: pulledAt)
      let bare = try await loader.load(request)
      var data = bare
      await loader.number(&data, from: known?.data, request)
      if try await loader.readAgain(data, on: span, request) {
        let earlier = data
        data = bare
        await loader.number(&data, from: earlier, request)
      }
      if data.hasUnnumbered { data = try await loader.numbered(data, request) }
      try await loader.readDetails(of: data, on: span, country: country)
      data.describe(from: await tally.seasonStore.shows(data.shows))
      guard !Task.isCancelled, tally.country.current == country else { return }
      await tally.calendarStore.keep(.init(data: data, asOf: asOf), as: key, askedAt: mark)
    }
  }
}
