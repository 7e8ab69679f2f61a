public import Foundation

/// The base of view models. It holds the state and the tasks of a view model, follows the account whose data is shown, and displays errors.
///
/// A view model keeps its `StoreScreen` private and offers its ``publisher``, through which an app can read the state but not write it. The
/// view model passes three functions to ``attach(_:observing:longestAge:render:fetch:reset:)``: one shows the data of its stores, one asks
/// the server, and one empties the state when another account signs in. The `StoreScreen` runs these functions in order. Reading from the
/// device never waits for the network, older data never replaces newer data, and shown values stay during a refresh and after an error.
///
/// ```swift
/// public final class ShowsViewModel: ViewModel {
///   public struct State: ScreenState {
///     public var shows: LoadState<[Show]> = .idle
///     public var error: ClientError?
///     public var notice: String?
///     public var isRefreshing = false
///     public init() {}
///   }
///   public var publisher: StatePublisher<State> { screen.publisher }
///   private let screen: StoreScreen<State>
///
///   public init(shows: ShowStore, accounts: AccountStorage) {
///     screen = StoreScreen(State(), accounts: accounts)
///     screen.attach(self, observing: [shows.cache.observe]) { model in
///       let view = try? await shows.cache.view()
///       model.screen.state.shows = model.screen.loadState(view?.value, asOf: view?.refreshedAt)
///     } fetch: { (_) async throws(ClientError) in
///       try await shows.refresh()
///     }
///   }
/// }
/// ```
@MainActor
public final class StoreScreen<State: ScreenState>: ScreenCommands, FreshScreen {
  /// The publisher of the screen's state. Return this publisher as the view model's ``ViewModel/publisher``.
  public let publisher: StatePublisher<State>
  /// The running tasks of the view model. The tasks are cancelled when the view model is released.
  public let activities = Activities()

  /// The state that the screen shows. Setting a state that equals the current state notifies no observer.
  public var state: State {
    get { publisher.state }
    set { publisher.set(newValue) }
  }

  /// Changes the state in place, for a small change of a large state. The old and the new state are not compared, so `body` has to make the
  /// state a different one. `body` must not read the state from elsewhere.
  package func change(_ body: (inout State) -> Void) { publisher.change(body) }

  /// The kinds of tasks in ``activities`` that run as long as the view model exists. ``settled()`` does not wait for these tasks.
  public var lastingActivities: Set<String> = []

  /// Called when a change of the user cannot be sent yet. The change then waits for the network, or for a server that limits the rate of
  /// requests. In a widget or an extension, it can also wait for the app that owns the folder. If this closure is nil, no message appears,
  /// and the change is shown as pending.
  public var onWaiting: (@MainActor () -> Void)?

  /// Returns the error to show after the screen has read by itself without an error. Such a read does less than a load: an error of what it
  /// leaves out has to stay. Nil if the screen shows no error then.
  package var lastingError: @MainActor () -> ClientError? = { nil }

  private let accounts: AccountStorage?
  package let texts: Texts
  private let describe: @MainActor (ClientError) -> String
  private let renders = SerialTaskQueue()
  let changes = AsyncLock()
  private var render: @MainActor () async -> Void = {}
  private var fetch: (@MainActor () async throws(ClientError) -> Void)?
  private var reset: @MainActor () -> Void = {}
  private var tokens: [ObservationToken] = []
  private var account: String?
  /// The ``AccountStorage/signOutCount`` at the last look at the account, and at the beginning of the last load.
  private var (signOuts, loadedSignOuts) = (0, 0)
  /// Whether ``show()`` was called: from then on changes of the stores are rendered.
  private var isShowing = false
  /// The number of times that the signed-in account has changed, or its data was erased, since the screen began.
  package private(set) var era = 0
  private var phase = Phase.idle
  /// Whether the screen was loaded when its account signed out: it then loads for the next account without being asked.
  private var loadsForNextAccount = false
  /// The ``AccountStorage/signInNumber()`` at the beginning of the last load.
  private var loadedSignIn: Int?
  /// Changes of this screen that still waited when they were last looked at; a refusal of one shows a notice.
  private var waiting: [Submission] = []
  private var refusals: ObservationToken?

