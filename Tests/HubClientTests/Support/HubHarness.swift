import Foundation
import HubClient
import HubTesting
import MediaCore

/// A Hub, a device of its user, and a transport with faults between them.
struct HubHarness {
  let clock: ManualClock
  let server: FakeHubServer
  let faults: FaultTransport
  let files: any FileSystem
  let secrets = MemorySecretStore()
  let hub: HubService

  static let user = HubWorld.sampleUser

  init(
    _ settings: FakeHubServer.Settings = .init(), world: HubWorld = .sample, user: String = HubHarness.user,
    clock: ManualClock = ManualClock(passing: .everything), files: any FileSystem = MemoryFileSystem(),
    address: ServerAddress = .fake
  ) throws {
    let server = FakeHubServer(world: world, settings: settings, clock: clock)
    try self.init(server: server, user: user, clock: clock, files: files, address: address)
  }

  /// Creates another launch, or another device, with an existing server.
  init(
    server: FakeHubServer, user: String = HubHarness.user, clock: ManualClock,
    files: any FileSystem = MemoryFileSystem(),
    address: ServerAddress = .fake
  ) throws {
    self.clock = clock
    self.server = server
    self.files = files
    faults = FaultTransport(server.transport)
    let id = try HubUserID(user).orThrow()
    hub = HubService(
      server: address, user: id, transport: faults, environment: .manual(clock: clock, files: files, secrets: secrets))
  }

  /// The app after a relaunch on the same files.
  func relaunched(files: (any FileSystem)? = nil) throws -> HubHarness {
    try HubHarness(server: server, clock: clock, files: files ?? self.files)
  }

  /// Advances the time.
  func wait(_ seconds: Double) async { try? await clock.sleep(for: .seconds(seconds)) }

  func upload(_ id: String, channel: String = HubWorld.workshop, minutesAgo: Double = 5, length: Double = 600)
    -> HubWorld.Upload
  {
    HubWorld.Upload(
      id, channel: channel, published: clock.now().addingTimeInterval(-60 * minutesAgo), title: "Video \(id)",
      length: length)
  }
}

extension Video {
  /// - Parameter seconds: the publication in seconds since 1970.
  init(_ id: String, of channel: String? = nil, at seconds: Double? = nil) {
    self.init(videoId: id)
    channelId = channel
    publishedAt = seconds.map { Date(timeIntervalSince1970: $0) }
  }
}

extension FeedPage {
  init(_ videos: [Video], next cursor: String) {
    self.init(videos: videos)
    nextCursor = FeedCursor(rawValue: cursor)
  }
}

/// The names of the files in which a device keeps watch statuses.
enum StatusFiles {
  /// All records.
  static let whole = "cache-watching".fileName
  static let copy = "cache-watching-copy".fileName
  /// The changes since all records were written.
  static let changes = "cache-watching-changes".fileName

  static func has(_ path: String) -> Bool { [whole, copy, changes].contains { path.hasSuffix($0) } }
}

struct Missing: Error {}

extension Optional {
  func orThrow() throws -> Wrapped {
    guard let self else { throw Missing() }
    return self
  }
}

/// The error of a call; nil when it succeeded.
func hubError<Value>(_ body: () async throws(HubError) -> Value) async -> HubError? {
  do throws(HubError) {
    _ = try await body()
    return nil
  } catch { return error }
}

/// The wire samples in Tests/Fixtures/contracts/hub.
enum Fixture {
  static func data(_ name: String) throws -> Data {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/contracts/hub")
    return try Data(contentsOf: folder.appendingPathComponent(name + ".json"))
  }

  static func decode<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value {
    try JSONCoder(dates: .iso8601).decode(type, from: data(name))
  }

  static func date(_ text: String) throws -> Date { try WireDate.parse(text).orThrow() }
}
