import Foundation
public import MediaCore

/// The screen of the library. The screen groups, filters, sorts and searches titles, and marks them as watched. It shows the cached titles
/// first, so that it opens without a network.
///
/// ``State/entries`` contains the rows that pass the filters. If the user toggles the mark of a partly watched title,
/// ``State/confirmation`` contains that title until the user has decided whether the title is watched.
///
/// ```swift
/// let library = VaultLibraryViewModel(vault: vault)
/// library.onChange = { state in render((state.entries, state.notice)) }
/// library.load()
/// library.query = "lantern"
/// library.setWatched(true, for: .movie(4))  // shown at once, also without a network
/// ```
@MainActor
public final class VaultLibraryViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// All titles of the selected lists. If a refresh fails, the titles that were loaded before stay.
    public var library: LoadState<Watchlist> = .idle
    /// The rows that pass the filters, sorted by ``sort``.
    public var entries: [LibraryEntry] = []
    /// The current filters. The filters are stored on this device for all accounts.
    public var filters: LibraryFilters = .standard
    /// The sort order of the rows. The order is stored on this device for all accounts.
    public var sort: LibrarySort = .alphabetical
    /// The lists that the user has selected. While the personal list is one of them, its titles are shown, and those of the other lists only
    /// if ``mergesLists`` is true. Otherwise, the titles of the selected lists are shown, and each is watched or unwatched as in its list.
    public var selectedLists: [ListID] = [.personal]
    /// Whether the personal list is shown together with the other selected lists. If true, each title is shown once. If the personal list
    /// has the title, the title is shown with the mark of the personal list. The setting is stored on this device for all accounts.
    public var mergesLists = false
    /// The titles that were removed on this screen; nil ten seconds after the removal. ``VaultLibraryViewModel/undoRemoval()`` restores
    /// them.
    public var undoable: TitleRemoval?
    public var isRefreshing = false
    /// The search of the library and of the server's catalogue.
    public var search = Search()
    /// The tip about watched titles; nil while no tip is shown.
    public var tip: WatchedTip.Content?
    /// Whether the screen shows its filters.
    public var showsFilters = false
    /// The highlight of the switch for unwatched titles; nil while the switch is not highlighted.
    public var filterHighlight: FilterHighlight?
    /// The partly watched collection or series that the user tapped to mark; nil if there is nothing to confirm. Ask the user with
    /// ``LibraryEntry/confirmationTitle(_:)`` whether the whole title is watched or unwatched, then call
    /// ``VaultLibraryViewModel/confirm(watched:)``.
    public var confirmation: LibraryEntry?
    /// The progress of marks that are being sent for many episodes or films, by series or collection. An entry is removed when none of its
    /// marks is left to send.
    public var progress: [TitleReference: MarkProgress] = [:]
    /// The IMDb or TMDB ids of the titles that are being imported.
    public var importing: Set<String> = []
    /// The number of changes that are not on the server yet.
    public var pendingCount = 0
    public var error: ClientError?
    public var notice: String?

    /// The reason why the shown library may be out of date; nil if it is up to date or if no library is shown.
    public var staleness: Staleness? {
      guard let error, library.value != nil else { return nil }
      switch error.kind {
      case .unreachable, .timedOut: return .offline
      case .signedOut: return .signedOut
      default: return .cached
      }
    }
  }

  /// The reason why the shown titles may be out of date.
  public enum Staleness: String, Equatable, Sendable {
    /// The server answered with an error, so the screen shows earlier titles.
    case cached
    /// The server cannot be reached, so the screen shows earlier titles.
    case offline
    /// The sign-in has expired, so the screen shows earlier titles until the user signs in again.
    case signedOut

    /// The text of the notice. Text keys: `vault.stale.cached`, `vault.stale.offline` and `vault.stale.signedOut`.
    public func text(_ texts: Texts = .english) -> String {
      switch self {
      case .cached: texts("vault.stale.cached", english: "The server has a problem. This is what it last said.")
      case .offline: texts("vault.stale.offline", english: "You are offline. This is what the server last said.")
      case .signedOut:
        texts("vault.stale.signedOut", english: "You are not signed in. This is what the server last said.")
      }
    }
  }

  /// The state of the search, which covers the library and the server's catalogue.
  public struct Search: Equatable, Sendable {
    /// The text as the user typed it.
    public var query = ""
    /// The titles of the library that match the query. They are updated on every keystroke.
    public var local: [LibraryEntry] = []
    /// The titles of the server's catalogue that match the query. The user can import them.
    public var external: [SearchResult] = []
    /// Whether the server's catalogue is being searched. Until that search ends, ``external`` has the earlier results.
    public var isSearching = false
    /// The error of the search in the server's catalogue; nil if that search succeeded. ``local`` contains its results even after an error.
    public var error: ClientError?

    /// The heading above the titles that can be imported, such as "Available to Import (3)". Text key: `vault.search.external`.
    public func externalTitle(_ texts: Texts = .english) -> String {
      texts("vault.search.external", english: "Available to Import (%@)", String(external.count))
    }
  }

  /// The pause after the last keystroke before the server's catalogue is searched.
  public static let searchDelay = Duration.milliseconds(1200)
  /// The minimum number of characters for a search of the server's catalogue. A shorter query searches only the library.
  public static let shortestSearch = 3

  public var publisher: StatePublisher<State> { screen.publisher }
  let screen: StoreScreen<State>
  let vault: VaultService
  let texts: Texts
  let tips: TipOffer
  let debouncer: Debouncer
  var lastSearch: String?
  private var progress: ObservationToken?
  /// The shown library; nil before there is one.
  private var index: LibraryIndex?
  /// The lists whose titles ``index`` has.
  private var indexedLists: [ListID] = []
  /// The places of the shown rows in the index.
  private var places: [Int32] = []
  /// Whether rows wait for the next pull, or stand where they were shown.
  private var holdsRows = false

  /// Creates the view model. It makes no request before `load()` is called.
  public init(vault: VaultService) {
    self.vault = vault
    texts = vault.client.environment.texts
    tips = TipOffer(vault: vault)
    debouncer = Debouncer(delay: Self.searchDelay, clock: vault.client.environment.clock)
    let stored = vault.preferences
    screen = StoreScreen(
      State(
        filters: stored.filters, sort: stored.sort, selectedLists: stored.selectedLists, mergesLists: stored.mergesLists
      ),
      vault)
    screen.attach(self, observing: [vault.store.observe], longestAge: .seconds(900)) { model in
      await model.render()
    } fetch: { (model) async throws(ClientError) in
      try await model.fetch()
    } reset: { model in
      model.screen.state.library = .idle
      model.screen.state.confirmation = nil
      model.screen.state.progress = [:]
      model.screen.state.pendingCount = 0
      model.tips.forget()
      model.screen.activities.cancel("highlight")
      model.screen.takeUndo(\.undoable)
      model.screen.state.tip = nil
      model.setShowsFilters(false)
      model.index = nil
      model.arrange()
    }
    progress = vault.store.observeProgress { [weak self] title, progress in
      Task { @MainActor in self?.screen.state.progress[title] = progress.isDone ? nil : progress }
    }
  }

  // MARK: Loading

  /// Selects the lists whose titles are shown. An empty array selects the personal list.
  public func select(_ lists: [ListID]) {
    setSelected(lists)
    load()
  }

  /// Sets whether the personal list is shown together with the other selected lists. If false and the personal list is selected, only the
  /// personal list is shown.
  public func setMergesLists(_ merges: Bool) {
    screen.state.mergesLists = merges
    vault.preferences.setMergesLists(merges)
    load()
  }

  /// The lists whose titles are shown, the personal one first; the personal one alone stands for the watchlist.
  var shownLists: [ListID] { Self.shown(state.selectedLists, merged: state.mergesLists) }

  private nonisolated static func shown(_ selected: [ListID], merged: Bool) -> [ListID] {
    guard selected.contains(.personal) else { return selected }
    return merged ? [.personal] + selected.filter { $0 != .personal } : [.personal]
  }

  private func setSelected(_ lists: [ListID]) {
    screen.state.selectedLists = lists.isEmpty ? [.personal] : lists
    vault.preferences.setSelectedLists(lists)
  }

  private func fetch() async throws(ClientError) {
    // A pull also repeats a search that failed. A search that succeeded is not repeated: its text is `lastSearch`.
    if state.isRefreshing { submitSearch() }
    let library = try await refreshed()
    guard !Task.isCancelled else { return }
    vault.insights.note(
      .libraryShown(
        movies: library.allMovies.count, series: library.series.count, collections: library.collections.count,
        isOffline: false))
  }

  /// The titles of the selected lists. A list that was deleted, or may not be read any more, is deselected.
  private func refreshed() async throws(ClientError) -> Watchlist {
    guard shownLists != [.personal] else { return try await vault.store.refreshLibrary().value }
    await dropUnlisted()
    var lists: [ListContents] = []
    for id in shownLists {
      do throws(ClientError) { lists.append(try await vault.store.refreshContents(of: id).value) } catch {
        // A 403 or 404 without the server's message comes from a proxy and says nothing about the list: keep it selected.
        guard error.isAbsence else { throw error }
        drop(id)
      }
    }
    return lists.isEmpty ? try await vault.store.refreshLibrary().value : Watchlist(union: lists)
  }

  /// Deselects lists that the server does not name: deleted, left, or of another account. If the server cannot send its lists, the request
  /// for each list's titles shows whether it exists.
  private func dropUnlisted() async {
    guard let lists = try? await vault.store.refreshLists().value else { return }
    for id in state.selectedLists {
      guard let number = id.number else { continue }
      guard let current = try? await vault.store.number(of: number) else { return }
      if !Task.isCancelled, !lists.contains(where: { $0.id == .list(current) }) { drop(id) }
    }
  }

  private func drop(_ id: ListID) { setSelected(state.selectedLists.filter { $0 != id }) }

  private func render() async {
    let view = await vault.store.view()
    let pending = view?.open.count ?? 0
    let lists = shownLists
    let isOtherChoice = lists != indexedLists
    let (library, change) = await Self.change(
      of: isOtherChoice ? nil : index, in: view?.value, lists, state.sort)
    let isRest = Set(lists).isSubset(of: indexedLists)
    indexedLists = lists
    switch change {
    case .none where isOtherChoice:
      // This device has never read the chosen lists: show no titles, because the shown ones belong to the lists chosen before.
      index = nil
      show(nil, asOf: nil, pending, isNew: true)
    case .none(let newer):
      if let newer { index = newer }
      show(state.library.value, asOf: library?.asOf, pending)
    case .titles(let places): update(places, from: library, pending)
    case .all(let newer):
      index = newer
      // Rows keep their places if lists of the earlier choice are left. In a wholly different choice, most of these rows are missing.
      show(newer.library.separate, asOf: library?.asOf, pending, isNew: true, keepsRows: !isOtherChoice || isRest)
    }
    if holdsRows, !screen.keepsPlaces { arrange() }
    prepare()
    await showTip()
  }

  /// Compares the cached titles of the selected lists with those that are shown, off the main actor.
  private nonisolated static func change(
    of index: LibraryIndex?, in snapshot: VaultSnapshot?, _ selected: [ListID], _ sort: LibrarySort
  ) async -> (library: Dated<Watchlist>?, change: LibraryIndex.Change) {
    guard let snapshot, let library = library(in: snapshot, selected) else { return (nil, .none(nil)) }
    let change = index?.change(to: library.value) ?? .all(LibraryIndex(library.value.separate))
    if case .all(let newer) = change { newer.prepare(sort) }
    return (library, change)
  }

  /// The cached titles of the selected lists, with the date of the oldest of them.
  private nonisolated static func library(in snapshot: VaultSnapshot, _ selected: [ListID]) -> Dated<Watchlist>? {
    if selected == [.personal] { return snapshot.library }
    // If the library is not cached, show nothing: marks in lists can differ from those in the library.
    if selected.contains(.personal), snapshot.library == nil { return nil }
    let lists = selected.compactMap(snapshot.contents)
    return lists.map(\.asOf).min().map { Dated(Watchlist(union: lists.map(\.value)), asOf: $0) }
  }

  private func show(
    _ library: Watchlist?, asOf: Date?, _ pending: Int, isNew: Bool = false, keepsRows: Bool = true
  ) {
    var state = state
    state.pendingCount = pending
    state.library = screen.loadState(library, asOf: asOf)
    if isNew { arrange(&state, isSteady: keepsRows && screen.keepsPlaces) }
    screen.state = state
  }

  /// Shows changed titles in their rows; the cost of a mark does not grow with the library.
  private func update(_ changed: [Int], from library: Dated<Watchlist>?, _ pending: Int) {
    guard let library, let keepsRows = index?.update(changed, from: library.value, state.filters) else { return }
    let (index, places, screen) = (index, places, screen)
    screen.change { state in
      state.pendingCount = pending
      var shown = state.library.value ?? library.value
      // Release the state's copy first, otherwise changing `shown` copies all titles.
      state.library = .idle
      shown.update(changed, from: library.value)
      state.library = screen.loadState(shown, asOf: library.asOf)
      guard keepsRows, let index else { return arrange(&state, isSteady: screen.keepsPlaces) }
      for place in changed {
        if let row = places.firstIndex(of: Int32(place)) { state.entries[row] = index.entries[place] }
      }
      find(&state)
    }
  }

  /// Builds the search texts and the other sort orders in the background, so that the first search and sort do not wait.
  private func prepare() {
    guard index?.texts.isPrepared == false, !screen.activities.isRunning("prepare") else { return }
    screen.activities.start("prepare") { [weak self] in
      while let index = self?.index, !index.texts.isPrepared { await Self.prepare(index) }
      self?.find()
    }
  }

  private nonisolated static func prepare(_ index: LibraryIndex) async {
    index.prepare()
  }

  private func arrange() {
    var state = state
    arrange(&state)
    screen.state = state
  }

  /// - Parameter isSteady: whether shown rows keep their places, and new ones wait for the next pull.
  private func arrange(_ state: inout State, isSteady: Bool = false) {
    places = index?.places(state.filters, by: state.sort) ?? []
    holdsRows = isSteady
    if isSteady, let index, !state.entries.isEmpty {
      let new = Dictionary(places.map { (index.entries[Int($0)].id, $0) }, uniquingKeysWith: { one, _ in one })
      places = state.entries.compactMap { new[$0.id] }
    }
    state.entries = index.map { index in places.map { index.entries[Int($0)] } } ?? []
    find(&state)
  }

  private func find() {
    var state = state
    find(&state)
    screen.state = state
  }

  func find(_ state: inout State) {
    guard let index else { return state.search.local = [] }
    // While the search texts are being built, keep the old results; `prepare()` searches again at its end.
    guard index.texts.isPrepared else { return }
    state.search.local = index.find(state.search.query)
  }

  // MARK: Filters and order

  /// Switches one filter on or off. The filters are stored on this device for all accounts.
  public func set(_ filter: LibraryFilters.Switch, _ isOn: Bool) {
    setFilters(with(state.filters) { $0[filter] = isOn })
  }

  /// Replaces the filters. The filters are stored on this device for all accounts.
  public func setFilters(_ filters: LibraryFilters) {
    vault.preferences.setFilters(filters)
    var state = state
    state.filters = filters
    arrange(&state)
    screen.state = state
  }

  /// Resets the filters to ``LibraryFilters/standard``.
  public func resetFilters() { setFilters(.standard) }

  /// Sorts the rows by the criterion of a chip. If the chip is selected already, the direction of the order is reversed.
  public func tap(_ chip: LibrarySort.Chip) {
    var state = state
    state.sort = state.sort.tapping(chip)
    vault.preferences.setSort(state.sort)
    arrange(&state)
    screen.state = state
  }

  /// Opens or closes the filters.
  public func setShowsFilters(_ shows: Bool) {
    screen.state.showsFilters = shows
    if !shows { screen.state.filterHighlight = nil }
  }
}
