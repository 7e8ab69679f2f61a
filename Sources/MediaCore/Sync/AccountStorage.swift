import Foundation

/// The storage of one service's accounts on one server. It holds the account that is signed in and a folder for each account, and decides
/// what a sign-out erases.
///
/// A process has one storage for each combination of service, server and folder, even if the service is created more than once. Services
/// that share a storage share the sign-in, the queue and the caches. If another process tries to write into the same folder, the error
/// `storage` with the detail `inUse` is thrown in that process.
///
/// A sign-out always erases the server's answers, because they can be read again. Data that only this device has (waiting changes, rows
/// that were removed here) is erased with ``PendingWork/discard`` and kept for the account's next sign-in with ``PendingWork/keep``. While
/// a sign-out runs, nobody is signed in. A sign-in that begins during a sign-out reads and changes nothing before the sign-out has ended.
public final class AccountStorage: Sendable {
  /// The clock, files and secrets that this storage uses.
  public let environment: ClientEnvironment
  /// The service and the server's key.
  let name: String
  let session: AccountSession?
  let connectivity: Connectivity
  let serverClock: ServerClock
  private let fixedAccount: String?
  private let reporter: Locked<Reporter>
  private let accountCheck = Locked<AccountCheck?>(nil)
  private let objects = Locked<[String: AnyWeak]>([:])
  private let signOutActions = Registry<@Sendable (String, PendingWork) async -> Void>()
  private let saveActions = Registry<@Sendable () async -> Void>()
  let folderActions = Registry<@Sendable () async -> Void>()
  private let lastingTokens = Locked<[ObservationToken]>([])
  private let signOuts = Locked(SignOuts())
  let folders: AccountFolders
  private let renewalToken: ObservationToken?

  private struct AnyWeak: @unchecked Sendable {
    /// `@unchecked Sendable`: everything that is put here is Sendable.
    weak var object: AnyObject?
    /// Set for an object that is kept although nobody uses it. It must not hold the storage.
    var lasting: AnyObject?
  }

  private struct Held<Object: AnyObject & Sendable>: Sendable {
    let object: Object
  }

  private struct SignOuts {
    var running = 0
    var count = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  init(name: String, environment: ClientEnvironment, session: AccountSession) {
    self.name = name
    self.environment = environment
    folders = .shared(name, environment)
    self.session = session
    fixedAccount = nil
    connectivity = Connectivity()
    serverClock = ServerClock(clock: environment.clock)
    reporter = Locked(Reporter { _ in })
    let wasOffline = Locked(false)
    renewalToken = connectivity.observe { status in
      let isBack = wasOffline.withLock { wasOffline in
        defer { wasOffline = status == .offline }
        return wasOffline && status == .online
      }
      if isBack { session.connectionIsBack() }
    }
    lastingTokens.withLock { $0 = followSignal() }
  }

  /// Returns the storage of a service that has no sign-in. All of its data belongs to the fixed account `account`. Calls with the same
  /// name, account and environment return the same object.
  public static func shared(
    name: String, account: String, environment: ClientEnvironment, connectivity: Connectivity? = nil,
    report: @escaping @Sendable (ClientError) -> Void = { _ in }
  ) -> AccountStorage {
    environment.shared.object("accounts/\(name.utf8.count):\(name)\(account)") {
      AccountStorage(
        name: name, account: account, environment: environment, connectivity: connectivity ?? Connectivity(),
        report: report)
    }
  }

  private init(
    name: String, account: String, environment: ClientEnvironment, connectivity: Connectivity,
    report: @escaping @Sendable (ClientError) -> Void
  ) {
    self.name = name
    self.environment = environment
    folders = .shared(name, environment)
    session = nil
    fixedAccount = account
    self.connectivity = connectivity
    serverClock = ServerClock(clock: environment.clock)
    reporter = Locked(Reporter(report: report))
    renewalToken = nil
    lastingTokens.withLock { $0 = followSignal() }
  }

  // MARK: Who is signed in

  /// Returns the account that is signed in or whose sign-in has expired; nil if nobody is signed in. Waits until a running sign-out has
  /// ended.
  /// - Throws: `storage` if the sign-in cannot be read now.
  public func account() async throws(ClientError) -> String? {
    await signOutsEnded()
    guard let session else { return fixedAccount }
    return try await session.status().account
  }

  /// Runs `body`, and drops its result if another account has signed in meanwhile.
  /// - Throws: `signedOut` with the detail `accountChanged` in that case; `storage`; the errors of `body`.
  package func ofOneAccount<Result>(
    _ operation: OperationID, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws(ClientError) -> Result
  ) async throws(ClientError) -> Result {
    let before = try await account()
    let result = try await body()
    guard try await account() == before else {
      throw ClientError(.signedOut, operation: operation, detail: ClientError.Detail.accountChanged)
    }
    return result
  }

