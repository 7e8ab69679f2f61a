/// The servers of one service that the user has added to the app, in the user's order, and which of them the app shows. The list belongs to
/// the device, whoever is signed in.
///
/// ```swift
/// let servers = SavedServerStore(service: "shelf", environment: .live())
/// let home = try servers.add(ServerAddress("nas.local:13378")) { $0.name = "Home" }
/// try servers.choose(home.id)
/// if let server = try servers.current() {
///   let shelf = ShelfService(server: server.address, options: server.options())
/// }
/// ```
public struct SavedServerStore: Sendable {
  /// The largest number of servers in the list.
  public static let capacity = 100

  private let list: SavedServerList

  /// Creates the store of a service. All stores of the same service and folder share the list.
  /// - Parameter service: `shelf`, `tally` or `vault`.
  public init(service: String, environment: ClientEnvironment) {
    list = environment.shared.object("saved-servers/\(service)") { SavedServerList(service, environment) }
  }

  /// Returns the servers in the user's order.
  /// - Throws: `storage` if the list or the headers cannot be read now, such as before the device is first unlocked.
  public func all() throws(ClientError) -> [SavedServer] { try list.value().servers }

  /// Returns the server that the user chose last, or the first server if the chosen one was removed. Nil if there is no server.
  /// - Throws: `storage`, as ``all()`` does.
  public func current() throws(ClientError) -> SavedServer? {
    let value = try list.value()
    return value.servers.first { $0.id == value.current } ?? value.servers.first
  }

  /// Adds a server at the end of the list, or changes the server that has this address already. The first server becomes the current one.
  /// - Parameter set: sets the name, the headers and the like. It may call the store.
  /// - Returns: the server as it is in the list now.
  /// - Throws: `invalidRequest` if the list has ``capacity`` servers; `conflict` if `set` sets the address of another server of the list;
  ///   `storage` if the change could not be written; the error of `set`.
  @discardableResult
  public func add(
    _ address: ServerAddress, _ set: (inout SavedServer) throws(ClientError) -> Void = { _ in }
  ) throws(ClientError) -> SavedServer { try list.add(address, set) }

  /// Changes a server.
  /// - Parameter change: makes the change. It may call the store. What was changed elsewhere meanwhile stays, except for the same members.
  /// - Returns: the server as it is in the list now.
  /// - Throws: `notFound` if there is no server with this id; `conflict` if another server of the list has the new address; `storage` if
  ///   the change could not be written; the error of `change`.
  @discardableResult
  public func update(
    _ id: SavedServer.ID, _ change: (inout SavedServer) throws(ClientError) -> Void
  ) throws(ClientError) -> SavedServer { try list.update(id, change) }

  /// Makes a server the current one.
  /// - Throws: `notFound` if there is no server with this id; `storage`.
  public func choose(_ id: SavedServer.ID) throws(ClientError) {
    try list.change { value throws(ClientError) in
      _ = try value.index(of: id)
      value.current = id
    }
  }

  /// Moves a server to a place in the list. A place outside the list stands for the nearer end.
  /// - Throws: `notFound` if there is no server with this id; `storage`.
  public func move(_ id: SavedServer.ID, to place: Int) throws(ClientError) {
    try list.change { value throws(ClientError) in
      let server = value.servers.remove(at: try value.index(of: id))
      value.servers.insert(server, at: min(max(0, place), value.servers.count))
    }
  }

  /// Removes a server and its headers from the list. The data of its accounts stays on this device until they are signed out; see
  /// ``ServersViewModel/remove(_:pending:)``. Does nothing if there is no server with this id.
  /// - Throws: `storage` if the change could not be written.
  public func remove(_ id: SavedServer.ID) throws(ClientError) { try list.remove(id) }

  /// Calls `changed` after each change of the list or of the current server, until the token is released.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    list.observers.add { _ in changed() }
  }
}

/// The list behind all stores of one service and folder.
private final class SavedServerList: Sendable {
  struct Value: Sendable, Equatable {
    var servers: [SavedServer] = []
    var current: SavedServer.ID?

    func index(of id: SavedServer.ID) throws(ClientError) -> Int {
      guard let index = servers.firstIndex(where: { $0.id == id }) else {
        throw ClientError(.notFound, operation: .savedServers)
      }
      return index
    }

    /// - Returns: `server`, if no other server of the list has its address.
    func alone(_ server: SavedServer) throws(ClientError) -> SavedServer {
      guard servers.count(where: { $0.address.key == server.address.key }) == 1 else {
        throw ClientError(.conflict, operation: .savedServers)
      }
      return server
    }
  }

