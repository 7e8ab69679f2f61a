import Foundation

/// Where one service keeps what belongs to the accounts of one server: who is signed in, a folder for each account, and the one
/// rule of what a sign-out erases.
///
/// A process has one of it for each service, server and folder, however many services are made: they share the sign-in, the
/// queue and the caches. Another process that wants to write into the same folder gets `storage` with the detail `inUse`.
///
/// A sign-out always erases the server's answers, because they can be read again. What only this device has (changes that
/// wait, rows that were removed here) with ``PendingWork/discard``; with ``PendingWork/keep`` it waits for the account. While a
/// sign-out is under way nobody is signed in, and nothing is read or accepted for a next sign-in before it has ended.
public final class AccountStorage: Sendable {
  public let environment: ClientEnvironment
  /// The service and the server's key.
  let name: String
  let session: AccountSession?
  let connectivity: Connectivity
  let serverClock: ServerClock
  private let fixedAccount: String?
  private let reporter: Locked<@Sendable (ClientError) -> Void>
  private let objects = Locked<[String: AnyWeak]>([:])
  private let signOutActions = Registry<@Sendable (String, PendingWork) async -> Void>()
  private let saveActions = Registry<@Sendable () async -> Void>()
  private let lastingTokens = Locked<[ObservationToken]>([])
  private let signOuts = Locked(SignOuts())
  private let folders = Locked(Folders())
  private let renewalToken: ObservationToken?

  private struct AnyWeak: @unchecked Sendable {
    /// `@unchecked Sendable`: everything that is put here is Sendable.
    weak var object: AnyObject?
  }

  private struct Held<Object: AnyObject & Sendable>: Sendable {
    let object: Object
  }

  private struct SignOuts {
    var running = 0
    var count = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private struct Folders {
    /// The folder is this process's, and nothing is left in it that should be gone.
    var isPrepared = false
    /// The errors of erasing, by the folder's name.
    var unerased: [String: PendingWork] = [:]
    /// The number of times that something of an account was erased.
    var erasures: [String: Int] = [:]
  }

  init(name: String, environment: ClientEnvironment, session: AccountSession) {
    self.name = name
    self.environment = environment
    self.session = session
    fixedAccount = nil
    connectivity = Connectivity()
    serverClock = ServerClock(clock: environment.clock)
    reporter = Locked({ _ in })
    let wasOffline = Locked(false)
    renewalToken = connectivity.observe { status in
      let isBack = wasOffline.withLock { wasOffline in
        defer { wasOffline = status == .offline }
        return wasOffline && status == .online
      }
      if isBack { session.connectionIsBack() }
    }
  }

  /// For a service without sign-in: everything belongs to one account. Made twice for the same name, account and environment
  /// it is the same one.
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
    session = nil
    fixedAccount = account
    self.connectivity = connectivity
    serverClock = ServerClock(clock: environment.clock)
    reporter = Locked(report)
    renewalToken = nil
  }

  // MARK: Who is signed in

  /// The account whose data counts on this device: it is signed in, or its sign-in ran out. Nil for nobody.
  /// - Throws: `storage` when that cannot be read now.
  public func account() async throws(ClientError) -> String? {
    await signOutsEnded()
    guard let session else { return fixedAccount }
    return try await session.status().account
  }

  /// Whether calls can be made for the account.
  func isSignedIn() async -> Bool {
    guard let session else { return true }
    guard case .signedIn = try? await session.status() else { return false }
    return true
  }

  /// Calls `changed` after each sign-in and sign-out and when a sign-in ran out, until the token is released.
  public func observeAccount(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    session?.observeStatus { _ in changed() } ?? ObservationToken {}
  }

  // MARK: One owner

  /// The object of that name, made at first use and shared from then on.
  package func shared<Object: AnyObject & Sendable>(_ key: String, make: () -> Object) -> Object {
    if let known = objects.withLock({ $0[key]?.object }) as? Object { return known }
    let made = make()
    return objects.withLock { objects -> Held<Object> in
      if let known = objects[key]?.object as? Object { return Held(object: known) }
      objects[key] = AnyWeak(object: made)
      return Held(object: made)
    }.object
  }

  /// Keeps other processes from writing into the folder, and finishes what an earlier sign-out could not erase.
  /// - Throws: `storage`, with the detail `inUse` when another process holds the folder.
  package func prepare() throws(ClientError) {
    try folders.withLock { (folders) throws(ClientError) in
      guard !folders.isPrepared else { return }
      do {
        try environment.shared.lock(environment.files)
        var unerased = folders.unerased
        for folder in try environment.files.list(erasing) where unerased[folder] == nil {
          let mark = try environment.files.read("\(erasing)/\(folder)")
          unerased[folder] = mark == Self.keepMark ? .keep : .discard
        }
        for (folder, pending) in unerased.sorted(by: { $0.key < $1.key }) {
          try erase(folder, pending)
          folders.unerased[folder] = nil
        }
      } catch {
        throw ClientError(.storage, operation: "storage.open", detail: (error as? FileSystemError)?.detail)
      }
      folders.isPrepared = true
    }
  }

  // MARK: Files

  private static let accounts = "accounts"
  /// Marks of what a sign-out erases: what it could not finish is finished before anything is read or accepted again.
  private var erasing: String { "erasing/\(name.fileName)" }
  private static let keepMark = Data("keep".utf8)
  private static let discardMark = Data("discard".utf8)
  private static let answers = "answers"