  /// The current account without waiting; nil for nobody, during a sign-out, and before the sign-in was read: ask ``account()``
  /// then.
  var knownAccount: String? {
    guard signOuts.withLock({ $0.running == 0 }) else { return nil }
    return session.map(\.knownAccount) ?? fixedAccount
  }

  private struct AccountCheck: Sendable {
    let isKept: @Sendable () throws(ClientError) -> Bool
  }

  /// Sets how a second process finds out whether the fixed account is still the one on this device. Without this call, it always is.
  package func checkFixedAccount(_ isKept: @escaping @Sendable () throws(ClientError) -> Bool) {
    accountCheck.withLock { $0 = AccountCheck(isKept: isKept) }
  }

  /// Whether the fixed account is still the one on this device: the app may have signed out or stored another account since.
  /// - Throws: `storage` if that cannot be read now.
  func isFixedAccountKept() throws(ClientError) -> Bool {
    guard let check = accountCheck.withLock({ $0 }) else { return true }
    return try check.isKept()
  }

  /// Whether calls can be made for the account.
  func isSignedIn() async -> Bool {
    guard let session else { return true }
    // Treat an unreadable sign-in as signed out, so that the queue sends nothing; `account()` throws the error.
    guard case .signedIn = try? await session.status() else { return false }
    return true
  }

  /// A `signedOut` error if the account's sign-in has expired, because nothing can be sent then; otherwise nil.
  func expiry() async -> ClientError? {
    guard let session, case .expired = try? await session.status() else { return nil }
    return await session.missingGrant(for: .queueOutcome)
  }

  /// A number that changes with each sign-in, also if the same account signs in again; nil while nobody is signed in.
  func signInNumber() async -> Int? {
    guard await isSignedIn() else { return nil }
    return await session?.currentGeneration() ?? 0
  }

  /// Calls `changed` after each sign-in, after each sign-out, and when a sign-in has expired, until the token is released.
  public func observeAccount(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    session?.observeStatus { _ in changed() } ?? ObservationToken {}
  }

  // MARK: One owner

  /// Returns the object with the name, made at first use and shared for as long as it is in use.
  /// - Parameter isLasting: whether the object is kept also while it is not in use. It must not hold the storage.
  package func shared<Object: AnyObject & Sendable>(
    _ key: String, isLasting: Bool = false, make: () -> Object
  ) -> Object {
    if let known = objects.withLock({ $0[key]?.object }) as? Object { return known }
    let made = make()
    return objects.withLock { objects -> Held<Object> in
      if let known = objects[key]?.object as? Object { return Held(object: known) }
      objects[key] = AnyWeak(object: made, lasting: isLasting ? made : nil)
      return Held(object: made)
    }.object
  }

  /// Keeps other processes from writing into the folder, and finishes what an earlier sign-out could not erase.
  /// - Throws: `storage`, with the detail `inUse` when another process holds the folder.
  package func prepare() throws(ClientError) { try folders.prepare() }

  // MARK: Files

  package func path(of account: String, _ file: String) -> String { "\(folders.folder(of: account))/\(file)" }

  /// Path of a file with the server's answers, which a sign-out always erases.
  package func answersPath(of account: String, _ file: String) -> String {
    path(of: account, "\(AccountFolders.answers)/\(file)")
  }

  /// - Parameter isAnswers: whether the files hold the server's answers, which a sign-out always erases.
  func files(of account: String, isAnswers: Bool = false) -> BlobStore {
    BlobStore(
      files: environment.files,
      folder: isAnswers ? path(of: account, AccountFolders.answers) : folders.folder(of: account)
    ) { [weak self] in self?.report($0) }
  }

  // MARK: Reporting

  private struct Reporter: Sendable {
    let report: @Sendable (ClientError) -> Void
  }

  @Sendable package func report(_ error: ClientError) { reporter.withLock { $0 }.report(error) }
  func report(to report: @escaping @Sendable (ClientError) -> Void) {
    reporter.withLock { $0 = Reporter(report: report) }
  }
  @Sendable func serverNow() -> Date? { serverClock.now() }

  // MARK: Signing out

  /// Runs `action` at each sign-out, before the account's files are erased, for as long as the storage lives. `action` must not
  /// call ``account()``, which waits for the end of the sign-out.
  package func onSignOut(_ action: @escaping @Sendable (_ account: String, PendingWork) async -> Void) {
    let token = observeSignOut(action)
    lastingTokens.withLock { $0.append(token) }
  }