  let observers = Observers<Void>()
  private let blobs: BlobStore
  private let secrets: any SecretStore
  private let random: any RandomSource
  private let service: String
  private let known = Locked<Value?>(nil)
  /// Whether the app, which is another process, writes the list. Each access then reads the files.
  private let isReading: Bool

  init(_ service: String, _ environment: ClientEnvironment) {
    blobs = BlobStore(files: environment.files, folder: service)
    isReading = environment.isReading
    (self.service, secrets, random) = (service, environment.secrets, environment.random)
  }

  func value() throws(ClientError) -> Value {
    try known.withLock { known throws(ClientError) in try load(&known) }
  }

  func add(
    _ address: ServerAddress, _ set: (inout SavedServer) throws(ClientError) -> Void
  ) throws(ClientError) -> SavedServer {
    let known = try value().servers.first { $0.address.key == address.key }
    let old = known ?? SavedServer(id: random.uuid(), address: address)
    var new = old
    new.address = address
    // Don't hold the lock here: an app that calls the store in `set` would wait for ever.
    try set(&new)
    return try change { [new] value throws(ClientError) in
      // While `set` ran without the lock, another call of `add` may have added the address: change that server instead of adding a second one.
      if let index = value.servers.firstIndex(where: { $0.id == old.id || $0.address.key == address.key }) {
        value.servers[index].take(new, over: old)
        return try value.alone(value.servers[index])
      }
      guard value.servers.count < SavedServerStore.capacity else {
        throw ClientError(.invalidRequest, operation: .savedServers, detail: "tooMany")
      }
      value.servers.append(new)
      if value.current == nil { value.current = new.id }
      return try value.alone(new)
    }
  }

  func update(
    _ id: SavedServer.ID, _ body: (inout SavedServer) throws(ClientError) -> Void
  ) throws(ClientError) -> SavedServer {
    let before = try value()
    let old = try before.servers[before.index(of: id)]
    var new = old
    try body(&new)  // without the lock, as in `add`
    return try change { [new] value throws(ClientError) in
      let index = try value.index(of: id)
      value.servers[index].take(new, over: old)
      return try value.alone(value.servers[index])
    }
  }

  func remove(_ id: SavedServer.ID) throws(ClientError) {
    try change { value throws(ClientError) in
      value.servers.removeAll { $0.id == id }
      if value.current == id { value.current = value.servers.first?.id }
    }
  }

  func change<Result: Sendable>(
    _ body: (inout Value) throws(ClientError) -> Result
  ) throws(ClientError) -> Result {
    let (result, isChanged) = try known.withLock { known throws(ClientError) in
      let before = try load(&known)
      var value = before
      let result = try body(&value)
      guard value != before else { return (result, false) }
      try write(value, over: before)
      known = value
      return (result, true)
    }
    if isChanged { observers.notify() }
    return result
  }

  // MARK: Files

  private func load(_ known: inout Value?) throws(ClientError) -> Value {
    if !isReading, let known { return known }
    let file = try blobs.read(SavedServerFile.self, Self.name) ?? SavedServerFile()
    var value = Value(servers: [], current: file.current)
    for entry in file.servers.prefix(SavedServerStore.capacity) {
      guard var server = entry.server else { continue }
      SavedHeaders(try secret(of: server.id)).apply(to: &server)
      value.servers.append(server)
    }
    known = value
    return value
  }

  private func write(_ value: Value, over before: Value) throws(ClientError) {
    let old = Dictionary(uniqueKeysWithValues: before.servers.map { ($0.id, SavedHeaders($0)) })
    // Write the headers first: a server whose headers are missing after a crash would send requests without them.
    for server in value.servers where (old[server.id] ?? SavedHeaders()) != SavedHeaders(server) {
      try writing { try secrets.write(SavedHeaders(server).secret(), key: key(of: server.id)) }
    }
    try blobs.write(SavedServerFile(value.servers, current: value.current), Self.name)
    let kept = Set(value.servers.map(\.id))
    for server in before.servers where !kept.contains(server.id) {
      try writing { try secrets.delete(key(of: server.id)) }
    }
  }

  private func secret(of id: SavedServer.ID) throws(ClientError) -> Secret? {
    do { return try secrets.read(key(of: id)) } catch { throw ClientError(.storage, operation: .savedServers) }
  }

  private func writing(_ body: () throws -> Void) throws(ClientError) {
    do { try body() } catch { throw ClientError(.storage, operation: .savedServers) }
  }

  private func key(of id: SavedServer.ID) -> String { "server-headers/\(service)/\(id)" }
  private static let name = "saved-servers"
}
