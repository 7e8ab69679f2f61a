public import Foundation
public import MediaCore

/// The account screen, with the sign-in, the profile, and changes that wait to be sent.
///
/// A sign-in lasts about an hour and cannot be renewed. When the sign-in expires, ``State/needsSignIn`` becomes true, and changes wait for
/// the next sign-in. ``State/conflicts`` lists the conflicts between changes of this device and of another device.
///
/// ```swift
/// let account = TallyAccountViewModel(tally: tally)
/// account.onChange = { state in if state.needsSignIn { showSignIn() } }
/// account.load()
/// ```
@MainActor
public final class TallyAccountViewModel: ViewModel {
  /// The state of the account screen.
  public struct State: ScreenState {
    /// Whether the user is signed out, signed in, or has an expired sign-in.
    public var status = AccountSession.Status.signedOut
    /// The time at which the token of the sign-in expires; nil if this time is not known.
    public var expiresAt: Date?
    /// Whether the sign-in has expired. If true, ask the user for the password again. Drafts and pending changes are kept.
    public var needsSignIn = false
    /// Whether a sign-in, registration or sign-out is in progress.
    public var isWorking = false
    public var error: ClientError?
    public var notice: String?
    public var isRefreshing = false
    /// The names of the form's fields that the server rejected: `email`, `password`.
    public var wrongFields: [String] = []
    /// The account's profile; nil until ``loadProfile()`` has read it.
    public var profile: UserProfile?
    /// The country that the user has chosen on this device, as two capital letters.
    public var country: String
    /// The number of changes that are not on the server yet. If this number is not 0, ask the user before signing out. While the stored
    /// changes cannot be read, the number is at least 1.
    public var pendingCount = 0
    /// Changes that the server refused. The user can retry or discard them.
    public var refused: [MutationRecord] = []
    /// Conflicts between changes of this device and of another device, oldest first; see ``TallyAccountViewModel/undo(_:)``.
    public var conflicts: [TallyConflict] = []

    package init(country: String) { self.country = country }

    /// Whether a user is signed in with a sign-in that has not expired.
    public var isSignedIn: Bool { if case .signedIn = status { !needsSignIn } else { false } }

    /// The e-mail address of the account that is signed in or whose sign-in has expired; nil if nobody is signed in.
    public var name: String? {
      switch status {
      case .signedIn(_, let name), .expired(_, let name): name
      case .signedOut: nil
      }
    }
  }

  public var publisher: StatePublisher<State> { screen.publisher }

  private let tally: TallyService
  private let screen: StoreScreen<State>
  private var countryToken: ObservationToken?
  private var profileOwner: String?
  private let profileChanges = SerialTaskQueue()
  /// Whether a read of ``loadProfile()`` was skipped or cancelled for a save, and no profile has been read since.
  private var isProfileAwaited = false

  /// Creates the model. Nothing is requested before `load()`.
  public init(tally: TallyService) {
    self.tally = tally
    // Pass no `accounts`: a sign-out would reset the screen, but the screen must show that nobody is signed in.
    screen = StoreScreen(State(country: tally.country.current), accounts: nil) { ErrorText.shows($0, tally.texts) }
    screen.lastingActivities = ["expiry"]
    let account = tally.account
    let observeStatus = { (changed: @escaping @Sendable () -> Void) in account.observeStatus { _ in changed() } }
    let observing = [
      observeStatus, tally.queue.observe, tally.watchlistStore.observeConflicts, tally.progressStore.observeConflicts,
      tally.subscriptionStore.observeConflicts,
    ]
    screen.attach(self, observing: observing) { model in await model.render() }
    countryToken = tally.country.observe { [weak self] code in Task { @MainActor in self?.screen.state.country = code }
    }
  }

  private func render() async {
    guard let status = try? await tally.account.status() else { return }
    let expiresAt = await tally.account.expiresAt()
    let unsent = await tally.queue.unsent(shown: state.pendingCount)
    let conflicts = await conflicts()
    var state = state
    state.conflicts = conflicts
    (state.status, state.expiresAt, state.pendingCount) = (status, expiresAt, unsent.count)
    state.refused = unsent.refused ?? state.refused
    if profileOwner != status.account { state.profile = nil }
    screen.state = state
    watchExpiry()
  }

  /// The conflicts of the signed-in account, or those on the screen while the files cannot be read.
  private func conflicts() async -> [TallyConflict] {
    do throws(ClientError) { return try await tally.conflicts() } catch {
      return error.kind == .signedOut ? [] : state.conflicts
    }
  }

  /// Sets ``State/needsSignIn`` at the moment the token ends, before a request is refused.
  private func watchExpiry() {
    var left: Double?
    if case .signedIn = state.status { left = state.expiresAt?.timeIntervalSince(tally.client.serverNow()) }
    screen.state.needsSignIn = if case .expired = state.status { true } else { left.map { $0 <= 0 } ?? false }
    guard let left, left > 0 else { return screen.activities.cancel("expiry") }
    screen.activities.start("expiry") { [weak self, tally] in
      do { try await tally.client.environment.clock.sleep(for: .seconds(left), as: .watchdog) } catch { return }
      if !Task.isCancelled { self?.screen.state.needsSignIn = true }
    }
  }

  // MARK: Signing in and out

