import Foundation
import MediaTesting

@testable import MediaCore
@testable import ShelfClient

/// One run: one or two devices with the real client against one server, faults, and then peace and a look at what is left.
struct Simulation {
  struct Report: Sendable {
    let number: UInt64
    let requests: Int
    let faults: [Fault: Int]
    let violations: [String]
    let traceHash: UInt64
    let trace: [String]
  }

  /// How many requests a run makes before the faults end.
  static let requests = 100

  static func run(_ number: UInt64, sabotage: Sabotage? = nil, keepsTrace: Bool = false) -> Report {
    let result = Locked<SimulatedWorld?>(nil)
    let isDone = Locked(false)
    let scheduler = DeterministicScheduler.run(number) { scheduler in
      let world = SimulatedWorld(number, scheduler: scheduler, sabotage: sabotage, keepsTrace: keepsTrace)
      result.withLock { $0 = world }
      await Life(world: world).run()
      isDone.withLock { $0 = true }
    }
    guard let world = result.withLock({ $0 }) else {
      return Report(number: number, requests: 0, faults: [:], violations: ["did not start"], traceHash: 0, trace: [])
    }
    var violations = world.violations
    if !isDone.withLock({ $0 }) { violations.append("somebody waits for ever") }
    if scheduler.escaped > 0 { violations.append("\(scheduler.escaped) waits by the system's clock") }
    return Report(
      number: number, requests: world.requestCount, faults: world.faultCounts, violations: violations,
      traceHash: world.traceHash, trace: world.trace)
  }
}

/// What the devices' users do.
@MainActor
final class Life {
  private let world: SimulatedWorld
  private var devices: [SimulatedDevice] = []
  private var names: [String: String] = [:]
  private var loose: [Task<Void, Never>] = []

  init(world: SimulatedWorld) { self.world = world }

  func run() async {
    world.log("faults \(world.faults.map(\.rawValue).sorted().joined(separator: " "))")
    await learnNames()
    devices = [await SimulatedDevice("A", in: world, names: names)]
    if world.dice.next() % 3 != 0 { devices.append(await SimulatedDevice("B", in: world, names: names)) }
    let lives = devices.map { device in Task { await self.live(device) } }
    for life in lives { await life.value }
    for task in loose { await task.value }
    world.isHealed = true
    await Aftermath(world: world, devices: devices, names: names).run()
    for device in devices { device.process.die("the end") }
  }

  /// The server's ids of the users.
  private func learnNames() async {
    for (name, password) in SimulatedWorld.passwords.sorted(by: { $0.key < $1.key }) {
      let shelf = ShelfService(server: .fake, transport: world.server.transport, environment: .manual())
      if let login = try? await shelf.account.signIn(username: name, password: password) { names[login.user.id] = name }
    }
  }

  // MARK: A day of a device

  private func live(_ device: SimulatedDevice) async {
    var steps = 0
    while world.requestCount < Simulation.requests, steps < 300 {
      steps += 1
      await world.scheduler.sleep(world.seconds(0.1...25))
      if device.process.isDead {
        device.player.activities.cancelAll()
        await world.scheduler.sleep(world.seconds(5...200))
        await device.start()
      }
      if world.strikes(.offline, 0.06) { goOffline(device) }
      if world.strikes(.kill, 0.03) { killSoon(device) }
      let task = Task { await self.step(device) }
      if world.strikes(.cancelled, 0.1) {
        world.scheduler.at(world.scheduler.now + world.seconds(0...8)) { task.cancel() }
      }
      if world.dice.next() % 4 == 0 { loose.append(task) } else { await task.value }
    }
  }

  private func goOffline(_ device: SimulatedDevice) {
    device.isOffline = true
    world.scheduler.at(world.scheduler.now + world.seconds(10...900)) { device.isOffline = false }
  }

  private func killSoon(_ device: SimulatedDevice) {
    let process = device.process
    world.scheduler.at(world.scheduler.now + world.seconds(0...20)) { [world] in
      if !world.isHealed { process.die("killed") }
    }
  }

