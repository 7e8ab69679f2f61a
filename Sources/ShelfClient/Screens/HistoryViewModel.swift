public import MediaCore

/// The screen of the listening history of the account, or of one book or episode. The newest playback sessions come first, with endless
/// paging. The server has no history of a whole podcast.
@MainActor
public final class HistoryViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// The playback sessions that are loaded, newest first.
    public var sessions: LoadState<[PlaybackSession]> = .idle
    /// The number of sessions that this history has on the server; nil if it is not known.
    public var total: Int?
    /// Whether the server has more sessions than ``sessions``.
    public var hasMore = false
    /// Whether the next page of the list is being loaded.
    public var isLoadingMore = false
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?
  }

  public var publisher: StatePublisher<State> { screen.publisher }
  private let shelf: ShelfService
  private let id: PlayableID?
  private let pageSize: Int
  private let screen: StoreScreen<State>
  /// The last answer of the server for each page.
  private var pages: [[PlaybackSession]] = []
  /// Whether the last request for a next page failed: its last row is already on the screen and does not appear a second time.
  private var isMoreMissing = false

  /// Creates the screen.
  /// - Parameter id: the id of a book or an episode. If nil, the screen shows the whole history of the account.
  public init(shelf: ShelfService, id: PlayableID? = nil, pageSize: Int = 50) {
    self.shelf = shelf
    self.id = id
    self.pageSize = max(1, pageSize)
    screen = StoreScreen(State(), accounts: shelf.client.accounts)
    screen.attach(self) { model in
      if model.state.sessions.value == nil { model.screen.state.sessions = model.screen.loadState(nil, asOf: nil) }
    } fetch: { (model) async throws(ClientError) in
      try await model.load(page: 0)
      model.loadMissing()
    } reset: { model in
      model.empty()
    }
  }

  /// Requests the next page of sessions. Call this when the last row comes into view.
  public func loadMore() {
    guard state.hasMore, !screen.activities.isRunning("more") else { return }
    screen.state.isLoadingMore = true
    screen.activities.start("more") { [weak self] in
      guard let self else { return }
      var problem: ClientError?
      do throws(ClientError) { try await load(page: pages.count) } catch { problem = error }
      guard !Task.isCancelled else { return }
      screen.state.isLoadingMore = false
      isMoreMissing = problem != nil
      if problem?.isCancellation != true { screen.state.error = problem }
    }
  }

  /// Requests the page that failed before this pull.
  private func loadMissing() {
    guard isMoreMissing, !Task.isCancelled else { return }
    isMoreMissing = false
    loadMore()
  }

  private func empty() {
    screen.activities.cancel("more")
    (pages, isMoreMissing) = ([], false)
    screen.state = State()
  }

  private func cancelMore() {
    screen.activities.cancel("more")
    screen.state.isLoadingMore = false
  }

  private func load(page: Int) async throws(ClientError) {
    if page == 0 { cancelMore() }
    let answer: Page<PlaybackSession>
    do throws(ClientError) {
      answer = try await shelf.listening.sessions(of: id, page: page, limit: pageSize)
    } catch {
      if page == 0, !error.isCancellation, !Task.isCancelled {
        screen.state.sessions = .failed(error, state.sessions.value)
      }
      throw error
    }
    guard !Task.isCancelled else { return }
    if page == 0 { pages = [] }
    pages.append(answer.items)
    // Sessions that were added or removed since the last page shift all pages: read the pages before this one again.
    if page > 0 { try await readAgain(before: page) }
    guard !Task.isCancelled else { return }
    var state = screen.state
    var shown: Set<String> = []
    state.sessions = .loaded(
      pages.flatMap { $0 }.filter { shown.insert($0.id).inserted }, asOf: shelf.client.serverNow())
    state.total = answer.total
    state.hasMore =
      !answer.items.isEmpty && (answer.total.map { pages.count * pageSize < $0 } ?? (answer.items.count >= pageSize))
    state.isLoadingMore = false
    screen.state = state
  }

  /// Reads the pages before `page`, from the last one back to one that is unchanged.
  private func readAgain(before page: Int) async throws(ClientError) {
    for number in (0..<page).reversed() {
      let answer = try await shelf.listening.sessions(of: id, page: number, limit: pageSize)
      guard !Task.isCancelled, pages.indices.contains(number) else { return }
      let isMoved = answer.items.map(\.id) != pages[number].map(\.id)
      pages[number] = answer.items
      if !isMoved { return }
    }
  }
}
