public import MediaCore

/// The home screen of a library, with the server's shelves in the user's order. The screen first shows the shelves that are stored on this
/// device, and then refreshes them from the server. Changes of the user that are not on the server yet are already shown.
///
/// ```swift
/// let home = HomeViewModel(shelf: shelf, library: "lib_books")
/// home.onChange = { state in
///   for shelf in state.shelves.value ?? [] { print(shelf.title, shelf.rows.map(\.title)) }
/// }
/// home.load()
/// ```
@MainActor
public final class HomeViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// The shelves to show, in the user's order. Empty shelves, and shelves that the user has hidden, are left out.
    public var shelves: LoadState<[HomeShelf]> = .idle
    /// The progress of the shown books and episodes that the account has begun, with the id of the book's or episode's row as the key.
    public var progress: [String: KnownProgress] = [:]
    /// Every shelf that the library can have, in the user's order, for a screen on which the user chooses and orders the shelves.
    public var choices: [Choice] = []
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?
    /// The text to show in place of an empty screen; nil while shelves are shown or loading.
    public var emptyMessage: String?
    /// Whether the last attempt to reach the server failed. If true, ``shelves`` are from an earlier refresh, whose date is in
    /// `LoadState.loaded(_:asOf:)`.
    public var isStale = false
  }

  /// A shelf that the user can show, hide or move.
  public struct Choice: Sendable, Hashable, Identifiable {
    public var id: ShelfID
    /// The name of the shelf in the user's language.
    public var title: String
    /// Whether the shelf is shown; false if the user has hidden it.
    public var isShown: Bool
  }

  public var publisher: StatePublisher<State> { screen.publisher }

  /// The id of the library.
  public let library: String
  private let shelf: ShelfService
  private let screen: StoreScreen<State>
  private var token: ObservationToken?
  /// The book or episode whose progress this device has changed last.
  private var lastUsed: PlayableID?

  /// Creates the screen. The screen sends its first request when `load()` is called.
  /// - Parameter library: the id of the library.
  public init(shelf: ShelfService, library: String) {
    self.shelf = shelf
    self.library = library
    screen = StoreScreen(State(), accounts: shelf.client.accounts)
    screen.attach(self, observing: [shelf.homeStore.observe], longestAge: .seconds(900)) { home in
      await home.render()
    } fetch: { (home) async throws(ClientError) in
      try await home.shelf.homeStore.refresh(home.library)
    } reset: { home in
      home.screen.state.shelves = .idle
      home.screen.state.progress = [:]
      home.screen.state.choices = []
      home.lastUsed = nil
    }
    token = shelf.progressStore.observeChanges { [weak self] change, _ in
      Task { @MainActor in await self?.follow(change) }
    }
  }

  /// Shows the rows that an automatic read holds back, when the user begins or finishes an item. Further progress of the same item shows none:
  /// rows would move while the item plays.
  private func follow(_ change: ProgressMutation) async {
    guard change.item != lastUsed || change.place.isFinished else { return }
    lastUsed = change.item
    if screen.isQuiet { await screen.show() }
  }

  // MARK: Changing

  /// Marks a book or an episode as finished, on this device at once and on the server as soon as the server can be reached. The item
  /// disappears from the shelves of items in progress.
  public func markFinished(_ id: PlayableID) {
    screen.act { [store = shelf.progressStore] () async throws(ClientError) in [try await store.markFinished(id)] }
  }

  /// Sets a book or an episode back to its start, on this device at once and on the server as soon as the server can be reached.
  public func restart(_ id: PlayableID) {
    screen.act { [store = shelf.progressStore] () async throws(ClientError) in [try await store.restart(id)] }
  }

  /// Hides a book or an episode from the “continue listening” shelf on all devices, until the account listens to it again.
  public func hide(_ id: PlayableID) { setHidden(id, true) }

  /// Shows a book or an episode on the “continue listening” shelf again, after ``hide(_:)``. The item appears once the server has
  /// responded.
  public func unhide(_ id: PlayableID) { setHidden(id, false) }

  /// Hides a series from the “continue series” shelf on all devices.
  /// - Parameter series: the id of the series, which is ``ShelfRow/seriesId`` of the shelf's row.
  public func hide(series: String) { setHidden(series: series, true) }

  /// Shows a series on the “continue series” shelf again, after ``hide(series:)``. The series appears once the server has responded.
  public func unhide(series: String) { setHidden(series: series, false) }

  private func setHidden(_ id: PlayableID, _ isHidden: Bool) {
    change { [store = shelf.homeStore] () async throws(ClientError) in try await store.setHidden(id, isHidden) }
  }

  private func setHidden(series: String, _ isHidden: Bool) {
    change { [store = shelf.homeStore] () async throws(ClientError) in
      try await store.setHidden(series: series, isHidden)
    }
  }

  /// Makes a change and shows it; once the server has it, reads and shows the server's shelves.
  private func change(_ body: @escaping @Sendable () async throws(ClientError) -> Submission) {
    screen.activities.start("act", replacing: false) { [self] in
      var submission: Submission?
      await screen.perform { () async throws(ClientError) in
        let made = try await body()
        submission = made
        return [made]
      }
      guard let submission, await submission.outcome().isDelivered else { return }
      // If the refresh fails, keep the shown shelves: they already contain the change.
      do throws(ClientError) { try await shelf.homeStore.refresh(library) } catch { return }
      await screen.show()
    }
  }

  // MARK: Arranging

  /// Shows or hides a shelf on this device. Other devices are not affected.
  public func setShown(_ id: ShelfID, _ isShown: Bool) { arrange { $0.setShown(id, isShown) } }

  /// Moves a shelf to an index in ``State/choices``, on this device. If the index is outside of that array, the shelf moves to the nearest
  /// end.
  public func move(_ id: ShelfID, to index: Int) {
    let all = state.choices.map(\.id)
    arrange { $0.move(id, to: index, among: all) }
  }

  /// Resets the user's choice and order of shelves on this device: all shelves are shown, in the server's order.
  public func resetLayout() { arrange { $0 = HomeLayout() } }

  private func arrange(_ change: @escaping @Sendable (inout HomeLayout) -> Void) {
    screen.act { [store = shelf.homeStore, library] () async throws(ClientError) in
      try await store.setLayout(of: library, change)
      return []
    }
  }

  // MARK: Showing

  private func render() async {
    let home: HomeStore.Home?
    do throws(ClientError) { home = try await shelf.homeStore.current(library) } catch {
      screen.state.shelves = screen.loadState(keeping: state.shelves)
      screen.state.emptyMessage = emptyMessage(state)
      return
    }
    let shelves = home.map { steady($0.shelves) }
    let progress = await shelf.progressOfRows((shelves ?? []).flatMap(\.rows))
    let texts = shelf.client.environment.texts
    var state = screen.state
    state.shelves = screen.loadState(shelves, asOf: home?.asOf)
    state.progress = progress
    state.isStale = home?.isStale ?? false
    state.choices = (home?.choices ?? []).map { id in
      let title = id.title(texts) ?? shelves?.first { $0.id == id }?.title ?? id.rawValue
      return Choice(id: id, title: title, isShown: home?.layout.hidden.contains(id) != true)
    }
    state.emptyMessage = emptyMessage(state)
    screen.state = state
  }

  /// After a read that nobody asked for, the shown shelves and their rows keep their places.
  private func steady(_ shelves: [HomeShelf]) -> [HomeShelf] {
    let shown = state.shelves.value
    return screen.steady(shelves, over: shown).map { shelf in
      var shelf = shelf
      shelf.rows = screen.steady(shelf.rows, over: shown?.first { $0.id == shelf.id }?.rows)
      return shelf
    }
  }

  private func emptyMessage(_ state: State) -> String? {
    guard state.shelves.value?.isEmpty != false else { return nil }
    let texts = shelf.client.environment.texts
    switch state.shelves {
    case .idle, .loading: return nil
    case .loaded where state.choices.contains(where: { !$0.isShown }):
      return texts("shelf.home.allHidden", english: "Nothing on the shelves that are shown here.")
    case .loaded: return texts("shelf.home.empty", english: "Nothing here yet. Add books or podcasts on the server.")
    case .failed(let error, _): return error.text(texts)
    }
  }
}
