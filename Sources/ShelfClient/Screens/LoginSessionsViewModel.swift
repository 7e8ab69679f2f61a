public import MediaCore

/// The screen of the account's sign-ins on all devices and in browsers. The user can end a sign-in that they do not recognise. The screen
/// needs the server; nothing is stored on this device. Servers before 2.36 have no list of sign-ins, so loading it fails with `notFound`.
@MainActor
public final class LoginSessionsViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// The sign-ins in the server's order. The list of a guest is empty.
    public var sessions: LoadState<[LoginSession]> = .idle
    /// Whether the server has more sign-ins than ``sessions``. ``LoginSessionsViewModel/loadMore()`` requests them.
    public var hasMore = false
    /// The ids of the sign-ins that are being ended.
    public var ending: Set<LoginSession.ID> = []
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?
  }

  public var publisher: StatePublisher<State> { screen.publisher }
  private let shelf: ShelfService
  private let pageSize: Int
  private let screen: StoreScreen<State>
  private var nextPage = 0
  /// Whether the last request for a next page failed: its last row is already on the screen and does not appear a second time.
  private var isMoreMissing = false
  /// Sign-ins that this screen has ended: an answer that was under way can still list them.
  private var ended: Set<LoginSession.ID> = []

  /// Creates the screen. It sends its first request when `load()` is called.
  /// - Parameter pageSize: the number of sign-ins for each request.
  public init(shelf: ShelfService, pageSize: Int = 25) {
    self.shelf = shelf
    self.pageSize = max(1, pageSize)
    screen = StoreScreen(State(), accounts: shelf.client.accounts)
    screen.attach(self) { model in
      if model.state.sessions.value == nil { model.screen.state.sessions = model.screen.loadState(nil, asOf: nil) }
    } fetch: { (model) async throws(ClientError) in
      model.screen.activities.cancel("more")
      try await model.read(0)
      guard model.isMoreMissing, !Task.isCancelled else { return }
      model.loadMore()
    } reset: { model in
      model.screen.activities.cancel("more")
      model.screen.activities.cancel("end")
      (model.ended, model.isMoreMissing) = ([], false)
      model.screen.state = State()
    }
  }

  /// Requests the next page.
  public func loadMore() {
    guard state.hasMore, !screen.activities.isRunning("more") else { return }
    isMoreMissing = false
    screen.activities.start("more") { [weak self] in
      guard let self else { return }
      do throws(ClientError) { try await read(nextPage) } catch {
        guard !Task.isCancelled else { return }
        isMoreMissing = true
        screen.notice(error)
      }
    }
  }

  /// Ends a sign-in. The device of the ended sign-in is signed out once its access token expires, at most an hour later. Does nothing for
  /// the sign-in of this device (``LoginSession/current``): sign out with ``ShelfSettingsViewModel/signOut(pending:)`` instead.
  public func end(_ session: LoginSession) {
    guard !session.current, !state.ending.contains(session.id) else { return }
    screen.state.ending.insert(session.id)
    screen.activities.start("end", replacing: false) { [weak self, shelf] in
      var problem: ClientError?
      do throws(ClientError) { try await shelf.account.endLoginSession(session.id) } catch { problem = error }
      guard let self, !Task.isCancelled else { return }
      var state = state
      state.ending.remove(session.id)
      if problem == nil {
        ended.insert(session.id)
        state.sessions = state.sessions.map { $0.filter { $0.id != session.id } }
        // The first sign-in of the next page has moved to the end of the last page that was read: read that page again.
        nextPage = max(0, nextPage - 1)
      }
      screen.state = state
      if let problem { screen.notice(problem) }
    }
  }

  private func read(_ page: Int) async throws(ClientError) {
    let endedBefore = ended.count
    let answer = try await shelf.account.loginSessions(page: page, limit: pageSize)
    guard !Task.isCancelled else { return }
    let before = page == 0 ? [] : state.sessions.value ?? []
    let known = Set(before.map(\.id)).union(ended)
    let sessions = before + answer.items.filter { !known.contains($0.id) }
    var state = screen.state
    state.sessions = .loaded(sessions, asOf: shelf.client.serverNow())
    state.hasMore = answer.total.map { $0 > (page + 1) * pageSize } ?? false
    screen.state = state
    // If a sign-in has ended meanwhile, the pages have moved: read this one again.
    nextPage = ended.count == endedBefore ? page + 1 : page
  }
}
