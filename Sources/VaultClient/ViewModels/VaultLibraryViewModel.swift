import Foundation
public import MediaCore

/// The library: grouped, filtered, sorted, searched, marked. Opens from what is kept, without the network.
@MainActor
public final class VaultLibraryViewModel: ViewModel {
  public struct State: Equatable, Sendable {
    /// Everything of the selected lists; kept when a refresh fails.
    public var library: LoadState<Watchlist> = .idle
    /// What passes the filters, in order.
    public var entries: [LibraryEntry] = []
    public var filters: LibraryFilters = .standard
    public var sort: LibrarySort = .alphabetical
    /// Whose titles are shown. With the personal list among them, the watchlist alone; else films show the lists' own marks.
    public var selectedLists: [ListID] = [.personal]
    public var isRefreshing = false
    /// Why what is shown is not fresh; nil when it is.
    public var staleness: Staleness?
    public var search = Search()
    /// The tip about watched titles, while it shows.
    public var tip: WatchedTip.Content?
    /// The filters shall be open.
    public var showsFilters = false
    /// How to point at the unwatched switch, while that is to be done.
    public var filterHighlight: FilterHighlight?
    /// A collection or series of which something is watched: marking it as a whole wants a yes.
    public var confirmation: LibraryEntry?
    /// How far marks of series, seasons and collections have got, by series and collection.
    public var progress: [TitleReference: MarkProgress] = [:]
    /// Titles that are being imported, by their id.
    public var importing: Set<String> = []
    /// Changes that are not on the server yet.
    public var pendingCount = 0
    /// Something that went wrong; show it until it is dismissed.
    public var notice: String?
  }

  public enum Staleness: String, Equatable, Sendable {
    /// The server failed.
    case cached
    /// The server cannot be reached.
    case offline

    /// Keys `vault.stale.cached` and `vault.stale.offline`.
    public func text(_ texts: Texts = .english) -> String {
      switch self {
      case .cached: texts("vault.stale.cached", english: "The server has a problem. This is what it last said.")
      case .offline: texts("vault.stale.offline", english: "You are offline. This is what the server last said.")
      }
    }
  }

  public struct Search: Equatable, Sendable {
    public var query = ""
    /// From the library, on every keystroke.
    public var local: [LibraryEntry] = []
    /// From outside, to import.
    public var external: [SearchResult] = []
    public var isSearching = false
    /// The outside could not be asked; the local results stand.
    public var error: ClientError?

    /// "Available to Import (N)": key `vault.search.external`.
    public func externalTitle(_ texts: Texts = .english) -> String {
      texts("vault.search.external", english: "Available to Import (%@)", String(external.count))
    }
  }

  /// How long after the last keystroke the outside is asked.
  public static let searchDelay = Duration.milliseconds(1200)
  /// The shortest text that the outside is asked for.
  public static let shortestSearch = 3

  public let publisher: StatePublisher<State>
  public let activities = Activities()

  let vault: VaultService
  let screen: VaultScreen
  let texts: Texts
  let tip: WatchedTip
  private let debouncer: Debouncer
  private var lastSearch: String?
  private var tokens: [ObservationToken] = []

  public init(vault: VaultService) {
    self.vault = vault
    texts = vault.client.environment.texts
    tip = WatchedTip(preferences: vault.preferences)
    screen = VaultScreen(vault.client)
    debouncer = Debouncer(delay: Self.searchDelay, clock: vault.client.environment.clock)
    publisher = StatePublisher(
      State(
        filters: vault.preferences.filters, sort: vault.preferences.sort,
        selectedLists: vault.preferences.selectedLists))
    tokens.append(
      vault.store.observeProgress { [weak self] title, progress in
        Task { @MainActor in self?.publisher.state.progress[title] = progress.isDone ? nil : progress }
      })
    listen()
  }

  // MARK: Loading

  /// Shows what is kept, then what the server says.
  public func load() { activities.start("load") { [weak self] in await self?.loadNow() } }

  /// Pull to refresh.
  public func refresh() {
    publisher.state.isRefreshing = true
    load()
  }

  /// Chooses whose titles are shown; none means the personal list.
  public func select(_ lists: [ListID]) {
    let lists = lists.isEmpty ? [.personal] : lists
    publisher.state.selectedLists = lists
    vault.preferences.setSelectedLists(lists)
    load()
  }

  private func loadNow() async {
    await showKept()
    publisher.state.library = .loading(state.library.value)
    do throws(ClientError) {
      let library = try await fetch()
      guard !Task.isCancelled else { return }
      publisher.state.isRefreshing = false
      publisher.state.staleness = nil
      await showKept()
      vault.insights.note(
        .libraryShown(
          movies: library.value.allMovies.count, series: library.value.series.count,
          collections: library.value.collections.count, isOffline: false))
    } catch {
      guard !error.isCancellation, !Task.isCancelled else { return }
      publisher.state.isRefreshing = false
      publisher.state.library = .failed(error, state.library.value)
      if state.library.value != nil {
        publisher.state.staleness = error.kind == .unreachable || error.kind == .timedOut ? .offline : .cached
      }
    }
  }

