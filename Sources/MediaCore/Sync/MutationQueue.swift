/// Accepts the mutations of one service's accounts, sends them, and reports to each caller the outcome of its change.
///
/// A mutation is on disk before ``submit(_:base:isCurrent:cause:owner:)`` returns, as one journal record. While the server can be
/// reached, it is sent at once, or up to half a second later where changes that follow can share its requests. Otherwise it waits
/// for a sign-in, a server that answers again, the app coming to the front, or a timer. A mutation leaves the list of open ones
/// only when the server was read afterwards and shows it, when another state counts instead, or when the server refuses it for
/// good; a refused one stays listed until it is retried, edited or discarded. No mutation is dropped silently or sent for another
/// account.
///
/// Services made twice for one server and one folder (see ``ClientEnvironment``) share the list. Each sends what was submitted to its
/// own queue through its own transport and roles. What an earlier launch or a released service has left goes out through the service
/// that was made first.
///
/// An app uses the queue of its service to show what waits, and to decide about what the server has refused:
///
/// ```swift
/// for change in try await shelf.queue.open() { print(change.kind, change.target) }
/// for change in try await shelf.queue.refused() { try await shelf.queue.retry(change.id) }
/// await shelf.queue.flush()  // tries everything once, now
/// ```
public final class MutationQueue: Sendable {
  /// The reason for a round of sending. A round under way that fails is repeated once for any reason but `recorded`.
  public enum Trigger: String, Sendable, Hashable {
    /// `timer` comes after a failed round, `call` is an app's ``MutationQueue/flush(_:)``.
    case recorded, connectivity, foreground, signIn, timer, call
  }

  let shared: SharedMutationQueue
  private let handlers = MutationHandlers()

  /// The queue of a service.
  /// - Parameter handlers: each kind of mutation with the API that it is sent through. An API may hold caches that follow this queue,
  ///   but not the queue itself.
  public convenience init(in storage: AccountStorage, handlers: [MutationHandler]) {
    self.init(in: storage)
    use(handlers)
  }

  /// A queue that accepts and sends nothing before ``use(_:)``: for handlers whose APIs hold caches that follow the queue.
  public init(in storage: AccountStorage) { shared = .shared(in: storage) }

  /// Whether this process hands its changes over to the owner of the folder; see ``ClientEnvironment/extending()``.
  package var handsOver: Bool { shared.handsOver }

  /// Sets the handlers that the queue sends through. From the first call on, changes of earlier launches are sent at a sign-in, at an answer
  /// of the server, and with each new change.
  public func use(_ handlers: [MutationHandler]) {
    self.handlers.use(handlers)
    shared.send(through: self.handlers)
  }

  // MARK: Changing

  /// Accepts a mutation for the account that is signed in, or whose sign-in ran out. It is durable when this returns, and is sent
  /// as soon as the server can be reached.
  /// - Parameters:
  ///   - base: what the server is known to hold of the target; nil for nothing or unknown.
  ///   - isCurrent: whether no earlier change of the target waited when `base` was read. Otherwise, the state that earlier changes
  ///     made from the same `base` have left on the server replaces it: they may have been sent since.
  ///   - cause: what made it: `"user"`, `"playback"`, `"undo"`.
  ///   - owner: the account that the mutation belongs to, when it may have signed out since. The mutation then waits for that
  ///     account's next sign-in, and `signedOut` is thrown.
  /// - Throws: `signedOut`; `storage` when it could not be written (detail `full` for a full disk, `inUse` when another
  ///   process holds the folder): then it does not count.
  @discardableResult
  public func submit<M: Mutation>(
    _ mutation: M, base: M.Remote? = nil, isCurrent: Bool = false, cause: String = "user", owner: String? = nil
  ) async throws(ClientError) -> Submission {
    let record = try await shared.submit(
      mutation, base: base, isCurrent: isCurrent, cause: cause, owner: owner, by: handlers)
    return Submission(record, queue: self)
  }

  /// Sends a refused mutation again, reduced to what newer ones of its target that have gone out meanwhile leave of it.
  /// - Throws: `notFound` when it is not there, or is being sent just now.
  @discardableResult
  public func retry(_ id: String) async throws(ClientError) -> Submission {
    Submission(try await shared.retry(id, by: handlers), queue: self)
  }

  /// Sends a refused or waiting mutation with another content, after those of its target that have gone out meanwhile.
  /// - Throws: `notFound` when it is not there, is being sent just now, or is of another type.
  @discardableResult
  public func edit<M: Mutation>(_ id: String, to mutation: M) async throws(ClientError) -> Submission {
    Submission(try await shared.edit(id, to: mutation, by: handlers), queue: self)
  }

  /// Takes a mutation off the list for good.
  public func discard(_ id: String) async throws(ClientError) { try await shared.discard(id) }

  // MARK: Reading

  /// Everything of the current account, decided or not, oldest first.
  /// - Throws: `signedOut`, `storage`.
  public func all() async throws(ClientError) -> [MutationRecord] { try await shared.all() }

  /// The changes that are not on the server yet, oldest first.
  public func open() async throws(ClientError) -> [MutationRecord] { try await shared.open() }

  /// The changes that the server refused, until each is retried, edited or discarded.
  public func refused() async throws(ClientError) -> [MutationRecord] { try await all().filter(\.isRefused) }

  /// Calls `changed` after each change of the list, until the token is released.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { shared.observe(changed) }

  // MARK: Sending

  /// Sends the open mutations; returns when each was tried once and read back.
  public func flush(_ trigger: Trigger = .call) async { await shared.flush(trigger) }

  /// Returns once all sending that was started is over, or when the caller is cancelled.
  public func settled() async { await shared.settled() }
}
