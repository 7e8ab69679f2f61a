import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The player and what is left of the item before")
struct PlayerNextItemTests {
  // MARK: Choosing

  @Test("of two items that are chosen at once the second is opened, also when both are one", arguments: [true, false])
  func atOnce(isSame: Bool) async throws {
    let test = try await LatePlayerRig()
    let chosen = isSame ? test.book : test.episodes[1]
    test.player.open(test.book, autoPlay: false)
    test.player.open(chosen, autoPlay: false)
    await test.settle()
    #expect(test.isOpen(chosen))
    #expect(test.rig.server.openSessionCount == 1)
    await test.close()
    #expect(test.rig.server.openSessionCount == 0)
  }

  @Test("a refresh opens no item once more, and none that was closed, or whose account signed out, before it was open")
  func refresh() async throws {
    let test = try await LatePlayerRig()
    await test.open(test.book)
    test.player.refresh()
    await test.settle()
    #expect(test.rig.count(.shelfPlaybackStart) == 1)
    await test.close()
    test.player.open(test.episodes[0])
    test.player.close()
    test.player.refresh()
    await test.settle()
    test.player.open(test.episodes[0])
    await test.player.leaveAccount(.keep)
    test.player.refresh()
    await test.settle()
    #expect(test.player.state == PlayerViewModel.State())
    #expect(test.rig.count(.shelfPlaybackStart) == 1)
  }

  @Test("an alarm that comes while one item gives way to the next one stops the next one")
  func alarmBetween() async throws {
    let test = try await LatePlayerRig()
    await test.open(test.book)
    test.player.setAlarm(at: test.rig.clock.now() + 60)
    test.player.play()
    test.gate.hold("close")
    test.player.open(test.episodes[0], autoPlay: true)
    #expect(await eventually { test.gate.isHolding("close") })
    await test.pass(61)
    test.gate.letGo("close")
    #expect(await eventually { test.isOpen(test.episodes[0]) })
    await test.pass(5)
    let pauses = test.engine.pauses
    test.engine.report(.started(position: 0))
    #expect(test.engine.pauses == pauses + 1)
    #expect(test.player.state.stopsAt == nil)
    await test.close()
  }

  @Test("an alarm that came while an item opened, which then does not play, stops nothing later", arguments: 0..<3)
  func alarmBeforeSilence(kind: Int) async throws {
    let test = try await LatePlayerRig()
    await test.open(test.book)
    test.player.setAlarm(at: test.rig.clock.now() + 60)
    test.gate.hold("close")
    test.player.open(test.episodes[0], autoPlay: kind != 1)
    #expect(await eventually { test.gate.isHolding("close") })
    test.rig.network.isDown = kind == 0
    await test.pass(61)
    #expect(test.player.state.stopsAt != nil)
    test.gate.letGo("close")
    if kind == 0 {
      #expect(await passing(test) { test.player.state.phase == .failed })
    } else {
      #expect(await eventually { test.isOpen(test.episodes[0]) })
      // The user decides against the item before it starts by itself.
      if kind == 2 { test.player.pause() }
    }
    #expect(test.player.state.stopsAt == nil)
    test.rig.network.isDown = false
    await test.pass(5)
    test.player.play()
    #expect(await passing(test) { test.isOpen(test.episodes[0]) })
    let pauses = test.engine.pauses
    test.engine.report(.started(position: 0))
    #expect(test.engine.pauses == pauses)
    #expect(test.player.state.isPlaying)
    await test.close()
  }

  @Test("what is asked for by voice plays although another item was just chosen")
  func askedFor() async throws {
    let test = try await LatePlayerRig()
    await test.open(test.episodes[0])
    test.player.open(test.book, autoPlay: false)
    try await test.player.playAll([QueueEntry(id: test.episodes[0], title: "")])
    await test.settle()
    #expect(test.isOpen(test.episodes[0]))
    await test.close()
  }

