import Foundation
import MediaCore
import MediaTesting
import ShelfClient

/// Uses the apps of a device: action after action, launch after launch, as one account and then as another.
@MainActor
final class Person {
  /// The time in which an action has to end.
  static let patience = Duration.seconds(60)
  /// Descriptors that may be open after the apps were closed, beside those of the beginning: the locks of the folders, which a process keeps
  /// until its end, and a few of the runtime.
  static let spareDescriptors = 6

  let ledger = Ledger()
  let requests = RequestCount()
  private let address: [String: String]
  private let folder: URL
  private let gauge: Gauge
  private let allowedDescriptors: Int
  private let faults: Faults
  private let random: SeededRandom
  private let leak: Leak
  private let say: @MainActor @Sendable (String) -> Void

  private(set) var failures: [String] = []
  private(set) var actions = 0
  private(set) var launches = 0
  /// The number of actions that ended with an error, by its kind.
  private(set) var errors: [String: Int] = [:]
  private(set) var account = 0
  private(set) var phone: Phone?
  private var launchEnds = 0.0
  /// The descriptors that were open each time after the apps were closed.
  private(set) var closedDescriptors: [Int] = []

  init(
    address: [String: String], folder: URL, gauge: Gauge, faults: Faults, options: SoakOptions,
    say: @escaping @MainActor @Sendable (String) -> Void
  ) {
    (self.address, self.folder, self.gauge, self.faults, self.say) = (address, folder, gauge, faults, say)
    allowedDescriptors = Gauge.descriptors().count + Self.spareDescriptors
    random = SeededRandom(seed: options.seed &+ 1000)
    leak = Leak(options.leak, in: folder)
  }

  // MARK: Launches

  func launch(_ account: Int) throws {
    let phone = try Phone(Identity.all[account], address: address, folder: folder, counting: requests)
    (self.account, self.phone) = (account, phone)
    launches += 1
    launchEnds = gauge.minute + random.pick([0.5, 1, 2, 4, 8, 16])
    ListeningUse(phone: phone, random: random, ledger: ledger).follow()
    phone.start()
    say("launch \(launches) as \(phone.identity.shelf.username)")
  }

  /// Ends the apps: releases all of their objects and waits until they are gone.
  func close() async {
    guard let remains = await end() else { return }
    await gone(remains)
  }

  /// Releases the apps, with or without a notice before, as a system does.
  private func end() async -> Remains? {
    guard let phone else { return nil }
    if random.oneIn(2) { await perform("end") { for events in phone.events { await events.enteredBackground() } } }
    self.phone = nil
    return Remains(of: phone)
  }

  private func gone(_ remains: Remains) async {
    for _ in 0..<300 {
      if remains.left.isEmpty, Gauge.descriptors().count <= allowedDescriptors { break }
      try? await Task.sleep(for: .milliseconds(100))
    }
    let left = remains.left
    if !left.isEmpty { fail("30 s after the end of launch \(launches): still there: \(left.joined(separator: ", "))") }
    let open = Gauge.descriptors()
    closedDescriptors.append(open.count)
    if open.count > allowedDescriptors {
      fail(
        "30 s after the end of launch \(launches): \(open.count) descriptors, at most \(allowedDescriptors): \(Self.kinds(open))"
      )
    }
  }

  private static func kinds(_ descriptors: [String]) -> String {
    let kinds = Dictionary(grouping: descriptors) { $0.split(separator: ":").first.map(String.init) ?? "" }
    return kinds.map { "\($0.value.count) \($0.key)" }.sorted().joined(separator: ", ")
  }

  // MARK: Actions

  /// Does one thing, and pauses.
  func step() async {
    if phone == nil || gauge.minute > launchEnds { await relaunch() }
    guard let phone else { return }
    let listening = ListeningUse(phone: phone, random: random, ledger: ledger)
    let shelf = ShelfUse(phone: phone, random: random, ledger: ledger)
    let tally = TallyUse(phone: phone, random: random, ledger: ledger)
    let vault = VaultUse(phone: phone, random: random, ledger: ledger)
    let hub = HubUse(phone: phone, random: random, ledger: ledger)
    let uses: [any Use] = [listening, shelf, tally, vault, hub]
    let choices = uses.flatMap(\.actions) + own(phone)
    var rest = Int(random.next() % UInt64(choices.reduce(0) { $0 + $1.weight }))
    guard
      let action = choices.first(where: {
        rest -= $0.weight; return rest < 0
      })
    else { return }
    await perform(action.name) {
      try await phone.signIn(action.service)
      try await action.run()
    }
    leak.leak(ledger, phone.identity.owner("shelf"))
    if leak.hangs { await perform("a call that never ends") { try await Task.sleep(for: .seconds(3600)) } }
    try? await Task.sleep(for: .seconds(random.number(0.02, 0.3)))
  }

