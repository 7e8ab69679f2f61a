import Foundation

/// Holds the sign-in of a service and renews its credentials. If the token of many calls has expired, these calls share one renewal.
/// Results that arrive after a sign-out, or that belong to an earlier sign-in, are dropped.
///
/// Each sign-in and each sign-out starts a new generation. New credentials are accepted only if the generation in which they were requested
/// is still the current one. The session stores new credentials before calls use them.
public actor AccountSession {
  private let key: String
  let environment: ClientEnvironment
  private let signOuts: any BegunSignOuts
  private nonisolated let connection: Locked<Connection>

  private(set) var isLoaded = false { didSet { noteAccount() } }
  private var generation = 0 { didSet { forgetStanding() } }
  private var renewal = 0 { didSet { forgetStanding() } }
  var credentials: Credentials? {
    didSet {
      forgetStanding()
      noteAccount()
    }
  }
  var expired: (account: String, name: String)? { didSet { noteAccount() } }
  private(set) var isUnsaved = false { didSet { forgetStanding() } }
  /// The secret in the store, as far as this process has read or written it.
  private var lastStored: Secret?
  private var ignoresExpiryHint = false { didSet { forgetStanding() } }
  /// The number of seconds before its end at which an access token is renewed.
  private var expiryMargin = 60.0 { didSet { forgetStanding() } }
  var flight: SharedWork<Grant>?
  var checking: SharedWork<Void>?
  nonisolated let budget = RenewalBudget()
  /// The newest renewal whose token the server has accepted.
  private var acceptedRenewal = 0 { didSet { forgetStanding() } }
  private let observers = Observers<Status>()
  nonisolated let renewals = Observers<Void>()

  /// The grant that calls may take without waiting; nil after each change of the sign-in, until a call asks for a grant.
  private nonisolated let standing = Locked<Standing?>(nil)

  /// The account that is signed in, or whose sign-in ran out; nil for nobody, and before the stored sign-in was read.
  nonisolated var knownAccount: String? { noted.withLock { $0 } }
  private nonisolated let noted = Locked<String?>(nil)

  private func noteAccount() { noted.withLock { [account = isLoaded ? currentStatus.account : nil] in $0 = account } }
  private nonisolated func forgetStanding() { standing.withLock { $0 = nil } }

  init(key: String, environment: ClientEnvironment, signOuts: any BegunSignOuts) {
    self.key = key
    self.environment = environment
    self.signOuts = signOuts
    connection = Locked(
      Connection(
        scheme: AuthenticationScheme(), serverNow: { nil }, isServerGenuine: { false }, observe: { _ in }))
  }

  nonisolated func use(_ new: Connection) {
    connection.withLock { $0 = new }
    forgetStanding()
  }

  var scheme: AuthenticationScheme { connection.withLock { $0.scheme } }
  private nonisolated func serverNow() -> Date? { connection.withLock { $0.serverNow }() }
  private func observe(_ event: ClientEvent) { connection.withLock { $0.observe }(event) }

  // MARK: Status

  /// Returns the current status. The first call reads the stored sign-in.
  /// - Throws: `storage` if the stored sign-in cannot be read now. This error does not sign the user out.
  public func status() throws(ClientError) -> Status {
    try load()
    return currentStatus
  }

  private var currentStatus: Status {
    if let credentials { return .signedIn(account: credentials.account, name: credentials.name) }
    if let expired { return .expired(account: expired.account, name: expired.name) }
    return .signedOut
  }

  /// Calls `changed` with each new status, but not with the current one, until the returned token is released.
  public nonisolated func observeStatus(_ changed: @escaping @Sendable (Status) -> Void) -> ObservationToken {
    observers.add(changed)
  }

  /// Calls `changed` with the current status before returning, and then with each new status until the returned token is released.
  /// - Throws: `storage` if the stored sign-in cannot be read now. This error does not mean that the user is signed out.
  public func followStatus(
    _ changed: @escaping @Sendable (Status) -> Void
  ) throws(ClientError) -> ObservationToken {
    try load()
    let token = observers.add(changed)
    changed(currentStatus)
    return token
  }

  func notifyObservers() { observers.notify(currentStatus) }

  // MARK: Signing in and out

  /// Returns a number that rises with each sign-in and sign-out. Read it before asking for credentials, for ``adopt(_:generation:)``.
  public func currentGeneration() -> Int { generation }

  /// Signs in with new credentials, which are stored before any call uses them. If storing fails, the next call tries again.
  /// - Throws: `signedOut` if the user has signed in or out since `generation`. `storage` if an earlier sign-out is not finished yet
  ///   because its account could not be read: finishing it later would end the new sign-in.
  public func adopt(_ new: Credentials, generation begun: Int) throws(ClientError) {
    // Ignore a stored sign-in that cannot be read: the new one replaces it.
    try? load()
    guard generation == begun else {
      throw ClientError(.signedOut, operation: .accountSignIn, detail: ClientError.Detail.accountChanged)
    }
    try signOuts.finishUnread()
    save(.current(new))
    beginGeneration()
    isLoaded = true
    credentials = new
    notifyObservers()
  }

  /// Signs out at once and permanently. Returns the ended credentials, so that the app can ask the server to revoke them.
  /// - Throws: `storage` if the stored credentials could not be erased. The account is signed out even then.
  @discardableResult
  public func end() throws(ClientError) -> Credentials? { try end { _ in true } }

  /// - Parameter willEnd: called with the stored sign-in, before anything is erased; returns whether to erase that too.
  func end(_ willEnd: @Sendable (Secret?) -> Bool) throws(ClientError) -> Credentials? {
    // Sign out even if the stored sign-in cannot be read now.
    try? load()
    let ended = credentials
    let stored: Secret?
    // If the store cannot be read, pass `lastStored`: `willEnd` marks it as ended, otherwise the next launch restores that sign-in.
    do { stored = try environment.secrets.read(key) } catch { stored = lastStored }
    let erasesStored = willEnd(stored)
    beginGeneration()
    isLoaded = true
    credentials = nil
    expired = nil
    notifyObservers()
    if erasesStored { save(nil) }
    if isUnsaved { throw ClientError(.storage, operation: .accountSignOut) }
    return ended
  }

  func beginGeneration() {
    generation += 1
    renewal = 0
    acceptedRenewal = 0
    (ignoresExpiryHint, expiryMargin) = (false, 60)
    expired = nil
    flight?.finish(
      with: .failure(ClientError(.signedOut, operation: .accountRenew, detail: ClientError.Detail.accountChanged)))
    (flight, checking) = (nil, nil)
  }

  // MARK: Credentials for calls

  /// The credentials for a call, as far as they are known without waiting for the session.
  nonisolated var knownGrant: Grant? {
    guard let known = standing.withLock({ $0 }), !known.isDue(serverNow()) else { return nil }
    return known.grant
  }

  /// The credentials for a call, renewed before they run out when the server's clock is known.
  func grant() async throws(ClientError) -> Grant? {
    try load()
    if isUnsaved { save(signIn) }
    // Loop: the user may sign in with another held token during the check, and that token needs its own check.
    while currentGrant?.credentials.isUnchecked == true, scheme.identify != nil { try await checkHeldToken() }
    guard let grant = currentGrant else { return nil }
    let known = Standing(grant: grant, renewAt: renewalDate(of: grant), isAccepted: acceptedRenewal >= renewal)
    if known.isDue(serverNow()) {
      // The token may have run out. If renewing fails, send the call with the old token; the server's answer decides.
      do throws(ClientError) { return try await renew(after: grant) } catch {
        if error.kind == .signedOut || error.kind == .cancelled { throw error }
      }
    }
    if !isUnsaved, isCurrent(grant), grant.renewal == renewal { standing.withLock { $0 = known } }
    return grant
  }

  /// The time, by the server's clock, from which a token is renewed before it is used; nil when it is not renewed early.
  private func renewalDate(of grant: Grant) -> Date? {
    guard scheme.renew != nil, grant.credentials.refresh != nil, !ignoresExpiryHint else { return nil }
    return grant.credentials.expiresAt.map { $0 - expiryMargin }
  }

  func isCurrent(_ grant: Grant) -> Bool { grant.generation == generation }

  /// Whether the grant is current and accepted, as far as that is known without waiting for the session.
  nonisolated func isKnownCurrent(_ grant: Grant) -> Bool { standing.withLock { $0 }?.accepts(grant) ?? false }

  /// Whether the grant of an answer is still the current one.
  /// - Parameter isAccepted: whether the server took the grant's token.
  func noteAnswer(_ grant: Grant, isAccepted: Bool) -> Bool {
    guard isCurrent(grant) else { return false }
    if isAccepted, grant.renewal > acceptedRenewal {
      acceptedRenewal = grant.renewal
      budget.noteAccepted()
    }
    return true
  }

  var currentGrant: Grant? {
    credentials.map { Grant(credentials: $0, generation: generation, renewal: renewal) }
  }

  /// Returns the refresh token of this sign-in, for the few routes that need it; nil without a sign-in or a refresh token.
  public func refreshToken() throws(ClientError) -> Secret? {
    try load()
    return credentials?.refresh
  }

  /// Replaces the tokens of the current sign-in, for example after a change of the password. If `refresh` is nil, the refresh token stays.
  /// - Throws: `signedOut` if the user has signed in or out since `generation`.
  public func replaceTokens(access: Secret, refresh: Secret?, generation begun: Int) throws(ClientError) {
    try load()
    guard generation == begun, var new = credentials else { throw accountChanged }
    new.access = access
    new.refresh = refresh ?? new.refresh
    new.expiresAt = JWTHint(access)?.expiresAt
    save(.current(new))
    credentials = new
    renewal += 1
    renewals.notify()
  }

  // MARK: Renewing

  /// Newer credentials than `grant`, from a renewal that all callers share.
  /// - Parameter address: the address that refused the token of `grant`; nil if no call to this server was refused.
  func renew(after grant: Grant, refusedAt address: AnsweringAddress? = nil) async throws(ClientError) -> Grant {
    guard isCurrent(grant), let current = currentGrant else { throw accountChanged }
    if current.renewal != grant.renewal { return current }
    if let flight { return try await flight.value().get() }
    try spendFromBudget()
    let work = SharedWork<Grant>(operation: .accountRenew, endsWhenAbandoned: false) { [weak self] in
      guard let self else { return .failure(.cancelled(.accountRenew)) }
      do throws(ClientError) { return .success(try await self.performRenewal(of: grant, address)) } catch {
        return .failure(error)
      }
    }
    flight = work
    return try await work.value().get()
  }

  private func performRenewal(of grant: Grant, _ address: AnsweringAddress?) async throws(ClientError) -> Grant {
    defer { if isCurrent(grant) { flight = nil } }
    try checkOwner()
    do throws(ClientError) {
      // Another process may have used up this refresh token. Use the newer tokens in the store; if none can be read, try this one.
      let latest = (try? storedElsewhere(than: grant.credentials)) ?? grant.credentials
      guard let renew = scheme.renew, latest.refresh != nil else {
        if latest.access != grant.credentials.access, isCurrent(grant) { return take(latest) }
        return try await giveUp(grant, latest, refusedAt: address)
      }
      let answered = Locked<AnsweringAddress?>(nil)
      switch try await counted(renew, latest, notingIn: answered) {
      case .refused:
        if isCurrent(grant), let winner = try storedElsewhere(than: latest) { return take(winner) }
        return try await giveUp(grant, latest, refusedAt: answered.withLock { $0 })
      case .renewed(let new):
        guard new.account == grant.credentials.account else {
          throw ClientError(.wrongServer, operation: .accountRenew, detail: ClientError.Detail.anotherAccount)
        }
        guard isCurrent(grant), let current = currentGrant else { throw accountChanged }
        // If `replaceTokens` ran during the await (the password was changed), keep its tokens: the server has ended `new`.
        return renewal == grant.renewal ? take(new) : current
      }
    } catch {
      observe(.renewed(error))
      throw error
    }
  }

  private func take(_ new: Credentials) -> Grant {
    save(.current(new))
    credentials = new
    renewal += 1
    defer { renewals.notify() }
    if let end = new.expiresAt, let now = serverNow() {
      // Renew a short-lived token in its last quarter. If a token arrives expired, ignore its date: renew it when the server refuses it.
      let lifetime = end.timeIntervalSince(now)
      ignoresExpiryHint = ignoresExpiryHint || lifetime <= 0
      expiryMargin = min(60, lifetime / 4)
    }
    observe(.renewed(nil))
    return Grant(credentials: new, generation: generation, renewal: renewal)
  }

  /// Newer credentials of the same account that another client of the store has written.
  /// - Throws: `storage` when the store cannot be read now: there may be newer credentials all the same.
  private func storedElsewhere(than known: Credentials) throws(ClientError) -> Credentials? {
    guard !isUnsaved, case .current(let stored) = try read(), stored.account == known.account,
      stored.access != known.access
    else { return nil }
    return stored
  }

  /// Ends the sign-in after the server refused `tried`, unless another client of the same store has newer credentials by now.
  /// - Parameter address: the address that sent the refusal; nil for the address in use.
  private func giveUp(
    _ grant: Grant, _ tried: Credentials, refusedAt address: AnsweringAddress?
  ) async throws(ClientError) -> Grant {
    let isServerGenuine = address?.isGenuine ?? connection.withLock({ $0.isServerGenuine })
    var isGenuine = await isServerGenuine()
    // If `tried` has no refresh token, confirm the refusal by another request before the sign-in ends: a proxy may have sent it.
    if isGenuine, tried.refresh == nil, let confirm = scheme.confirm {
      let second = Locked<AnsweringAddress?>(nil)
      let isAccepted = try await AnsweringAddress.noting(second) { () async throws(ClientError) in
        try await confirm(tried)
      }
      if isAccepted {
        guard isCurrent(grant) else { throw accountChanged }
        return grant
      }
      // `confirm` has asked with the token once more. If a proxy at another address sent that refusal, it must not end the sign-in.
      if let second = second.withLock({ $0 }), second.url != address?.url { isGenuine = await second.isGenuine() }
    }
    if isGenuine, isCurrent(grant), renewal == grant.renewal, let winner = try storedElsewhere(than: tried) {
      return take(winner)
    }
    throw expire(grant, isGenuine: isGenuine)
  }

  /// Forgets credentials that the server refused, once it is certain that it was the server.
  func expire(_ grant: Grant, isGenuine: Bool) -> ClientError {
    guard isGenuine else { return ClientError(.wrongServer, operation: .accountRenew, status: 401) }
    guard isCurrent(grant), renewal == grant.renewal else { return accountChanged }
    let ended = (account: grant.credentials.account, name: grant.credentials.name)
    flight = nil  // before `beginGeneration()`, so that callers who wait get the error below, not `accountChanged`
    beginGeneration()
    credentials = nil
    expired = ended
    save(signIn)
    notifyObservers()
    return ClientError(.signedOut, operation: .accountRenew, status: 401)
  }

  private var accountChanged: ClientError {
    ClientError(.signedOut, operation: .accountRenew, detail: ClientError.Detail.accountChanged)
  }

  // MARK: Storage

  func load() throws(ClientError) {
    guard !isLoaded else { return }
    switch try read(hasNoneEnded: signOuts.finishSignOuts()) {
    case .current(let stored): credentials = stored
    case .expired(let account, let name): expired = (account, name)
    case nil: break
    }
    isLoaded = true
  }

  /// The stored sign-in; nil for none, and for a damaged one, which is reported: other bytes are never sent as a token.
  /// - Parameter hasNoneEnded: whether it is certain that no sign-out has ended it.
  func read(hasNoneEnded: Bool = false) throws(ClientError) -> StoredSignIn? {
    do {
      let found = try environment.secrets.read(key)
      let isEnded = try found.map { try !hasNoneEnded && signOuts.isEnded($0) } ?? false
      lastStored = found
      guard let found, !isEnded else { return nil }
      let stored = StoredSignIn(sealed: found)
      if stored == nil { observe(.storage(ClientError(.storage, operation: .accountRestore, detail: "damaged"))) }
      return stored
    } catch {
      throw ClientError(.storage, operation: .accountRestore, detail: (error as? FileSystemError)?.detail)
    }
  }

  /// The sign-in that memory holds.
  var signIn: StoredSignIn? {
    credentials.map(StoredSignIn.current) ?? expired.map { .expired(account: $0.account, name: $0.name) }
  }

  /// Writes a sign-in to the store, or erases the one there. What cannot be written or erased now is tried again at the next call.
  func save(_ signIn: StoredSignIn?) {
    do {
      if let secret = signIn?.sealed() {
        try environment.secrets.write(secret, key: key)
        lastStored = secret
      } else {
        try environment.secrets.delete(key)
        lastStored = nil
      }
      isUnsaved = false
    } catch {
      isUnsaved = true
      observe(.storage(ClientError(.storage, operation: .accountSave)))
    }
  }
}
