import Foundation
import HubTesting
import MediaCore
import MediaTesting
import TestSupport
import Testing

@testable import HubClient

@Suite("The snapshot for a widget")
struct HubSnapshotTests {
  private func read(_ harness: HubHarness) throws -> HubSnapshot? {
    try HubSnapshot.read(of: .fake, environment: harness.hub.client.environment)
  }

  @Test("shows the newest unwatched videos, follows each change within a second, and costs one file operation")
  func content() async throws {
    let harness = try HubHarness()
    let library = harness.hub.library
    let token = harness.hub.keepSnapshot()
    try await library.videos.fetch()
    func follows(_ condition: @escaping @Sendable (HubSnapshot) -> Bool) async -> Bool {
      await eventually {
        await harness.clock.advance(by: .seconds(1))
        return ((try? self.read(harness)) ?? nil).map(condition) ?? false
      }
    }
    #expect(await follows { !$0.videos.isEmpty })
    let known = try await library.videos.known().videos
    let snapshot = try #require(try read(harness))
    #expect(snapshot.videos.map(\.id) == known.prefix(HubSnapshot.limit).map(\.id))
    #expect(snapshot.unwatchedCount == known.count)
    #expect(snapshot.videos.allSatisfy { $0.video.description == nil })
    #expect(try JSONDecoder().decode(HubSnapshot.self, from: JSONEncoder().encode(snapshot)) == snapshot)

    let (first, second) = (known[0], known[1])
    let channel = try #require(second.channelId)
    try await library.statuses.set(.watched, for: first.id)
    try await library.statuses.setPosition(61, for: second.id)
    try await library.channels.setTitles([channel: "The Channel"])
    #expect(
      await follows { new in
        new.videos.first
          == HubSnapshot.Row(
            video: with(second) { $0.description = nil }, channelTitle: "The Channel", playbackPosition: 61)
          && new.unwatchedCount == known.count - 1
      })
    let files = CountedFileSystem(harness.files)
    let environment = with(harness.hub.client.environment) { $0.files = files }
    #expect(try HubSnapshot.read(of: .fake, environment: environment) == read(harness))
    #expect(files.operations.count == 1, "\(files.operations)")
    withExtendedLifetime(token) {}
  }

  @Test("erasing the user's data erases it first, and it stays erased", arguments: [PendingWork.keep, .discard])
  func signOut(_ pending: PendingWork) async throws {
    let harness = try HubHarness()
    try await harness.hub.library.videos.fetch()
    let token = harness.hub.keepSnapshot()
    #expect(await eventually { ((try? self.read(harness)) ?? nil)?.videos.isEmpty == false })
    try await harness.hub.signOut(pending)
    #expect(try read(harness) == nil)
    _ = try? await harness.hub.library.channels.add(HubWorld.kitchen)
    for _ in 0..<3 { await harness.clock.advance(by: .seconds(1)) }
    #expect(try read(harness) == nil)
    withExtendedLifetime(token) {}
  }

  @Test("another user's id erases it, and a damaged one reads as absent")
  func anotherUser() async throws {
    let harness = try HubHarness()
    let users = HubUserStore(server: .fake, environment: harness.hub.client.environment)
    try users.adopt(harness.hub.user)
    try await harness.hub.library.videos.fetch()
    try await harness.hub.writeSnapshot()
    try users.adopt(harness.hub.user)
    #expect(try read(harness)?.videos.isEmpty == false)
    try users.adopt(HubUserID("3f0e7a54-0000-4000-8000-000000000000").orThrow())
    #expect(try read(harness) == nil)

    try await harness.hub.writeSnapshot()
    let files = try #require(harness.files as? MemoryFileSystem)
    let path = try #require(files.contents.keys.first { $0.hasPrefix("snapshots/") })
    try files.truncate(path, to: 20)
    #expect(try read(harness) == nil)
  }
}
