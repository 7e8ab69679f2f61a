import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import MediaCore
@testable import ShelfClient

@Suite("Importing into an account that is in use")
struct ImportMergeTests {
  @Test("keeps this device's queue, settings and later openings, and adds what it lacks")
  func parts() async throws {
    let rig = try await MovingRig()
    try await rig.fill()
    let data = try await rig.old.shelf.exportData()
    let phone = try await rig.phone()
    let shelf = phone.shelf
    phone.network.isDown = true
    await rig.old.clock.advance(by: .seconds(60))
    for index in [5, 2] { try await shelf.upNext.playLast(QueueEntry(id: try rig.episode(index), title: "mine")) }
    try shelf.playbackSettings.update { $0.setSkip(forward: 45) }
    try await shelf.downloads.setSettings(DownloadSettings(budget: nil, concurrentDownloads: 5))
    var item = LocalItem(id: try rig.old.book(), tracks: [])
    item.title = "opened here later"
    try await shelf.playedItems.note(item)
    try await shelf.queueStore.remove(try rig.episode(3))

    let report = try await shelf.importData(data)
    #expect(try await shelf.upNext.entries().map(\.id) == [5, 2, 1].map { try rig.episode($0) })
    #expect(try await shelf.upNext.entries().map(\.title) == ["mine", "mine", "1"])
    #expect(report["upNext"]?.taken == 1)
    #expect(report["upNext"]?.skipped == [.known: 1])
    #expect(report["removedFromLatest"]?.skipped == [.known: 1])
    #expect(shelf.playbackSettings.current.skipForward == 45)
    #expect(shelf.playbackSettings.current.speed(of: .podcast) == PlaybackSpeed(1.5))
    #expect(report["playbackSettings"]?.taken == 1)
    #expect(report["playbackSettings"]?.skipped[.setHere] == 1)
    #expect(try await shelf.downloads.settings() == DownloadSettings(budget: 1 << 30, concurrentDownloads: 5))
    #expect(try await shelf.playedItems.all().map(\.title) == ["opened here later"])
    #expect(report["playedItems"]?.skipped == [.newerHere: 1])
  }

  @Test("an item that the other device opened later counts, and the list stays in the order of opening")
  func playedItems() async throws {
    let rig = try await MovingRig()
    let phone = try await rig.phone()
    for index in 0..<3 {
      await rig.old.clock.advance(by: .seconds(10))
      var item = LocalItem(id: try rig.episode(index), tracks: [])
      item.title = "here \(index)"
      try await phone.shelf.playedItems.note(item)
    }
    await rig.old.clock.advance(by: .seconds(10))
    var item = LocalItem(id: try rig.episode(0), tracks: [])
    item.title = "there 0"
    try await rig.old.shelf.playedItems.note(item)
    let report = try await phone.shelf.importData(rig.old.shelf.exportData())
    #expect(try await phone.shelf.playedItems.all().map(\.title) == ["there 0", "here 2", "here 1"])
    #expect(report["playedItems"]?.merged == 1)
  }

  @Test("a change of the other device that is older than this one's gives way, a later one counts")
  func order() async throws {
    let rig = try await MovingRig()
    let (one, two) = (try rig.episode(0), try rig.episode(1))
    let phone = try await rig.phone()
    rig.old.network.isDown = true
    phone.network.isDown = true
    try await rig.old.shelf.progressStore.setPosition(one, to: 10)
    await rig.old.clock.advance(by: .seconds(30))
    try await phone.shelf.progressStore.setPosition(one, to: 20)
    try await phone.shelf.progressStore.setPosition(two, to: 20)
    await rig.old.clock.advance(by: .seconds(30))
    try await rig.old.shelf.progressStore.setPosition(two, to: 10)
    let report = try await phone.shelf.importData(rig.old.shelf.exportData())
    #expect(report["changes"]?.taken == 2)
    #expect(try await phone.shelf.progressStore.progress(of: one)?.position == 20)
    #expect(try await phone.shelf.progressStore.progress(of: two)?.position == 10)
    phone.network.isDown = false
    await phone.shelf.queue.flush()
    #expect(try await phone.shelf.queue.open().isEmpty)
    #expect(rig.old.stored(one)?["currentTime"]?.double == 20)
    #expect(rig.old.stored(two)?["currentTime"]?.double == 10)
  }

  @Test("a change that another device has overtaken on the server gives way, and is shown as a conflict")
  func overtaken() async throws {
    let rig = try await MovingRig()
    let id = try rig.episode(0)
    rig.old.network.isDown = true
    try await rig.old.shelf.progressStore.setPosition(id, to: 10)
    let data = try await rig.old.shelf.exportData()
    await rig.old.clock.advance(by: .seconds(30))
    let phone = try await rig.phone()
    _ = try await phone.shelf.progressStore.setPosition(id, to: 20).settled()
    try await phone.shelf.importData(data)
    await phone.shelf.queue.flush()
    #expect(rig.old.stored(id)?["currentTime"]?.double == 20)
    #expect(try await phone.shelf.queue.open().isEmpty)
  }

  @Test("the changes are shown, and sent, after a relaunch too")
  func relaunch() async throws {
    let rig = try await MovingRig()
    try await rig.fill()
    let data = try await rig.old.shelf.exportData()
    let phone = try await rig.phone()
    phone.network.isDown = true
    try await phone.shelf.importData(data)
    let next = phone.relaunched()
    #expect(try await next.shelf.queue.open().count == 4)
    #expect(try await next.shelf.queue.refused().count == 1)
    #expect(try await next.shelf.progressStore.progress(of: rig.episode(0))?.position == 61)
    phone.network.isDown = false
    await next.shelf.queue.flush()
    #expect(try rig.old.stored(rig.episode(0))?["currentTime"]?.double == 61)
  }

  @Test("a list that was made here keeps its id for the changes that wait for it")
  func localLists() async throws {
    let rig = try await MovingRig()
    let shelf = rig.old.shelf
    let (list, creation) = try await shelf.playlistStore.create(
      "For the train", in: rig.old.podcasts, entries: [try rig.episode(1)])
    #expect(await creation.settled() == .synced)
    rig.old.network.isDown = true
    try await shelf.playlistStore.rename(list, to: "For the bus")
    let data = try await shelf.exportData()
    let phone = try await rig.phone()
    let report = try await phone.shelf.importData(data)
    #expect(report.parts.first?.name == "listIDs")
    #expect(report["listIDs"]?.taken == 1)
    await phone.shelf.queue.flush()
    #expect(try await phone.shelf.queue.open().isEmpty)
    #expect(try await phone.shelf.playlists.all().contains { $0.name == "For the bus" })
  }
}