  @Test("what the user chooses goes before the next item of the queue")
  func beforeNextUp() async throws {
    let test = try await LatePlayerRig()
    try await test.shelf.upNext.playLast(QueueEntry(id: test.episodes[0], title: ""))
    await test.open(test.book)
    test.player.playNext()
    test.player.open(test.episodes[1], autoPlay: false)
    await test.settle()
    #expect(test.isOpen(test.episodes[1]))
    #expect(try await test.shelf.upNext.entries().map(\.id) == [test.episodes[0]])
    await test.close()
  }

  @Test("nothing follows an item that is closed, or that ends with its account", arguments: [true, false])
  func closedBeforeNextUp(isClosed: Bool) async throws {
    let test = try await LatePlayerRig()
    try await test.shelf.upNext.playLast(QueueEntry(id: test.episodes[0], title: ""))
    await test.open(test.book)
    test.player.playNext()
    if isClosed { test.player.close() } else { test.player.accountChanged() }
    await test.settle()
    #expect(test.player.state == PlayerViewModel.State())
    #expect(test.rig.count(.shelfPlaybackStart) == 1)
  }

  @Test("what was listened to last is resumed, and not the item that is open")
  func resumeLast() async throws {
    let test = try await LatePlayerRig()
    try await test.shelf.progress.update(test.book, .position(200, duration: 5401))
    await test.open(test.episodes[1])
    #expect(try await test.player.resumeLast() == test.book)
    await test.settle()
    #expect(test.isOpen(test.book))
    await test.close()
  }

  // MARK: Sessions

  @Test("an item that is still being closed when yet another one is chosen leaves no session behind")
  func closingCutShort() async throws {
    let test = try await LatePlayerRig()
    await test.open(test.book)
    test.gate.hold("closing")
    test.player.open(test.episodes[0], autoPlay: false)
    #expect(await eventually { test.gate.isHolding("closing") })
    await test.open(test.episodes[1])
    await test.letGo("closing")
    #expect(await eventually { test.rig.count(.shelfPlaybackClose) == 1 })
    await test.close()
  }

  @Test("of two sessions that come too late, both are ended")
  func twoLate() async throws {
    let test = try await LatePlayerRig()
    for id in test.episodes.prefix(2) {
      test.gate.hold("start \(id)")
      test.player.open(id, autoPlay: false)
      #expect(await eventually { test.gate.isHolding("start \(id)") })
    }
    await test.open(test.book)
    test.gate.hold("closing")
    test.gate.letGo("start \(test.episodes[0])")
    #expect(await eventually { test.gate.isHolding("closing") })
    test.gate.letGo("start \(test.episodes[1])")
    #expect(await eventually { test.rig.count(.shelfPlaybackClose) == 1 })
    await test.letGo("closing")
    #expect(await eventually { test.rig.count(.shelfPlaybackClose) == 2 })
    await test.close()
  }

  @Test("an engine that fails while its item is closed opens it no more")
  func failingWhileClosing() async throws {
    let test = try await LatePlayerRig()
    await test.open(test.book)
    await test.listen(5)
    // The engine fails while the closing player waits for the disk.
    test.engine.onStop = { [engine = test.engine] in Task { engine.report(.failed(reason: "gone")) } }
    await test.close()
    #expect(test.rig.count(.shelfPlaybackStart) == 1)
    #expect(test.rig.server.openSessionCount == 0)
    #expect(test.rig.server.listeningSeconds(user: "ada") == 5)
  }

  @Test("an item of the queue that could not be opened does not hold up the next one")
  func gone() async throws {
    let test = try await LatePlayerRig()
    let gone = PlayableID(libraryItemId: "6d596e63-8760-432d-a423-2549224d70e8")
    for id in [gone, test.episodes[0]] { try await test.shelf.upNext.playLast(QueueEntry(id: id, title: "")) }
    await test.open(test.book)
    test.player.playNext()
    await test.settle()
    #expect(test.player.state.phase == .failed && test.player.state.id == gone)
    test.player.playNext()
    await test.settle()
    #expect(test.isOpen(test.episodes[0]))
    await test.close()
  }

