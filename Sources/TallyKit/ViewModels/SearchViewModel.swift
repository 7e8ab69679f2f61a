import Foundation
public import MediaCore

/// Search as you type, with results that expand into seasons, episodes and providers.
///
/// ```swift
/// let search = SearchViewModel(tally: tally)
/// search.onChange = { state in render(state) }
/// search.query = "severance"                         // debounced 400 ms
/// ```
@MainActor
public final class SearchViewModel: ViewModel {
  /// How long typing has to pause before a search starts.
  public static let debounce = Duration.milliseconds(400)
  /// How long a toast is shown.
  public static let toastTime = Duration.milliseconds(1500)

  public let publisher = StatePublisher(State())
  public let activities = Activities()
  public let lastingActivities: Set<String> = ["toast"]
  /// Whether ``EventLog`` gets a line for each step, as in development builds.
  public var logsSteps: Bool

  let tally: TallyService
  let texts: Texts
  private var tokens: [ObservationToken] = []
  private let account: ShownAccount
  let looks = Turns()

  public init(tally: TallyService) {
    self.tally = tally
    texts = tally.client.environment.texts
    account = ShownAccount(tally.client)
    #if DEBUG
      logsSteps = true
    #else
      logsSteps = false
    #endif
    publisher.state.country = tally.country.current
    tokens.append(
      tally.country.observe { [weak self] code in Task { @MainActor in self?.applyCountry(code) } })
    tokens.append(
      tally.progressStore.observe { [weak self] in Task { @MainActor in self?.storesChanged() } })
  }

  /// The countries to choose from.
  public var countries: [String] { CountryPreference.all }

  /// `Country: AU`
  public var countryText: String { texts("tally.country.menu", english: "Country: %@", state.country) }

  /// Call when the screen appears: another screen may have set the country.
  public func appear() {
    applyCountry(tally.country.current)
    for show in state.expanded.sorted() { readBack(show) }
  }

  // MARK: Searching

  /// What the user types. Blanks around it do not count; without anything left the results go.
  public var query: String {
    get { state.query }
    set {
      publisher.state.query = newValue
      scheduleSearch()
    }
  }

  /// Searches once typing has paused.
  public func scheduleSearch() {
    guard !trimmedQuery.isEmpty else {
      activities.cancel("debounce")
      activities.cancel("search")
      publisher.state.results = []
      publisher.state.error = nil
      publisher.state.isLoading = false
      return
    }
    activities.start("debounce") { [weak self, tally] in
      do { try await tally.client.environment.clock.sleep(for: Self.debounce) } catch { return }
      if !Task.isCancelled { self?.search() }
    }
  }

  private var trimmedQuery: String { state.query.trimmingCharacters(in: .whitespacesAndNewlines) }

  /// Searches now, in place of a search that is under way.
  public func search() {
    let (query, country) = (trimmedQuery, state.country)
    guard !query.isEmpty else { return }
    activities.start("search") { [weak self] in await self?.search(query, country) }
  }

  private func search(_ query: String, _ country: String) async {
    publisher.state.error = nil
    publisher.state.isLoading = true
    log("[Search] query='\(query)' start")
    do throws(ClientError) {
      let answer = try await tally.shows.search(query, country: country)
      guard !Task.isCancelled, country == state.country else { return }
      publisher.state.results = answer.results
      publisher.state.isLoading = false
      log("[Search] done count=\(answer.results.count)")
    } catch {
      guard !error.isCancellation, !Task.isCancelled else { return }
      publisher.state.error = ErrorText.search(error, texts)
      publisher.state.results = []
      publisher.state.isLoading = false
      log("[Search] error=\(error.logText)")
    }
  }

  // MARK: Country

  /// For search, analysis and providers here, and for every other screen.
  public func setCountry(_ code: String) {
    tally.country.set(code)
    applyCountry(tally.country.current)
  }

  private func applyCountry(_ code: String) {
    guard code != state.country else { return }
    publisher.state.country = code
    log("[Country] set=\(code)")
    if !trimmedQuery.isEmpty { scheduleSearch() }
    // What is under way is another country's, and does not stand in the way of this one's.
    publisher.state.loadingSeasons = []
    // What is not on the screen is asked for again when it is opened.
    publisher.state.details = state.details.filter { state.expanded.contains($0.key) }
    for show in state.expanded.sorted() { loadDetails(show) }
  }

  // MARK: Messages

  public func clearError() { publisher.state.error = nil }

  public func showToast(_ text: String) {
    publisher.state.toastMessage = text
    activities.start("toast") { [weak self, tally] in
      do { try await tally.client.environment.clock.sleep(for: Self.toastTime) } catch { return }
      if !Task.isCancelled { self?.publisher.state.toastMessage = nil }
    }
  }

  func announce(_ text: String) {
    publisher.state.announcement = Announcement(number: (state.announcement?.number ?? 0) + 1, text: text)
  }

  func fail(_ error: ClientError) {
    guard !error.isCancellation else { return }
    publisher.state.error = ErrorText.search(error, texts)
  }

  func log(_ line: String) {
    if logsSteps { tally.client.log.add(.debug, line) }
  }

  private func storesChanged() {
    let shows = state.expanded.sorted()
    activities.start("stores", replacing: false) { [weak self] in
      await self?.followAccount()
      for show in shows { await self?.showProgress(show) }
    }
  }

  func followAccount() async {
    await account.follow {
      publisher.state.localProgress = [:]
      publisher.state.serverProgress = [:]
      publisher.state.pendingProgress = []
      publisher.state.userShowIdByTmdb = [:]
      publisher.state.selectedProviderByTmdb = [:]
    }
  }
}
