import Foundation
public import MediaCore

/// The month calendar. It shows the episodes that come out on each day, their providers, and the monthly costs of the providers.
///
/// The calendar first shows the data cached on this device, also without a network, and then refreshes the shown month.
///
/// ```swift
/// let calendar = CalendarViewModel(tally: tally)
/// calendar.onChange = { state in render(state.days) }
/// calendar.load()
/// for episode in calendar.episodes(on: day) { print(episode.showTitle, episode.title) }
/// ```
@MainActor
public final class CalendarViewModel: ViewModel {
  /// The state of the calendar screen.
  public struct State: ScreenState {
    /// The month that is shown.
    public var month: CalendarMonth
    /// The days of the six weeks to draw, including days of the months before and after. Each week begins with
    /// ``CalendarViewModel/firstWeekday``.
    public var days: [MonthDay]
    /// The episodes of each day of the month. The keys are days as `yyyy-MM-dd`.
    public var episodesByDate: [String: [EpisodeRef]] = [:]
    /// The providers of each day of the month. The keys are days as `yyyy-MM-dd`; days without providers are missing.
    public var dailyProviders: [String: [ProviderBadge]] = [:]
    /// The provider whose logo represents each day. The keys are days as `yyyy-MM-dd`.
    public var primaryProviders: [String: ProviderBadge] = [:]
    /// The episodes on the days of other months in the first and last week, by day as `yyyy-MM-dd`. ``Mode/week`` shows these episodes.
    public var edgeEpisodes: [String: [EpisodeRef]] = [:]
    /// The providers on the days of other months in the first and last week, by day as `yyyy-MM-dd`.
    public var edgeProviders: [String: [ProviderBadge]] = [:]
    /// The country that the user has chosen, as two capital letters.
    public var country: String
    /// The server's data for all days of the month's weeks, with the response's time. The episodes and providers above come from this data.
    public var data: LoadState<CalendarData> = .idle
    /// Whether the app waits for the server's response for the month. Data of the month in the cache of this device stays on the screen.
    public var isLoading = false
    public var error: ClientError?
    public var notice: String?
    public var isRefreshing = false
    /// The current day, in the time zone of the environment.
    public var today: CalendarDay
    /// The day whose sheet is open; nil if no sheet is open.
    public var selectedDay: CalendarDay?
    /// The layout of the calendar: month, week or list.
    public var mode = Mode.month
  }

  /// The layout of the calendar.
  public enum Mode: String, Sendable, Hashable, CaseIterable {
    /// The layout that shows six weeks, which contain all days of the month.
    case month
    /// The layout that shows the week of the selected day, or of today if no day is selected.
    case week
    /// The layout that lists the days of the month that have episodes.
    case list
  }

  public var publisher: StatePublisher<State> { screen.publisher }
  /// Whether each step of loading is logged to `EventLog`. True by default in development builds only.
  public var logsSteps = TallyService.logsSteps

  let tally: TallyService
  var texts: Texts { tally.texts }
  let screen: StoreScreen<State>
  private let loader: CalendarLoader
  private let source: CalendarSource
  /// The states of the shown episodes, as far as this device has them.
  private var marks = EpisodeMarks()
  /// The known months, by ``CalendarMonth/key(_:)``.
  private var months: [String: CalendarStore.Month] = [:]
  /// Keys of the months that need no new request.
  private var current: Set<String> = []
  var services: [ServiceID: Int] = [:]
  private var hasLoaded = false
  /// When the first load or the last refresh began: seasons read since then are not requested again for each month.
  private var askedAt: Date?
  /// When the user last pulled; see ``CalendarLoader/Request/pulledAt``.
  private var pulledAt = Date.distantPast
  /// Whether `pulledAt` is the date of the pull that runs. Without it, a load that replaces the pull's load would set `pulledAt` again, and
  /// request the seasons again that the pull has read already.
  private var isPullNoted = false
  /// The listed shows to which the months in `current` belong; nil while they are not known.
  private var listed: ListedShows?
  private var account: String?
  /// The notice that an earlier answer is shown; nil if there is none.
  private var keptNotice: String?
  private var tokens: [ObservationToken] = []

