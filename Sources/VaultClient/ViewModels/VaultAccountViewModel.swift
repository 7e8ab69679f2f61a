public import Foundation
public import MediaCore

/// Who is signed in: checked at launch and every hour, signed in over Auth0 or with a password, signed out without bouncing back.
///
/// ```swift
/// let account = VaultAccountViewModel(vault: vault)
/// account.onSignInNeeded = { showSignIn() }
/// account.checkAuth()
/// ```
@MainActor
public final class VaultAccountViewModel: ViewModel {
  public struct State: Equatable, Sendable {
    /// Somebody is signed in, as far as is known without the server too.
    public var isAuthenticated = false
    /// From what is kept while the server cannot be asked.
    public var currentUser: User?
    public var isChecking = false
    public var isSigningIn = false
    /// The server could not be asked; what is shown is what is kept.
    public var isOffline = false
    /// The sign-in ran out: pending changes wait for the same account to sign in again.
    public var needsSignIn = false
    /// When the token ends by its own words; a hint for a warning, never a reason to sign out.
    public var expiresAt: Date?
    /// Changes that are not on the server yet: ask before signing out.
    public var pendingCount = 0
    /// Changes that the server refused.
    public var refusedCount = 0
    /// Closing the sign-in page is none.
    public var error: ClientError?
    /// One sentence for a person about ``error``.
    public var message: String?
  }

  public let publisher = StatePublisher(State())
  public let activities = Activities()
  public var lastingActivities: Set<String> { ["watch"] }

  /// Called once each time a sign-in runs out.
  public var onSignInNeeded: (@MainActor () -> Void)?

  private let vault: VaultService
  private let texts: Texts
  private var statusToken: ObservationToken?

  public init(vault: VaultService) {
    self.vault = vault
    texts = vault.client.environment.texts
  }

  /// Looks whether the stored sign-in still counts. A server that cannot be reached ends nothing.
  public func checkAuth() {
    publisher.state.isChecking = true
    activities.start("check") { [weak self] in await self?.checkNow() }
  }

  /// Checks now and every hour, for as long as this object lives.
  public func startChecking(every interval: Duration = .seconds(3600)) {
    checkAuth()
    let clock = vault.client.environment.clock
    activities.start("watch") { [weak self] in
      while !Task.isCancelled {
        do { try await clock.sleep(for: interval, as: .watchdog) } catch { return }
        self?.checkAuth()
      }
    }
  }

  /// Signs in over Auth0.
  /// - Parameter present: shows a page and returns the address of its end, or nil when the user closed it; see ``SignInFlow``.
  public func login(
    _ way: SignInWay = .login, present: @escaping @Sendable (URL, SignInFlow) async throws -> URL?
  ) {
    signIn { vault throws(ClientError) in
      let flow = vault.account.signInFlow()
      return try await flow.signIn(way) { try await present($0, flow) }
    }
  }

  /// Signs in with a password.
  public func login(username: String, password: String) {
    signIn { vault throws(ClientError) in
      try await vault.account.signIn(username: username, password: password)
    }
  }

  /// - Parameters:
  ///   - pending: what becomes of changes that are not on the server yet; see ``State/pendingCount``.
  ///   - present: opens a page in the web view that signed in, which ends the session at Auth0; without that the next sign-in
  ///     comes straight back.
  public func logout(pending: PendingWork = .keep, present: (@Sendable (URL) async -> Void)? = nil) {
    activities.cancel("check")
    activities.cancel("signIn")
    // A second one does not cut off the page of the first.
    activities.start("logout", replacing: false) { [self] in
      do throws(ClientError) {
        let page = try await self.vault.account.signOut(pending: pending)
        self.publisher.state = State()
        if let page { await present?(page) }
      } catch {
        self.publisher.state = State()
        self.show(error)
      }
    }
  }

  public func dismissError() {
    publisher.state.error = nil
    publisher.state.message = nil
  }

  // MARK: Parts

  private func signIn(
    _ body: @escaping @MainActor @Sendable (VaultService) async throws(ClientError) -> User
  ) {
    publisher.state.isSigningIn = true
    dismissError()
    activities.start("signIn") { [weak self] in
      guard let self else { return }
      self.watchStatus()
      do throws(ClientError) {
        let user = try await body(self.vault)
        // What was asked before is about who was here before.
        self.activities.cancel("check")
        self.publisher.state.isChecking = false
        self.publisher.state.isAuthenticated = true
        self.publisher.state.currentUser = user
        self.publisher.state.needsSignIn = false
        self.publisher.state.isOffline = false
        self.publisher.state.expiresAt = await self.vault.account.expiry()
        await self.count()
      } catch {
        if !error.isCancellation, !Task.isCancelled { self.show(error) }
      }
      // What replaced this has its own end to tell.
      if !Task.isCancelled { self.publisher.state.isSigningIn = false }
    }
  }

  /// Any call can meet a dead token, not only this object's.
  private func watchStatus() {
    guard statusToken == nil else { return }
    statusToken = vault.account.observeStatus { [weak self] status in
      guard case .expired = status else { return }
      Task { @MainActor in self?.askForSignIn() }
    }
  }

  private func checkNow() async {
    watchStatus()
    do throws(ClientError) {
      let check = try await vault.account.check()
      guard !Task.isCancelled else { return }
      apply(check)
      publisher.state.expiresAt = check == .signedOut ? nil : await vault.account.expiry()
      await count()
    } catch {
      guard !error.isCancellation, !Task.isCancelled else { return }
      show(error)
    }
    publisher.state.isChecking = false
  }

  private func apply(_ check: SignInCheck) {
    publisher.state.isOffline = false
    switch check {
    case .signedOut:
      publisher.state.isAuthenticated = false
      publisher.state.currentUser = nil
      publisher.state.needsSignIn = false
    case .signedIn(let user):
      publisher.state.isAuthenticated = true
      publisher.state.currentUser = user
      publisher.state.needsSignIn = false
    case .offline(let user):
      publisher.state.isAuthenticated = true
      publisher.state.isOffline = true
      publisher.state.currentUser = user ?? publisher.state.currentUser
    case .expired: askForSignIn()
    }
  }

  private func askForSignIn() {
    publisher.state.isAuthenticated = false
    guard !publisher.state.needsSignIn else { return }
    publisher.state.needsSignIn = true
    vault.insights.note(.signInExpired)
    onSignInNeeded?()
  }

  private func count() async {
    publisher.state.pendingCount = (try? await vault.outbox.open().count) ?? 0
    publisher.state.refusedCount = (try? await vault.outbox.refused().count) ?? 0
  }

  private func show(_ error: ClientError) {
    publisher.state.error = error
    publisher.state.message = error.vaultText(texts)
  }
}
