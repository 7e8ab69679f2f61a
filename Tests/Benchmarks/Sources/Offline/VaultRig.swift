import Foundation
import MediaCore
import MediaTesting
import SampleData
import VaultClient
import VaultTesting

/// A device with a library of ViewVault on a real disk, before a fake server and a network that can be cut.
@MainActor
final class VaultRig {
  let network: FaultTransport
  let vault: VaultService
  let model: VaultLibraryViewModel

  /// - Parameter server: nil for a device that has no network any more.
  init(server: FakeVaultServer?, clock: ManualClock, folder: URL) {
    let files = FolderFileSystem(folder: folder)
    network = FaultTransport((server ?? FakeVaultServer(world: VaultWorld())).transport, clock: clock)
    network.isDown = server == nil
    vault = VaultService(
      server: .fake, transport: network,
      environment: .manual(clock: clock, files: files, secrets: FileSecretStore(files: files)))
    model = VaultLibraryViewModel(vault: vault)
  }

  /// A device that is signed in, with the library shown.
  static func loaded(titles: Int, clock: ManualClock, folder: URL) async throws -> VaultRig {
    let server = FakeVaultServer(world: VaultLibraries.world(titles: titles), clock: clock)
    let rig = VaultRig(server: server, clock: clock, folder: folder)
    try await rig.vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
    rig.model.load()
    await rig.model.settled()
    return rig
  }
}

/// Folders for the files of one measurement, on the disk of this package.
enum Disk {
  static func folder(_ name: String) -> URL {
    let base = ProcessInfo.processInfo.environment["BENCHMARK_FOLDER"] ?? NSTemporaryDirectory()
    return URL(fileURLWithPath: base).appendingPathComponent("\(name)-\(UUID().uuidString)", isDirectory: true)
  }

  static func remove(_ folder: URL) { try? FileManager.default.removeItem(at: folder) }
}
