import Foundation
public import MediaCore

/// The search screen. It searches while the user types. The user can expand a result to see the show's seasons, episodes and providers.
///
/// ```swift
/// let search = SearchViewModel(tally: tally)
/// search.onChange = { state in render(state) }
/// search.query = "severance"                         // debounced 400 ms
/// ```
@MainActor
public final class SearchViewModel: ViewModel {
  /// The time for which the user must stop typing before a search starts.
  public static let debounce = Duration.milliseconds(400)
  /// The time for which ``showToast(_:)`` shows a notice.
  public static let toastTime = Duration.milliseconds(1500)

  public var publisher: StatePublisher<State> { screen.publisher }
  /// Whether each step of a search is logged to `EventLog`. True by default in development builds only.
  public var logsSteps = TallyService.logsSteps

  let tally: TallyService
  var texts: Texts { tally.texts }
  let screen: StoreScreen<State>
  private let progressReads = SerialTaskQueue()
  private var countryToken: ObservationToken?
  private var toast = Toast()
  /// Whether the last search failed: a pull repeats only such a search. The results of another search, or an opened show, stay.
  var hasFailed = false
  /// An episode that is being recorded as the last watched one.
  struct Raised {
    let show: TMDBID
    let season: Int
    let place: Int
  }

  /// Episodes being recorded, by ``key(_:season:)``: until then the rows never show less than these.
  var raised: [String: Raised] = [:]

  /// Creates the model. Nothing is requested until the user searches or opens a show, or `appear()` is called.
  public init(tally: TallyService) {
    self.tally = tally
    var state = State()
    state.country = tally.country.current
    screen = StoreScreen(state, accounts: tally.client.accounts) { ErrorText.search($0, tally.texts) }
    screen.lastingActivities = ["toast"]
    screen.attach(self, observing: [tally.progressStore.observe, tally.watchlistStore.observe]) { model in
      for show in model.state.expanded.sorted() {
        await model.showProgress(show)
        await model.readEntry(show)
      }
    } fetch: { (model) async throws(ClientError) in
      try await model.searchAgain()
    } reset: { model in
      model.screen.state.localProgress = [:]
      model.screen.state.serverProgress = [:]
      model.screen.state.places = [:]
      model.screen.state.pendingProgress = []
      model.screen.state.userShowIdByTmdb = [:]
      model.screen.state.selectedProviderByTmdb = [:]
    }
    countryToken = tally.country.observe { [weak self] code in Task { @MainActor in self?.applyCountry(code) } }
    // Load now, so that the screen follows the signed-in account from the start.
    screen.load()
  }

  /// The codes of the countries to choose from, in the order for a menu.
  public var countries: [String] { CountryPreference.all }

  /// The title of the menu in which the user chooses the country: `Country: AU`.
  public var countryText: String { texts("tally.country.menu", english: "Country: %@", state.country) }

  /// Applies the country, which another screen may have changed, and reads the progress of the expanded shows. Call this method when the
  /// screen appears.
  public func appear() {
    applyCountry(tally.country.current)
    for show in state.expanded.sorted() { readBack(show) }
    // The results show providers from the cached watchlist: fetch the watchlist if it was never fetched.
    screen.activities.start("watchlist", replacing: false) { [tally] in
      guard case .signedIn? = try? await tally.account.status(), (try? await tally.watchlistStore.refreshedAt()) == nil
      else { return }
      try? await tally.watchlistStore.refresh()
    }
  }

  // MARK: Searching

  /// The text in the search field. Setting this text starts a search after ``debounce``. Blanks at the start and end of the text are
  /// ignored; an empty text removes the results.
  public var query: String {
    get { state.query }
    set {
      screen.state.query = newValue
      scheduleSearch()
    }
  }

  /// Starts a search when the user has not typed for the time ``debounce``.
  public func scheduleSearch() {
    guard !trimmedQuery.isEmpty else {
      screen.activities.cancel("debounce")
      screen.activities.cancel("search")
      hasFailed = false
      screen.state.results = []
      screen.state.error = nil
      screen.state.isLoading = false
      return
    }
    screen.activities.start("debounce") { [weak self, tally] in
      do { try await tally.client.environment.clock.sleep(for: Self.debounce, as: .delay) } catch { return }
      if !Task.isCancelled { self?.search() }
    }
  }

  private var trimmedQuery: String { state.query.trimmingCharacters(in: .whitespacesAndNewlines) }

  /// Starts a search at once, and cancels a search that is in progress.
  public func search() {
    let (query, country) = (trimmedQuery, state.country)
    guard !query.isEmpty else { return }
    screen.activities.start("search") { [weak self] in await self?.search(query, country) }
  }

  /// Searches again after a pull if the last search failed, and reads the expanded shows again whose details could not be read.
  private func searchAgain() async throws(ClientError) {
    // The screen also loads when it is created and after a sign-in: nobody has asked for a search then.
    guard state.isRefreshing else { return }
    screen.state.error = nil
    if hasFailed {
      // A search for a text that was typed within the last ``debounce`` starts now instead of after it.
      screen.activities.cancel("debounce")
      search()
    }
    let failed = state.expanded.sorted().filter { state.details[$0] == nil }
    for show in failed { loadDetails(show, readsBack: true) }
    for kind in ["search"] + failed.map({ "details-\($0)" }) { await screen.activities.settled(of: kind) }
    // Throw the error that the search shows: the screen removes the error of a load that succeeds.
    if let error = state.error { throw error }
  }

