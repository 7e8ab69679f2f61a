/// The screen of the servers that the user has added: which one the app shows, whose account is signed in at each, and whether each one
/// answers. The screen asks every server again once a minute while it is observed.
///
/// ```swift
/// @MainActor func show<Service: MediaService>(_ servers: ServersViewModel<Service>, choosing id: SavedServer.ID) {
///   servers.onChange = { state in
///     for row in state.rows { print(row.server.title, row.isCurrent, row.answer.error == nil) }
///   }
///   servers.load()
///   servers.choose(id)             // then servers.current is the service of the chosen server
/// }
/// ```
@MainActor
public final class ServersViewModel<Service: MediaService>: ViewModel {
  /// A server as the screen shows it.
  public struct Row: Sendable, Hashable, Identifiable {
    /// The server, with its name and address.
    public var server: SavedServer
    /// Whether the app shows this server.
    public var isCurrent = false
    /// The state of the sign-in at this server, as stored on this device; nil while the stored sign-in cannot be read.
    public var account: AccountSession.Status?
    /// The server's last answer to the question whether it is there, or the error of the last attempt.
    public var answer: LoadState<ServerFacts> = .idle

    public var id: SavedServer.ID { server.id }
  }

  /// The screen's state.
  public struct State: ScreenState {
    /// The servers in the user's order.
    public var rows: [Row] = []
    /// The text to show in place of an empty list.
    public var emptyMessage: String?
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?

    /// The row of the server that the app shows; nil if there is no server.
    public var current: Row? { rows.first(where: \.isCurrent) }
  }

  /// The time after which the screen asks the servers again by itself while it is observed.
  public static var longestAge: Duration { .seconds(60) }

  public var publisher: StatePublisher<State> { screen.publisher }

  private let store: SavedServerStore
  private let environment: ClientEnvironment
  private let connect: @MainActor (SavedServer) -> Service
  private let screen: StoreScreen<State>
  private var connections: [SavedServer.ID: Connection] = [:]

  /// The service of a saved server, for as long as the server's address and headers stay the same.
  private struct Connection {
    var server: SavedServer
    var service: Service
    var token: ObservationToken
  }

  /// Creates the screen. It asks the servers when `load()` is called.
  /// - Parameters:
  ///   - service: the service of the list, as in ``SavedServerStore/init(service:environment:)``.
  ///   - environment: the environment that `connect` gives to the services.
  ///   - connect: creates the service of a server. Pass `server.options()` to the service.
  public init(
    service: String, environment: ClientEnvironment, connect: @escaping @MainActor (SavedServer) -> Service
  ) {
    store = SavedServerStore(service: service, environment: environment)
    (self.environment, self.connect) = (environment, connect)
    screen = StoreScreen(State(), accounts: nil, texts: environment.texts)
    screen.lastingActivities = [Self.again]
    screen.attach(self, observing: [store.observe]) { model in
      await model.render()
    } fetch: { (model) async throws(ClientError) in
      model.askAgainLater()
      await model.askAll(try model.store.all())
    }
  }

  // MARK: The services

  /// The service of the server that the app shows; nil if there is no server, or if the list cannot be read now.
  public var current: Service? { (try? store.current()).flatMap { $0 }.map { connection($0).service } }

  /// The services of all servers in the user's order, for lists over several servers. Empty if the list cannot be read now.
  public var services: [(server: SavedServer, service: Service)] {
    ((try? store.all()) ?? []).map { ($0, connection($0).service) }
  }

  private func connection(_ server: SavedServer) -> Connection {
    if let known = connections[server.id], known.server.isReached(as: server) { return known }
    let service = connect(server)
    let changed: @Sendable (AccountSession.Status) -> Void = { [weak self] _ in
      Task { @MainActor in await self?.screen.showQuietly() }
    }
    let made = Connection(server: server, service: service, token: service.client.session.observeStatus(changed))
    connections[server.id] = made
    return made
  }

  // MARK: The list

  /// Adds a server, such as after its sign-in, and makes it the current one. A server that has this address already keeps its place.
  /// - Parameter set: sets the name, the headers and the like. Its error becomes the notice.
  public func add(_ address: ServerAddress, _ set: (inout SavedServer) throws(ClientError) -> Void = { _ in }) {
    change { () throws(ClientError) in
      let server = try store.add(address, set)
      try store.choose(server.id)
      return server.id
    }
  }

  /// Makes a server the current one, whose service is ``current``.
  public func choose(_ id: SavedServer.ID) {
    change { () throws(ClientError) in
      try store.choose(id)
      return nil
    }
  }

  /// Sets the user's own name for a server. With an empty text, the screen shows the address.
  public func rename(_ id: SavedServer.ID, to name: String) { update(id) { $0.name = name } }