  private var freshness = Freshness()
  /// The storage whose screens are kept fresh together; nil for a screen that is not kept fresh.
  private var freshStorage: AccountStorage?
  /// Whether a render follows a read that the screen started by itself.
  package private(set) var isQuiet = false
  /// Whether the app came to the front with an answer that was too old, and the server has answered no read since.
  var isReturning = false
  /// Whether the server has reported changes to this screen before, and does not now.
  var hasLostPushes = false

  private enum Phase: Equatable {
    case idle, loading, ready
    case failed(ClientError)
  }

  /// Creates a screen with its initial state.
  /// - Parameters:
  ///   - accounts: the storage of the account whose data is shown. If nil, the screen shows no account's data.
  ///   - texts: the texts from which a ``ScreenState/notice`` is made. If `accounts` is not nil, the texts of its environment are used
  ///     instead.
  ///   - describe: returns the service's own text for an error. If nil, ``ClientError/text(_:)`` is used.
  public init(
    _ state: State, accounts: AccountStorage?, texts: Texts = .english,
    describe: (@MainActor (ClientError) -> String)? = nil
  ) {
    publisher = StatePublisher(state)
    self.accounts = accounts
    let texts = accounts?.environment.texts ?? texts
    self.texts = texts
    self.describe = describe ?? { $0.text(texts) }
    publisher.screen = self
  }

  /// Connects the screen with its view model.
  /// - Parameters:
  ///   - observing: the `observe` functions of the stores whose data is shown. After the screen was shown for the first time, `render` runs
  ///     again after each change of one of these stores.
  ///   - longestAge: the longest age of the server's last answer. If the answer is older, `fetch` runs again by itself while the screen is
  ///     observed and the app is at the front. If nil, `fetch` never runs by itself. The app reports through ``SystemEvents`` that it is at
  ///     the front.
  ///   - render: copies the data of the stores into the state, without asking the server.
  ///   - fetch: asks the server for new data.
  ///   - reset: empties those members of the state that came from an account and that `render` does not set.
  public func attach<Model: AnyObject & Sendable>(
    _ model: Model, observing: [(@escaping @Sendable () -> Void) -> ObservationToken] = [],
    longestAge: Duration? = nil,
    render: @escaping @MainActor @Sendable (Model) async -> Void = { _ in },
    fetch: (@MainActor @Sendable (Model) async throws(ClientError) -> Void)? = nil,
    reset: @escaping @MainActor @Sendable (Model) -> Void = { _ in }
  ) {
    self.render = { [weak model] in if let model { await render(model) } }
    self.reset = { [weak model] in if let model { reset(model) } }
    if let fetch {
      self.fetch = { [weak model] () async throws(ClientError) in if let model { try await fetch(model) } }
    }
    let changed: @Sendable () -> Void = { [weak self] in Task { @MainActor in self?.storeChanged() } }
    tokens = observing.map { $0(changed) }
    if let accounts { tokens.append(accounts.observeAccount(changed)) }
    if let accounts, let longestAge, fetch != nil { keepFresh(longestAge, in: accounts) }
  }

  /// Reads the screen again by itself when its last answer is older than `longestAge`. Call it for a screen that was created without
  /// `accounts`, because it also shows data without a sign-in.
  package func keepFresh(_ longestAge: Duration, in storage: AccountStorage) {
    freshness.longestAge = longestAge
    freshStorage = storage
    FreshReading.shared(storage).add(self)
  }

  // MARK: Showing

  /// Runs the `render` function of the view model now. From now on, `render` also runs after each change of an observed store.
  public func show() async {
    isQuiet = false
    await showQuietly()
  }

  /// Renders like ``show()``, but rows that keep their places now continue to keep them.
  package func showQuietly() async {
    isShowing = true
    await renderInTurn()
  }

  private func renderInTurn() async { await renders.enqueue { [weak self] in await self?.renderNow() } }

  private func renderNow() async {
    await followAccount()
    await render()
    await noticeRefusals()
  }

  private func storeChanged() {
    guard isShowing else { return }
    activities.start("store") { [weak self] in await self?.renderInTurn() }
  }