  /// The time for which changes of the watchlist are collected before the month is fetched again.
  static let settleTime = Duration.milliseconds(300)
  /// The age at which the shown month is read again.
  static let longestAge = Duration.seconds(3600)

  /// The day with which weeks begin: 1 for Monday to 7 for Sunday.
  let weekStart: Int
  /// The weekday with which weeks begin: 1 for Sunday to 7 for Saturday, as in `Calendar`.
  public var firstWeekday: Int { weekStart % 7 + 1 }

  /// Creates the model. Nothing is requested before `load()`.
  /// - Parameter firstWeekday: the weekday with which weeks begin: 1 for Sunday to 7 for Saturday, as in `Calendar`. If nil, the language
  ///   of the texts decides. If the language does not determine the first weekday, the user's calendar decides.
  public init(tally: TallyService, source: CalendarSource = .automatic, firstWeekday: Int? = nil) {
    self.tally = tally
    self.source = source
    weekStart =
      firstWeekday.map(CalendarDay.weekday) ?? tally.dayText.firstWeekday
      ?? CalendarDay.weekday(tally.client.environment.calendar().firstWeekday)
    loader = CalendarLoader(tally: tally)
    let today = tally.today
    let month = CalendarMonth(today)
    // Pass no `accounts`, otherwise a sign-out resets the screen: signed out, the calendar shows the server's demo. `followAccount()` drops
    // another account's months.
    screen = StoreScreen(
      State(
        month: month, days: month.grid(firstWeekday: weekStart % 7 + 1), country: tally.country.current, today: today),
      accounts: nil
    ) { ErrorText.shows($0, tally.texts) }
    screen.lastingActivities = ["invalidate", "day"]
    screen.attach(self, fetch: { (model) async throws(ClientError) in try await model.fetch() })
    screen.keepFresh(Self.longestAge, in: tally.client.accounts)
    tokens.append(tally.country.observe { [weak self] code in Task { @MainActor in self?.applyCountry(code) } })
    tokens.append(
      tally.watchlistStore.observe { [weak self] in
        Task { @MainActor in
          self?.marksChanged()
          self?.listChanged()
        }
      })
    tokens.append(
      tally.progressStore.observe { [weak self] in
        Task { @MainActor in
          self?.marksChanged()
          self?.invalidate()
        }
      })
    tokens.append(
      tally.account.observeStatus { [weak self] status in Task { @MainActor in self?.statusChanged(status) } })
  }

  // MARK: Loading

  /// Shows the month: from memory if its response is younger than an hour, otherwise from the cache until the server's response arrives.
  public func load() {
    screen.state.error = nil
    showKnown()
  }

  private func showKnown() {
    hasLoaded = true
    let (month, country) = (state.month, state.country)
    screen.state.today = tally.today
    followDay()
    screen.state.days = month.grid(firstWeekday: firstWeekday)
    if current.contains(month.key(country)), let known = months[month.key(country)], isYoung(known) {
      log("kept", month, country, known.data)
      screen.activities.cancel("load")
      (screen.state.isRefreshing, isPullNoted) = (false, false)
      marksChanged()
      return show(month, country) { .loaded($0 ?? known.data, asOf: known.asOf) }
    }
    startFetch()
  }

  /// Requests the shown month again. Its data stays on the screen meanwhile. Other months are requested when they are shown.
  public func refresh() {
    (current, isPullNoted) = ([], false)
    screen.state.isRefreshing = true
    showKnown()
  }

  private func isYoung(_ known: CalendarStore.Month) -> Bool {
    tally.client.serverNow().timeIntervalSince(known.asOf) < Self.longestAge.seconds
  }

  private func startFetch() {
    show(state.month, state.country) { .loading($0) }
    log("start", state.month, state.country)
    screen.load()
  }

  private func fetch() async throws(ClientError) {
    hasLoaded = true
    let (month, country, isQuiet) = (state.month, state.country, screen.isQuiet)
    // An automatic refresh also reads the seasons again and updates `today`: midnight may have passed since the last read.
    if isQuiet { (askedAt, screen.state.today) = (nil, tally.today) }
    // Note the pull here instead of in `refresh()`, which `refreshAndWait()` does not call.
    if state.isRefreshing, !isPullNoted { (askedAt, pulledAt, current) = (nil, tally.client.serverNow(), []) }
    isPullNoted = state.isRefreshing
    defer { if !Task.isCancelled { isPullNoted = false } }
    do throws(ClientError) { try await fetch(month, country) } catch {
      guard !error.isCancellation, isShown(month, country), !isQuiet else { throw error }
      show(month, country) { .failed(error, $0) }
      noticeKept(error, months[month.key(country)])
      log("error=\(error.logText)", month, country)
      throw error
    }
  }

