public import Foundation

extension AccountCache {
  /// The content of a cache at one moment.
  public struct View: Sendable {
    /// The account to which the value belongs.
    public let account: String
    /// The server's last answer, with the open mutations on top.
    public let value: Value
    /// The server's last answer.
    public let server: Value
    /// The open mutations of the kinds that the cache follows, oldest first.
    public let open: [MutationRecord]
    /// When the server last answered with the whole value, by ``ServiceClient/serverNow()``; nil for never.
    public let refreshedAt: Date?

    /// Whether a change of the target is not on the server yet.
    public func isPending(_ target: String) -> Bool { open.contains { $0.target == target } }
  }

  /// The cached value, read without the network.
  /// - Throws: `signedOut`; `storage` when the file cannot be read now.
  public func view() async throws(ClientError) -> View { try await view(preparing: nil) }

  /// The cached value with the open mutations on top, read without the network.
  public func value() async throws(ClientError) -> Value { try await view().value }

  /// Merges an answer of the server. Changes decided since `mark` was taken stay on top of it.
  /// - Parameter isRefresh: whether the answer covers all that the cache holds.
  /// - Throws: `signedOut` with the detail `accountChanged` when the user signed out or in since `mark` was taken.
  public func merge<Answer>(
    _ answer: Answer, askedAt mark: ReadMark, isRefresh: Bool = false, _ merge: (inout Value, Answer) -> Void
  ) async throws(ClientError) {
    try await self.merge(answer, askedAt: mark, isRefresh: isRefresh, age: .zero, merge)
  }

  /// The beginning of a read. Take a mark before asking the server, and pass it to ``merge(_:askedAt:isRefresh:_:)``.
  public struct ReadMark: Sendable {
    /// The account that was signed in when the read began.
    public let account: String
    let generation: Int
    /// Rises with each sign-in, sign-out and change of account.
    let era: Int
    let uptime: Duration
  }

  /// The rule for what happens to a cache's value at a sign-out.
  public enum Retention: Sendable, Hashable {
    /// The value is always erased, because the server can be asked again.
    case server
    /// The value is erased only if the user discards the account's pending work, because the server does not have the value.
    case device
  }
}

extension AccountCache {
  /// Changes a value that only this device has. The change is on disk when the call returns.
  /// - Throws: `signedOut`; `storage`, and then nothing has changed.
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
  /// Returns the cache with the name, made at first use and shared in this process. Only what has changed is written to disk.
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
  /// Whether the records contain a change of the same kind and target. If the open changes that were read together with a base
  /// contain none, that base is current; see ``MutationQueue/submit(_:base:isCurrent:cause:owner:)``.
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
    let place = placeToInsert(record)
    return place < count && self[place].id == record.id ? place : nil
  }
}
