import MediaCore

/// The caches of one server and user, shared by all libraries that are made for them.
struct LibraryStorage: Sendable {
  let accounts: AccountStorage
  let channels: AccountCache<SavedChannels>
  let feed: AccountCache<SavedFeed>
  /// The videos that were hidden on this device, the newest first.
  let hidden: AccountCache<[String]>
  let throttle: AccountCache<ReconcileThrottle>
  let statuses: AccountCache<SavedStatuses>
  let statusJournal: StatusJournal
  let runs: LibraryRuns

  /// - Parameter queue: the changes of other processes, which show before the app has made them.
  init(_ accounts: AccountStorage, queue: MutationQueue) {
    self.accounts = accounts
    channels = .shared(
      "channels", empty: SavedChannels(), retention: .device, in: accounts, queue: queue,
      overlays: [
        MutationOverlay(SelectionMutation.self) {
          $0.change.apply(to: &$1.selection)
        } settle: { _, _, _ in
        }
      ])
    feed = .shared("feed", empty: SavedFeed(), in: accounts)
    hidden = .shared("hidden", empty: [], retention: .device, in: accounts)
    throttle = .shared("reconcile", empty: ReconcileThrottle(), retention: .device, in: accounts)
    statuses = .shared(
      "watching", empty: SavedStatuses(), retention: .device, in: accounts, queue: queue,
      overlays: [
        MutationOverlay(StatusMutation.self) {
          $1.make($0)
        } settle: { _, _, _ in
        }
      ])
    statusJournal = accounts.shared("status-journal") { StatusJournal(accounts) }
    runs = accounts.shared("runs") { LibraryRuns() }
  }

  /// The number of sign-outs: work that began under an earlier number must not write.
  var generation: Int { accounts.signOutCount }

  /// The error of work whose user has signed out in the meantime.
  private static func forgotten(_ operation: OperationID) -> ClientError {
    ClientError(.cancelled, operation: operation, detail: ClientError.Detail.accountChanged)
  }

  func check(_ begun: Int, _ operation: OperationID) throws(ClientError) {
    guard begun == generation else { throw Self.forgotten(operation) }
  }

  /// Changes a value for the user like ``save(_:askedAt:begun:_:)``.
  /// - Throws: `storage` with the detail `inUse` in a process that does not own the files: the change would end with the process.
  func set<Value>(
    _ cache: AccountCache<Value>, _ body: @Sendable (inout Value) -> Void
  ) async throws(ClientError) {
    let begun = generation
    try checkOwner()
    try await save(cache, begun: begun, body)
  }

  /// - Throws: `storage` with the detail `inUse` in a process that does not own the files.
  func checkOwner() throws(ClientError) {
    guard accounts.environment.isReading else { return }
    throw ClientError(.storage, operation: .cacheMerge, detail: FileSystemError.inUse.detail)
  }

  /// Changes the value and saves it at once. On a full disk the change is kept in memory and the error reported, so that the feed keeps
  /// working.
  /// - Parameters:
  ///   - mark: read before the request; nil for a change made on this device.
  ///   - begun: the generation of the work that the change is a part of; nothing is saved if the user has signed out since.
  /// - Returns: what `body` returns.
  @discardableResult
  func save<Value, Result: Sendable>(
    _ cache: AccountCache<Value>, askedAt mark: AccountCache<Value>.ReadMark? = nil, begun: Int? = nil,
    _ body: @Sendable (inout Value) -> Result
  ) async throws(ClientError) -> Result {
    let result = Locked<Result?>(nil)
    do throws(ClientError) {
      let now = try await cache.readMark()
      guard begun == nil || begun == generation else { throw Self.forgotten(.cacheMerge) }
      try await cache.merge((), askedAt: mark ?? now) { value, _ in
        let made = body(&value)
        result.withLock { $0 = made }
      }
    } catch { throw error.kind == .signedOut ? Self.forgotten(error.operation) : error }
    await accounts.save()
    guard let made = result.withLock({ $0 }) else { throw Self.forgotten(.cacheMerge) }
    return made
  }
}

/// The running refreshes, reconciles and exchanges of all libraries of one server and user.
final class LibraryRuns: Sendable {
  enum Kind { case refresh, reconcile, exchange }

  private struct State {
    var running: Set<Kind> = []
    /// The uptime until which automatic requests are held back, and the generation that this applies to.
    var heldBack: (until: Duration, generation: Int)?
  }

  private let state = Locked(State())

  /// Begins a run.
  /// - Returns: false when a run of the kind is under way.
  func begin(_ kind: Kind) -> Bool { state.withLock { $0.running.insert(kind).inserted } }

  func end(_ kind: Kind) { state.withLock { _ = $0.running.remove(kind) } }

  func isRunning(_ kind: Kind) -> Bool { state.withLock { $0.running.contains(kind) } }

  func holdBack(until: Duration?, generation: Int) { state.withLock { $0.heldBack = until.map { ($0, generation) } } }

  /// The remaining time until automatic requests may start again.
  func holdBackLeft(_ uptime: Duration, generation: Int) -> Duration {
    state.withLock { state in
      guard let held = state.heldBack, held.generation == generation else { return .zero }
      return max(.zero, held.until - uptime)
    }
  }
}
