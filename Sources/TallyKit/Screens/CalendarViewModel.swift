import Foundation
public import MediaCore

/// The month calendar: which episodes come out on which day, on which provider, and what that costs.
@MainActor
public final class CalendarViewModel: ViewModel {
  public struct State: ScreenState {
    public var month: CalendarMonth
    /// Six weeks from Sunday to Saturday.
    public var days: [MonthDay]
    /// By day as `yyyy-MM-dd`.
    public var episodesByDate: [String: [EpisodeRef]] = [:]
    /// By day as `yyyy-MM-dd`. Days without episodes have none.
    public var dailyProviders: [String: [ProviderBadge]] = [:]
    /// By day as `yyyy-MM-dd`.
    public var primaryProviders: [String: ProviderBadge] = [:]
    /// By day as `yyyy-MM-dd`: those of the first and the last week that belong to another month, for ``Mode/week``.
    public var edgeEpisodes: [String: [EpisodeRef]] = [:]
    /// The same for providers.
    public var edgeProviders: [String: [ProviderBadge]] = [:]
    public var country: String
    public var isLoading = false
    public var error: ClientError?
    public var notice: String?
    public var isRefreshing = false
    public var today: CalendarDay
    /// The day whose sheet is open.
    public var selectedDay: CalendarDay?
    public var mode = Mode.month
  }

  public enum Mode: String, Sendable, Hashable, CaseIterable {
    case month
    /// The seven days around the selected one, or around today.
    case week
    /// The days of the month that have episodes.
    case list
  }

  public var publisher: StatePublisher<State> { screen.publisher }
  /// Whether ``EventLog`` gets a line for each step, as in development builds.
  public var logsSteps = TallyService.logsSteps

  let tally: TallyService
  var texts: Texts { tally.texts }
  private let screen: StoreScreen<State>
  private let loader: CalendarLoader
  private let source: CalendarSource
  private var cache: [String: CalendarData] = [:]
  private var services: [ServiceID: Int] = [:]
  private var hasLoaded = false
  private var account: String?
  private var tokens: [ObservationToken] = []

  /// The time for which changes of the watchlist are collected before the month is fetched again.
  static let settleTime = Duration.milliseconds(300)

  public init(tally: TallyService, source: CalendarSource = .automatic) {
    self.tally = tally
    self.source = source
    loader = CalendarLoader(tally: tally)
    let today = tally.today
    let month = CalendarMonth(today)
    // It has the demo for nobody: no account's screen.
    screen = StoreScreen(
      State(month: month, days: month.grid, country: tally.country.current, today: today), accounts: nil
    ) { ErrorText.shows($0, tally.texts) }
    screen.lastingActivities = ["invalidate"]
    screen.attach(self, fetch: { (model) async throws(ClientError) in try await model.fetch() })
    tokens.append(tally.country.observe { [weak self] code in Task { @MainActor in self?.applyCountry(code) } })
    for observe in [tally.watchlistStore.observe, tally.progressStore.observe] {
      tokens.append(observe { [weak self] in Task { @MainActor in self?.invalidate() } })
    }
    tokens.append(
      tally.account.observeStatus { [weak self] status in Task { @MainActor in self?.statusChanged(status) } })
  }

  // MARK: Loading

  /// Shows the month, from memory when it was shown before.
  public func load() {
    hasLoaded = true
    let (month, country) = (state.month, state.country)
    screen.state.today = tally.today
    screen.state.days = month.grid
    screen.state.error = nil
    if let known = cache[month.key(country)] {
      log("kept", month, country, known)
      screen.activities.cancel("load")
      screen.state.isLoading = false
      screen.state.isRefreshing = false
      return show(known)
    }
    show(CalendarData())
    startFetch()
  }

  /// Asks the server again, whatever is known.
  public func refresh() {
    cache = [:]
    screen.state.isRefreshing = true
    load()
  }

  private func startFetch() {
    screen.state.isLoading = true
    log("start", state.month, state.country)
    screen.load()
  }

  private func fetch() async throws(ClientError) {
    hasLoaded = true
    let (month, country) = (state.month, state.country)
    do throws(ClientError) { try await fetch(month, country) } catch {
      guard !error.isCancellation, isShown(month, country) else { throw error }
      screen.state.isLoading = false
      log("error=\(error.logText)", month, country)
      throw error
    }
  }