  private func step(_ device: SimulatedDevice) async {
    let process = device.process
    guard let user = await user(of: device), let items = world.items[user] else {
      return await signIn(device, as: world.strikes(.account, 0.2) ? "grace" : "ada")
    }
    let item = world.pick(items)
    switch world.dice.next() % 100 {
    case 0..<34: await listen(device, to: item)
    case 34..<48:
      let place = (world.fraction() * ((world.durations[item] ?? 1000) - 60) * 10).rounded() / 10
      await local(device, "position") { shelf throws(ClientError) in
        try await shelf.progressStore.setPosition(item, to: place)
      }
    case 48..<54:
      await local(device, "finish") { shelf throws(ClientError) in try await shelf.progressStore.markFinished(item) }
    case 54..<60:
      await local(device, "restart") { shelf throws(ClientError) in try await shelf.progressStore.restart(item) }
    case 60..<70: await device.shelf.progressStore.flush()
    case 70..<78: try? await device.shelf.progressStore.refresh()
    case 78..<86:
      let before = world.scheduler.now
      _ = try? await device.shelf.progressStore.all()
      if world.scheduler.now != before, !process.isDead { world.violation("a local read waited") }
    case 86..<90: _ = try? await device.shelf.account.authorize()
    case 90..<93:
      let latest = LatestViewModel(shelf: device.shelf)
      latest.load()
      await latest.settled()
    case 93..<96: if world.strikes(.account, 0.6) { await change(device) }
    case 96..<98: if world.strikes(.overtaken, 0.8) { await overtake(device) }
    default: device.player.saveNow()
    }
  }

  /// A change that must not need the network.
  private func local(
    _ device: SimulatedDevice, _ name: String,
    _ change: (ShelfService) async throws(ClientError) -> Void
  ) async {
    let process = device.process
    let before = world.scheduler.now
    do throws(ClientError) {
      try await change(device.shelf)
    } catch {
      if !process.isDead, error.kind != .storage, error.kind != .signedOut {
        world.violation("\(name) failed: \(error)")
      }
    }
    if world.scheduler.now != before, !process.isDead { world.violation("\(name) waited") }
  }

  private func listen(_ device: SimulatedDevice, to item: PlayableID) async {
    let (player, engine) = (device.player, device.engine)
    if player.state.id != item || player.state.phase != .ready {
      player.open(item, autoPlay: world.dice.next() % 2 == 0)
      await player.activities.settled(ignoring: player.lastingActivities)
    }
    guard player.state.phase == .ready else { return }
    player.play()
    for _ in 0..<(1 + world.dice.next() % 3) {
      await world.scheduler.sleep(world.seconds(2...70))
      switch world.dice.next() % 12 {
      case 0: player.skipForward()
      case 1: player.skipBackward()
      case 2: player.seek(toFraction: world.fraction() * 0.97)
      case 3: player.setRate(world.pick([0.5, 1, 1.5, 2]))
      case 4: engine.isStalled.toggle()
      case 5: engine.fail("gone")
      case 6: player.seek(to: max(0, player.state.duration - 20))
      default: break
      }
    }
    switch world.dice.next() % 3 {
    case 0: player.pause()
    case 1: player.close()
    default: break
    }
    if world.dice.next() % 2 == 0 { await player.activities.settled(ignoring: player.lastingActivities) }
  }

  // MARK: Accounts

  private func user(of device: SimulatedDevice) async -> String? {
    guard case .signedIn(let id, _) = try? await device.shelf.account.status() else { return nil }
    return names[id]
  }

  private func signIn(_ device: SimulatedDevice, as user: String) async {
    guard (try? await device.shelf.account.status()) != nil else { return }
    world.log("\(device.name) signs in as \(user)")
    _ = try? await device.shelf.account.signIn(username: user, password: SimulatedWorld.passwords[user] ?? "")
    device.mayExpire = false
  }

  private func change(_ device: SimulatedDevice) async {
    let before = await user(of: device)
    world.log("\(device.name) signs out")
    try? await device.shelf.account.signOut(pending: world.dice.next() % 5 == 0 ? .discard : .keep)
    await signIn(device, as: before == "ada" ? "grace" : "ada")
  }

  /// The user signs in and, before the answer is there, out again.
  private func overtake(_ device: SimulatedDevice) async {
    let (process, shelf) = (device.process, device.shelf)
    guard (try? await shelf.account.status()) != nil else { return }
    let user = world.pick(["ada", "grace"])
    let signIn = Task {
      _ = try? await shelf.account.signIn(username: user, password: SimulatedWorld.passwords[user] ?? "")
    }
    await world.scheduler.sleep(world.seconds(0...0.4))
    world.log("\(device.name) signs out at once")
    let generation = await shelf.client.session.currentGeneration()
    try? await shelf.account.signOut(pending: .keep)
    await signIn.value
    // Nobody else has signed in since: the sign-out counts.
    guard !process.isDead, await shelf.client.session.currentGeneration() <= generation + 1 || world.sabotage != nil
    else { return }
    if case .signedIn = try? await shelf.account.status() {
      world.violation("\(device.name): a sign-in counted that was overtaken by a sign-out")
    }
  }
}