  /// Changes a server's address, headers or other settings. ``current`` and ``services`` then have a new service for this server.
  public func update(_ id: SavedServer.ID, _ set: (inout SavedServer) throws(ClientError) -> Void) {
    change { () throws(ClientError) in
      let before = try store.all().first { $0.id == id }
      let server = try store.update(id, set)
      return before?.isReached(as: server) == true ? nil : id
    }
  }

  /// Moves a server to a place in the list. A place outside the list stands for the nearer end.
  public func move(_ id: SavedServer.ID, to place: Int) {
    change { () throws(ClientError) in
      try store.move(id, to: place)
      return nil
    }
  }

  /// Signs the account of a server out and removes the server from the list. If the sign-out could not erase all data of the account, the
  /// server stays in the list, and the notice has the error.
  /// - Parameter pending: whether changes that are not on the server yet stay on this device, for the case that the user adds the server
  ///   again.
  public func remove(_ id: SavedServer.ID, pending: PendingWork) {
    screen.act(of: id) { [self] () async throws(ClientError) in
      guard let server = try store.all().first(where: { $0.id == id }) else { return [] }
      try await connection(server).service.signOut(pending: pending)
      try store.remove(id)
      connections[id] = nil
      return []
    }
  }

  /// - Parameter body: changes the list. Returns the id of the server to ask whether it is there; nil for none.
  private func change(_ body: () throws(ClientError) -> SavedServer.ID?) {
    var changed: SavedServer.ID?
    do throws(ClientError) { changed = try body() } catch { screen.notice(error) }
    screen.activities.start("show") { [weak self] in
      await self?.screen.show()
      // Before the first load, the screen asks no server.
      if let self, let changed, screen.activities.isRunning(Self.again) { ask(changed) }
    }
  }

  // MARK: Whether the servers answer

  /// Asks one server again whether it is there.
  public func ask(_ id: SavedServer.ID) {
    screen.activities.start("ask-\(id)") { [weak self] in
      guard let self, let server = try? store.all().first(where: { $0.id == id }) else { return }
      await ask(server)
    }
  }

  private func askAll(_ servers: [SavedServer]) async {
    await withTaskGroup(of: Void.self) { group in
      for (number, server) in servers.enumerated() {
        if number >= Self.width { await group.next() }
        group.addTask { await self.ask(server) }
      }
    }
  }

  private func ask(_ server: SavedServer) async {
    let locator = connection(server).service.client.locator
    show { $0 = .loading($0.value) }
    let answer: LoadState<ServerFacts>
    do throws(ClientError) { answer = .loaded(try await locator.facts(), asOf: environment.clock.now()) } catch {
      answer = .failed(error.speaking(environment.texts), shown(server.id)?.answer.value)
    }
    guard !Task.isCancelled, connections[server.id]?.server.isReached(as: server) == true else { return }
    show { $0 = answer }

    func show(_ change: (inout LoadState<ServerFacts>) -> Void) {
      guard let index = state.rows.firstIndex(where: { $0.id == server.id }) else { return }
      change(&screen.state.rows[index].answer)
    }
  }

  private func askAgainLater() {
    guard !screen.activities.isRunning(Self.again) else { return }
    screen.activities.start(Self.again) { [weak self, clock = environment.clock] in
      while !Task.isCancelled {
        // Sleep as a watchdog: a manual clock that skips other sleeps would let this loop ask without end.
        do { try await clock.sleep(for: Self.longestAge, as: .watchdog) } catch { return }
        guard let self else { return }
        if publisher.isObserved { await askAll((try? store.all()) ?? []) }
      }
    }
  }

  private func shown(_ id: SavedServer.ID) -> Row? { state.rows.first { $0.id == id } }

  private func render() async {
    let (servers, current): ([SavedServer], SavedServer?)
    do throws(ClientError) { (servers, current) = (try store.all(), try store.current()) } catch {
      screen.state.error = error.speaking(environment.texts)
      return
    }
    var rows: [Row] = []
    for server in servers {
      var row = Row(server: server, isCurrent: server.id == current?.id)
      row.account = try? await connection(server).service.client.session.status()
      rows.append(row)
    }
    for id in Set(connections.keys).subtracting(servers.map(\.id)) { connections[id] = nil }
    // Take the answers now: a server may have answered during the awaits. A new address has not answered yet.
    for index in rows.indices {
      if let shown = shown(rows[index].id), shown.server.isReached(as: rows[index].server) {
        rows[index].answer = shown.answer
      }
    }
    var state = screen.state
    state.rows = rows
    state.emptyMessage =
      rows.isEmpty ? environment.texts("core.servers.empty", english: "Add a server to begin.") : nil
    screen.state = state
  }

  private static var again: String { "again" }
  /// The number of servers that are asked at the same time.
  private static var width: Int { 4 }
}

extension SavedServer {
  /// Whether a service for the other server also reaches this one.
  fileprivate func isReached(as other: SavedServer) -> Bool {
    with(self) { $0.name = other.name } == other
  }
}