  private func followAccount() async {
    guard let accounts else { return }
    let now: String?
    do throws(ClientError) { now = try await accounts.account() } catch { return }
    // A service without a sign-in keeps its account: only the number of sign-outs shows that its data was erased.
    let count = accounts.signOutCount
    let isErased = accounts.session == nil && count != signOuts
    defer { (account, signOuts) = (now, count) }
    if now != nil, loadsForNextAccount {
      loadsForNextAccount = false
      return load()
    }
    guard let before = account, before != now || isErased else {
      guard case .failed(let error) = phase, error.kind == .signedOut else { return }
      // Load again if somebody has signed in since the failed load. This can also be the account whose sign-in had expired.
      if let signIn = await accounts.signInNumber(), signIn != loadedSignIn { load() }
      return
    }
    (waiting, refusals) = ([], nil)
    era += 1
    activities.cancel("quiet")
    freshness.forget()
    isReturning = false
    state.error = nil
    state.notice = nil
    reset()
    // Keep a load that the user has asked for since the data was erased.
    if isErased, loadedSignOuts == count { return }
    activities.cancel("load")
    state.isRefreshing = false
    if now != nil, !isErased {
      if phase != .idle { load() }
    } else {
      loadsForNextAccount = now == nil && phase != .idle
      phase = .idle
    }
  }

  /// Returns the ``LoadState`` to show for a value from a store. Whether the result is loading, loaded or failed depends on the progress of
  /// the screen's last load.
  /// - Parameter date: the time at which the server sent the value; nil if the value does not come from the server.
  public func loadState<Value: Sendable>(_ value: Value?, asOf date: Date?) -> LoadState<Value> {
    switch phase {
    case .idle, .ready:
      guard let value else { return .idle }
      return date.map { .loaded(value, asOf: $0) } ?? .loading(value)
    case .loading: return .loading(value)
    case .failed(let error): return .failed(error, value)
    }
  }

  // MARK: Loading

  /// Shows the data that is stored on this device, asks the server, and then shows the server's answer. Returns at once.
  public func load() {
    loadedSignOuts = accounts?.signOutCount ?? 0
    activities.start("load") { [weak self] in await self?.loadNow() }
  }

  /// Loads again after the user has pulled to refresh. If an earlier refresh is still running, it is cancelled without an error.
  public func refresh() {
    state.isRefreshing = true
    load()
  }

  /// Calls ``refresh()`` and waits for its end, such as in a `refreshable` closure.
  public func refreshAndWait() async {
    refresh()
    await settled()
  }

  private func loadNow() async {
    if phase != .ready { phase = .loading }
    await show()
    var outcome = Phase.ready
    let wasOutdated = freshness.isOutdated
    let began = noteTry()
    if let fetch {
      loadedSignIn = await accounts?.signInNumber()
      do throws(ClientError) { try await fetch() } catch { outcome = .failed(error.speaking(texts)) }
    }
    // A newer load has cancelled this one and updates the state itself.
    guard !Task.isCancelled else { return }
    if case .failed(let error) = outcome {
      if wasOutdated { changeFreshness { freshness, _ in freshness.becameOutdated() } }
      state.error = error.isCancellation ? state.error : error
      phase = error.isCancellation ? .ready : outcome
    } else {
      state.error = nil
      phase = outcome
      if isServerReached { noteAnswer(began) }
    }
    state.isRefreshing = false
    await show()
  }

  /// Returns once all tasks of the view model have ended and their changes are published, or when the caller is cancelled. Tasks of the
  /// kinds in ``lastingActivities`` are not waited for.
  public func settled() async {
    let settle: @MainActor @Sendable () async -> Void = { [self] in
      await activities.settled(ignoring: lastingActivities.union([Self.undo]))
      await publisher.delivered()
    }
    guard let clock = accounts?.environment.clock else { return await settle() }
    await clock.waiting(for: "\(State.self) in settled()", settle)
  }

  // MARK: Keeping fresh

  var isTooOld: Bool {
    guard let freshStorage, nextReading != nil else { return false }
    return freshness.isTooOld(at: freshStorage.environment.clock.uptime())
  }

