import Foundation
import MediaTesting

@testable import MediaCore

/// The actions of the devices' users, and the checks afterwards. Each service adds its own.
@MainActor
class Life<World: SimulatedWorld, Device: SimulatedDevice> {
  let world: World
  private(set) var devices: [Device] = []
  private var loose: [Task<Void, Never>] = []

  init(world: World) { self.world = world }

  // MARK: What a service supplies

  func makeDevice(_ name: String) -> Device { preconditionFailure("no device") }
  /// Whether there is a third device.
  var hasThird: Bool { false }
  /// Fills in the server's ids of the users.
  func learnNames() async {}
  /// Does one random action of `user`.
  func act(_ device: Device, as user: String) async {}
  /// Checks that the server has had the data of a synced mutation of `user`.
  func check(_ device: Device, _ user: String, synced record: MutationRecord) {}
  /// Checks that a device shows the server's data of its own account, and of no other.
  /// - Throws: the error of a read that failed, which is a violation unless the server has ended the sign-in.
  func compare(_ device: Device) async throws(ClientError) {}
  /// Opens the app's screens again, so that the device reads the server and can correct replaced data.
  func look(_ device: Device) async {}
  /// Checks that the server has the last changes of `user`.
  func judge(_ user: String) async {}

  // MARK: A run

  func run() async {
    world.log("faults \(world.faults.map(\.rawValue).sorted().joined(separator: " "))")
    await learnNames()
    await launch("A")
    let hasSecond = world.dice.next() % 3 != 0
    if hasSecond, world.setup.cut.devices > 1 { await launch("B") }
    if hasThird, world.setup.cut.devices > 2 { await launch("C") }
    let lives = devices.map { device in Task { await self.live(device) } }
    for life in lives { await life.value }
    for task in loose { await task.value }
    world.isHealed = true
    world.setOutage(nil)
    await settle()
    for device in devices { device.process.die("the end") }
  }

  private func launch(_ name: String) async {
    let device = makeDevice(name)
    devices.append(device)
    await device.start()
  }

  // MARK: A day of a device

  private func live(_ device: Device) async {
    var steps = 0
    while world.requestCount < Simulation.requests, steps < world.setup.cut.steps {
      steps += 1
      world.longestLife = max(world.longestLife, steps)
      await world.scheduler.sleep(world.seconds(0.1...25))
      if device.process.isDead {
        device.close()
        await world.scheduler.sleep(world.seconds(5...200))
        await device.start()
      }
      if world.strikes(.offline, 0.06) { goOffline(device) }
      if world.strikes(.kill, 0.03) { killSoon(device) }
      if world.strikes(.addressSwitch, 0.05) { stopAddress(device) }
      if world.strikesAdded(.clockJump, 0.03) { jump(device) }
      let task = Task { await self.step(device) }
      if world.strikes(.cancelled, 0.1) {
        world.scheduler.at(world.scheduler.now + world.seconds(0...8)) { task.cancel() }
      }
      if world.dice.next() % 4 == 0 { loose.append(task) } else { await task.value }
    }
  }

  private func goOffline(_ device: Device) {
    device.isOffline = true
    world.scheduler.at(world.scheduler.now + world.seconds(10...900)) { device.isOffline = false }
  }

  private func stopAddress(_ device: Device) {
    let host = world.pick(SimulatedDevice.hosts)
    world.log("\(device.name) loses \(host)")
    device.stoppedHost = host
    world.scheduler.at(world.scheduler.now + world.seconds(10...900)) { device.stoppedHost = nil }
  }

  /// Sets the device's clock, as its user or the network does.
  private func jump(_ device: Device) {
    device.skew += world.pickAdded([-172_800, -7200, -90, 90, 7200, 172_800])
    world.log("\(device.name)'s clock jumps to \(device.skew)")
  }

