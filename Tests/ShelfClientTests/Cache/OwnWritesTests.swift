import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("Own writes that are seen again")
struct OwnWritesTests {
  /// A player whose clock starts at a fraction of a millisecond, as real clocks do.
  private func make(_ fraction: Double = 0.0006) async throws -> PlayerRig {
    PlayerRig(try await ShelfRig(instant: false, start: ManualClock.defaultStart + fraction))
  }

  @Test(
    "a server that dies while one device plays, and comes back, brings no conflict",
    arguments: [0.0006, 0.0004, 0.00051, 0], [FaultTransport.Fault.refused, .replyLost])
  func serverDies(fraction: Double, fault: FaultTransport.Fault) async throws {
    let test = try await make(fraction)
    let id = try test.rig.episode(2)
    try await test.rig.shelf.progress.update(id, .position(100, duration: 1882.044))
    await test.play(id)
    await test.pass(43)
    test.player.pause()
    await test.settle()
    test.player.play()
    await test.pass(1)
    // The next save fails, or arrives without an answer. Then the server restarts.
    test.rig.network.fail(.shelfPlaybackUploadLocal, with: fault)
    await test.pass(2)
    test.player.pause()
    await test.pass(1)
    test.rig.network.isDown = true
    test.rig.server.restart()
    test.player.play()
    test.engine.fail("gone")
    await test.pass(40)
    test.rig.network.isDown = false
    await test.pass(40)
    await test.close()
    await test.rig.shelf.progressStore.flush()
    #expect(try await test.rig.shelf.progressStore.conflicts().map { $0.text(timeZone: .gmt) } == [])
    #expect(try await test.rig.shelf.queue.open().isEmpty)
    #expect((test.position(of: id) ?? 0) > 145)
  }

  @Test(
    "a save that was confirmed by its upload alone is the same one when the server is read", arguments: [0.0006, 0])
  func confirmed(fraction: Double) async throws {
    let test = try await make(fraction)
    let id = try test.rig.episode(2)
    try await test.rig.shelf.progress.update(id, .position(100, duration: 1882.044))
    await test.play(id)
    await test.pass(65)
    test.rig.network.isDown = true
    await test.pass(30)
    test.rig.network.isDown = false
    await test.close()
    await test.rig.shelf.progressStore.flush()
    #expect(try await test.rig.shelf.progressStore.conflicts().isEmpty)
  }

  @Test("hiding an item from what to go on with is no place of another device")
  func hidden() async throws {
    let rig = try await ShelfRig()
    let (store, id) = (rig.shelf.progressStore, try rig.book())
    try await store.setPosition(id, to: 100, duration: 5401)
    await store.settled()
    let record = try #require(rig.stored(id)?["id"]?.string)
    try await rig.shelf.progress.hideFromContinueListening(record: record)
    await rig.clock.advance(by: .seconds(60))
    try await store.setPosition(id, to: 200, duration: 5401)
    await store.settled()
    #expect(rig.stored(id)?["currentTime"]?.double == 200)
    #expect(try await store.conflicts().isEmpty)
  }

  @Test("another device's place of the same second is still a conflict")
  func otherDevice() async throws {
    let rig = try await ShelfRig()
    let (store, id) = (rig.shelf.progressStore, try rig.book())
    try await store.setPosition(id, to: 100, duration: 5401)
    await store.settled()
    let other = try await rig.device(as: "ada")
    await rig.clock.advance(by: .seconds(1))
    try await other.progress.update(id, .position(300, duration: 5401))
    await rig.clock.advance(by: .seconds(1))
    try await store.setPosition(id, to: 200, duration: 5401)
    await store.settled()
    #expect(try await store.conflicts().map(\.lost.position) == [300])
  }

  @Test(
    "a time ahead of the server's clock is cut to it, so that it does not beat every later change",
    arguments: [true, false])
  func futureDate(isServerTime: Bool) throws {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let mutation = ProgressMutation(
      item: PlayableID(libraryItemId: "item"), action: .position, position: 30, duration: 600, at: now + 172_800,
      isServerTime: isServerTime)
    let decision = mutation.resolve(
      MergeInput(createdAt: now, serverNow: now, deviceNow: isServerTime ? now : now + 3600))
    guard case .write(let sent) = decision else {
      Issue.record("\(decision)")
      return
    }
    #expect(sent.at == now)
  }

  @Test("one record whose date was rounded here and cut by the server is one record", arguments: [-0.001, 0, 0.001])
  func roundedDate(difference: Double) throws {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    func record(_ date: Date) -> MediaProgress {
      with(MediaProgress(id: "record")) { ($0.currentTime, $0.lastUpdate) = (44, date) }
    }
    let mutation = ProgressMutation(
      item: PlayableID(libraryItemId: "item"), action: .position, position: 46, duration: 600, at: now,
      isServerTime: true)
    let decision = mutation.resolve(
      MergeInput(
        base: record(now - 30), remote: record(now - 30 + difference), createdAt: now, serverNow: now, deviceNow: now))
    guard case .write(let sent) = decision else {
      Issue.record("\(decision)")
      return
    }
    #expect(sent.overwritten == nil)
  }

  @Test("what is written has whole milliseconds, as the server keeps it")
  func wholeMilliseconds() throws {
    let now = Date(timeIntervalSince1970: 1_800_000_000.0006)
    let mutation = ProgressMutation(
      item: PlayableID(libraryItemId: "item"), action: .position, position: 46, duration: 600, at: now,
      isServerTime: true)
    guard case .write(let sent) = mutation.resolve(MergeInput(createdAt: now, serverNow: now, deviceNow: now)) else {
      Issue.record("not written")
      return
    }
    #expect(sent.at == Date(milliseconds: sent.at.milliseconds))
  }
}
