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
    /// Choices that belong to no account; not in older devices.
    var settings: String?
  }

  /// A stored form of a service: each has a device of its own, which stays.
  struct Form: Sendable, CustomTestStringConvertible {
    let service: ServiceCase
    let version: Int

    var testDescription: String { "\(service.name) \(version)" }

    /// The newest form of each service, which this build writes.
    static let newest = ServiceCase.all.map { Form(service: $0, version: ["hub": 2, "shelf": 5][$0.name] ?? 3) }
    static let all = newest.flatMap { form in (2...form.version).map { Form(service: form.service, version: $0) } }
  }

  private static func fixture(_ form: Form) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/stored/\(form.service.name)-device-\(form.version).json")
  }

  /// A launch in which each store was asked for, was changed once online, and once more without a network.
  private func written(_ service: ServiceCase) async throws -> Device {
    let world = World(service)
    let launch = try await world.filled()
    let settings = try await launch.settings(true)
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
    if !settings.isEmpty { device.settings = settings }
    return device
  }

  private func stored(_ form: Form) throws -> Device {
    try JSONDecoder().decode(Device.self, from: Data(contentsOf: Self.fixture(form)))
  }

  @Test("each version is read with all that it holds, and what waited goes out", arguments: Form.all)
  func reading(_ form: Form) async throws {
    let isNewest = Form.newest.contains { $0.testDescription == form.testDescription }
    if ProcessInfo.processInfo.environment["WRITE_STORED_FORMS"] == "1", isNewest {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
      try encoder.encode(try await written(form.service)).write(to: Self.fixture(form))
    }
    let device = try stored(form)
    let world = World(form.service, files: device.files)
    for (key, text) in device.secrets { try world.secrets.write(Secret(text), key: key) }
    world.faults.isDown = true
    let launch = try world.launch()
    for (name, shown) in device.stores { #expect(try await launch.store(name).read() == shown, "\(name)") }
    if let settings = device.settings { #expect(try await launch.settings(false) == settings) }
    #expect(try await launch.queue.open().map(\.id) == device.open && !device.open.isEmpty)
    #expect(!world.files.memory.contents.keys.contains { $0.hasSuffix(".damaged") })
  }

  @Test("what this build writes has the same files", arguments: Form.newest)
  func samePaths(_ form: Form) async throws {
    let device = try stored(form)
    let now = try await written(form.service)
    #expect(now.files.keys.sorted() == device.files.keys.sorted())
    #expect(now.secrets.keys.sorted() == device.secrets.keys.sorted())
    #expect(now.stores == device.stores)
    #expect(now.settings == device.settings)
  }
}