  /// Runs `action` at each sign-out, before the account's files are erased, until the token is released.
  func observeSignOut(
    _ action: @escaping @Sendable (_ account: String, PendingWork) async -> Void
  ) -> ObservationToken {
    signOutActions.add(action)
  }

  /// The number of sign-outs so far. It shows that an answer was requested before a sign-out and has to be dropped.
  package var signOutCount: Int { signOuts.withLock { $0.count } }

  /// Returns once no sign-out is under way.
  func signOutsEnded() async {
    guard signOuts.withLock({ $0.running > 0 }) else { return }
    await withCheckedContinuation { continuation in
      let isOver = signOuts.withLock { signOuts in
        guard signOuts.running > 0 else { return true }
        signOuts.waiters.append(continuation)
        return false
      }
      if isOver { continuation.resume() }
    }
  }

  private func endSignOut() {
    let waiters = signOuts.withLock { signOuts in
      signOuts.running -= 1
      guard signOuts.running == 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { signOuts.waiters = [] }
      return signOuts.waiters
    }
    waiters.forEach { $0.resume() }
  }

  /// Ends the sign-in, and erases the account's data as `pending` says.
  /// - Returns: the ended credentials, for the request that revokes them.
  /// - Throws: `storage` when something could not be erased; signed out all the same, and the next launch tries again. For an account
  ///   that could not be read, the first launch that can read it does, unless somebody has signed in before.
  @discardableResult
  package func signOut(_ pending: PendingWork) async throws(ClientError) -> Credentials? {
    let known: Result<String?, ClientError>
    do throws(ClientError) { known = .success(try await account()) } catch { known = .failure(error) }
    var problem: ClientError?
    if case .failure(let error) = known { problem = error }
    signOuts.withLock { signOuts in
      signOuts.running += 1
      signOuts.count += 1
    }
    defer { endSignOut() }
    // With `.keep`, save the caches first: they show decided changes, which the queue forgets in this sign-out.
    if pending == .keep { await save() }
    let begun = Locked<(account: String, mark: AccountFolders.Mark)?>(nil)
    // The session calls `willEnd` right before ending `signIn`. The mark must name exactly `signIn`, otherwise it may end a later one.
    let willEnd: @Sendable (Secret?) -> Bool = { [self] signIn in
      let leaving: String?
      switch known {
      case .success(let account): leaving = account
      case .failure:
        leaving = signIn.flatMap(StoredSignIn.init(sealed:))?.account
        // If `leaving` is nil, write a mark that ends the sign-in, and return false to keep the stored sign-in itself: only it names the
        // account whose files must be erased.
        if leaving == nil, folders.beginUnread(pending, report: report) { return false }
      }
      guard let leaving else { return true }
      let mark = folders.begin(leaving, pending, ending: signIn) { report($0) }
      begun.withLock { $0 = (leaving, mark) }
      return true
    }
    var ended: Credentials?
    if let session {
      do throws(ClientError) { ended = try await session.end(willEnd) } catch { problem = error }
    } else {
      _ = willEnd(nil)
    }
    if let (leaving, mark) = begun.withLock({ $0 }) {
      for action in signOutActions.elements { await action(leaving, pending) }
      do throws(ClientError) { try folders.end(leaving, mark) } catch { problem = error }
    }
    if let problem { throw problem }
    return ended
  }

  /// Notes on disk that the account is about to be deleted on the server. If the process ends before the answer is handled, the next launch
  /// signs the account out and erases its data. The note names the stored sign-in, so call this after the credentials of the request are
  /// known: renewing them changes the stored sign-in. If the note cannot be written, the error is only reported.
  package func announceDeletion() {
    guard let account = knownAccount else { return }
    folders.announceDeletion(of: account, report: report)
  }

  /// Removes the note of ``announceDeletion()`` after the server's answer, unless a sign-out has replaced the note.
  package func withdrawDeletion() {
    folders.withdrawDeletion(report: report)
    // A widget that has read the note counts as signed out: notify it, so that it reads the sign-in again.
    noteWritten()
  }

  // MARK: Saving

  func onSave(_ action: @escaping @Sendable () async -> Void) -> ObservationToken { saveActions.add(action) }

  /// Writes the caches to disk now. Without this call, they are written within a second. Call this when the app goes to the background. The
  /// user's changes are durable even without this call.
  public func save() async {
    for action in saveActions.elements { await action() }
  }
}

extension FileSystemError {
  /// The detail of a `storage` error.
  package var detail: String? {
    switch self {
    case .full: "full"
    case .locked: "locked"
    case .inUse: "inUse"
    case .notPermitted: "notPermitted"
    case .badPath, .other: nil
    }
  }
}