  private func search(_ query: String, _ country: String) async {
    // If the user has cleared the text before this task began, the task is cancelled. It would set `isLoading`, and nothing would reset it.
    guard !Task.isCancelled else { return }
    hasFailed = false
    screen.state.error = nil
    screen.state.isLoading = true
    log("[Search] query='\(query)' start")
    do throws(ClientError) {
      let answer = try await tally.shows.search(query, country: country)
      if answer.results.isEmpty { try await checkTMDB(country) }
      guard !Task.isCancelled, country == state.country else { return }
      screen.state.results = answer.results
      screen.state.isLoading = false
      log("[Search] done count=\(answer.results.count)")
    } catch {
      guard country == state.country, !Task.isCancelled else { return }
      screen.state.isLoading = false
      hasFailed = true
      // The system can end a request although this task goes on.
      if error.isCancellation { return }
      screen.state.error = error
      screen.state.results = []
      log("[Search] error=\(error.logText)")
    }
  }

  /// Asks for a show of the watchlist on this device: while the server cannot reach TMDB, it sends no results with 200, but answers 404 for
  /// each show.
  private func checkTMDB(_ country: String) async throws(ClientError) {
    // Skip shows without a date: the server may have stored them without TMDB.
    let known = (try? await tally.watchlistStore.items())?.first { $0.show?.firstAirDate != nil }
    guard let known else { return }
    do throws(ClientError) { _ = try await tally.shows.analyze(known.id, country: country) } catch {
      guard error.kind == .notFound else { return }
      throw ClientError(.server, operation: .tallyShowSearch, detail: ErrorText.noTMDB)
    }
  }

  // MARK: Country

  /// Sets the country for search, analysis and providers, on this screen and on every other screen. If `code` is not a two-letter code, the
  /// country does not change, and a notice informs the user.
  public func setCountry(_ code: String) {
    guard CountryPreference.isCode(code) else { return screen.notice(.noCountry) }
    tally.country.set(code)
    applyCountry(tally.country.current)
  }

  private func applyCountry(_ code: String) {
    guard code != state.country else { return }
    screen.state.country = code
    log("[Country] set=\(code)")
    if !trimmedQuery.isEmpty { scheduleSearch() }
    // Clear `loadingSeasons`, otherwise a season that still loads for the earlier country is not loaded for the new one.
    screen.state.loadingSeasons = []
    // Drop the details of closed shows: they are for the earlier country. If the user opens such a show, its details load again.
    screen.state.details = state.details.filter { state.expanded.contains($0.key) }
    for show in state.expanded.sorted() { loadDetails(show) }
  }

  // MARK: Messages

  /// Removes the error from the state. The search results stay.
  public func clearError() { screen.state.error = nil }

  /// Shows `text` as the notice for a second and a half. Does not replace a notice that reports an error.
  public func showToast(_ text: String) {
    toast.show(text, on: screen, for: Self.toastTime, tally.client.environment.clock)
  }

  /// Shows a toast and announces it.
  func say(_ text: String) {
    showToast(text)
    announce(text)
  }

  /// Shows an error as the notice and announces it.
  func trouble(_ error: ClientError) {
    guard !error.isCancellation else { return }
    screen.notice(error)
    announce(text(error))
  }

  func announce(_ text: String) { screen.announce(text) }

  /// Shows an error of a load, unless it was cancelled.
  func fail(_ error: ClientError) { if !error.isCancellation { screen.state.error = error } }

  /// - Parameter line: evaluated only with ``logsSteps``, since some lines count all that is shown.
  func log(_ line: @autoclosure () -> String) { if logsSteps { tally.client.log.add(.debug, line()) } }

  // MARK: Progress

  /// Shows a show's cached progress with this device's changes. Seasons without progress stay as they are.
  func showProgress(_ show: TMDBID) async {
    await progressReads.enqueue { [weak self] in await self?.readProgress(show) }
  }

  private func readProgress(_ show: TMDBID) async {
    // If the files cannot be read, keep the shown progress.
    let known: EpisodeProgressStore.Placed?
    do throws(ClientError) { known = try await tally.progressStore.placed(show) } catch {
      return render(state.places[show], of: show)
    }
    if let known { screen.state.details[show]?.take(known.numbering) }
    render(known?.states ?? state.places[show], of: show)
    guard let known else { return }
    if known.isPending {
      screen.state.pendingProgress.insert(show)
    } else {
      screen.state.pendingProgress.remove(show)
    }
  }

  /// Shows `states`, and the episodes being recorded as watched on top.
  private func render(_ states: EpisodeStates?, of show: TMDBID) {
    var changed = state
    var shown = states
    for place in raised.values where place.show == show {
      shown = ProgressMutation.Step(kind: .upTo, season: place.season, episode: place.place, state: .watched)
        .raised(in: shown ?? EpisodeStates())
    }
    changed.places[show] = shown
    changed.noteProgress(of: show)
    screen.state = changed
  }
}

extension SearchViewModel.State {
  /// Notes the last watched episodes by their numbers.
  mutating func noteProgress(of show: TMDBID) {
    guard let states = places[show] else { return }
    for (season, _) in states.seasons {
      let place = states.lastWatched(season: season) ?? 0
      let numbers = details[show]?.season(season)?.numbering
      serverProgress[SearchViewModel.key(show, season: season)] = numbers.map { $0.number(at: place) ?? 0 } ?? place
    }
  }
}