  private func fetch(_ month: CalendarMonth, _ country: String) async throws(ClientError) {
    let asked = try await followAccount()
    if listed == nil { listed = try? await tally.watchlistStore.listed() }
    let key = month.key(country)
    if months[key] == nil, let kept = await tally.calendarStore.month(key), try await followAccount() == asked {
      months[key] = months[key] ?? kept
      await readMarks()
      if isShown(month, country) { show(month, country) { .loading($0) } }
    }
    let mark = await tally.calendarStore.readMark()
    let asOf = tally.client.serverNow()
    let request = CalendarLoader.Request(
      month: month, country: country, source: source, known: months[key]?.data, firstWeekday: weekStart,
      since: askedAt ?? asOf, pulledAt: pulledAt)
    askedAt = request.since
    var data = try await loader.load(request)
    guard isShown(month, country) else { return }
    guard try await followAccount() == asked else { return try await fetch(month, country) }
    let bare = data
    await loader.number(&data, from: months[key]?.data, request)
    data.describe(from: await tally.seasonStore.shows(data.shows))
    // If another account has signed in since the request, drop the month: it has the shows of the account before.
    guard try await followAccount() == asked, isShown(month, country) else { return }
    log("done", month, country, data)
    await keep(data, asOf, month, country, mark)
    await readServices(country)
    let isReadAgain = try await loader.readAgain(data, on: request.weeks, request)
    guard data.hasUnnumbered || isReadAgain else { return }
    var renumbered = bare
    await loader.number(&renumbered, from: data, request)
    var numbered = try await loader.numbered(renumbered, request)
    numbered.describe(from: await tally.seasonStore.shows(numbered.shows))
    guard try await followAccount() == asked, isShown(month, country) else { return }
    await keep(numbered, asOf, month, country, mark)
    log("numbered", month, country, numbered)
  }

  private func keep(
    _ data: CalendarData, _ asOf: Date, _ month: CalendarMonth, _ country: String,
    _ mark: AccountCache<[String: CalendarStore.Month]>.ReadMark?
  ) async {
    let known = CalendarStore.Month(data: data, asOf: asOf)
    months[month.key(country)] = known
    current.insert(month.key(country))
    await readMarks()
    // If the user signed out during the await, `months` is empty: show nothing.
    guard isShown(month, country), months[month.key(country)] != nil else { return }
    show(month, country) { .loaded($0 ?? data, asOf: asOf) }
    if state.notice == keptNotice { screen.state.notice = nil }
    keptNotice = nil
    if let mark { await tally.calendarStore.keep(known, as: month.key(country), askedAt: mark) }
  }

  /// Shows a notice with the error and the day of the kept answer that is shown instead; nothing without a kept answer.
  private func noticeKept(_ error: ClientError, _ known: CalendarStore.Month?) {
    guard let known else { return }
    let day = CalendarDay(known.asOf, in: tally.client.environment.timeZone())
    keptNotice = texts(
      "tally.calendar.kept", english: "%@ This is the calendar as of %@.", text(error),
      tally.dayText.long(day))
    screen.state.notice = keptNotice
  }

  /// Whether this month and country are still shown: an answer for others must not change the screen.
  private func isShown(_ month: CalendarMonth, _ country: String) -> Bool {
    !Task.isCancelled && state.month == month && state.country == country
  }

