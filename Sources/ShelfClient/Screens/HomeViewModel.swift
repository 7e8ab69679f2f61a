public import MediaCore

/// The screen of a library's home: the server's shelves in the user's order, from the device first, with this device's changes on top.
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
    /// The shelves to show, in the user's order, without empty and hidden ones.
    public var shelves: LoadState<[HomeShelf]> = .idle
    /// The progress of the shown books and episodes that were begun, by the row's id.
    public var progress: [String: KnownProgress] = [:]
    /// Every shelf that the library can have, in the user's order, for a screen on which the user chooses and orders the shelves.
    public var choices: [Choice] = []
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?
    /// The text to show in place of an empty screen.
    public var emptyMessage: String?
    /// Whether the server could not be reached: the shelves are from the date in `LoadState.loaded(_:asOf:)`.
    public var isStale = false
  }

  /// A shelf that can be shown or hidden.
  public struct Choice: Sendable, Hashable, Identifiable {
    public var id: ShelfID
    /// The name of the shelf in the user's language.
    public var title: String
    /// Whether the user has the shelf shown.
    public var isShown: Bool
  }

  public var publisher: StatePublisher<State> { screen.publisher }

  /// The id of the library.
  public let library: String
  private let shelf: ShelfService
  private let screen: StoreScreen<State>

  /// Creates the screen. Requests nothing before `load()`.
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
    }
  }

  // MARK: Changing

  /// Marks a book or an episode as finished, on this device at once and on the server as soon as it can be reached. The item leaves the
  /// shelves of things in progress.
  public func markFinished(_ id: PlayableID) {
    screen.act { [store = shelf.progressStore] () async throws(ClientError) in [try await store.markFinished(id)] }
  }

  /// Sets a book or an episode back to its start, on this device at once and on the server as soon as it can be reached.
  public func restart(_ id: PlayableID) {
    screen.act { [store = shelf.progressStore] () async throws(ClientError) in [try await store.restart(id)] }
  }

  /// Takes a book or an episode off “continue listening” on all devices, until it is listened to again.
  public func hide(_ id: PlayableID) { setHidden(id, true) }

  /// Shows an item on “continue listening” again: undoes ``hide(_:)``. The item is back once the server has answered.
  public func unhide(_ id: PlayableID) { setHidden(id, false) }

  /// Takes a series off “continue series” on all devices.
  /// - Parameter series: ``ShelfRow/seriesId`` of the row.
  public func hide(series: String) { setHidden(series: series, true) }

  /// Shows a series on “continue series” again: undoes ``hide(series:)``. The series is back once the server has answered.
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

  /// Shows or hides a shelf, on this device.
  public func setShown(_ id: ShelfID, _ isShown: Bool) { arrange { $0.setShown(id, isShown) } }

  /// Moves a shelf, on this device, so that it has the index `index` in ``State/choices`` afterwards. An index outside of them moves it to
  /// the nearest end.
  public func move(_ id: ShelfID, to index: Int) {
    let all = state.choices.map(\.id)
    arrange { $0.move(id, to: index, among: all) }
  }

  /// Shows all shelves again, in the server's order.
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