  private func killSoon(_ device: Device) {
    let process = device.process
    world.scheduler.at(world.scheduler.now + world.seconds(0...20)) { [world] in
      if !world.isHealed { process.die("killed") }
    }
  }

  private func step(_ device: Device) async {
    guard let user = await device.user() else {
      return await signIn(device, as: world.strikes(.account, 0.2) ? "grace" : "ada")
    }
    if world.strikes(.secondProcess, 0.15) { await readBeside(device) }
    switch world.dice.next() % 100 {
    case 0..<5: if world.strikes(.account, 0.4) { await change(device) }
    case 5..<8: if world.strikes(.overtaken, 0.5) { await overtake(device) }
    case 8..<18: await device.flush()
    default: await act(device, as: user)
    }
  }

  /// Reads the device's folder as a widget does, while the app runs: its open changes are there, and nobody waits.
  private func readBeside(_ device: Device) async {
    let (process, now) = (device.process, world.scheduler.now)
    guard let before = try? await device.queue.open() else { return }
    let widget = WidgetProcess(device, in: world)
    var environment = ClientEnvironment.manual(seed: world.dice.next())
    (environment.clock, environment.files, environment.secrets) = (widget, widget, widget)
    do throws(ClientError) {
      let queue = try device.reading(environment)
      let read = Set(try await queue.open().map(\.id))
      guard !process.isDead, let after = try? await device.queue.open() else { return }
      let open = Set(before.map(\.id)).intersection(after.map(\.id))
      if !open.isSubset(of: read) { world.violation("\(device.name)'s widget misses an open change") }
      if !read.isSubset(of: device.kept.keys) { world.violation("\(device.name)'s widget shows a change of nobody") }
    } catch {
      if error.kind != .signedOut { world.violation("\(device.name)'s widget cannot read: \(error)") }
    }
    if world.scheduler.now != now { world.violation("\(device.name)'s widget waited") }
  }

  /// A change that must not need the network.
  func local(_ device: Device, _ name: String, _ change: () async throws(ClientError) -> Void) async {
    let process = device.process
    let before = world.scheduler.now
    do throws(ClientError) {
      try await change()
    } catch {
      if !process.isDead, error.kind != .storage, error.kind != .signedOut {
        world.violation("\(name) failed: \(error)")
      }
    }
    if world.scheduler.now != before, !process.isDead { world.violation("\(name) waited") }
  }

  // MARK: Accounts

  private func signIn(_ device: Device, as user: String) async {
    guard (try? await device.status()) != nil else { return }
    world.log("\(device.name) signs in as \(user)")
    // Only a sign-in that succeeds resets `mayExpire`: while another one fails, the server may have refused the device's earlier sign-in.
    try? await device.signIn(as: user)
  }

  private func change(_ device: Device) async {
    let before = await device.user()
    world.log("\(device.name) signs out")
    if world.dice.next() % 5 == 0 { await device.signOutDiscarding() } else { try? await device.signOut(.keep) }
    await signIn(device, as: before == "ada" ? "grace" : "ada")
  }

  /// Signs in, and signs out again before the answer arrives.
  func overtake(_ device: Device) async {
    let process = device.process
    guard (try? await device.status()) != nil else { return }
    let user = world.pick(SimulatedWorld.users)
    let session = device.session
    let signIn = Task { try? await device.signIn(user, SimulatedWorld.passwords[user] ?? "") }
    await world.scheduler.sleep(world.seconds(0...0.4))
    world.log("\(device.name) signs out at once")
    let generation = await session.currentGeneration()
    try? await device.signOut(.keep)
    await signIn.value
    // If another sign-in has followed, the device may rightly be signed in: skip the check.
    guard !process.isDead, await session.currentGeneration() <= generation + 1 || world.sabotage != nil
    else { return }
    if case .signedIn = try? await device.status() {
      world.violation("\(device.name): a sign-in counted that was overtaken by a sign-out")
    }
  }

  // MARK: Afterwards

