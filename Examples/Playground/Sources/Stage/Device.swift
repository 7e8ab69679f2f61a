import HubClient
import HubTesting
import MediaCore
import MediaTesting
import Panels
import ShelfClient
import TallyKit
import VaultClient

/// One device: its files and secrets, its network, and the launch of its four apps that is running now.
@MainActor
public final class Device {
  /// "phone" or "tablet"; begins the ids of its elements.
  public let name: String
  let files = MemoryFileSystem()
  private let secrets = MemorySecretStore()
  private let network = Locked(NetworkFaults())
  private let isFull = Locked(false)
  private let servers: Servers
  private let seed: UInt64
  private let changed: @MainActor @Sendable () -> Void
  private var launches: UInt64 = 0

  private(set) var launch: Launch
  private(set) var shelf: ShelfApp
  private(set) var tally: TallyApp
  private(set) var hub: HubApp
  private(set) var vault: VaultApp
  private(set) var kept: KeptChanges

  var apps: [any DeviceApp] { [shelf, tally, hub, vault] }

  init(_ name: String, servers: Servers, seed: UInt64, changed: @escaping @MainActor @Sendable () -> Void) {
    self.name = name
    self.servers = servers
    self.seed = seed
    self.changed = changed
    launch = Launch(device: name, conditions: network)
    let environment = Self.environment(
      files: Disk(files, launch: launch, isFull: isFull), secrets: secrets, clock: servers.clock, seed: seed)
    shelf = servers.shelfApp(launch, environment, changed)
    tally = servers.tallyApp(launch, environment, changed)
    hub = servers.hubApp(launch, environment, changed)
    vault = servers.vaultApp(launch, environment, changed)
    kept = KeptChanges(changed: changed)
    kept.follow(apps)
  }

  private static func environment(
    files: Disk, secrets: MemorySecretStore, clock: ManualClock, seed: UInt64
  ) -> ClientEnvironment {
    .manual(clock: clock, seed: seed, files: files, secrets: secrets)
  }

  func signIn() async throws {
    for app in apps { try await app.signInWithSample() }
  }

  /// Ends the apps at once, as the system does, and starts them again on the same files.
  public func killAndRelaunch() {
    kill()
    relaunch()
  }

  /// Ends the apps: no request and no write of theirs gets through any more.
  func kill() { launch.kill() }

  func relaunch() {
    launches += 1
    launch = Launch(device: name, conditions: network)
    let environment = Self.environment(
      files: Disk(files, launch: launch, isFull: isFull), secrets: secrets, clock: servers.clock,
      seed: seed + 1000 * launches)
    shelf = servers.shelfApp(launch, environment, changed)
    tally = servers.tallyApp(launch, environment, changed)
    hub = servers.hubApp(launch, environment, changed)
    vault = servers.vaultApp(launch, environment, changed)
    kept = KeptChanges(changed: changed)
    kept.follow(apps)
    apps.forEach { $0.load() }
    changed()
  }

  // MARK: Conditions

  var conditions: NetworkFaults {
    get { network.withLock { $0 } }
    set {
      let wasDown = conditions.isDown
      network.withLock { $0 = newValue }
      if wasDown != newValue.isDown {
        for app in apps { app.systemEvents.networkChanged(newValue.isDown ? .unusable : .usable) }
      }
      changed()
    }
  }

  var isDiskFull: Bool {
    get { isFull.withLock { $0 } }
    set {
      isFull.withLock { $0 = newValue }
      changed()
    }
  }

  /// Sends what waits now, without the pause until the next attempt.
  func sendNow() async {
    for app in apps { await app.queue.flush() }
  }

  func becomeActive() async {
    for app in apps { await app.systemEvents.becameActive() }
  }
}
