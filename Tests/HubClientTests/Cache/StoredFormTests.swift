import Foundation
import HubClient
import HubTesting
import MediaCore
import MediaTesting
import TestSupport
import Testing

/// The files of an app with this stored form, which every later build must read. `WRITE_STORED_FORMS=1` rewrites the fixture: only for a
/// new version, beside the old one.
@Suite("Files that an earlier build has written")
struct StoredFormTests {
  /// The version that this build writes.
  private static let version = 3

  private static func fixture(_ version: Int = version) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/stored/hub-\(version).json")
  }

  /// The files after a launch that stores every kind of data: a waiting registration, videos, a hidden one, statuses, a setting.
  private func written() async throws -> MemoryFileSystem {
    let files = MemoryFileSystem()
    let harness = try HubHarness(files: files)
    let library = harness.hub.library
    try await library.channels.setWanted([HubWorld.workshop, HubWorld.kitchen])
    await library.queue.settled()
    try await library.channels.setTitles([HubWorld.kitchen: "Bread & Soup"])
    await library.refresher.refresh(.pull(force: true))
    // Refresh twice: the first reconcile after a registration is not noted.
    await library.refresher.refresh(.pull(force: true))
    try await library.videos.hide("wkshopBench")
    try await library.reconciler.setFrequency(.sixHours)
    try await library.statuses.set(.skipped, for: "wkshopShort")
    for second in 1...300 { try await library.statuses.setPosition(Double(second), for: "wkshopPlane") }
    harness.faults.isDown = true
    try await library.channels.add(HubWorld.harbour)
    await library.queue.settled()
    await library.accounts.save()
    return files
  }

  @Test("each version is read with all that it holds", arguments: [2, version])
  func versions(_ version: Int) async throws {
    if version == Self.version, ProcessInfo.processInfo.environment["WRITE_STORED_FORMS"] == "1" {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
      try encoder.encode(try await written().contents).write(to: Self.fixture())
    }
    let contents = try JSONDecoder().decode([String: Data].self, from: Data(contentsOf: Self.fixture(version)))
    let harness = try HubHarness(files: MemoryFileSystem(contents))
    harness.faults.isDown = true
    let library = harness.hub.library
    #expect(try await library.channels.wanted() == [HubWorld.workshop, HubWorld.kitchen, HubWorld.harbour])
    #expect(try await library.channels.registered() == [HubWorld.workshop, HubWorld.kitchen])
    #expect(try await library.channels.titles() == [HubWorld.kitchen: "Bread & Soup"])
    #expect(try await library.channels.pending().map(\.kind) == ["hub.channels"])
    let known = try await library.videos.known()
    #expect(known.videos.count == 6 && !known.videos.contains { $0.videoId == "wkshopBench" })
    #expect(known.videos.first { $0.videoId == "wkshopPlane" }?.title == "Sharpening a plane iron")
    #expect(known.lastSync == ManualClock.defaultStart)
    #expect(try await library.reconciler.frequency() == .sixHours)
    #expect(try await library.reconciler.lastReconcileTime() == ManualClock.defaultStart)
    #expect(try await library.statuses.status(of: "wkshopShort") == .skipped)
    #expect(try await library.statuses.record("wkshopPlane")?.playbackPosition == 300)
    #expect(harness.hub.client.log.entries.filter { $0.message.contains("damaged") }.isEmpty)
    // The registration that waited offline is sent.
    harness.faults.isDown = false
    #expect(try await library.channels.ensureRegistered())
    #expect(harness.server.channels(of: HubHarness.user)?.contains(HubWorld.harbour) == true)
  }

  @Test("what this build writes has the same files")
  func samePaths() async throws {
    let contents = try JSONDecoder().decode([String: Data].self, from: Data(contentsOf: Self.fixture()))
    #expect(try await written().contents.keys.sorted() == contents.keys.sorted())
  }
}
