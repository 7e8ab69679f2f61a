import Foundation
import MediaCore
import MediaTesting
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("The snapshot for a widget")
struct ShelfSnapshotTests {
  @Test("shows what the stores show, follows each change within a second, and costs one file operation")
  func content() async throws {
    let test = try await TestShelf.signedIn()
    let shelf = test.shelf
    try await shelf.queueStore.refresh()
    let token = shelf.keepSnapshot()
    #expect(await eventually { (try? self.read(test))??.latest.isEmpty == false })
    let latest = try await shelf.queueStore.current().visible
    let (first, second) = (try #require(latest.first), try #require(latest.dropFirst().first))
    try await shelf.upNext.playNext(second)
    test.faults.isDown = true
    try await shelf.progressStore.setPosition(second.id, to: 61)
    try await shelf.progressStore.markFinished(first.id)
    try await shelf.playedItems.note(LocalItem(id: second.id, tracks: []))
    #expect(
      await eventually {
        await test.clock.advance(by: .seconds(1))
        let snapshot = (try? self.read(test)) ?? nil
        return snapshot?.lastPlayed?.id == second.id && snapshot?.upNext.first?.progress?.position == 61
          && snapshot?.latest.contains { $0.id == first.id } == false
      })
    let snapshot = try #require(try read(test))
    #expect(snapshot.upNext.map(\.id) == [second.id] && snapshot.lastPlayed?.progress?.position == 61)
    #expect(snapshot.latest.count <= ShelfSnapshot.limit)
    #expect(try JSONDecoder().decode(ShelfSnapshot.self, from: JSONEncoder().encode(snapshot)) == snapshot)
    let files = CountedFileSystem(test.environment.files)
    var environment = test.environment
    environment.files = files
    #expect(try ShelfSnapshot.read(of: .fake, environment: environment) == snapshot)
    #expect(files.operations.count == 1, "\(files.operations)")
    withExtendedLifetime(token) {}
  }

  @Test("a sign-out erases it first, and the next account writes its own", arguments: [PendingWork.keep, .discard])
  func signOut(_ pending: PendingWork) async throws {
    let test = try await TestShelf.signedIn()
    try await test.shelf.queueStore.refresh()
    try await test.shelf.writeSnapshot()
    #expect(try read(test) != nil)
    _ = try await test.shelf.client.signOut(pending)
    #expect(try read(test) == nil)
    await #expect(throws: ClientError.self) { try await test.shelf.writeSnapshot() }
    #expect(try read(test) == nil)
  }

  @Test("it has the days of listening that the screen of the statistics has read, and none before")
  @MainActor
  func listening() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.writeSnapshot()
    #expect(try ShelfSnapshot.read(of: .fake, environment: rig.environment)?.listenedSeconds == nil)
    let screen = ListeningStatsViewModel(shelf: rig.shelf)
    await screen.loadAndWait()
    let days = try #require(screen.state.stats.value?.days)
    try await rig.shelf.writeSnapshot()
    let kept = try ShelfSnapshot.read(of: .fake, environment: rig.environment)?.listenedSeconds
    #expect(kept != nil && kept?.count ?? 0 <= 7 && kept?.allSatisfy { days[$0.key] == $0.value } == true)
  }

  @Test("it follows the days of listening that a screen reads later")
  @MainActor
  func laterListening() async throws {
    let rig = try await ShelfRig()
    let token = rig.shelf.keepSnapshot()
    func kept() -> ShelfSnapshot? { (try? ShelfSnapshot.read(of: .fake, environment: rig.environment)) ?? nil }
    #expect(await eventually { kept() != nil })
    let screen = ListeningStatsViewModel(shelf: rig.shelf)
    await screen.loadAndWait()
    #expect(
      await eventually {
        await rig.clock.advance(by: .seconds(1))
        return kept()?.listenedSeconds != nil
      })
    withExtendedLifetime(token) {}
  }

  @Test("a damaged one, and one of a server that the folder does not have, read as absent")
  func absent() async throws {
    let test = try await TestShelf.signedIn()
    #expect(try read(test) == nil)
    try await test.shelf.writeSnapshot()
    let files = try #require(test.environment.files as? MemoryFileSystem)
    let path = try #require(files.contents.keys.first { $0.hasPrefix("snapshots/") })
    try files.truncate(path, to: 20)
    #expect(try read(test) == nil)
    try await test.shelf.writeSnapshot()
    #expect(try read(test) != nil)
    #expect(try ShelfSnapshot.read(of: ServerAddress("https://other.test"), environment: test.environment) == nil)
  }

  @Test("costs a fraction of what the stores read for the same rows")
  func cost() async throws {
    let test = try await TestShelf.signedIn()
    let shelf = test.shelf
    try await shelf.queueStore.refresh()
    let entry = try #require(try await shelf.queueStore.current().visible.first)
    try await shelf.upNext.playNext(entry)
    // The progress of a user of some years.
    test.faults.isDown = true
    for number in 0..<300 {
      try await shelf.progressStore.setPosition(
        PlayableID(libraryItemId: "li_\(number)", episodeId: nil), to: 100 + Double(number))
    }
    await shelf.client.accounts.save()
    try await shelf.writeSnapshot()

    let (open, small) = (CountedFileSystem(test.environment.files), CountedFileSystem(test.environment.files))
    var environment = test.environment
    environment.files = open
    let clock = ContinuousClock()
    let widget = ShelfService(reading: .fake, environment: environment)
    let long = try await clock.measure {
      _ = try await widget.playedItems.all()
      let next = try await widget.upNext.entries()
      let latest = try await widget.queueStore.current().visible
      _ = try await widget.progressStore.progress(of: (next + latest).map(\.id))
    }
    environment.files = small
    let short = try clock.measure { _ = try ShelfSnapshot.read(of: .fake, environment: environment) }
    print(
      "widget: stores \(open.operations.count) operations, \(open.bytes) bytes; snapshot \(small.operations.count), "
        + "\(small.bytes) bytes; time ratio \(long / short)")
    #expect(small.operations.count == 1 && small.bytes * 4 < open.bytes && small.bytes < 16 << 10)
    #expect(open.operations.count >= 8, "\(open.operations)")
  }

  private func read(_ test: TestShelf) throws -> ShelfSnapshot? {
    try ShelfSnapshot.read(of: .fake, environment: test.environment)
  }
}