  var nextReading: Duration? { phase != .idle && publisher.isObserved ? freshness.next : nil }

  /// Changes when the screen is read again by itself.
  func changeFreshness(_ body: (inout Freshness, _ now: Duration) -> Void) {
    guard let freshStorage else { return }
    let next = freshness.next
    body(&freshness, freshStorage.environment.clock.uptime())
    // Restart the timer only if `next` has changed, otherwise each of many changes restarts it.
    if freshness.next != next { timesChanged() }
  }

  func timesChanged() { if let freshStorage { FreshReading.shared(freshStorage).timesChanged() } }

  func keep(_ tokens: [ObservationToken]) { self.tokens += tokens }
  /// Whether the screen is being loaded, or read by itself.
  package var isReading: Bool { activities.isRunning("load") || activities.isRunning("quiet") }

  func readQuietly() async {
    guard let fetch, phase != .idle, !isReading else { return }
    activities.start("quiet") { [weak self] in
      let wasOutdated = self?.freshness.isOutdated ?? false
      let (began, before) = (self?.noteTry(), self?.isQuiet ?? false)
      // Set `isQuiet` before `fetch()`, which changes the store: otherwise the render after that change moves the shown rows.
      self?.isQuiet = true
      // Show no error: the user did not ask for this read.
      do throws(ClientError) { try await fetch() } catch {
        if wasOutdated { self?.changeFreshness { freshness, _ in freshness.becameOutdated() } }
        // Render even after a failure: the store may have taken a part of the answer, or the shown item may be gone.
        if !Task.isCancelled { await self?.showQuietly() }
        self?.isQuiet = before
        return
      }
      guard !Task.isCancelled, let self else {
        self?.isQuiet = before
        return
      }
      state.error = lastingError()
      phase = .ready
      await showQuietly()
      if isServerReached { noteAnswer(began) }
    }
    await activities.settled(of: "quiet")
  }

  /// Whether the server itself has answered a read that has just succeeded: a kept answer stands in for a server that cannot be reached,
  /// and the screen is then read again as soon as the network returns.
  private var isServerReached: Bool { freshStorage?.connectivity.status != .offline }

  /// Shows all rows on the account's other screens, since the user has changed something.
  func userChanged() { if let storage = freshStorage ?? accounts { FreshReading.shared(storage).userChanged() } }

  func showAllRows() {
    guard isQuiet else { return }
    isQuiet = false
    storeChanged()
  }

  /// Notes that the screen asks the server now, which puts off the next read by itself.
  /// - Returns: the uptime of the attempt; nil for a screen that is not kept fresh.
  package func noteTry() -> Duration? {
    guard let now = freshStorage?.environment.clock.uptime() else { return nil }
    freshness.tries(at: now)
    timesChanged()
    return now
  }

  // MARK: Refusals

  /// From now on, shows a notice if the server refuses a change that is still waiting to be sent.
  public func noticeRefusal(of submission: Submission) {
    waiting.append(submission)
    if refusals == nil {
      refusals = submission.queue.observe { [weak self] in Task { @MainActor in self?.lookForRefusals() } }
    }
  }

  // MARK: Trouble

  func text(_ error: ClientError) -> String { describe(error) }

  func dismissNotice() { state.notice = nil }

  /// Shows a notice about an action that failed, until the user dismisses the notice. Shows nothing if the action was cancelled.
  public func notice(_ error: ClientError, _ text: String? = nil) {
    if !error.isCancellation { state.notice = text ?? describe(error) }
  }

  private func lookForRefusals() {
    activities.start("refusals") { [weak self] in await self?.noticeRefusals() }
  }

  private func noticeRefusals() async {
    let era = era
    for submission in waiting {
      let outcome = await submission.outcome()
      // The account and `waiting` may change during the await.
      guard era == self.era, waiting.contains(submission) else { continue }
      if case .waiting = outcome { continue }
      waiting.removeAll { $0 == submission }
      if case .refused(let error) = outcome { notice(error) }
    }
    if waiting.isEmpty { refusals = nil }
  }
}
