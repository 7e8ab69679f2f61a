import Foundation
import MediaCore
import MediaTesting
import TestSupport
import Testing

/// The files that an app of this stored form has left, for every later build to read. `WRITE_STORED_FORMS=1` writes the
/// fixtures anew: only for a new version, beside the old ones.
@Suite("Files that an earlier build has written")
struct StoredFormTests {
  /// A device after its app has ended: its files, its stored sign-in, and what its stores showed.
  private struct Device: Codable {
    var files: [String: Data]
    var secrets: [String: String]
    var stores: [String: String]
    var open: [String]
  }

  private static func fixture(_ service: ServiceCase) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/stored/\(service.name)-device-2.json")
  }

  /// A launch in which each store was asked for, was changed once online, and once more without a network.
  private func written(_ service: ServiceCase) async throws -> Device {
    let world = World(service)
    let launch = try await world.filled()
    let changing = launch.stores.filter { $0.change != nil }
    for store in changing { _ = await (try await store.otherChange?())?.settled() }
    world.faults.isDown = true
    for store in changing { _ = try await store.change?() }
    await launch.queue.settled()
    await launch.accounts.save()
    var device = Device(
      files: world.files.memory.contents, secrets: [:], stores: [:], open: try await launch.queue.open().map(\.id))
    device.secrets = world.secrets.contents.mapValues { $0.reveal() }
    for store in launch.stores { device.stores[store.name] = try await store.read() }
    return device
  }

  private func stored(_ service: ServiceCase) throws -> Device {
    try JSONDecoder().decode(Device.self, from: Data(contentsOf: Self.fixture(service)))
  }

  @Test("version 2 is read with all that it holds, and what waited goes out", arguments: ServiceCase.all)
  func version2(_ service: ServiceCase) async throws {
    if ProcessInfo.processInfo.environment["WRITE_STORED_FORMS"] == "1" {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
      try encoder.encode(try await written(service)).write(to: Self.fixture(service))
    }
    let device = try stored(service)
    let world = World(service, files: device.files)
    for (key, text) in device.secrets { try world.secrets.write(Secret(text), key: key) }
    world.faults.isDown = true
    let launch = try world.launch()
    for store in launch.stores { #expect(try await store.read() == device.stores[store.name], "\(store.name)") }
    #expect(try await launch.queue.open().map(\.id) == device.open && !device.open.isEmpty)
    #expect(!world.files.memory.contents.keys.contains { $0.hasSuffix(".damaged") })
  }

  @Test("what this build writes has the same files", arguments: ServiceCase.all)
  func samePaths(_ service: ServiceCase) async throws {
    let device = try stored(service)
    let now = try await written(service)
    #expect(now.files.keys.sorted() == device.files.keys.sorted())
    #expect(now.secrets.keys.sorted() == device.secrets.keys.sorted())
    #expect(now.stores == device.stores)
  }
}