  /// What the selected lists hold. One that is gone, or may not be read any more, is no longer selected.
  private func fetch() async throws(ClientError) -> Dated<Watchlist> {
    guard !state.selectedLists.contains(.personal) else { return try await vault.store.refreshLibrary() }
    await dropUnlisted()
    var lists: [Dated<ListContents>] = []
    for id in state.selectedLists {
      do throws(ClientError) { lists.append(try await vault.store.refreshContents(of: id)) } catch {
        // A page says nothing of a list.
        guard [.notFound, .forbidden].contains(error.kind), error.serverMessage != nil || error.status == nil else {
          throw error
        }
        drop(id)
      }
    }
    guard let asOf = lists.map(\.asOf).min() else { return try await vault.store.refreshLibrary() }
    return Dated(Watchlist(union: lists.map(\.value)), asOf: asOf)
  }

  /// Drops selected lists that the server does not name: gone, left, or another account's. Where it cannot say, each list
  /// answers for itself.
  private func dropUnlisted() async {
    guard let lists = try? await vault.store.refreshLists().value else { return }
    for id in state.selectedLists {
      guard let number = id.number else { continue }
      let known = ListID.list(await vault.store.number(of: number))
      if !Task.isCancelled, !lists.contains(where: { $0.id == known }) { drop(id) }
    }
  }

  private func drop(_ id: ListID) {
    let rest = state.selectedLists.filter { $0 != id }
    publisher.state.selectedLists = rest.isEmpty ? [.personal] : rest
    vault.preferences.setSelectedLists(publisher.state.selectedLists)
  }

  var isShowing: Bool { state.library != .idle }

  func forget() {
    publisher.state.library = .idle
    publisher.state.staleness = nil
    publisher.state.confirmation = nil
    publisher.state.progress = [:]
    publisher.state.pendingCount = 0
    publisher.state.notice = nil
    arrange()
  }

  func look() async {
    publisher.state.pendingCount = (try? await vault.outbox.open().count) ?? 0
    if state.selectedLists.contains(.personal) {
      if let kept = try? await vault.store.library() { show(kept) }
      return
    }
    var lists: [Dated<ListContents>] = []
    for id in state.selectedLists {
      if let kept = try? await vault.store.contents(of: id) { lists.append(kept) }
    }
    guard let asOf = lists.map(\.asOf).min() else { return }
    show(Dated(Watchlist(union: lists.map(\.value)), asOf: asOf))
  }

  private func show(_ library: Dated<Watchlist>) {
    publisher.state.library = .loaded(library.value, asOf: library.asOf)
    arrange()
  }

  func arrange() {
    let library = state.library.value ?? Watchlist()
    publisher.state.entries = library.arranged(state.filters, by: state.sort)
    publisher.state.search.local = LibrarySearch.find(state.search.query, in: library)
  }

  // MARK: Filters and order

  public func set(_ filter: LibraryFilters.Switch, _ isOn: Bool) {
    var filters = state.filters
    filters[filter] = isOn
    setFilters(filters)
  }

  public func setFilters(_ filters: LibraryFilters) {
    publisher.state.filters = filters
    vault.preferences.setFilters(filters)
    arrange()
  }

  /// Back to the standard.
  public func resetFilters() { setFilters(.standard) }

  /// Sorts by something else, or the other way round.
  public func tap(_ chip: LibrarySort.Chip) {
    publisher.state.sort = state.sort.tapping(chip)
    vault.preferences.setSort(state.sort)
    arrange()
  }

  public func setShowsFilters(_ shows: Bool) {
    publisher.state.showsFilters = shows
    if !shows { publisher.state.filterHighlight = nil }
  }

  // MARK: Search

  /// What is searched for. The library answers at once, the outside after a pause.
  public var query: String {
    get { state.search.query }
    set {
      publisher.state.search.query = newValue
      arrange()
      guard trimmedQuery.count >= Self.shortestSearch else {
        debouncer.cancel()
        activities.cancel("search")
        lastSearch = nil
        publisher.state.search.isSearching = false
        publisher.state.search.external = []
        publisher.state.search.error = nil
        return
      }
      debouncer.call { [weak self] in self?.searchOutside() }
    }
  }

  /// Asks the outside at once.
  public func submitSearch() {
    debouncer.cancel()
    searchOutside()
  }

  private var trimmedQuery: String { state.search.query.trimmingCharacters(in: .whitespacesAndNewlines) }

  private func searchOutside() {
    let query = trimmedQuery
    guard query.count >= Self.shortestSearch, query != lastSearch else { return }
    lastSearch = query
    publisher.state.search.isSearching = true
    activities.start("search") { [weak self] in
      guard let self else { return }
      do throws(ClientError) {
        let results = try await self.vault.search.all(query)
        guard !Task.isCancelled else { return }
        guard self.trimmedQuery == query else {
          // Should the text become the same again, it is asked for again.
          if self.lastSearch == query {
            self.lastSearch = nil
            self.publisher.state.search.isSearching = false
          }
          return
        }
        self.publisher.state.search.external = results
        self.publisher.state.search.error = nil
        self.vault.insights.note(.searched(results: results.count))
      } catch {
        guard !error.isCancellation, !Task.isCancelled else { return }
        self.publisher.state.search.external = []
        self.publisher.state.search.error = error
        self.lastSearch = nil
      }
      self.publisher.state.search.isSearching = false
    }
  }

  public func dismissNotice() { publisher.state.notice = nil }
}
