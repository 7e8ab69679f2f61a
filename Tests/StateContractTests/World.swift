import Foundation
import MediaCore
import MediaTesting

/// A server, and a device whose apps are launched again and again over the same files and credentials.
final class World: Sendable {
  let service: ServiceCase
  let clock = ManualClock(passing: .everything)
  let files: DeviceFiles
  let secrets = MemorySecretStore()
  let faults: FaultTransport
  let gate: GateTransport

  private let server: any Transport

  init(_ service: ServiceCase, files: [String: Data] = [:]) {
    self.service = service
    self.files = DeviceFiles(files)
    server = service.makeServer(clock)
    faults = FaultTransport(server)
    gate = GateTransport(faults)
  }

  private init(_ service: ServiceCase, _ server: any Transport) {
    self.service = service
    self.server = server
    files = DeviceFiles([:])
    faults = FaultTransport(server)
    gate = GateTransport(faults)
  }

  /// Another device, before the same server.
  static func elsewhere(_ world: World) -> World { World(world.service, world.server) }

  static let address = ServerAddress.fake

  /// A process of the app that shares nothing in memory with earlier ones.
  func launch(at address: ServerAddress = .fake, files: (any FileSystem)? = nil) throws -> Launch {
    try launch(in: environment(files), at: address)
  }

  /// A process of the app that talks to another server, which is unused yet.
  func launch(beforeAnotherServerAt address: ServerAddress) throws -> Launch {
    try service.launch(
      Launch.Parts(address: address, transport: service.makeServer(clock), environment: environment(nil)))
  }

  /// Launches one more service in a process.
  func launch(in environment: ClientEnvironment, at address: ServerAddress = .fake) throws -> Launch {
    try service.launch(Launch.Parts(address: address, transport: gate, environment: environment))
  }

  /// Launches a service of which the server has more addresses, over a transport of the test's own.
  func launch(at address: ServerAddress, _ options: ClientOptions, through transport: any Transport) throws -> Launch {
    try service.launch(
      Launch.Parts(address: address, transport: transport, environment: environment(), options: options))
  }

  func environment(_ files: (any FileSystem)? = nil) -> ClientEnvironment {
    .manual(clock: clock, files: files ?? self.files, secrets: secrets)
  }

  /// A launch that is signed in, with everything asked for once and on disk.
  func filled(_ account: ServiceCase.Account = .first) async throws -> Launch {
    let launch = try launch()
    try await launch.signIn(account)
    try await launch.seed()
    for store in launch.stores { try await store.refresh() }
    await launch.accounts.save()
    return launch
  }

  /// The screen of an unused device, once that account has signed in.
  func untouched(_ store: String, _ account: ServiceCase.Account = .first) async throws -> String {
    let fresh = World(service)
    let launch = try fresh.launch()
    try await launch.signIn(account)
    return try await launch.store(store).read()
  }
}

/// Files in memory that can be locked, and full.
final class DeviceFiles: FileSystem {
  let memory: MemoryFileSystem
  private let full = Locked(false)
  private let appending = Locked<(@Sendable () -> Void)?>(nil)

  init(_ files: [String: Data]) { memory = MemoryFileSystem(files) }

  var isFull: Bool {
    get { full.withLock { $0 } }
    set { full.withLock { $0 = newValue } }
  }

  var isLocked: Bool {
    get { memory.isLocked }
    set { memory.isLocked = newValue }
  }

  private func check() throws { if isFull { throw FileSystemError.full } }

  func read(_ path: String) throws -> Data? { try memory.read(path) }
  func truncate(_ path: String, to length: Int) throws { try memory.truncate(path, to: length) }
  func move(_ path: String, to destination: String) throws { try memory.move(path, to: destination) }
  func remove(_ path: String) throws { try memory.remove(path) }
  func list(_ folder: String) throws -> [String] { try memory.list(folder) }

  func replace(_ path: String, with data: Data) throws {
    try check()
    try memory.replace(path, with: data)
  }

  /// Called before the next append.
  func whenAppending(_ hook: @escaping @Sendable () -> Void) { appending.withLock { $0 = hook } }

  func append(_ data: Data, to path: String) throws {
    let hook = appending.withLock { hook in
      defer { hook = nil }
      return hook
    }
    hook?()
    try check()
    try memory.append(data, to: path)
  }
}

/// Holds back an answer that the server has given already.
final class GateTransport: Transport {
  private struct State {
    var held: OperationID?
    var inFront: HTTPResponse?
    var waiting: CheckedContinuation<Void, Never>?
    var arrival: CheckedContinuation<Void, Never>?
    var hasArrived = false
  }

  private let base: any Transport
  private let state = Locked(State())

  init(_ base: any Transport) { self.base = base }

  /// While set, something in front of the server gives this answer to every request with a token.
  var inFront: HTTPResponse? {
    get { state.withLock { $0.inFront } }
    set { state.withLock { $0.inFront = newValue } }
  }

  /// The next answer of `operation` is held until ``release()``.
  func hold(_ operation: OperationID) {
    state.withLock { state in
      state.held = operation
      state.hasArrived = false
    }
  }

  /// Returns once the answer is there and held.
  func arrived() async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state -> Bool in
        if !state.hasArrived { state.arrival = continuation }
        return state.hasArrived
      }
      if isThere { continuation.resume() }
    }
  }

  func release() {
    let waiting = state.withLock { state in
      defer { state.waiting = nil }
      state.held = nil
      return state.waiting
    }
    waiting?.resume()
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let hasToken = request.fields["Authorization"] != nil || request.fields["x-refresh-token"] != nil
    if hasToken, let inFront { return inFront }
    let response = try await base.send(request)
    let isHeld = state.withLock { state in
      guard state.held == request.operation else { return false }
      state.held = nil
      return true
    }
    guard isHeld else { return response }
    await withCheckedContinuation { continuation in
      let arrival = state.withLock { state in
        state.waiting = continuation
        state.hasArrived = true
        defer { state.arrival = nil }
        return state.arrival
      }
      arrival?.resume()
    }
    return response
  }
}
