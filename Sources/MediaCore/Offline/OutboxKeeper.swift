/// Gives each account of a service its own ``Outbox``, and sends what waits when there is reason to hope: a sign-in, a server
/// that answers again, the app coming to the front.
public actor OutboxKeeper {
  private let client: ServiceClient
  private let name: String
  private let handlers: [IntentHandler]
  private let settled: @Sendable (Intent) async -> Void
  private var current: Outbox?
  private var tokens: [ObservationToken] = []

  /// - Parameter settled: hears of each intent that was decided, before the next one is sent.
  public init(
    client: ServiceClient, name: String, handlers: [IntentHandler],
    settled: @escaping @Sendable (Intent) async -> Void = { _ in }
  ) {
    self.client = client
    self.name = "\(name)/\(client.address.key)"
    self.handlers = handlers
    self.settled = settled
  }

  /// The outbox of the account that is signed in, or whose sign-in ran out.
  /// - Throws: `signedOut` when there is neither.
  public func outbox() async throws(ClientError) -> Outbox {
    let account: String
    switch try await client.session.status() {
    case .signedIn(let id, _), .expired(let id, _): account = id
    case .signedOut:
      await current?.close()
      current = nil
      throw ClientError(.signedOut, operation: "outbox.open")
    }
    if let current, current.account == account { return current }
    await current?.close()
    let client = client
    let outbox = Outbox(
      account: account, name: name, environment: client.environment, handlers: handlers,
      observe: { client.report($0) }, settled: settled)
    current = outbox
    await startListening()
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
  }

  /// The app's explicit choice at a sign-out.
  func prepareSignOut(_ pending: PendingWork) async throws(ClientError) {
    guard let outbox = try? await outbox() else { return }
    switch pending {
    case .keep: break
    case .discard: try await outbox.discardAll()
    }
    await outbox.close()
    current = nil
  }

  private func startListening() async {
    guard tokens.isEmpty else { return }
    tokens.append(
      client.connectivity.observe { [weak self] status in
        if status == .online { Task { await self?.flush(.connectivity) } }
      })
    tokens.append(
      await client.session.observeStatus { [weak self] status in
        if case .signedIn = status { Task { await self?.flush(.signIn) } }
      })
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
    try await prepareSignOut(pending)
    client.forgetAnswers()
    return try await client.session.end()
  }
}