  /// Ends the faults, lets everything settle, and checks the result.
  private func settle() async {
    for device in devices {
      (device.isOffline, device.stoppedHost) = (false, nil)
      if device.process.isDead { await device.start() }
      await device.leave()
    }
    await world.scheduler.sleep(.seconds(700))
    // A late fault may have killed a device's process: start it again.
    for device in devices where device.process.isDead { await device.start() }
    for device in devices { await look(device) }
    // Settle twice: the first device may have to read the second one's late change.
    for _ in 0..<2 {
      for device in devices {
        for user in ["grace", "ada"]
        where user == "ada" || device.kept.values.contains(where: { world.names[$0.account] == user }) {
          await settle(device, user)
        }
      }
    }
    for device in devices {
      await insist(device, on: "ada")
      // Only a request can show whether the server has ended the sign-in.
      await device.ask()
      await insist(device, on: "ada")
      await compareInsisting(device)
    }
    for user in SimulatedWorld.users { await judge(user) }
  }

  /// Compares once more after a new sign-in if the server has ended the sign-in, which it can do at any time.
  private func compareInsisting(_ device: Device) async {
    for isAgain in [false, true] {
      do throws(ClientError) { return try await compare(device) } catch {
        guard error.kind == .signedOut, device.mayExpire, !isAgain else {
          return world.violation("\(device.name) cannot refresh: \(error)")
        }
        await insist(device, on: "ada")
      }
    }
  }

  /// Signs the user in again if the server itself has ended the sign-in.
  func insist(_ device: Device, on user: String) async {
    for _ in 0..<6 {
      if case .signedIn(let id, _) = try? await device.status() {
        if world.names[id] == user { return }
        try? await device.signOut(.keep)
      }
      do throws(ClientError) { try await device.signIn(as: user) } catch {
        world.log("\(device.name) cannot sign in: \(error)")
        await world.scheduler.sleep(.seconds(610))
      }
    }
  }

  private func settle(_ device: Device, _ user: String) async {
    for _ in 0..<8 {
      await insist(device, on: user)
      await device.flush()
      if let open = try? await device.queue.open(), open.isEmpty { break }
      await world.scheduler.sleep(.seconds(320))
    }
    do throws(ClientError) {
      let open = try await device.queue.open()
      if !open.isEmpty {
        var outcomes: [MutationOutcome] = []
        for record in open { outcomes.append(await Submission(record, queue: device.queue).outcome()) }
        world.violation("\(device.name): \(open.count) of \(user) still open: \(outcomes)")
      }
      check(device, user, try await device.queue.all())
    } catch {
      world.violation("\(device.name) cannot read the queue of \(user): \(error)")
    }
  }

  /// Checks that no mutation that reached the disk is missing, and that the server has had the data of synced ones.
  private func check(_ device: Device, _ user: String, _ all: [MutationRecord]) {
    let found = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
    var synced = all.filter { $0.state == .synced }
    for (id, record) in device.kept.sorted(by: { $0.value.order < $1.value.order })
    where world.names[record.account] == user {
      guard let now = found[id] else {
        if device.removed.contains(id) { continue }
        // A sign-out drops the records of changes that are on the server.
        guard let decided = record.isOnServer ? record : device.decided[id] else {
          let what = "\(record.kind) of \(record.target), \(record.state)"
          world.violation("\(device.name): an accepted mutation of \(user) is gone: \(what)")
          continue
        }
        if decided.state == .synced { synced.append(decided) }
        continue
      }
      if !device.remainders(of: record, among: all).contains(where: { now.payload.hasSameMutation(as: $0.payload) }) {
        world.violation("\(device.name): a mutation of \(user) is not what was accepted")
      }
    }
    for record in all where device.kept[record.id] == nil {
      world.violation("\(device.name): a mutation of \(user) that nobody asked for")
    }
    for record in synced where device.kept[record.id] != nil { check(device, user, synced: record) }
  }
}
