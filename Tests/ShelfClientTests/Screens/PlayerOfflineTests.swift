import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

/// The items that a test puts on the device.
struct ListedMedia: LocalMedia {
  let items: Locked<[PlayableID: LocalItem]>

  init(_ items: LocalItem...) { self.items = Locked(Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0) })) }

  func localItem(_ id: PlayableID) async -> LocalItem? { items.withLock { $0[id] } }
}

@MainActor
@Suite("The player without a network")
struct PlayerOfflineTests {
  private func local(_ id: PlayableID, _ lengths: Double...) -> LocalItem {
    var start = 0.0
    let tracks = lengths.enumerated().map { index, length -> PlayableTrack in
      defer { start += length }
      return PlayableTrack(
        url: URL(fileURLWithPath: "/downloads/\(index).mp3"), start: start, duration: length, mimeType: "audio/mpeg")
    }
    return LocalItem(id: id, tracks: tracks)
  }

  @Test("a downloaded book opens, plays and is recorded offline, and everything arrives later")
  func downloaded() async throws {
    let rig = try await ShelfRig(instant: false)
    let id = try rig.book()
    try await rig.shelf.progress.update(id, .position(1700, duration: 5401))
    try await rig.shelf.progressStore.refresh()
    // Open the item once online, so that its title and chapters are stored.
    let first = PlayerRig(rig)
    first.player.open(id, autoPlay: false)
    await first.settle()
    await first.close()
    rig.network.isDown = true
    let test = PlayerRig(rig, localMedia: ListedMedia(local(id, 1800.05, 1350.05, 2250.9)))
    await test.play(id)
    #expect(test.player.state.isLocal)
    #expect(test.player.state.title == "The Salt Clock")
    #expect(test.player.state.chapters.count == 4)
    #expect(test.player.state.duration == 5401)
    #expect(test.engine.tracks.first?.url.isFileURL == true)
    for _ in 0..<12 { await test.pass(10) }
    #expect(test.engine.place?.track == 1)
    let heard = test.engine.position
    #expect(heard > 1815)
    await test.close()
    rig.network.isDown = false
    await rig.shelf.progressStore.flush()
    #expect(abs((test.position(of: id) ?? 0) - heard) < 0.01)
    #expect(abs(test.listened - (heard - 1700)) < 1)
    #expect(rig.server.openSessionCount == 0)
  }

  @Test(
    "a downloaded item needs no session, and goes on where another device is, also if it is to play at once",
    arguments: [false, true])
  func downloadedOnline(isAtOnce: Bool) async throws {
    let rig = try await ShelfRig(instant: false)
    let id = try rig.episode(2)
    try await rig.shelf.progressStore.refresh()
    let other = try await rig.device(as: "ada")
    try await other.progress.update(id, .position(640, duration: 1882.044))
    let test = PlayerRig(rig, localMedia: ListedMedia(local(id, 1882.044)))
    if isAtOnce {
      test.player.playAtOnce(id)
      await test.settle()
    } else {
      await test.play(id)
    }
    await test.pass(5)
    #expect(rig.count(.shelfPlaybackStart) == 0)
    #expect(abs(test.engine.position - 645) < 1.5)
    await test.close()
    #expect(abs((test.position(of: id) ?? 0) - 645) < 1.5)
  }

  @Test("a downloaded item plays at once from a place that the user has chosen, while its position is still being read")
  func chosenWhileReading() async throws {
    let rig = try await ShelfRig(instant: false)
    let id = try rig.episode(2)
    try await rig.shelf.progressStore.refresh()
    rig.network.fail(.shelfProgressOne, with: .noAnswer)
    let test = PlayerRig(rig, localMedia: ListedMedia(local(id, 1882.044)))
    test.player.open(id, autoPlay: false)
    #expect(await eventually { test.player.state.phase == .ready })
    test.player.seek(to: 500)
    test.player.play()
    #expect(test.engine.isPlaying)
    await test.pass(5)
    #expect(abs(test.engine.position - 505) < 3)
    await test.close()
  }

  @Test("a downloaded file that is broken is played from the server")
  func broken() async throws {
    let rig = try await ShelfRig(instant: false)
    let id = try rig.episode(2)
    let test = PlayerRig(rig, localMedia: ListedMedia(local(id, 1882.044)))
    await test.play(id)
    await test.pass(5)
    for _ in 0..<2 {
      test.engine.fail("no file")
      await test.settle()
    }
    #expect(!test.player.state.isLocal)
    #expect(test.engine.tracks.first?.url.isFileURL == false)
    #expect(test.engine.isPlaying)
    await test.close()
    #expect(rig.server.openSessionCount == 0)
  }

