import Foundation
import MediaTesting

@testable import MediaCore

/// A phone: what stays of it when its process dies, and the process that runs now. Each service adds its app.
///
/// `@unchecked Sendable`: one simulation is one thread.
@MainActor
class SimulatedDevice: @unchecked Sendable {
  nonisolated let name: String
  nonisolated let world: SimulatedWorld
  nonisolated(unsafe) var disk: [String: Data] = [:]
  nonisolated(unsafe) var secrets: [String: Secret] = [:]
  nonisolated(unsafe) var skew: Double = 0
  nonisolated(unsafe) var isOffline = false
  /// The server itself has ended the sign-in.
  nonisolated(unsafe) var mayExpire = false
  private var running: SimulatedProcess?
  private var tokens: [ObservationToken] = []
  /// The user travels.
  private let zones = Locked(TimeZone(secondsFromGMT: 0) ?? .current)

  // What the disk was asked to keep, whole: nothing of it may ever be missing.
  nonisolated(unsafe) private(set) var kept: [String: Intent] = [:]
  nonisolated(unsafe) private(set) var removed: Set<String> = []

  var process: SimulatedProcess {
    guard let running else { preconditionFailure("not started") }
    return running
  }

  init(_ name: String, in world: SimulatedWorld) {
    self.name = name
    self.world = world
    if world.strikes(.clockSkew, 1) { skew = world.pick([-172_800, -3600, -45, 30, 7200, 172_800]) }
  }

  /// Launches the app on what is there.
  func start() async {
    let process = SimulatedProcess(self, in: world)
    running = process
    var environment = ClientEnvironment.manual(seed: world.dice.next())
    environment.clock = process
    environment.files = world.sabotage == .checksum ? UncheckedFiles(base: process) : process
    environment.secrets = process
    environment.timeZone = { [zones] in zones.withLock { $0 } }
    launch(environment, SimulatedNetwork(process, self, in: world))
    world.log("\(name) starts")
    if world.strikes(.midnight, 0.7), let zone = TimeZone(secondsFromGMT: world.pick([42_600, 43_000, -43_140])) {
      zones.withLock { $0 = zone }
    }
    let token = observe { [weak self, world, name] status in
      guard let self, case .expired = status, !process.isDead else { return }
      if !self.mayExpire { world.violation("\(name) was signed out without the server's word") }
    }
    tokens = [token]
  }

  // MARK: The app, which a service supplies

  func launch(_ environment: ClientEnvironment, _ transport: any Transport) {}
  /// Ends what an app's screens have begun, as the end of a process does.
  func close() {}
  /// Leaves the screens in good order.
  func leave() async {}
  func status() async throws(ClientError) -> AccountSession.Status { .signedOut }
  func observe(_ changed: @escaping @Sendable (AccountSession.Status) -> Void) -> ObservationToken {
    ObservationToken {}
  }
  func signIn(_ user: String, _ password: String) async throws(ClientError) {}
  func signOut(_ pending: PendingWork) async throws(ClientError) {}
  func flush() async {}
  /// Asks the server something that needs the sign-in.
  func ask() async {}
  var outbox: OutboxKeeper { preconditionFailure("no outbox") }
  var session: AccountSession { preconditionFailure("no session") }
  /// A wish that is whole on the disk.
  nonisolated func keeps(_ intent: Intent) {}
  /// The disk says for the first time that it is synced.
  nonisolated func syncs(_ intent: Intent) {}

  // MARK: Accounts

  /// Who is signed in.
  func user() async -> String? {
    guard case .signedIn(let id, _) = try? await status() else { return nil }
    return world.names[id]
  }

  func signIn(as user: String) async throws(ClientError) {
    try await signIn(user, SimulatedWorld.passwords[user] ?? "")
    mayExpire = false
  }

  // MARK: The disk

  nonisolated func readDisk(_ path: String) -> Data? { disk[path] }

  /// Takes note of the whole records in what was written.
  nonisolated func learn(from data: Data, _ path: String) {
    guard path.hasSuffix(".journal") else { return }
    for payload in JournalFrames.payloads(in: data) where payload.isWhole {
      guard let record = try? JSONDecoder().decode(Record.self, from: payload.data) else { continue }
      switch record.change {
      case .put(let intent):
        // What was sent already is changed by nobody's wish.
        let isNew = kept[intent.id]?.wish != intent.wish && intent.sent == nil
        let before = kept[intent.id]?.state
        kept[intent.id] = intent
        if isNew { keeps(intent) }
        if case .synced = intent.state {
          if case .synced = before { continue }
          syncs(intent)
        }
      case .remove(let id): removed.insert(id)
      }
    }
  }

  private struct Record: Decodable {
    let change: Outbox.Change
  }
}

/// The records in a piece of a journal.
enum JournalFrames {
  static func payloads(in data: Data) -> [(range: Range<Int>, data: Data, isWhole: Bool)] {
    let bytes = [UInt8](data)
    var index = bytes.starts(with: Array("MBJL".utf8)) ? 5 : 0
    var found: [(Range<Int>, Data, Bool)] = []
    func number(_ index: Int) -> UInt32 { (0..<4).reduce(0) { $0 | UInt32(bytes[index + $1]) << UInt32(8 * $1) } }
    while index + 8 <= bytes.count {
      let length = Int(number(index))
      guard length <= bytes.count - index - 8 else { break }
      let payload = bytes[(index + 8)..<(index + 8 + length)]
      found.append((index..<(index + 8 + length), Data(payload), Checksum.crc32(payload) == number(index + 4)))
      index += 8 + length
    }
    return found
  }
}