  @Test("an opening that was overtaken does not end the one after it")
  func overtaken() async throws {
    let test = try await LatePlayerRig()
    for id in test.episodes.prefix(2) {
      test.gate.hold("start \(id)")
      test.player.open(id, autoPlay: false)
      #expect(await eventually { test.gate.isHolding("start \(id)") })
    }
    test.gate.letGo("start \(test.episodes[0])")
    #expect(await eventually { test.rig.count(.shelfPlaybackClose) == 1 })
    #expect(test.player.chosen == test.episodes[1])
    await test.letGo("start \(test.episodes[1])")
    #expect(test.isOpen(test.episodes[1]))
    #expect(test.player.opening == nil)
    await test.close()
  }

  // MARK: The next item

  @Test("an item that was to start by itself does not start the next one")
  func autoPlay() async throws {
    let test = try await LatePlayerRig()
    test.player.open(test.book)
    #expect(await eventually { test.isOpen(test.book) })
    await test.open(test.episodes[1])
    await test.pass(3)
    #expect(test.engine.plays == 0)
    await test.close()
  }

  @Test("a pause in the moment in which an item starts by itself counts")
  func pausedAtTheStart() async throws {
    let test = try await LatePlayerRig(ignoresCancellation: true)
    test.player.open(test.book)
    #expect(await eventually { test.isOpen(test.book) })
    test.player.pause()
    await test.pass(3)
    #expect(test.engine.plays == 0)
    await test.close()
  }

  @Test("a download starts with another device's place when the server needs a moment for it")
  func placeFromServer() async throws {
    let id = try await ShelfRig().episode(2)
    let track = PlayableTrack(url: URL(fileURLWithPath: "/a.mp3"), start: 0, duration: 1882.044)
    let test = try await LatePlayerRig(localMedia: ListedMedia(LocalItem(id: id, tracks: [track])))
    let other = try await test.rig.device(as: "ada")
    try await other.progress.update(id, .position(640, duration: 1882.044))
    test.front.hold(.shelfProgressOne)
    test.player.open(id)
    #expect(await eventually { test.isOpen(id) })
    await test.front.isHolding()
    await test.rig.clock.advance(by: .milliseconds(1500))
    #expect(test.engine.plays == 0)
    test.front.letGo()
    #expect(await eventually { test.player.state.position == 640 })
    await test.pass(1)
    #expect(test.engine.plays == 1)
    await test.close()
  }

  @Test("an item does not wait for the place of the one before it")
  func placeOfTheOneBefore() async throws {
    let id = try await ShelfRig().episode(2)
    let track = PlayableTrack(url: URL(fileURLWithPath: "/a.mp3"), start: 0, duration: 1882.044)
    let test = try await LatePlayerRig(localMedia: ListedMedia(LocalItem(id: id, tracks: [track])))
    test.front.hold(.shelfProgressOne)
    await test.open(id)
    await test.front.isHolding()
    test.player.open(test.book)
    #expect(await eventually { test.isOpen(test.book) })
    await test.rig.clock.advance(by: .milliseconds(1100))
    #expect(test.engine.plays == 1)
    test.front.letGo()
    await test.close()
  }

  @Test("a server that was waited for does not interrupt the next item", arguments: [true, false])
  func waitedFor(ignoresCancellation: Bool) async throws {
    let test = try await LatePlayerRig(ignoresCancellation: ignoresCancellation)
    await test.open(test.book)
    test.rig.network.isDown = true
    test.engine.report(.started(position: 0), .failed(reason: "gone"))
    // After 40 seconds, the pauses between retries have grown to half a minute.
    await test.pass(40)
    #expect(await passing(test) { test.player.tasks.isRunning("reopenLater") })
    test.rig.network.isDown = false
    test.player.open(test.episodes[1], autoPlay: false)
    #expect(await passing(test) { test.isOpen(test.episodes[1]) })
    test.engine.report(.started(position: 0))
    let before = test.rig.count(.shelfPlaybackStart)
    await test.pass(70)
    #expect(test.rig.count(.shelfPlaybackStart) == before)
    await test.close()
  }

  @Test("an item that the engine pauses while the server is waited for is not opened again")
  func pausedByTheEngine() async throws {
    let test = try await LatePlayerRig()
    await test.open(test.book)
    test.rig.network.isDown = true
    test.engine.report(.started(position: 0), .failed(reason: "gone"))
    #expect(await passing(test) { test.player.tasks.isRunning("reopenLater") })
    test.engine.report(.paused(position: 0))
    test.rig.network.isDown = false
    let before = test.rig.count(.shelfPlaybackStart)
    await test.pass(70)
    #expect(test.rig.count(.shelfPlaybackStart) == before)
    await test.close()
  }

