public import Foundation

extension AccountCache {
  /// The content of a cache at one moment.
  public struct View: Sendable {
    /// The account to which the value belongs.
    public let account: String
    /// The server's last answer with this device's open mutations applied to it. An open mutation is a change that the server does not have
    /// yet.
    public let value: Value
    /// The server's last answer, without the open mutations.
    public let server: Value
    /// The mutations that the server does not have yet, oldest first. Only mutations for which the cache has a ``MutationOverlay`` are
    /// listed.
    public let open: [MutationRecord]
    /// The time of the server's last answer with the whole value, by the clock of ``ServiceClient/serverNow()``. Nil if the server has not
    /// sent the whole value yet.
    public let refreshedAt: Date?

    /// Whether a change of the item with the id `target` is not on the server yet.
    public func isPending(_ target: String) -> Bool { open.contains { $0.target == target } }
  }

  /// Returns the content of the cache, read without the network.
  /// - Throws: `signedOut` if nobody is signed in; `storage` if the file cannot be read now.
  public func view() async throws(ClientError) -> View { try await view(preparing: nil) }

  /// Returns the server's last answer with this device's open mutations applied to it. The network is not used.
  public func value() async throws(ClientError) -> Value { try await view().value }

  /// Calls `changed` after each change of the content that ``view()`` returns, until the token is released.
  public nonisolated func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    observers.add(changed)
  }

  /// Sends waiting changes, calls `ask` to request an answer from the server, and merges the answer into the cache. Changes of this device
  /// that were synced or superseded after the request began are applied to the answer again, because it may be older than them.
  /// - Throws: the errors of `ask`; `signedOut` with the detail `accountChanged` if the user signed out or in during the call.
  @discardableResult
  public func refresh<Answer: Sendable>(
    _ ask: () async throws(ClientError) -> Answer, merge: (inout Value, Answer) -> Void
  ) async throws(ClientError) -> View {
    await queue?.flush(.call)
    let mark = try await readMark()
    let age = AnswerAge()
    let outcome = await AnswerAge.$current.withValue(age) { () async -> Result<Answer, ClientError> in
      do throws(ClientError) { return .success(try await ask()) } catch { return .failure(error) }
    }
    try await self.merge(outcome.get(), askedAt: mark, isRefresh: true, age: age.longest, merge)
    guard case let view = try await view(), view.account == mark.account else { throw Self.accountChanged }
    return view
  }

  /// Merges an answer of the server into the cache. If a change of this device was synced or superseded after `mark` was taken, the change
  /// is applied to the answer again, because the answer may be older than the change.
  /// - Parameter isRefresh: whether the answer covers the whole content of the cache.
  /// - Throws: `signedOut` with the detail `accountChanged` if the user has signed out or in since `mark` was taken.
  public func merge<Answer>(
    _ answer: Answer, askedAt mark: ReadMark, isRefresh: Bool = false, _ merge: (inout Value, Answer) -> Void
  ) async throws(ClientError) {
    try await self.merge(answer, askedAt: mark, isRefresh: isRefresh, age: .zero, merge)
  }

  /// Marks the moment at which a read of the server begins. Take a mark with ``readMark()`` before asking the server, and pass the mark to
  /// ``merge(_:askedAt:isRefresh:_:)`` together with the answer.
  public struct ReadMark: Sendable {
    /// The account that was signed in when the read began.
    public let account: String
    let generation: Int
    /// A number that rises with each sign-in, sign-out and change of account. Nil in a mark of `readMark(beforeSignInOf:askedAt:)`, because
    /// that mark is made before the sign-in.
    let era: Int?
    let uptime: Duration
    /// In a mark of `readMark(beforeSignInOf:askedAt:)`, the ids of the mutations that were on the server before the mark was made. Empty
    /// in other marks.
    var decided: Set<String> = []

    /// Whether the mutation was decided after the mark was made, so that an answer with this mark can lack the mutation.
    /// - Parameter settled: the cache's generation after it recorded the decision.
    func isOlder(than record: MutationRecord, _ settled: Int) -> Bool {
      settled > generation && !decided.contains(record.id)
    }
  }

  /// The rule for what happens to a cache's value at a sign-out.
  public enum Retention: Sendable, Hashable {
    /// The value is always erased at a sign-out, because the server can send the value again.
    case server
    /// The value is erased at a sign-out with ``PendingWork/discard``. With ``PendingWork/keep``, the value stays, because the server does
    /// not have it.
    case device
  }
}