  @Test("an app's own player records without a network, twice the same counts once, and midnight is kept")
  nonisolated func ownPlayer() async throws {
    let rig = try await ShelfRig()
    let id = try rig.episode(2)
    rig.network.isDown = true
    var listening = LocalListening(
      id: "5b1d6a2e-8f0c-4c3a-9a55-1f2d7c9e0b11", item: id, startedAt: rig.clock.now() - 100,
      endedAt: rig.clock.now() - 50, seconds: 50, startPosition: 10, position: 60)
    try await rig.shelf.progressStore.record(listening)
    #expect(try await rig.shelf.progressStore.progress(of: id)?.position == 60)
    (listening.endedAt, listening.seconds, listening.position) = (rig.clock.now(), 100, 110)
    try await rig.shelf.progressStore.record(listening)
    rig.network.isDown = false
    await rig.shelf.progressStore.flush()
    #expect(rig.server.listeningSeconds(user: "ada") == 100)
    #expect(rig.stored(id)?["currentTime"]?.double == 110)
    listening.seconds = 500
    let impossible = listening
    let error = try await failure { try await rig.shelf.progressStore.record(impossible) }
    #expect(error.kind == .invalidRequest)
  }

  @Test("an app's own player finishes an item by playing it to its end")
  func ownPlayerEnd() async throws {
    let rig = try await ShelfRig()
    let id = try rig.episode(2)
    var listening = LocalListening(
      id: "5b1d6a2e-8f0c-4c3a-9a55-1f2d7c9e0b12", item: id, startedAt: rig.clock.now() - 20,
      endedAt: rig.clock.now(), seconds: 20, startPosition: 1862, position: 1882.044)
    listening.isFinished = true
    try await rig.shelf.progressStore.record(listening)
    await rig.shelf.progressStore.settled()
    #expect(rig.stored(id)?["isFinished"]?.bool == true)
  }
}

@MainActor
@Suite("What plays next")
struct PlayerNextUpTests {
  private func make() async throws -> PlayerRig { PlayerRig(try await ShelfRig(instant: false)) }

  private func playToTheEnd(_ test: PlayerRig) async throws -> PlayableID {
    let id = try test.rig.episode(0, of: "Bread Hour")
    test.player.open(id, autoPlay: false)
    await test.settle()
    test.player.seek(to: 600)
    test.player.play()
    for _ in 0..<14 { await test.rig.clock.advance(by: .seconds(1)) }
    await test.settle()
    #expect(test.rig.stored(id)?["isFinished"]?.bool == true)
    return id
  }

  @Test("the end of an item starts the next one of the queue, books and episodes alike, and takes it off")
  func queue() async throws {
    let test = try await make()
    let (book, finished) = (try test.rig.book(), try test.rig.episode(1))
    try await test.rig.shelf.progressStore.markFinished(finished)
    let queue = test.rig.shelf.upNext
    for id in [finished, book, try test.rig.episode(0)] { try await queue.playLast(QueueEntry(id: id, title: "")) }
    _ = try await playToTheEnd(test)
    #expect(test.player.state.id == book, "what was finished meanwhile is passed over")
    #expect(test.player.state.isPlaying)
    #expect(try await queue.entries().map(\.id) == [finished, try test.rig.episode(0)])
    await test.close()
    #expect(test.rig.server.openSessionCount == 0)
  }

  @Test("the app is kept awake from the end of an item until the next one plays or cannot be opened")
  func awake() async throws {
    let test = try await make()
    try await test.rig.shelf.upNext.playLast(QueueEntry(id: try test.rig.book(), title: ""))
    let (hasPlayed, awake) = (Locked(false), Locked<[Bool]>([]))
    let token = test.player.observe { [player = test.player] state in
      if state.isPlaying {
        hasPlayed.withLock { $0 = true }
      } else if hasPlayed.withLock({ $0 }) {
        awake.withLock { $0.append(player.isAboutToPlay) }
      }
    }
    let first = try await playToTheEnd(test)
    await test.player.decided()
    #expect(Set(awake.withLock { $0 }) == [true], "while nothing played")
    #expect(test.player.state.isPlaying && !test.player.isAboutToPlay)
    test.player.open(PlayableID(libraryItemId: "gone"))
    #expect(test.player.isAboutToPlay)
    await test.player.decided()
    #expect(test.player.state.phase == .failed && !test.player.isAboutToPlay)
    test.player.open(first, autoPlay: false)
    #expect(!test.player.isAboutToPlay, "the user has not asked for sound")
    token.cancel()
    await test.close()
  }

