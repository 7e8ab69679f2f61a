import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The requests that listening costs")
struct PlayerCostTests {
  private func make() async throws -> PlayerRig { PlayerRig(try await ShelfRig(instant: false)) }

  private func requests(_ test: PlayerRig, _ body: () async throws -> Void) async rethrows -> [OperationID] {
    let before = test.rig.network.operations.count
    try await body()
    return Array(test.rig.network.operations.dropFirst(before))
  }

  @Test("ten minutes, opening and closing included, cost at most 25", arguments: [true, false])
  func tenMinutes(isKnown: Bool) async throws {
    let test = try await make()
    let id = try test.rig.episode(2)
    if isKnown { try await test.rig.shelf.progress.update(id, .position(100, duration: 1882.044)) }
    let requests = await requests(test) {
      await test.play(id)
      await test.pass(600)
      await test.close()
    }
    #expect(requests.count <= 25, "\(requests)")
    #expect(abs(test.listened - 600) <= 1)
    #expect(abs((test.position(of: id) ?? 0) - (isKnown ? 700 : 600)) <= 1)
  }

  @Test("a save costs one request while the last read-back is fresh")
  func oneSave() async throws {
    let test = try await make()
    await test.play(try test.rig.episode(2))
    await test.pass(35)
    for _ in 0..<3 {
      let requests = await requests(test) { await test.pass(30) }
      #expect(requests == [.shelfPlaybackUploadLocal])
    }
    let closing = await requests(test) { await test.close() }
    #expect(closing == [.shelfPlaybackUploadLocal, .shelfPlaybackClose])
  }

  @Test("after ten minutes the server is read again: the place before it plays, and the record before it is saved")
  func readAgain() async throws {
    let test = try await make()
    await test.play(try test.rig.book())
    await test.pass(35)
    test.player.pause()
    await test.settle()
    await test.rig.clock.advance(by: .seconds(600))
    let requests = await requests(test) {
      test.player.play()
      await test.pass(65)
    }
    #expect(requests.count { $0 == .shelfProgressOne } == 2)
    await test.close()
  }

  @Test("another device's later place is found by the one request, and is kept")
  func laterElsewhere() async throws {
    let test = try await make()
    let id = try test.rig.episode(2)
    await test.play(id)
    await test.pass(35)
    test.player.pause()
    await test.settle()
    // The other device's clock is 20 seconds ahead, so its change is dated after the listening.
    let other = try await test.rig.device(as: "ada")
    try await other.progress.update(
      id, .position(1200, duration: 1882.044, at: test.rig.clock.now() + 20))
    test.player.play()
    await test.pass(5)
    test.player.pause()
    await test.settle()
    for _ in 0..<60 { await test.rig.clock.advance(by: .seconds(1)) }
    await test.settle()
    #expect(test.position(of: id) == 1200)
    #expect(try await test.rig.shelf.progressStore.conflicts().count == 1)
    #expect(await eventually { test.player.state.position == 1200 })
    #expect(abs(test.listened - 40) <= 1.5)
    await test.close()
  }

  @Test("what waited for the network reads first")
  func waited() async throws {
    let test = try await make()
    await test.play(try test.rig.episode(2))
    await test.pass(35)
    test.rig.network.isDown = true
    await test.pass(40)
    test.player.pause()
    for _ in 0..<30 { await test.rig.clock.advance(by: .seconds(1)) }
    test.rig.network.isDown = false
    let requests = await requests(test) { await test.rig.shelf.progressStore.flush() }
    #expect(requests.first == .shelfProgressOne)
    await test.close()
  }

  @Test("near its end the server is read: it may have finished the item")
  func nearTheEnd() async throws {
    let test = try await make()
    let id = try test.rig.episode(0, of: "Bread Hour")
    try await test.rig.shelf.progress.update(id, .position(500, duration: 610.5))
    await test.play(id)
    await test.pass(104)
    await test.settle()
    test.player.pause()
    await test.settle()
    #expect(test.rig.stored(id)?["isFinished"]?.bool == true)
    #expect(try await test.rig.shelf.progressStore.progress(of: id)?.isFinished == true)
    await test.close()
  }

  @Test("forty seeks in a second while paused are one save, and the last one counts")
  func seeks() async throws {
    let test = try await make()
    let id = try test.rig.episode(2)
    test.player.open(id, autoPlay: false)
    await test.settle()
    let requests = await requests(test) {
      for step in 1...40 {
        test.player.seek(to: Double(step) * 10)
        await test.rig.clock.advance(by: .milliseconds(25))
      }
      for _ in 0..<3 { await test.rig.clock.advance(by: .seconds(1)) }
      await test.settle()
    }
    #expect(requests.count { $0 == .shelfProgressUpdate } == 1, "\(requests)")
    #expect(requests.count <= 5, "\(requests)")
    #expect(test.position(of: id) == 400)
    await test.close()
  }

  @Test("ten presses of pause and play are a few requests")
  func presses() async throws {
    let test = try await make()
    let id = try test.rig.episode(2)
    await test.play(id)
    await test.pass(35)
    let requests = await requests(test) {
      for _ in 0..<10 {
        test.player.togglePlayback()
        await test.rig.clock.advance(by: .milliseconds(150))
      }
      for _ in 0..<3 { await test.rig.clock.advance(by: .seconds(1)) }
    }
    #expect(requests.count <= 3, "\(requests)")
    await test.close()
    #expect(abs(test.listened - (test.position(of: id) ?? 0)) < 1)
  }

  @Test("a place of an item that was never played, without a duration, has a bar", arguments: [true, false])
  func withoutDuration(isBook: Bool) async throws {
    let rig = try await ShelfRig()
    let id = isBook ? try rig.book() : try rig.episode(2)
    try await rig.shelf.progressStore.setPosition(id, to: 300)
    await rig.shelf.progressStore.settled()
    let duration = isBook ? 5401 : 1882.044
    #expect(rig.stored(id)?["duration"]?.double == duration)
    #expect(abs((rig.stored(id)?["progress"]?.double ?? 0) - 300 / duration) < 0.0001)
    #expect(rig.stored(id)?["currentTime"]?.double == 300)
    #expect(try await rig.shelf.progressStore.progress(of: id)?.duration == duration)
  }

  @Test("listening that ended a while ago reads first, however lately its item was read", arguments: [0.0, 8, 12, 90])
  func endedAgo(seconds: Double) async throws {
    let rig = try await ShelfRig(instant: false)
    let (store, id) = (rig.shelf.progressStore, try rig.episode(2))
    try await rig.shelf.progress.update(id, .position(100, duration: 1882.044, at: rig.clock.now() - 60))
    func listen(from start: Double, endedAgo: Double) async throws {
      let end = rig.clock.now() - endedAgo
      try await store.record(
        LocalListening(
          id: rig.environment.random.uuid(), item: id, startedAt: end - 30, endedAt: end, seconds: 30,
          startPosition: start, position: start + 30))
      await store.settled()
    }
    try await listen(from: 100, endedAgo: 0)
    await rig.clock.advance(by: .seconds(200))
    let before = rig.count(.shelfProgressOne)
    try await listen(from: 130, endedAgo: seconds)
    #expect((rig.count(.shelfProgressOne) == before) == (seconds < 10))
    #expect(rig.stored(id)?["currentTime"]?.double == 160)
  }
}