extension AccountCache {
  /// Returns the cache with the given name. The cache is created at first use and shared in this process.
  /// - Parameters:
  ///   - name: a part of the file's name. The name must not change between versions of an app.
  ///   - version: the version of the stored format. A file with another version is treated as missing.
  ///   - empty: the value before the server's first answer.
  ///   - overlays: for each type of mutation, how the mutation changes the value while it waits, and once it is synced or superseded.
  public static func shared(
    _ name: String, version: Int = 1, empty: Value, retention: Retention = .server, in storage: AccountStorage,
    queue: MutationQueue? = nil, overlays: [MutationOverlay<Value>] = []
  ) -> AccountCache {
    shared(name, version, empty, retention, storage, queue, overlays, patching: nil)
  }

  /// Returns the mark for merging the answer to a sign-in, which contains the account's state, into the cache. Call this function after the
  /// answer has arrived and before `account` is signed in. Once the account is signed in, the queue sends its waiting changes. With a mark
  /// made after that, the answer would replace the outcome of those changes, although the outcome is newer.
  /// - Parameter earlier: a mark made before the request. If it belongs to `account`, the account was already signed in then, and this
  ///   function returns `earlier`. Otherwise it makes a new mark.
  package func readMark(
    beforeSignInOf account: String, askedAt earlier: ReadMark?
  ) async throws(ClientError) -> ReadMark {
    if let earlier, earlier.account == account { return earlier }
    let decided = try await queue?.snapshot(of: account).records.filter(\.isOnServer) ?? []
    return ReadMark(
      account: account, generation: 0, era: nil, uptime: storage.environment.clock.uptime(),
      decided: Set(decided.map(\.id)))
  }

  /// Changes a value that exists only on this device. The changed value is on disk when the call returns.
  /// - Throws: `signedOut` if nobody is signed in; `storage` if the file cannot be read or written. After either error, the value is
  ///   unchanged.
  public func update(_ body: @Sendable (inout Value) -> Void) async throws(ClientError) {
    try await update(of: nil, body)
  }

  /// Drops the value of a process that does not own the folder: the owner has written since, so the next reader reads the file again.
  func folderChanged() {
    guard storage.environment.isReading else { return }
    forget()
    observers.notify()
  }

  static var accountChanged: ClientError {
    ClientError(.signedOut, operation: .cacheMerge, detail: ClientError.Detail.accountChanged)
  }
}

extension AccountCache where Value: PatchableValue {
  /// Returns the cache with the given name. The cache is created at first use and shared in this process. When the value changes, only the
  /// changed parts of the value are written to disk.
  public static func shared(
    _ name: String, version: Int = 1, empty: Value, retention: Retention = .server, in storage: AccountStorage,
    queue: MutationQueue? = nil, overlays: [MutationOverlay<Value>] = []
  ) -> AccountCache {
    shared(name, version, empty, retention, storage, queue, overlays, patching: .patches)
  }

  /// Returns the cache of that name for a value that is read before an app's first screen: a file of fewer than `leastPatched`
  /// bytes is written whole each time, so that a launch reads one file instead of two.
  package static func shared(
    _ name: String, leastPatched: Int, empty: Value, in storage: AccountStorage, queue: MutationQueue? = nil,
    overlays: [MutationOverlay<Value>] = []
  ) -> AccountCache {
    var patching = CachePatching<Value>.patches
    patching.leastBytes = leastPatched
    return shared(name, 1, empty, .server, storage, queue, overlays, patching: patching)
  }
}

extension [MutationRecord] {
  /// Whether the records contain a change of the same kind and target as `mutation`. If the result is false for the open changes that were
  /// read together with the server's state, pass this state as `base` to ``MutationQueue/submit(_:base:isCurrent:cause:owner:)``, with
  /// `isCurrent` set to true.
  public func hasChange<M: Mutation>(like mutation: M) -> Bool {
    contains { $0.kind == M.kind && $0.target == mutation.target }
  }
}

/// Places in records that are sorted by `order`, found by binary search.
extension [MutationRecord] {
  func placeToInsert(_ record: MutationRecord) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].order < record.order { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func place(of record: MutationRecord) -> Int? {
    // While records get new orders, two records can have the same order for a moment: compare the ids as well.
    self[placeToInsert(record)...].prefix { $0.order == record.order }.firstIndex { $0.id == record.id }
  }
}
