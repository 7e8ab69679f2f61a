import Foundation
import MediaTesting
import ShelfClient

@testable import MediaCore

/// Everything of one run: its time, its chance, the server, and what went wrong.
///
/// `@unchecked Sendable`: one simulation is one thread.
final class SimulatedWorld: @unchecked Sendable {
  struct Holding: Hashable {
    let user: String
    let item: PlayableID
  }

  let number: UInt64
  let scheduler: DeterministicScheduler
  let sabotage: Sabotage?
  var dice: SplitMix
  let faults: Set<Fault>
  var faultCounts: [Fault: Int] = [:]
  var requestCount = 0
  var isHealed = false
  var violations: [String] = []
  let server: FakeShelfServer
  /// Every place that the server has held.
  private(set) var history: [Holding: [JSONValue]] = [:]
  /// How long the items are, in seconds.
  private(set) var durations: [PlayableID: Double] = [:]
  /// Each user has items of their own: what turns up with anybody else has crossed over.
  private(set) var items: [String: [PlayableID]] = [:]
  static let passwords = ["ada": "correct horse", "grace": "battery staple"]

  private(set) var traceHash: UInt64 = 0xCBF2_9CE4_8422_2325
  private(set) var trace: [String] = []
  private let keepsTrace: Bool

  init(_ number: UInt64, scheduler: DeterministicScheduler, sabotage: Sabotage?, keepsTrace: Bool) {
    self.number = number
    self.scheduler = scheduler
    self.sabotage = sabotage
    self.keepsTrace = keepsTrace
    var dice = SplitMix(number &+ 0x51_7C_C1_B7)
    faults = Set(Fault.allCases.filter { _ in dice.next() % 2 == 0 })
    var world = ShelfWorld.empty()
    let books = world.addBookLibrary(name: "Books")
    let podcasts = world.addPodcastLibrary(name: "Podcasts")
    for user in ["ada", "grace"] {
      world.addUser(user, password: Self.passwords[user] ?? "")
      let book = world.addBook(in: books, title: "Book of \(user)", tracks: [1800, 900])
      let podcast = world.addPodcast(in: podcasts, title: "Show of \(user)")
      let episode = world.addEpisode(ShelfWorld.Episode(title: "One", duration: 1500), to: podcast)
      items[user] = [PlayableID(libraryItemId: book), PlayableID(libraryItemId: podcast, episodeId: episode)]
      durations[PlayableID(libraryItemId: book)] = 2700
      durations[PlayableID(libraryItemId: podcast, episodeId: episode)] = 1500
    }
    var settings = FakeShelfServer.Settings()
    if faults.contains(.expiry) {
      settings.accessTokenExpiry = Double(100 + dice.next() % 900)
      faultCounts[.expiry] = 1
    }
    server = FakeShelfServer(
      world: world, settings: settings, clock: ServerTime(scheduler: scheduler), random: SeededRandom(seed: number))
    self.dice = dice
  }

  // MARK: Time and chance

  var serverNow: Date { ServerTime(scheduler: scheduler).now() }

  func pick<Value>(_ values: [Value]) -> Value { values[Int(dice.next() % UInt64(values.count))] }

  func fraction() -> Double { Double(dice.next() >> 11) / Double(1 << 53) }

  func seconds(_ range: ClosedRange<Double>) -> Duration {
    .milliseconds(Int((range.lowerBound + fraction() * (range.upperBound - range.lowerBound)) * 1000))
  }

  func strikes(_ fault: Fault, _ chance: Double) -> Bool {
    guard faults.contains(fault), !isHealed, fraction() < chance else { return false }
    faultCounts[fault, default: 0] += 1
    return true
  }

  func networkFault(for request: HTTPRequest, on device: SimulatedDevice) -> Fault? {
    if isHealed { return nil }
    if device.isOffline {
      faultCounts[.offline, default: 0] += 1
      return .offline
    }
    var fraction = fraction()
    for fault in Fault.ofRequests where faults.contains(fault) {
      guard let chance = fault.perRequest else { continue }
      if fraction < chance {
        faultCounts[fault, default: 0] += 1
        return fault
      }
      fraction -= chance
    }
    return nil
  }

  // MARK: The server

  func serve(_ request: HTTPRequest, for device: SimulatedDevice) -> HTTPResponse {
    if strikes(.serverRestart, 0.01) { server.restart() }
    if strikes(.revoked, 0.002) {
      server.revokeAllTokens()
      log("all tokens revoked")
    }
    let response = server.respond(to: request)
    if request.operation == "shelf.account.refresh", response.status == 401 { device.mayExpire = true }
    if request.method != .get { noteProgress() }
    return response
  }

  private func noteProgress() {
    for user in ["ada", "grace"] {
      for item in items.values.joined() {
        guard let now = server.progress(of: item.libraryItemId, episode: item.episodeId, user: user) else { continue }
        let holding = Holding(user: user, item: item)
        if history[holding]?.last != now { history[holding, default: []].append(now) }
      }
    }
  }

  // MARK: What happened

  func log(_ line: String) {
    if DeterministicScheduler.current !== scheduler { violations.append("escaped the simulation: \(line)") }
    let line = "\(scheduler.now.milliseconds) \(line)"
    for byte in line.utf8 { traceHash = (traceHash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    if keepsTrace { trace.append(line) }
  }

  func violation(_ text: String) {
    log("VIOLATION \(text)")
    violations.append(text)
  }
}

private struct ServerTime: TimeSource {
  let scheduler: DeterministicScheduler

  func now() -> Date { ManualClock.defaultStart + scheduler.now.seconds }
  func uptime() -> Duration { scheduler.now }
  func sleep(for duration: Duration, as purpose: SleepPurpose) async throws(CancellationError) {}
}

extension Duration {
  var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