  /// Shows the month from `months`, empty when it is unknown.
  private func show(
    _ month: CalendarMonth, _ country: String, _ loadState: (CalendarData?) -> LoadState<CalendarData>
  ) {
    var state = state
    let known = months[month.key(country)]?.data.marked(by: marks)
    let (data, edges) = (known?.filtered(month.contains), known?.filtered { !month.contains($0) })
    state.data = loadState(known)
    state.isLoading = state.data.isLoading
    state.episodesByDate = data?.episodesByDate ?? [:]
    state.dailyProviders = data?.dailyProviders ?? [:]
    state.primaryProviders = state.dailyProviders.compactMapValues { DayProviders.primary(of: $0) }
    (state.edgeEpisodes, state.edgeProviders) = (edges?.episodesByDate ?? [:], edges?.dailyProviders ?? [:])
    screen.state = state
  }

  /// Reads the states of the shown month's episodes from this device.
  private func readMarks() async {
    guard let known = months[state.month.key(state.country)] else { return }
    marks = await tally.episodeMarks(of: known.data.shows)
  }

  /// Shows a mark made on any screen at once, before the month is fetched again.
  private func marksChanged() {
    screen.activities.start("marks") { [weak self] in
      await self?.readMarks()
      self?.showAgain()
    }
  }

  /// Shows the known month in the present load state.
  private func showAgain() {
    let data = state.data
    show(state.month, state.country) { known in
      switch data {
      case .idle: .idle
      case .loading: .loading(known)
      case .loaded(let value, let date): .loaded(known ?? value, asOf: date)
      case .failed(let error, let value): .failed(error, known ?? value)
      }
    }
  }

  /// Reads synopsis and running time of a day's episodes: one request for each season that this device does not have.
  private func describe(_ day: CalendarDay) async {
    let (month, country) = (state.month, state.country)
    let key = month.key(country)
    guard let known = months[key]?.data,
      (try? await loader.readDetails(of: known, on: day...day, country: country)) == true
    else { return }
    let seasons = await tally.seasonStore.shows(known.shows)
    guard isShown(month, country), months[key] != nil else { return }
    months[key]?.data.describe(from: seasons)
    await readMarks()
    if isShown(month, country) { showAgain() }
  }

  private func statusChanged(_ status: AccountSession.Status) {
    // If the sign-in ran out, keep the month: the account is the same, and nothing can be fetched before the next sign-in.
    if case .expired = status { return }
    invalidate()
  }

  /// Reads the months again if the listed shows have changed. A list that was read again unchanged has only a later date.
  private func listChanged() {
    screen.activities.start("list") { [weak self, tally] in
      // If the list cannot be read, it may have changed: read the months again.
      let now = try? await tally.watchlistStore.listed()
      guard let self, !Task.isCancelled else { return }
      if now == nil || now != listed { invalidate() }
      listed = now
    }
  }

  private func invalidate() {
    current = []
    guard hasLoaded else { return }
    screen.activities.start("invalidate") { [weak self, tally] in
      _ = try? await self?.followAccount()
      do { try await tally.client.environment.clock.sleep(for: Self.settleTime, as: .delay) } catch { return }
      guard let self, !Task.isCancelled else { return }
      self.startFetch()
    }
  }

  /// Drops the months of the account before when another account, or none, is signed in. A sign-in that ran out is still the same account.
  private func followAccount() async throws(ClientError) -> String? {
    let now = try await tally.client.accounts.account()
    guard now != account else { return now }
    account = now
    (months, current) = ([:], [])
    screen.state.selectedDay = nil
    if state.notice == keptNotice { screen.state.notice = nil }
    show(state.month, state.country) { state.isLoading ? .loading($0) : .idle }
    return now
  }

  // MARK: Country

  /// Sets the country for the calendar, search and settings. If `code` is not a two-letter code, the country does not change, and a notice
  /// informs the user.
  public func setCountry(_ code: String) {
    guard CountryPreference.isCode(code) else { return screen.notice(.noCountry) }
    tally.country.set(code)
    applyCountry(tally.country.current)
  }

  private func applyCountry(_ code: String) {
    guard code != state.country else { return }
    screen.state.country = code
    services = [:]
    if hasLoaded { load() }
  }

  /// Opens the sheet of a day; does nothing if the day has no episodes. Also reads the synopses and running times of the day's episodes,
  /// with one request for each season that this device does not have.
  public func select(_ day: CalendarDay) {
    guard !episodes(on: day).isEmpty else { return }
    screen.state.selectedDay = day
    screen.activities.start("details") { [weak self] in await self?.describe(day) }
  }
}
