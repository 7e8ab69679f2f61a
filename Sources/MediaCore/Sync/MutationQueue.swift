/// Accepts the mutations of one service's accounts, sends them, and reports the outcome of each change to its caller.
///
/// A mutation is on disk before ``submit(_:base:isCurrent:cause:owner:)`` returns, as one journal record. If the server can be reached, the
/// mutation is sent at once, or up to half a second later if later changes can share its requests. Otherwise, the mutation waits. The queue
/// tries again after a sign-in, when the server can be reached again, when the app comes to the front, and after a pause.
///
/// A mutation is open until one of three things happens: the server's state was read back after the write and shows the mutation, the
/// mutation is given up in favor of the server's state, or the server refuses the mutation for good. A refused mutation stays listed until
/// it is retried, edited or discarded. No mutation is dropped silently or sent for another account.
///
/// Two services for the same server and folder (see ``ClientEnvironment``) share the list of mutations. Each service sends the changes that
/// were submitted to its own queue, through its own transport and API. Changes that were left by an earlier launch, or by a service that no
/// longer exists, are sent through the service that was created first.
///
/// An app uses the queue of its service to show the changes that wait, and to retry or discard the changes that the server has refused:
///
/// ```swift
/// for change in try await shelf.queue.open() { print(change.kind, change.target) }
/// for change in try await shelf.queue.refused() { try await shelf.queue.retry(change.id) }
/// await shelf.queue.flush()  // tries everything once, now
/// ```
public final class MutationQueue: Sendable {
  /// The reason why the queue begins a round, in which it tries to send all open mutations. If another round is already running and fails,
  /// the round is repeated once for the new reason. The reason `recorded` causes no repetition.
  public enum Trigger: String, Sendable, Hashable {
    /// The reasons for a round. `recorded`: a new change was accepted. `connectivity`: the server can be reached again. `foreground`: the
    /// app came to the front. `signIn`: a user has signed in or out, or the sign-in has expired. `timer`: the pause after a failed round is
    /// over. `call`: the app has called ``MutationQueue/flush(_:)``.
    case recorded, connectivity, foreground, signIn, timer, call
  }

  let shared: SharedMutationQueue
  let handlers = MutationHandlers()

  /// Creates the queue of a service.
  /// - Parameter handlers: each type of mutation with the API through which it is sent. An API may hold caches that show this queue's
  ///   changes, but it must not hold the queue itself.
  public convenience init(in storage: AccountStorage, handlers: [MutationHandler]) {
    self.init(in: storage)
    use(handlers)
  }

  /// Creates a queue without handlers. The queue accepts and sends nothing before ``use(_:)`` is called. Use this initializer if the APIs
  /// of the handlers hold caches that show this queue's changes, because such caches need the queue first.
  public init(in storage: AccountStorage) { shared = .shared(in: storage) }

  /// Whether this process hands its changes over to the owner of the folder; see ``ClientEnvironment/extending()``.
  package var handsOver: Bool { shared.handsOver }

  /// Calls `taken` with each change that this process takes over from another process, such as a widget. The change is then already in the
  /// queue. The calls end when the returned token is released.
  package func observeTakenOver(_ taken: @escaping @Sendable (MutationRecord) -> Void) -> ObservationToken {
    shared.takenOver.add(taken)
  }

  /// Sets the handlers through which the queue sends. After this call, the queue sends the changes of earlier launches at a sign-in, when
  /// the server can be reached, and together with each new change.
  public func use(_ handlers: [MutationHandler]) {
    self.handlers.use(handlers)
    shared.send(through: self.handlers)
  }

  // MARK: Changing

  /// Accepts a mutation for the account that is signed in or whose sign-in has expired. The mutation is on disk when the call returns. It
  /// is sent as soon as the server can be reached.
  /// - Parameters:
  ///   - base: the server's last known state of the target. Nil if the server has no state for the target, or if the state is unknown.
  ///   - isCurrent: true only if no earlier change of the target was waiting when `base` was read. If false, the queue replaces `base` by
  ///     the state that earlier changes with the same `base` have left on the server, because these changes may have been sent after `base`
  ///     was read.
  ///   - cause: the origin of the change: `"user"`, `"playback"`, `"undo"`.
  ///   - owner: the account to which the mutation belongs. Pass it if this account may have signed out in the meantime. If it has, the
  ///     mutation is stored for the account's next sign-in, and `signedOut` is thrown.
  /// - Throws: `signedOut`; `storage` if the mutation could not be written (detail `full` for a full disk, `inUse` if another process holds
  ///   the folder). After `storage`, the mutation is not in the queue.
  @discardableResult
  public func submit<M: Mutation>(
    _ mutation: M, base: M.Remote? = nil, isCurrent: Bool = false, cause: String = "user", owner: String? = nil
  ) async throws(ClientError) -> Submission {
    let record = try await shared.submit(
      mutation, base: base, isCurrent: isCurrent, cause: cause, owner: owner, by: handlers)
    return Submission(record, queue: self)
  }

  /// Sends a refused mutation again. If newer mutations of the same target were sent in the meantime, only the part of the refused mutation
  /// that the newer mutations have not replaced is sent.
  /// - Throws: `notFound` if the queue does not have the mutation or is sending it now.
  @discardableResult
  public func retry(_ id: String) async throws(ClientError) -> Submission {
    Submission(try await shared.retry(id, by: handlers), queue: self)
  }

  /// Replaces the content of a refused or waiting mutation, and sends the mutation. If other mutations of the same target were sent in the
  /// meantime, the edited mutation is ordered after them.
  /// - Throws: `notFound` if the queue does not have the mutation, is sending it now, or has it with another type.
  @discardableResult
  public func edit<M: Mutation>(_ id: String, to mutation: M) async throws(ClientError) -> Submission {
    Submission(try await shared.edit(id, by: handlers) { _ in mutation }, queue: self)
  }

  /// Removes a mutation from the queue for good, without sending it.
  public func discard(_ id: String) async throws(ClientError) { try await shared.discard(id) }

  // MARK: Reading

  /// Returns all changes of the current account that the queue lists, oldest first. The list contains the changes that are not on the
  /// server yet, and the synced, superseded and refused changes that were not removed from the list yet.
  /// - Throws: `signedOut`, `storage`.
  public func all() async throws(ClientError) -> [MutationRecord] { try await shared.all() }

  /// Returns the changes of the current account that are not on the server yet, oldest first.
  public func open() async throws(ClientError) -> [MutationRecord] { try await shared.open() }

  /// Returns the current account's changes that the server has refused. Each change stays in this list until it is retried, edited or
  /// discarded.
  public func refused() async throws(ClientError) -> [MutationRecord] { try await all().filter(\.isRefused) }

  /// Calls `changed` each time the list of mutations changes, until the token is released.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { shared.observe(changed) }

  // MARK: Sending

  /// Sends the open mutations. Returns once each open mutation was tried once and the server's state was read back.
  public func flush(_ trigger: Trigger = .call) async { await shared.flush(trigger) }

  /// Returns once all rounds of sending that have begun are over, or when the caller is cancelled.
  public func settled() async { await shared.settled() }
}
