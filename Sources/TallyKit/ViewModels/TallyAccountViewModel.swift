public import Foundation
public import MediaCore

/// Signing in, the profile, and what waits to be sent.
@MainActor
public final class TallyAccountViewModel: ViewModel {
  public struct State: Equatable, Sendable {
    public var status = AccountSession.Status.signedOut
    /// When the sign-in runs out, as its token says.
    public var expiresAt: Date?
    /// The sign-in has run out: ask for the password again. Drafts and pending changes are kept.
    public var needsSignIn = false
    public var isWorking = false
    public var error: String?
    /// The fields of the form that the server did not take: `email`, `password`.
    public var wrongFields: [String] = []
    public var profile: UserProfile?
    public var country: String
    /// Changes that are not on the server yet: ask before signing out.
    public var pendingCount = 0
    /// Changes that the server refused.
    public var refused: [Intent] = []

    public var isSignedIn: Bool {
      if case .signedIn = status { !needsSignIn } else { false }
    }

    /// The e-mail address; nil when nobody is signed in.
    public var name: String? {
      switch status {
      case .signedIn(_, let name), .expired(_, let name): name
      case .signedOut: nil
      }
    }
  }

  public let publisher: StatePublisher<State>
  public let activities = Activities()
  public let lastingActivities: Set<String> = ["expiry"]

  private let tally: TallyService
  private let texts: Texts
  private var countryToken: ObservationToken?
  private var statusToken: ObservationToken?
  private var profileOwner: String?
  private let looks = Turns()
  private let saves = Turns()

  public init(tally: TallyService) {
    self.tally = tally
    texts = tally.client.environment.texts
    publisher = StatePublisher(State(country: tally.country.current))
    countryToken = tally.country.observe { [weak self] code in
      Task { @MainActor in self?.publisher.state.country = code }
    }
  }

  /// Reads who is signed in, from what is stored, and listens to changes of it.
  public func load() {
    if statusToken == nil {
      statusToken = tally.account.observeStatus { [weak self] _ in Task { @MainActor in self?.statusChanged() } }
    }
    activities.start("load") { [weak self] in await self?.read() }
  }

  private func statusChanged() { activities.start("status") { [weak self] in await self?.read() } }

  private func read() async { await looks.take { [weak self] in await self?.look() } }

  private func look() async {
    guard let status = try? await tally.account.status() else { return }
    publisher.state.status = status
    publisher.state.expiresAt = await tally.account.expiresAt()
    let account = try? await tally.sync.account()
    if profileOwner != account { publisher.state.profile = nil }
    publisher.state.pendingCount = (try? await tally.sync.outbox.open().count) ?? 0
    publisher.state.refused = (try? await tally.sync.outbox.refused()) ?? []
    watchExpiry()
  }

  /// The token says when it ends; nobody needs to run into a refusal first.
  private func watchExpiry() {
    if case .expired = state.status {
      publisher.state.needsSignIn = true
      return activities.cancel("expiry")
    }
    guard case .signedIn = state.status, let end = state.expiresAt else {
      publisher.state.needsSignIn = false
      return activities.cancel("expiry")
    }
    let left = end.timeIntervalSince(tally.client.serverNow())
    publisher.state.needsSignIn = left <= 0
    guard left > 0 else { return activities.cancel("expiry") }
    activities.start("expiry") { [weak self, tally] in
      do { try await tally.client.environment.clock.sleep(for: .seconds(left), as: .watchdog) } catch { return }
      if !Task.isCancelled { self?.publisher.state.needsSignIn = true }
    }
  }

  // MARK: Signing in and out

  public func signIn(email: String, password: String) {
    work { account throws(ClientError) in _ = try await account.signIn(email: email, password: password) }
  }

  public func register(email: String, password: String) {
    work { account throws(ClientError) in _ = try await account.register(email: email, password: password) }
  }

  /// - Parameter pending: what becomes of changes that are not on the server yet; see ``State/pendingCount``.
  public func signOut(pending: PendingWork) {
    work { account throws(ClientError) in try await account.signOut(pending: pending) }
  }

  public func dismissError() {
    publisher.state.error = nil
    publisher.state.wrongFields = []
  }

  private func work(_ body: @escaping @Sendable (any AccountAPI) async throws(ClientError) -> Void) {
    publisher.state.isWorking = true
    dismissError()
    activities.start("work") { [weak self, tally] in
      do throws(ClientError) { try await body(tally.account) } catch { if !Task.isCancelled { self?.show(error) } }
      // What replaced this has its own end to tell.
      guard !Task.isCancelled else { return }
      self?.publisher.state.isWorking = false
      await self?.read()
    }
  }

  private func show(_ error: ClientError) {
    guard !error.isCancellation else { return }
    if let detail = error.detail, detail.hasPrefix("VALIDATION_ERROR: ") {
      publisher.state.wrongFields = detail.dropFirst(18).split(separator: ",").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
    }
    switch error.kind {
    case .conflict, .forbidden, .invalidRequest: publisher.state.error = error.serverMessage ?? error.text(texts)
    default: publisher.state.error = ErrorText.signIn(error, texts)
    }
  }

  // MARK: Profile

  public func loadProfile() {
    // A change that is on its way reads it by itself.
    guard !activities.isRunning("saveProfile") else { return }
    activities.start("profile") { [weak self, tally] in
      do throws(ClientError) {
        let owner = try await tally.sync.account()
        let profile = try await tally.users.profile()
        guard !Task.isCancelled else { return }
        self?.show(profile, of: owner)
      } catch {
        if let self, !error.isCancellation { self.publisher.state.error = ErrorText.shows(error, self.texts) }
      }
    }
  }

  /// Changes name, time zone or country of the account on the server.
  public func updateProfile(_ change: ProfileUpdate) {
    activities.cancel("profile")
    activities.start("saveProfile", replacing: false) { [self] in
      await saves.take { [self] in
        do throws(ClientError) {
          let owner = try await tally.sync.account()
          _ = try await tally.users.update(change)
          show(try await tally.users.profile(), of: owner)
        } catch {
          if !error.isCancellation { publisher.state.error = ErrorText.shows(error, texts) }
        }
      }
    }
  }

  private func show(_ profile: UserProfile, of owner: String?) {
    profileOwner = owner
    publisher.state.profile = profile
  }

  /// The country of this device, for search and calendar alike. The account's own is changed with ``updateProfile(_:)``.
  public func setCountry(_ code: String) {
    tally.country.set(code)
    publisher.state.country = tally.country.current
  }

  // MARK: What waits

  /// Sends a refused change again.
  public func retry(_ intent: Intent) {
    activities.start("retry", replacing: false) { [weak self, tally] in
      try? await tally.sync.retry(intent)
      await tally.sync.flush()
      await self?.read()
    }
  }

  /// Gives a refused change up.
  public func discard(_ intent: Intent) {
    activities.start("retry", replacing: false) { [weak self, tally] in
      try? await tally.sync.outbox.outbox().discard(intent.id)
      await self?.read()
    }
  }
}