  @Test("nothing follows when the user does not want it, or nothing is queued", arguments: [true, false])
  func nothing(isQueued: Bool) async throws {
    let test = try await make()
    if isQueued {
      try await test.rig.shelf.upNext.playLast(QueueEntry(id: try test.rig.book(), title: ""))
      test.player.setSettings { $0.whenEnded = .stop }
    }
    let id = try await playToTheEnd(test)
    #expect(test.player.state.id == id)
    #expect(!test.player.state.isPlaying)
    if isQueued {
      test.player.playNext()
      await test.settle()
      #expect(test.player.state.id == (try test.rig.book()))
    }
    await test.close()
  }

  @Test("after the queue the newest unfinished episode follows, if the user wants that")
  func latest() async throws {
    let test = try await make()
    try await test.rig.shelf.queueStore.refresh()
    test.player.setSettings { $0.whenEnded = .playQueueThenLatest }
    let id = try await playToTheEnd(test)
    let next = try await test.rig.shelf.queueStore.current().visible.first { $0.id != id }
    #expect(test.player.state.id == next?.id)
    #expect(test.player.state.isPlaying)
    await test.close()
  }

  @Test("an engine that gives up before the end starts nothing")
  func gaveUp() async throws {
    let rig = try await ShelfRig(instant: false)
    try await rig.shelf.upNext.playLast(QueueEntry(id: try rig.book(), title: ""))
    let engine = ScriptedEngine()
    let player = PlayerViewModel(shelf: rig.shelf, engine: engine)
    player.open(try rig.episode(2), autoPlay: false)
    await player.settled()
    engine.report(.started(position: 0), .ended)
    await player.settled()
    #expect(player.state.id == (try rig.episode(2)))
    player.close()
    await player.settled()
  }

  @Test("the queue keeps its order over a launch, and moves what is queued twice")
  func order() async throws {
    let rig = try await ShelfRig()
    let queue = rig.shelf.upNext
    let ids = [try rig.episode(0), try rig.episode(1), try rig.book()]
    for id in ids { try await queue.playLast(QueueEntry(id: id, title: id.description)) }
    try await queue.playNext(QueueEntry(id: ids[2], title: "book"))
    #expect(try await queue.entries().map(\.id) == [ids[2], ids[0], ids[1]])
    try await queue.move(ids[2], to: 99)
    try await queue.move(ids[1], to: -4)
    #expect(try await rig.relaunched().upNext.entries().map(\.id) == [ids[1], ids[0], ids[2]])
    try await queue.remove(ids[0])
    #expect(try await queue.entries().map(\.title) == [ids[1].description, "book"])
    try await queue.clear()
    #expect(try await queue.entries().isEmpty)
  }

  @Test("resumes what was listened to last, on whatever device, and plays the latest", arguments: [true, false])
  func resume(isOnline: Bool) async throws {
    let test = try await make()
    let (older, newer) = (try test.rig.episode(0), try test.rig.book())
    try await test.rig.shelf.progress.update(older, .position(100, duration: 1500))
    await test.rig.clock.advance(by: .seconds(60))
    try await test.rig.shelf.progress.update(newer, .position(200, duration: 5401))
    try await test.rig.shelf.queueStore.refresh()
    let media = ListedMedia(
      LocalItem(
        id: newer, tracks: [PlayableTrack(url: URL(fileURLWithPath: "/a.mp3"), start: 0, duration: 5401)]))
    let player = PlayerRig(test.rig, localMedia: isOnline ? nil : media)
    if !isOnline { try await test.rig.shelf.progressStore.refresh() }
    test.rig.network.isDown = !isOnline
    let resuming = Task { try await player.player.resumeLast() }
    // Offline, the player waits three seconds for the server before it continues.
    for _ in 0..<(isOnline ? 0 : 4) { await test.rig.clock.advance(by: .seconds(1)) }
    #expect(try await resuming.value == newer)
    await player.settle()
    #expect(player.player.state.id == newer)
    #expect(player.player.state.isPlaying)
    #expect(abs(player.engine.position - 200) < 5)
    if isOnline {
      let latest = try await player.player.playLatest()
      #expect(latest == (try await test.rig.shelf.queueStore.current().visible.first?.id))
      await player.settle()
      #expect(player.player.state.id == latest)
      #expect(player.player.state.isPlaying)
    }
    await player.close()
  }

  @Test("with nothing played and nothing listed there is nothing to resume")
  func nothingToResume() async throws {
    let rig = try await ShelfRig(world: .empty().withAda())
    let player = PlayerViewModel(shelf: rig.shelf, engine: ScriptedEngine())
    #expect(try await player.resumeLast() == nil)
    #expect(try await player.playLatest() == nil)
  }
}

extension ShelfWorld {
  fileprivate func withAda() -> ShelfWorld {
    var world = self
    world.addUser("ada", password: ShelfRig.password(of: "ada"), type: .root)
    return world
  }
}