  /// Moves the clock until `isSo`, two minutes at most.
  private func passing(_ test: LatePlayerRig, _ isSo: () -> Bool) async -> Bool {
    for _ in 0..<120 where !isSo() {
      for _ in 0..<20 where !isSo() { await Task.yield() }
      await test.rig.clock.advance(by: .seconds(1))
    }
    return isSo()
  }

  @Test("an item that nobody has started is silent when its audio fails, whatever played before")
  func silent() async throws {
    let test = try await LatePlayerRig()
    await test.open(test.book)
    await test.listen(2)
    await test.open(test.episodes[1])
    test.engine.report(.failed(reason: "gone"))
    await test.settle()
    #expect(test.rig.count(.shelfPlaybackStart) == 3)
    #expect(test.engine.plays == 0)
    await test.close()
  }

  @Test("an item that can be played is not opened again because the server was away for the one before")
  func failedBefore() async throws {
    let test = try await LatePlayerRig()
    await test.open(test.book)
    test.rig.network.isDown = true
    test.engine.report(.started(position: 0), .failed(reason: "gone"))
    await test.pass(40)
    test.rig.network.isDown = false
    test.player.open(test.episodes[1], autoPlay: false)
    #expect(await passing(test) { test.isOpen(test.episodes[1]) })
    let before = test.rig.count(.shelfPlaybackStart)
    test.player.play()
    #expect(test.engine.plays == 1)
    await test.settle()
    #expect(test.rig.count(.shelfPlaybackStart) == before)
    await test.close()
  }

  @Test("sleep, a long pause and a phone call during one item change nothing in the next one")
  func leftovers() async throws {
    let test = try await LatePlayerRig()
    let (first, second) = (test.episodes[0], test.episodes[2])
    test.player.setSettings { $0.smartRewind = .standard }
    await test.open(first)
    await test.listen(3)
    test.engine.report(.paused(position: 3))
    await test.rig.clock.advance(by: .seconds(3600))
    try await test.rig.shelf.progress.update(
      second, .position(300, duration: 1882.044, at: test.rig.clock.now()))
    try await test.shelf.progressStore.refresh()
    await test.open(second)
    test.player.play()
    #expect(test.player.state.position == 300, "a pause of the item before")
    await test.open(first)
    test.player.setSleepTimer(.duration(1))
    await test.listen(3, from: test.player.state.position)
    #expect(test.player.isAsleep)
    await test.open(second)
    test.player.play()
    #expect(test.player.state.position == 300, "sleep during the item before")
    await test.open(first)
    await test.listen(1, from: test.player.state.position)
    test.player.interruptionBegan()
    await test.open(second)
    let plays = test.engine.plays
    test.player.interruptionEnded(shouldResume: true)
    #expect(test.engine.plays == plays, "a call during the item before")
    await test.close()
  }

  @Test("a closed or paused item keeps no live connection and no timer", arguments: 0..<3)
  func nothingRuns(end: Int) async throws {
    let test = try await LatePlayerRig()
    await test.open(test.book)
    test.player.setSleepTimer(.duration(600))
    await test.listen(1)
    #expect(test.player.livePlaying != nil)
    #expect(["sync", "sleep"].allSatisfy { test.player.tasks.isRunning($0) })
    switch end {
    case 0: await test.close()
    case 1: await test.player.leaveAccount(.keep)
    default: test.engine.report(.paused(position: 1))
    }
    #expect(test.player.livePlaying == nil)
    #expect(!["sync", "sleep"].contains { test.player.tasks.isRunning($0) })
    await test.close()
  }

  @Test("without an open item a seek does nothing")
  func seekNothing() async throws {
    let test = try await LatePlayerRig()
    test.player.seek(to: 50)
    #expect(test.player.state == PlayerViewModel.State())
    #expect(test.engine.seeks.isEmpty)
  }
}