  /// Signs in. After a success, ``State/status`` contains the account. After a failure, ``State/notice`` contains the reason.
  public func signIn(email: String, password: String) {
    work { account throws(ClientError) in _ = try await account.signIn(email: email, password: password) }
  }

  /// Creates an account, and signs in with it unless the server asks the user to confirm the e-mail address first.
  public func register(email: String, password: String) {
    work { account throws(ClientError) in _ = try await account.register(email: email, password: password) }
  }

  /// Signs out.
  /// - Parameter pending: whether changes that are not on the server yet are kept or discarded; see ``State/pendingCount``.
  public func signOut(pending: PendingWork) {
    work { account throws(ClientError) in try await account.signOut(pending: pending) }
  }

  private func work(_ body: @escaping @Sendable (any AccountAPI) async throws(ClientError) -> Void) {
    screen.state.isWorking = true
    screen.state.notice = nil
    screen.state.wrongFields = []
    screen.activities.start("work") { [weak self, tally] in
      do throws(ClientError) { try await body(tally.account) } catch { if !Task.isCancelled { self?.notice(error) } }
      // A newer action has cancelled this one and updates the state itself.
      guard !Task.isCancelled else { return }
      self?.screen.state.isWorking = false
      await self?.screen.show()
    }
  }

  private func notice(_ error: ClientError) {
    screen.state.wrongFields = error.wrongFields ?? state.wrongFields
    screen.notice(error, ErrorText.signIn(error, tally.texts))
  }

  // MARK: Profile

  /// Reads the account's profile into ``State/profile`` (`GET /api/users/:id/profile`).
  public func loadProfile() {
    // Skip this read while `updateProfile(_:)` saves: the read could still return the old profile. After the save, the new profile is
    // shown; if the save failed, `isProfileAwaited` triggers a read.
    isProfileAwaited = screen.activities.isRunning("saveProfile")
    guard !isProfileAwaited else { return }
    screen.activities.start("profile") { [weak self] in await self?.readProfile() }
  }

  private func readProfile() async {
    isProfileAwaited = false
    do throws(ClientError) {
      let owner = try await tally.client.accounts.account()
      let profile = try await tally.users.profile()
      // Another account may have signed in during the request.
      guard !Task.isCancelled, try await tally.client.accounts.account() == owner else { return }
      show(profile, of: owner)
    } catch {
      guard !error.isCancellation, !Task.isCancelled, error.detail != ClientError.Detail.accountChanged else { return }
      screen.state.error = error
    }
  }

  /// Changes the name, time zone or country of the account on the server. If another device has changed the name since this screen showed
  /// it, the name is not overwritten. Instead, the screen shows the newer name, and a notice informs the user.
  public func updateProfile(_ change: ProfileUpdate) {
    if screen.activities.isRunning("profile") { isProfileAwaited = true }
    screen.activities.cancel("profile")
    let asked = state.status.account
    screen.activities.start("saveProfile", replacing: false) { [self] in
      await profileChanges.enqueue { [self] in
        await save(change, askedBy: asked)
        // If the save failed or was dropped, the skipped `loadProfile()` is still due: read the profile now.
        if isProfileAwaited { await readProfile() }
      }
    }
  }

  private func save(_ change: ProfileUpdate, askedBy asked: String?) async {
    do throws(ClientError) {
      let owner = try await tally.client.accounts.account()
      // If another account has signed in since the user made this change, drop the change.
      guard asked == nil || asked == owner else { return }
      if let shown = state.profile?.user, profileOwner == owner, change.displayName != nil {
        let now = try await tally.users.profile()
        guard now.user.displayName == shown.displayName || now.user.displayName == change.displayName else {
          show(now, of: owner)
          screen.state.notice = tally.texts(
            "tally.profile.changed",
            english: "The profile was changed on another device. Look at it and save again.")
          return
        }
      }
      _ = try await tally.users.update(change)
      let profile = try await tally.users.profile()
      guard try await tally.client.accounts.account() == owner else { return }
      show(profile, of: owner)
    } catch { if error.detail != ClientError.Detail.accountChanged { screen.notice(error) } }
  }

  private func show(_ profile: UserProfile, of owner: String?) {
    isProfileAwaited = false
    profileOwner = owner
    screen.state.profile = profile
    screen.state.error = nil
  }

  /// Sets the country that search and calendar use on this device. To change the account's country, use ``updateProfile(_:)``. If `code` is
  /// not a two-letter code, the country does not change, and a notice informs the user.
  public func setCountry(_ code: String) {
    guard CountryPreference.isCode(code) else { return screen.notice(.noCountry) }
    tally.country.set(code)
    screen.state.country = tally.country.current
  }

  // MARK: Pending changes

  /// Sends a change that the server refused to the server again.
  public func retry(_ record: MutationRecord) { screen.retry(record, in: tally.queue) }

  /// Discards a change that the server refused.
  public func discard(_ record: MutationRecord) { screen.discard(record, in: tally.queue) }

  // MARK: Conflicts

  /// Restores the values that were replaced in a conflict, on all devices.
  public func undo(_ conflict: TallyConflict) {
    screen.act { [tally] () async throws(ClientError) in [try await tally.undo(conflict)] }
  }

  /// Removes a conflict that the user has seen from ``State/conflicts``. The values that apply now stay.
  public func dismiss(_ conflict: TallyConflict) {
    screen.act { [tally] () async throws(ClientError) in
      try await tally.dismiss(conflict)
      return []
    }
  }
}