  private func fetch(_ month: CalendarMonth, _ country: String) async throws(ClientError) {
    let asked = try await followAccount()
    let data = try await loader.load(month, country: country, source: source)
    guard isShown(month, country) else { return }
    let now = try await followAccount()
    guard isShown(month, country) else { return }
    guard now == asked else { return try await fetch(month, country) }
    log("done", month, country, data)
    show(data)
    screen.state.isLoading = false
    cache[month.key(country)] = data
    await readServices(country)
    guard !data.unnumbered.isEmpty else { return }
    let numbered = try await loader.numbered(data, country: country)
    guard try await followAccount() == asked, isShown(month, country) else { return }
    cache[month.key(country)] = numbered
    show(numbered)
    log("numbered", month, country, numbered)
  }

  private func log(_ step: String, _ month: CalendarMonth, _ country: String, _ data: CalendarData? = nil) {
    guard logsSteps else { return }
    let counts = data.map { $0.filtered(month.contains) }.map {
      let episodes = $0.episodesByDate
      return " days=\(episodes.count) episodes=\(episodes.values.reduce(0) { $0 + $1.count })"
        + " unnumbered=\($0.unnumbered.count)"
    }
    tally.client.log.add(.debug, "[Calendar] month=\(month.key(country)) \(step)\(counts ?? "")")
  }

  /// An answer for a month or country that is no longer shown changes nothing.
  private func isShown(_ month: CalendarMonth, _ country: String) -> Bool {
    !Task.isCancelled && state.month == month && state.country == country
  }

  private func show(_ data: CalendarData) {
    var state = state
    let month = data.filtered(state.month.contains)
    let edges = data.filtered { !state.month.contains($0) }
    state.episodesByDate = month.episodesByDate
    state.dailyProviders = month.dailyProviders
    state.primaryProviders = state.dailyProviders.compactMapValues { DayProviders.primary(of: $0) }
    (state.edgeEpisodes, state.edgeProviders) = (edges.episodesByDate, edges.dailyProviders)
    screen.state = state
  }

  /// The guide of an account names services by the server's own ids; prices go by TMDB's.
  private func readServices(_ country: String) async {
    let shown = [state.dailyProviders, state.edgeProviders].flatMap { $0.values.joined() }
    let needsThem = shown.contains { $0.id.tmdb == nil }
    guard needsThem, services.isEmpty, let list = try? await tally.services.all(country: country) else { return }
    for service in list.services { services[service.id] = service.tmdbProviderId }
  }

  private func statusChanged(_ status: AccountSession.Status) {
    // The screen still shows the same account, and nothing can be fetched in its place before the next sign-in.
    if case .expired = status { return }
    invalidate()
  }

  private func invalidate() {
    cache = [:]
    guard hasLoaded else { return }
    screen.activities.start("invalidate") { [weak self, tally] in
      _ = try? await self?.followAccount()
      do { try await tally.client.environment.clock.sleep(for: Self.settleTime) } catch { return }
      guard let self, !Task.isCancelled else { return }
      self.startFetch()
    }
  }

  /// The shows of one account are not shown to the next. A sign-in that ran out is still the same account.
  private func followAccount() async throws(ClientError) -> String? {
    let now = try await tally.client.accounts.account()
    guard now != account else { return now }
    account = now
    cache = [:]
    screen.state.selectedDay = nil
    show(CalendarData())
    return now
  }

  // MARK: Going about

  public func showMonth(_ month: CalendarMonth) {
    guard month != state.month else { return }
    screen.state.month = month
    screen.state.selectedDay = nil
    load()
  }

  /// - Parameter months: 1 for the next, -1 for the one before.
  public func changeMonth(by months: Int) { showMonth(state.month.adding(months)) }

  public func showToday() {
    let today = tally.today
    screen.state.month = CalendarMonth(today)
    screen.state.selectedDay = nil
    load()
  }

  /// For search and settings as well.
  public func setCountry(_ code: String) {
    tally.country.set(code)
    applyCountry(tally.country.current)
  }

  private func applyCountry(_ code: String) {
    guard code != state.country else { return }
    screen.state.country = code
    services = [:]
    if hasLoaded { load() }
  }

  public func setMode(_ mode: Mode) { screen.state.mode = mode }

  /// Opens the sheet of a day. A day without episodes stays closed.
  public func select(_ day: CalendarDay) {
    guard !episodes(on: day).isEmpty else { return }
    screen.state.selectedDay = day
  }

  public func closeDay() { screen.state.selectedDay = nil }

  /// TMDB's number of a provider, when it is known.
  func tmdbID(_ badge: ProviderBadge) -> Int? {
    switch badge.id {
    case .tmdb(let id): id
    case .service(let id): services[id]
    }
  }
}
