/// Gives each account of a service its own ``Outbox``, and sends what waits when there is reason to hope: a sign-in, a server
/// that answers again, the app coming to the front.
public actor OutboxKeeper {
  private let client: ServiceClient
  private let name: String
  private let handlers: [IntentHandler]
  private nonisolated let changed = Locked<@Sendable (String, [Intent]) async -> Void>({ _, _ in })
  /// One for each account, for as long as this lives: two for the same file would write over each other.
  private var outboxes: [String: Outbox] = [:]
  private var current: Outbox?
  private var running: Task<Void, Never>?
  private var waiting: Task<Void, Never>?
  private nonisolated let tokens = Locked<[ObservationToken]>([])

  public init(client: ServiceClient, name: String, handlers: [IntentHandler]) {
    self.client = client
    self.name = "\(name)/\(client.address.key)"
    self.handlers = handlers
    // From the first moment: what an earlier launch has left waits for a sign-in or an answer too, before anybody asks
    // for its outbox.
    let online = client.connectivity.observe { [weak self] status in
      if status == .online { Task { await self?.sendWaiting(.connectivity) } }
    }
    let signedIn = client.session.observeStatus { [weak self] status in
      if case .signedIn = status { Task { await self?.sendWaiting(.signIn) } }
    }
    tokens.withLock { $0 = [online, signedIn] }
  }

  /// Who hears of every change of the current account's intents, in order: one at a time, and whose they are.
  public nonisolated func onChange(
    _ changed: @escaping @Sendable (_ account: String, _ intents: [Intent]) async -> Void
  ) {
    self.changed.withLock { $0 = changed }
  }

  /// The outbox of the account that is signed in, or whose sign-in ran out.
  /// - Throws: `signedOut` when there is neither.
  public func outbox() async throws(ClientError) -> Outbox {
    let account: String
    switch try await client.session.status() {
    case .signedIn(let id, _), .expired(let id, _): account = id
    case .signedOut:
      let ended = current
      current = nil
      await ended?.stop()
      throw ClientError(.signedOut, operation: "outbox.open")
    }
    if let known = outboxes[account] {
      guard current !== known else { return known }
      let earlier = current
      current = known
      await earlier?.stop()
      return known
    }
    let client = client
    let outbox = Outbox(account: account, name: name, environment: client.environment, handlers: handlers) {
      client.report($0)
    }
    let token = outbox.observe { [weak self] _ in Task { await self?.tell() } }
    tokens.withLock { $0.append(token) }
    let earlier = current
    outboxes[account] = outbox
    current = outbox
    await earlier?.stop()
    return outbox
  }

  /// Everything, decided or not, oldest first.
  public func all() async throws(ClientError) -> [Intent] { try await outbox().all() }

  /// What is not on the server yet.
  public func open() async throws(ClientError) -> [Intent] { try await outbox().open() }

  /// What the server refused and nobody has dealt with: to show, with retry, edit and discard.
  public func refused() async throws(ClientError) -> [Intent] { try await outbox().refused() }

  /// Sends what is open, when somebody is signed in.
  public func flush(_ trigger: Outbox.Trigger = .call) async {
    guard case .signedIn = try? await client.session.status(), let outbox = try? await outbox() else { return }
    await outbox.flush(trigger)
    await tell()
  }

  private func sendWaiting(_ trigger: Outbox.Trigger) async {
    if let open = try? await open(), !open.isEmpty { await flush(trigger) }
  }

  /// Passes on what is known now, in order; changes that come before it gets to that go along.
  private func tell() async {
    if let waiting { return await waiting.value }
    let task = Task { [running] in
      await running?.value
      await tellNow()
    }
    waiting = task
    await task.value
  }

  private func tellNow() async {
    running = waiting
    waiting = nil
    guard let current, let all = try? await current.all() else { return }
    await changed.withLock { $0 }(current.account, all)
  }
}

/// What becomes of changes that are not on the server yet when the user signs out.
public enum PendingWork: Sendable, Hashable {
  /// They wait on this device until the same account signs in again.
  case keep
  /// They are lost.
  case discard
}

extension OutboxKeeper {
  /// Signs the account out: decides on pending work, ends the sign-in, forgets kept answers.
  /// - Returns: the ended credentials, for telling the server.
  /// - Throws: `storage` when something could not be erased; signed out all the same.
  public func signOut(_ pending: PendingWork, client: ServiceClient) async throws(ClientError) -> Credentials? {
    let outbox = try? await outbox()
    client.forgetAnswers()
    let ended: Result<Credentials?, ClientError>
    do throws(ClientError) { ended = .success(try await client.session.end()) } catch { ended = .failure(error) }
    current = nil
    await outbox?.stop()
    if pending == .discard { try await outbox?.discardAll() }
    return try ended.get()
  }
}
