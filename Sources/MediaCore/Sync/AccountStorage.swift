import Foundation

/// Where one service keeps what belongs to the accounts of one server: who is signed in, a folder for each account, and the one
/// rule of what a sign-out erases.
///
/// A process has one of it for each service, server and folder, however many services are made: they share the sign-in, the
/// queue and the caches. Another process that wants to write into the same folder gets `storage` with the detail `inUse`.
///
/// What a sign-out erases: what the server said, always, because it can be read again. What only this device has (changes that
/// wait, rows that were removed here) with ``PendingWork/discard``; with ``PendingWork/keep`` it waits for the account.
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
  private let signOutActions = Locked<[@Sendable (String, PendingWork) async -> Void]>([])
  private let saveActions = Locked<[@Sendable () async -> Void]>([])
  private let isPrepared = Locked(false)
  private let signOuts = Locked(0)
  /// The sign-out that is under way, where nobody signs in: the account's name is the same before and after it.
  private let ending = Locked<Task<Void, Never>?>(nil)
  private let renewalToken: ObservationToken?

  private struct AnyWeak: @unchecked Sendable {
    /// `@unchecked Sendable`: everything that is put here is Sendable.
    weak var object: AnyObject?
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

  /// Whose data counts on this device: the account that is signed in, or whose sign-in ran out. Nil for nobody.
  /// - Throws: `storage` when that cannot be read now.
  public func account() async throws(ClientError) -> String? {
    guard let session else {
      // A sign-out that is under way ends first: what it erases must not be read again meanwhile.
      await ending.withLock { $0 }?.value
      return fixedAccount
    }
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
    return objects.withLock { objects -> AnyWeak in
      if let known = objects[key], known.object is Object { return known }
      objects[key] = AnyWeak(object: made)
      return AnyWeak(object: made)
    }.object as? Object ?? made
  }

  /// Keeps other processes from writing into the folder, and finishes what an earlier sign-out could not erase.
  /// - Throws: `storage`, with the detail `inUse` when another process holds the folder.
  package func prepare() throws(ClientError) {
    guard !isPrepared.withLock({ $0 }) else { return }
    do {
      try environment.shared.lock(environment.files)
      for folder in try environment.files.list(Self.erasing) {
        try environment.files.remove("\(Self.accounts)/\(folder)")
        try environment.files.remove("\(Self.erasing)/\(folder)")
      }
    } catch {
      throw ClientError(.storage, operation: "storage.open", detail: (error as? FileSystemError)?.detail)
    }
    isPrepared.withLock { $0 = true }
  }

  // MARK: Files

  private static let accounts = "accounts"
  private static let erasing = "erasing"

  /// The folder of an account. Two accounts, servers or services never share one, whatever their names.
  func folder(of account: String) -> String { "\(Self.accounts)/\(folderName(of: account))" }

  private func folderName(of account: String) -> String { "\(name.utf8.count):\(name)\(account)".fileName }

  package func path(of account: String, _ file: String) -> String { "\(folder(of: account))/\(file)" }

  func files(of account: String) -> BlobStore {
    BlobStore(files: environment.files, folder: folder(of: account)) { [weak self] in self?.report($0) }
  }

  // MARK: Reporting

  @Sendable package func report(_ error: ClientError) { reporter.withLock { $0 }(error) }
  func report(to reporter: @escaping @Sendable (ClientError) -> Void) { self.reporter.withLock { $0 = reporter } }
  @Sendable func serverNow() -> Date? { serverClock.now() }

  // MARK: Signing out

  /// What a queue or a cache does when an account signs out.
  package func onSignOut(_ action: @escaping @Sendable (_ account: String, PendingWork) async -> Void) {
    signOutActions.withLock { $0.append(action) }
  }

  /// Grows with each sign-out: an answer that was asked for before one belongs to nobody.
  package var signOutCount: Int { signOuts.withLock { $0 } }

  /// Ends the sign-in and erases what the rule says.
  /// - Returns: the ended credentials, for telling the server.
  /// - Throws: `storage` when something could not be erased; signed out all the same, and the next launch tries again.
  @discardableResult
  package func signOut(_ pending: PendingWork) async throws(ClientError) -> Credentials? {
    let account = try? await account()
    signOuts.withLock { $0 += 1 }
    let (end, continuation) = AsyncStream<Void>.makeStream()
    if session == nil { ending.withLock { $0 = Task { for await _ in end {} } } }
    defer {
      continuation.finish()
      ending.withLock { $0 = nil }
    }
    var problem: ClientError?
    // What is marked is erased at the next launch, should the process end in between.
    if pending == .discard, let account { mark(account, &problem) }
    var ended: Credentials?
    if let session {
      do throws(ClientError) { ended = try await session.end() } catch { problem = error }
    }
    if let account {
      for action in signOutActions.withLock({ $0 }) { await action(account, pending) }
      if pending == .discard { erase(account, &problem) }
    }
    if let problem { throw problem }
    return ended
  }

  private func mark(_ account: String, _ problem: inout ClientError?) {
    do { try environment.files.replace("\(Self.erasing)/\(folderName(of: account))", with: Data([1])) } catch {
      // Without a mark the erasing below still happens.
      report(ClientError(.storage, operation: "account.signOut", detail: (error as? FileSystemError)?.detail))
    }
  }

  private func erase(_ account: String, _ problem: inout ClientError?) {
    do {
      try environment.files.remove(folder(of: account))
      try environment.files.remove("\(Self.erasing)/\(folderName(of: account))")
    } catch {
      problem = ClientError(.storage, operation: "account.signOut", detail: (error as? FileSystemError)?.detail)
    }
  }

  // MARK: Saving

  func onSave(_ action: @escaping @Sendable () async -> Void) { saveActions.withLock { $0.append(action) } }

  /// Writes what is known of the server to the disk now instead of within the next second: for an app that goes to the
  /// background. Changes are durable without it.
  public func save() async {
    for action in saveActions.withLock({ $0 }) { await action() }
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