  /// The folder of an account. Two accounts, servers or services never share one, whatever their names.
  func folder(of account: String) -> String { "\(Self.accounts)/\(folderName(of: account))" }

  private func folderName(of account: String) -> String { "\(name.utf8.count):\(name)\(account)".fileName }

  package func path(of account: String, _ file: String) -> String { "\(folder(of: account))/\(file)" }

  /// - Parameter isAnswers: whether the files hold what the server said, which no sign-out keeps.
  func files(of account: String, isAnswers: Bool = false) -> BlobStore {
    BlobStore(
      files: environment.files, folder: isAnswers ? path(of: account, Self.answers) : folder(of: account)
    ) { [weak self] in self?.report($0) }
  }

  /// The number of times that something of an account was erased: what was read before may not be written after.
  func erasures(of account: String) -> Int { folders.withLock { $0.erasures[account, default: 0] } }

  /// Writes into the account's folder.
  /// - Throws: `signedOut` when something of it was erased since ``erasures(of:)`` was `known`.
  func write(of account: String, since known: Int, _ body: () throws(ClientError) -> Void) throws(ClientError) {
    try folders.withLock { (folders) throws(ClientError) in
      guard folders.erasures[account, default: 0] == known else {
        throw ClientError(.signedOut, operation: "storage.write", detail: ClientError.Detail.accountChanged)
      }
      try body()
    }
  }

  // MARK: Reporting

  @Sendable package func report(_ error: ClientError) { reporter.withLock { $0 }(error) }
  func report(to reporter: @escaping @Sendable (ClientError) -> Void) { self.reporter.withLock { $0 = reporter } }
  @Sendable func serverNow() -> Date? { serverClock.now() }

  // MARK: Signing out

  /// Adds work for the moment when an account signs out, before its files are erased, for as long as the storage lives. It must not ask for
  /// ``account()``, which waits for the end of the sign-out.
  package func onSignOut(_ action: @escaping @Sendable (_ account: String, PendingWork) async -> Void) {
    let token = observeSignOut(action)
    lastingTokens.withLock { $0.append(token) }
  }

  /// The same, until the token is released.
  func observeSignOut(
    _ action: @escaping @Sendable (_ account: String, PendingWork) async -> Void
  ) -> ObservationToken {
    signOutActions.add(action)
  }

  /// Grows with each sign-out: an answer that was asked for before one belongs to nobody.
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

  /// Ends the sign-in and erases what the rule says.
  /// - Returns: the ended credentials, for telling the server.
  /// - Throws: `storage` when something could not be erased; signed out all the same, and the next launch tries again.
  @discardableResult
  package func signOut(_ pending: PendingWork) async throws(ClientError) -> Credentials? {
    var problem: ClientError?
    var account: String?
    // Nothing of an account that cannot be read can be erased: the caller gets the error.
    do throws(ClientError) { account = try await self.account() } catch { problem = error }
    signOuts.withLock { signOuts in
      signOuts.running += 1
      signOuts.count += 1
    }
    defer { endSignOut() }
    // Marked files are erased at the next launch, should the process end in between.
    if let account { mark(account, pending) }
    var ended: Credentials?
    if let session {
      do throws(ClientError) { ended = try await session.end() } catch { problem = error }
    }
    if let account {
      for action in signOutActions.elements { await action(account, pending) }
      do throws(ClientError) { try erase(of: account, pending) } catch { problem = error }
    }
    if let problem { throw problem }
    return ended
  }

  private func mark(_ account: String, _ pending: PendingWork) {
    let mark = pending == .keep ? Self.keepMark : Self.discardMark
    do { try environment.files.replace("\(erasing)/\(folderName(of: account))", with: mark) } catch {
      // Without a mark the erasing below still happens.
      report(ClientError(.storage, operation: "account.signOut", detail: (error as? FileSystemError)?.detail))
    }
  }

  private func erase(of account: String, _ pending: PendingWork) throws(ClientError) {
    try folders.withLock { (folders) throws(ClientError) in
      folders.erasures[account, default: 0] += 1
      do { try erase(folderName(of: account), pending) } catch {
        folders.unerased[folderName(of: account)] = pending
        folders.isPrepared = false
        throw ClientError(.storage, operation: "account.signOut", detail: (error as? FileSystemError)?.detail)
      }
    }
  }

  private func erase(_ folder: String, _ pending: PendingWork) throws {
    let path = "\(Self.accounts)/\(folder)"
    try environment.files.remove(pending == .keep ? "\(path)/\(Self.answers)" : path)
    try environment.files.remove("\(erasing)/\(folder)")
  }

  // MARK: Saving

  func onSave(_ action: @escaping @Sendable () async -> Void) -> ObservationToken { saveActions.add(action) }

  /// Writes what is known of the server to the disk now instead of within the next second: for an app that goes to the
  /// background. Changes are durable without it.
  public func save() async {
    for action in saveActions.elements { await action() }
  }
}

extension FileSystemError {
  /// The detail of a `storage` error.
  var detail: String? {
    switch self {
    case .full: "full"
    case .locked: "locked"
    case .inUse: "inUse"
    default: nil
    }
  }
}
