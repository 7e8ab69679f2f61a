public import Foundation
public import MediaCore

/// The screen of the signed-in account. The screen signs the user in, over Auth0 or with a password, and signs the user out. `load()`
/// checks the sign-in at launch, and ``startChecking(every:)`` checks it every hour.
///
/// ```swift
/// let account = VaultAccountViewModel(vault: vault)
/// account.onSignInNeeded = { showSignIn() }
/// account.load()
/// ```
@MainActor
public final class VaultAccountViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// Whether this device has stored a sign-in that has not expired.
    public var isAuthenticated = false
    /// The signed-in user. While the server cannot be reached, this is the user as stored on this device.
    public var currentUser: User?
    /// Whether a sign-in is running.
    public var isSigningIn = false
    /// Whether the last check of the sign-in could not reach the server. If true, ``currentUser`` is the user as stored on this device.
    public var isOffline = false
    /// Whether the sign-in has expired. Pending changes are kept until the same account signs in again.
    public var needsSignIn = false
    /// The expiry date that the token contains. Use this date only to warn the user, and not to sign out, because the server decides when
    /// the sign-in ends.
    public var expiresAt: Date?
    /// The number of changes that are not on the server yet. If this is above 0, ask the user before signing out. While the stored changes
    /// cannot be read, this is at least 1.
    public var pendingCount = 0
    /// The changes that the server refused. The user can retry or discard each of them.
    public var refused: [MutationRecord] = []
    /// Conflicts between changes of this device and changes of another device, oldest first. See ``VaultAccountViewModel/undo(_:)``.
    public var conflicts: [VaultConflict] = []
    /// The error of the last check of the sign-in.
    public var error: ClientError?
    /// A sentence that says why a sign-in or a sign-out failed. Nil if the user closed the sign-in page.
    public var notice: String?
    public var isRefreshing = false

    /// The number of changes that the server refused.
    public var refusedCount: Int { refused.count }
  }

  public var publisher: StatePublisher<State> { screen.publisher }
  let screen: StoreScreen<State>

  /// Called once each time a sign-in expires.
  public var onSignInNeeded: (@MainActor () -> Void)?

  private let vault: VaultService
  private var statusToken: ObservationToken?
  /// True after the first `load()`. Before it, a sign-in on another screen is shown without a request.
  private var isChecked = false

  /// Creates the view model. It makes no request before `load()` is called.
  public init(vault: VaultService) {
    self.vault = vault
    let texts = vault.client.environment.texts
    screen = StoreScreen(State(), accounts: nil) { $0.vaultText(texts) }
    screen.lastingActivities = ["poll"]
    screen.attach(self, observing: [vault.queue.observe, vault.store.observeConflicts]) { model in
      await model.count()
      await model.showConflicts()
    } fetch: { (model) async throws(ClientError) in
      try await model.check()
    }
    // Observe the status: any call of the service can find that the token has expired, and another screen can sign in or out.
    statusToken = vault.account.observeStatus { [weak self] _ in Task { @MainActor in self?.followStatus() } }
  }

  /// Checks the sign-in at once and then repeatedly, every hour by default, until this object is released.
  /// - Parameter interval: the time between two checks. A value below a minute becomes a minute, and a value above a day becomes a day.
  public func startChecking(every interval: Duration = .seconds(3600)) {
    screen.poll(every: interval, vault.client.environment.clock)
  }

  /// Signs in over Auth0.
  /// - Parameter present: shows a page and returns the address at which the page ended, or nil if the user closed the page. See
  ///   ``SignInFlow``.
  public func signIn(_ way: SignInWay = .login, present: @escaping @Sendable (URL, SignInFlow) async throws -> URL?) {
    signIn { vault throws(ClientError) in
      let flow = vault.account.signInFlow()
      return try await flow.signIn(way) { try await present($0, flow) }
    }
  }

  /// Signs in with a password.
  public func signIn(username: String, password: String) {
    signIn { vault throws(ClientError) in try await vault.account.signIn(username: username, password: password) }
  }

  /// Signs out on this device.
  /// - Parameters:
  ///   - pending: whether changes that are not on the server yet are kept or discarded. See ``State/pendingCount``.
  ///   - present: opens a page in the web view in which the user signed in. The page ends the session at Auth0. If `present` is nil, the
  ///     session at Auth0 continues, and the next sign-in succeeds without asking the user.
  public func signOut(pending: PendingWork = .keep, present: (@Sendable (URL) async -> Void)? = nil) {
    screen.activities.cancel("load")
    screen.activities.cancel("signIn")
    // Let a second sign-out run beside the first: replacing the first would also close the page that it presents.
    screen.activities.start("signOut", replacing: false) { [self] in
      do throws(ClientError) {
        let page = try await self.vault.account.signOut(pending: pending)
        self.screen.state = State()
        if let page { await present?(page) }
      } catch {
        self.screen.state = State()
        self.screen.notice(error)
        // `unopenedPage` holds the page of the failed sign-out. It is empty if a user has signed in since.
        guard let present, let page = (self.vault.account as? LiveAccountAPI)?.unopenedPage.take() else { return }
        await present(page)
      }
    }
  }

  // MARK: Pending changes

  /// Sends a refused change to the server again.
  public func retry(_ record: MutationRecord) { screen.retry(record, in: vault.queue) }

  /// Discards a refused change, so that it is no longer listed in ``State/refused``.
  public func discard(_ record: MutationRecord) { screen.discard(record, in: vault.queue) }

  // MARK: Conflicts

  /// Restores the values that were overwritten in a conflict, on all devices.
  public func undo(_ conflict: VaultConflict) {
    screen.act { [vault] () async throws(ClientError) in try await vault.store.undo(conflict) }
  }

  /// Removes a conflict from ``State/conflicts`` after the user has seen it. The values that were kept stay as they are.
  public func dismiss(_ conflict: VaultConflict) {
    screen.act { [vault] () async throws(ClientError) in
      try await vault.store.dismiss(conflict)
      return []
    }
  }

  // MARK: Steps

  private func signIn(_ body: @escaping @MainActor @Sendable (VaultService) async throws(ClientError) -> User) {
    screen.state.isSigningIn = true
    dismissNotice()
    screen.activities.start("signIn") { [weak self] in
      guard let self else { return }
      do throws(ClientError) {
        let user = try await body(self.vault)
        // Cancel a check that began earlier: its answer is about the previous account.
        self.screen.activities.cancel("load")
        self.screen.state.error = nil
        self.screen.state.isRefreshing = false
        await self.show(.signedIn(user))
      } catch {
        if !Task.isCancelled { self.screen.notice(error) }
      }
      // A newer sign-in has cancelled this one and updates the state itself.
      if !Task.isCancelled { self.screen.state.isSigningIn = false }
    }
  }

  /// Asks whether the stored sign-in is still valid. A server that cannot be reached ends nothing.
  private func check() async throws(ClientError) {
    isChecked = true
    let check = try await vault.account.check()
    if !Task.isCancelled { await show(check) }
  }

  private func show(_ check: SignInCheck) async {
    screen.state.isOffline = false
    switch check {
    case .signedOut: show(nil)
    case .signedIn(let user): show(user)
    case .offline(let user):
      screen.state.isAuthenticated = true
      screen.state.isOffline = true
      screen.state.currentUser = user ?? screen.state.currentUser
    case .expired: askForSignIn()
    }
    screen.state.expiresAt = check == .signedOut ? nil : await vault.account.expiry()
    await screen.show()
  }

  /// Shows a sign-in, a sign-out or an expiry that this screen has not caused.
  private func followStatus() {
    screen.activities.start("status") { [weak self] in
      guard let status = try? await self?.vault.account.status(), let self, !Task.isCancelled else { return }
      switch status {
      case .expired: askForSignIn()
      case .signedOut:
        guard state.isAuthenticated || state.needsSignIn else { return }
        screen.activities.cancel("load")
        screen.state = with(State()) { [state] in ($0.isSigningIn, $0.notice) = (state.isSigningIn, state.notice) }
        await screen.show()
      case .signedIn(let account, _):
        // The sign-in of this screen shows its user itself.
        guard !state.isSigningIn, !state.isAuthenticated || state.currentUser.map({ String($0.id) }) != account
        else { return }
        if let user = state.currentUser, String(user.id) != account { screen.state.currentUser = nil }
        (screen.state.isAuthenticated, screen.state.needsSignIn) = (true, false)
        if isChecked { load() }
      }
    }
  }

  private func count() async {
    let unsent = await vault.queue.unsent(shown: state.pendingCount)
    screen.state.pendingCount = unsent.count
    screen.state.refused = unsent.refused ?? state.refused
  }

  private func showConflicts() async {
    do throws(ClientError) { screen.state.conflicts = try await vault.store.conflicts() } catch {
      // If the files cannot be read, keep the shown conflicts.
      if error.kind == .signedOut { screen.state.conflicts = [] }
    }
  }

  private func show(_ user: User?) {
    screen.state.isAuthenticated = user != nil
    screen.state.currentUser = user
    screen.state.needsSignIn = false
  }

  private func askForSignIn() {
    screen.state.isAuthenticated = false
    guard !screen.state.needsSignIn else { return }
    screen.state.needsSignIn = true
    vault.insights.note(.signInExpired)
    onSignInNeeded?()
  }
}
