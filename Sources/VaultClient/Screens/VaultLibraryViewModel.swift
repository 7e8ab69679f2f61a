import Foundation
public import MediaCore

/// The library: grouped, filtered, sorted, searched, marked. Opens from the cache, without the network.
///
/// ``State/entries`` has the rows that pass the filters. ``State/confirmation`` has a partly watched title while the user has to decide its
/// mark.
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
    /// Every title of the selected lists; kept when a refresh fails.
    public var library: LoadState<Watchlist> = .idle
    /// The rows that pass the filters, in order.
    public var entries: [LibraryEntry] = []
    /// The filters that are set; stored on this device for all accounts.
    public var filters: LibraryFilters = .standard
    /// The order of the rows; stored on this device for all accounts.
    public var sort: LibrarySort = .alphabetical
    /// The lists that are shown. With the personal one the watchlist alone is shown unless ``mergesLists``, otherwise the lists' own marks.
    public var selectedLists: [ListID] = [.personal]
    /// Whether the personal list is shown together with the other chosen lists, each title once with the watchlist's mark where it has one.
    /// Stored on this device for all accounts.
    public var mergesLists = false
    /// Titles that were removed here, for ten seconds: ``VaultLibraryViewModel/undoRemoval()`` brings them back.
    public var undoable: TitleRemoval?
    public var isRefreshing = false
    /// The search beyond the library, in the server's catalogue.
    public var search = Search()
    /// The tip about watched titles, while it is shown.
    public var tip: WatchedTip.Content?
    /// Whether the screen shows its filters.
    public var showsFilters = false
    /// The highlight of the unwatched switch, while it is shown.
    public var filterHighlight: FilterHighlight?
    /// The partly watched collection or series whose mark was tapped; nil when there is nothing to confirm. Ask the user whether all of it
    /// is watched or unwatched, with ``LibraryEntry/confirmationTitle(_:)``, then call ``VaultLibraryViewModel/confirm(watched:)``.
    public var confirmation: LibraryEntry?
    /// The progress of marks of many episodes or films, by series and collection.
    public var progress: [TitleReference: MarkProgress] = [:]
    /// Titles that are being imported, by their id.
    public var importing: Set<String> = []
    /// The number of changes that are not on the server yet.
    public var pendingCount = 0
    public var error: ClientError?
    public var notice: String?

    /// The reason why the shown library is not fresh; nil when it is fresh, and when none is shown.
    public var staleness: Staleness? {
      guard let error, library.value != nil else { return nil }
      return error.kind == .unreachable || error.kind == .timedOut ? .offline : .cached
    }
  }

  /// The reason why what is shown may be old.
  public enum Staleness: String, Equatable, Sendable {
    /// The server answered with an error, so earlier titles are shown.
    case cached
    /// The server cannot be reached, so earlier titles are shown.
    case offline

    /// The text of the notice. Keys are `vault.stale.cached` and `vault.stale.offline`.
    public func text(_ texts: Texts = .english) -> String {
      switch self {
      case .cached: texts("vault.stale.cached", english: "The server has a problem. This is what it last said.")
      case .offline: texts("vault.stale.offline", english: "You are offline. This is what the server last said.")
      }
    }
  }

  /// The search in the server's catalogue.
  public struct Search: Equatable, Sendable {
    /// The text as it was typed.
    public var query = ""
    /// Results from the library, updated on every keystroke.
    public var local: [LibraryEntry] = []
    /// Results from the server's catalogue, to import.
    public var external: [SearchResult] = []
    /// Whether the catalogue is being searched; the results before stay meanwhile.
    public var isSearching = false
    /// The reason why the catalogue could not be searched; the local results stay.
    public var error: ClientError?

    /// The heading of the results to import, "Available to Import (N)": key `vault.search.external`.
    public func externalTitle(_ texts: Texts = .english) -> String {
      texts("vault.search.external", english: "Available to Import (%@)", String(external.count))
    }
  }

  /// The pause after the last keystroke, before the server's catalogue is searched.
  public static let searchDelay = Duration.milliseconds(1200)
  /// The minimum number of characters for a search of the catalogue.
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
  /// The places of the shown rows in the index.
  private var places: [Int32] = []
  /// Whether rows wait for the next pull, or stand where they were shown.
  private var holdsRows = false

  /// Creates the model. Nothing is requested before `load()`.
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

  /// Chooses the lists whose titles are shown; none means the personal list.
  public func select(_ lists: [ListID]) {
    setSelected(lists)
    load()
  }

  /// Shows the personal list together with the other chosen lists, or alone.
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
        guard [.notFound, .forbidden].contains(error.kind), error.serverMessage != nil || error.status == nil else {
          throw error
        }
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
    let (library, change) = await Self.change(of: index, in: view?.value, shownLists, state.sort)
    switch change {
    case .none(let newer):
      if let newer { index = newer }
      show(state.library.value, asOf: library?.asOf, pending)
    case .titles(let places): update(places, from: library, pending)
    case .all(let newer):
      index = newer
      show(newer.library.separate, asOf: library?.asOf, pending, isNew: true)
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

  private func show(_ library: Watchlist?, asOf: Date?, _ pending: Int, isNew: Bool = false) {
    var state = state
    state.pendingCount = pending
    state.library = screen.loadState(library, asOf: asOf)
    if isNew { arrange(&state, isSteady: screen.keepsPlaces) }
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

  /// Switches one filter; stored on this device for all accounts.
  public func set(_ filter: LibraryFilters.Switch, _ isOn: Bool) {
    setFilters(with(state.filters) { $0[filter] = isOn })
  }

  /// Replaces the filters; stored on this device for all accounts.
  public func setFilters(_ filters: LibraryFilters) {
    vault.preferences.setFilters(filters)
    var state = state
    state.filters = filters
    arrange(&state)
    screen.state = state
  }

  /// Resets the filters to the standard.
  public func resetFilters() { setFilters(.standard) }

  /// Sorts by the key of a chip, or reverses the direction if the chip is selected.
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