  private func own(_ phone: Phone) -> [Action] {
    [
      Action("to the background and back", "", 2) {
        for events in phone.events { await events.enteredBackground() }
        for events in phone.events { await events.becameActive() }
      },
      Action("without a network", "", 2) { [self] in try await offline(phone) },
    ]
  }

  /// Signs in to all services with the account of this launch.
  func signIn() async throws {
    for service in Faults.services { try await phone?.signIn(service) }
  }

  /// Listens to something, with a speed of its own.
  func listen() async throws {
    guard let phone else { return }
    try await ListeningUse(phone: phone, random: random, ledger: ledger).listen()
    phone.player.setSpeed(.normal)
  }

  private func offline(_ phone: Phone) async throws {
    try await faults.setOffline(true)
    for events in phone.events { events.networkChanged(.unusable) }
    let use = ShelfUse(phone: phone, random: random, ledger: ledger)
    let vault = VaultUse(phone: phone, random: random, ledger: ledger)
    for _ in 0..<3 {
      do { try await random.pick(use.actions + vault.actions).run() } catch { note(error, "offline") }
    }
    try await faults.setOffline(false)
    for events in phone.events { events.networkChanged(.usable) }
  }

  /// Runs `body`, and waits no longer than ``patience`` for its end.
  func perform(_ name: String, _ body: @escaping @MainActor () async throws -> Void) async {
    actions += 1
    say("action \(name)")
    let (ends, end) = AsyncStream<Bool>.makeStream()
    let work = Task { [self] in
      do { try await body() } catch { note(error, name) }
      end.yield(true)
    }
    let timer = Task {
      try await Task.sleep(for: Self.patience)
      end.yield(false)
    }
    for await hasEnded in ends {
      if !hasEnded {
        work.cancel()
        fail("stuck: “\(name)” did not end within \(Self.patience), with \(faults.active.sorted())")
      }
      break
    }
    timer.cancel()
  }

  private func relaunch() async {
    var next = account
    if phone != nil, random.oneIn(3) {
      next = 1 - account
      await perform("sign out") { [self] in try await signOut(random.pick([.keep, .discard])) }
    }
    await close()
    do { try launch(next) } catch { fail("launch: \(error)") }
  }

  /// Signs out of all services. Changes that were not sent yet and are discarded are not expected at the server any more.
  func signOut(_ pending: PendingWork) async throws {
    guard let phone else { return }
    try await ListeningUse(phone: phone, random: random, ledger: ledger).close()
    for (name, _, queue) in phone.clients {
      let pending = name == "hub" ? .discard : pending
      if pending == .discard, try await !queue.open().isEmpty || name == "hub" {
        ledger.forget(of: phone.identity.owner(name))
      }
      do { try await phone.signOut(name, pending) } catch { note(error, "sign out") }
    }
  }

  /// Pauses, so that two readings of a launch are alike.
  func rest() async {
    guard let phone else { return }
    await perform("rest") { [self] in
      try await ListeningUse(phone: phone, random: random, ledger: ledger).pause()
      try await Task.sleep(for: .seconds(2))
    }
  }

  /// The number of changes that wait for their server.
  func waiting() async -> Int {
    var count = 0
    for (_, _, queue) in phone?.clients ?? [] { count += (try? await queue.open().count) ?? 0 }
    return count
  }

  // MARK: Failures

  func fail(_ text: String) {
    failures.append(text)
    report("FAILED minute \(String(format: "%.1f", gauge.minute)): \(text)")
  }

  private func note(_ error: any Error, _ name: String) {
    let kind = (error as? ClientError).map { "\($0.kind)" } ?? "\(type(of: error))"
    errors[kind, default: 0] += 1
    say("error in \(name): \(error)")
  }
}
