import Foundation
import MediaTesting

@testable import MediaCore
@testable import ShelfClient

/// A phone: what stays of it when its process dies, and the process that runs now.
///
/// `@unchecked Sendable`: one simulation is one thread.
final class SimulatedDevice: @unchecked Sendable {
  /// A wish that reached the disk, and when it did.
  struct Wished {
    let at: Duration
    let wish: ProgressWish
    let intent: String
  }

  let name: String
  private let world: SimulatedWorld
  var disk: [String: Data] = [:]
  var secrets: [String: Secret] = [:]
  var skew: Double = 0
  var isOffline = false
  /// The server itself has refused to renew.
  var mayExpire = false

  /// The app as it runs now.
  struct App {
    let process: SimulatedProcess
    let shelf: ShelfService
    let engine: SimulatedPlaybackEngine
    let player: PlayerViewModel
  }

  private var app: App?
  private var tokens: [ObservationToken] = []
  /// The user travels.
  private let zones = Locked(TimeZone(secondsFromGMT: 0) ?? .current)

  var running: App {
    guard let app else { preconditionFailure("not started") }
    return app
  }
  var process: SimulatedProcess { running.process }
  var shelf: ShelfService { running.shelf }
  var engine: SimulatedPlaybackEngine { running.engine }
  var player: PlayerViewModel { running.player }

  // What the disk was asked to keep, whole: nothing of it may ever be missing.
  private(set) var kept: [String: Intent] = [:]
  private(set) var removed: Set<String> = []
  private(set) var wishes: [SimulatedWorld.Holding: [Wished]] = [:]
  private let names: [String: String]

  @MainActor
  init(_ name: String, in world: SimulatedWorld, names: [String: String]) async {
    self.name = name
    self.world = world
    self.names = names
    if world.strikes(.clockSkew, 1) { skew = world.pick([-172_800, -3600, -45, 30, 7200, 172_800]) }
    await start()
  }

  /// Launches the app on what is there.
  @MainActor
  func start() async {
    let process = SimulatedProcess(self, in: world)
    app = launch(process, world.dice.next())
    world.log("\(name) starts")
    if world.strikes(.midnight, 0.7), let zone = TimeZone(secondsFromGMT: world.pick([42_600, 43_000, -43_140])) {
      zones.withLock { $0 = zone }
    }
    let token = await shelf.account.observeStatus { [weak self] status in
      guard let self, case .expired = status, !process.isDead else { return }
      if !self.mayExpire { self.world.violation("\(self.name) was signed out without the server's word") }
    }
    tokens = [token]
  }

  @MainActor
  private func launch(_ process: SimulatedProcess, _ number: UInt64) -> App {
    var environment = ClientEnvironment.manual(seed: number)
    environment.clock = process
    environment.files = world.sabotage == .checksum ? UncheckedFiles(base: process) : process
    environment.secrets = process
    environment.timeZone = { [zones] in zones.withLock { $0 } }
    var transport: any Transport = SimulatedNetwork(process, self, in: world)
    switch world.sabotage {
    case .intentID: transport = AnonymousSessions(base: transport, random: SeededRandom(seed: number))
    case .readBack: transport = BelievedWrites(base: transport)
    default: break
    }
    var shelf = ShelfService(server: .fake, transport: transport, environment: environment)
    if world.sabotage == .generationGuard {
      shelf.account = UnguardedAccount(base: shelf.account, client: shelf.client)
    }
    let engine = SimulatedPlaybackEngine(clock: process)
    return App(
      process: process, shelf: shelf, engine: engine, player: PlayerViewModel(shelf: shelf, engine: engine))
  }

  // MARK: The disk

  func readDisk(_ path: String) -> Data? { disk[path] }

  /// Takes note of the whole records in what was written.
  func learn(from data: Data, _ path: String) {
    guard path.hasSuffix(".journal") else { return }
    for payload in JournalFrames.payloads(in: data) where payload.isWhole {
      guard let record = try? JSONDecoder().decode(Record.self, from: payload.data) else { continue }
      switch record.change {
      case .put(let intent): keep(intent)
      case .remove(let id): removed.insert(id)
      }
    }
  }

  private struct Record: Decodable {
    let change: Outbox.Change
  }

  private func keep(_ intent: Intent) {
    // What was sent already is changed by nobody's wish.
    let isNew = kept[intent.id]?.wish != intent.wish && intent.sent == nil
    kept[intent.id] = intent
    guard isNew, let wish = intent.wish.decoded(ProgressWish.self), let item = PlayableID(intent.target) else { return }
    let holding = SimulatedWorld.Holding(user: names[intent.account] ?? "?", item: item)
    wishes[holding, default: []].append(Wished(at: world.scheduler.now, wish: wish, intent: intent.id))
    world.log(
      "\(name) keeps \(wish.action.rawValue) \(wish.place.position) \(wish.place.isFinished) of \(holding.user) \(item.description.suffix(4))"
    )
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
