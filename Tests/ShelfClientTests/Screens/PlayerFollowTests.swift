import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The player and what other devices and screens do to its item")
struct PlayerFollowTests {
  private let rig: ShelfRig
  private let engine = ScriptedEngine()
  private let player: PlayerViewModel
  private let id: PlayableID
  private let other: ShelfService

  /// A book that was opened here at 100 s a minute ago.
  init() async throws {
    rig = try await ShelfRig(instant: false)
    id = try rig.book()
    other = try await rig.device(as: "ada")
    player = PlayerViewModel(shelf: rig.shelf, engine: engine)
    try await rig.shelf.progress.update(id, .position(100, duration: 5401))
    try await rig.shelf.progressStore.refresh()
    player.open(id, autoPlay: false)
    await player.settled()
    #expect(player.state.position == 100)
    await rig.clock.advance(by: .seconds(60))
  }

  /// Moves to `position` on another device, and reads all progress on this one.
  private func goOnElsewhere(to position: Double) async throws {
    try await other.progress.update(id, .position(position, duration: 5401, at: rig.clock.now()))
    await rig.clock.advance(by: .seconds(1))
    try await rig.shelf.progressStore.refresh()
    await rig.clock.advance(by: .zero)
  }

  private func close() async {
    player.close()
    await player.settled()
  }

  @Test("paused here, it goes to where another device has gone on")
  func follows() async throws {
    try await goOnElsewhere(to: 700)
    #expect(await eventually { player.state.position == 700 })
    #expect(engine.seeks == [700])
    await close()
    #expect(rig.stored(id)?["currentTime"]?.double == 700)
  }

  @Test(
    "played after a long pause, it first goes to where another device has gone on, also when the server has restarted",
    arguments: [false, true])
  func playsAfterLongPause(isRestarted: Bool) async throws {
    engine.report(.started(position: 100))
    await rig.clock.advance(by: .seconds(10))
    engine.report(.paused(position: 110))
    await player.settled()
    try await other.progress.update(id, .position(700, duration: 5401, at: rig.clock.now() + 1))
    if isRestarted { rig.server.restart() }
    await rig.clock.advance(by: .seconds(8 * 3600))
    let plays = engine.plays
    player.play()
    await player.settled()
    #expect(engine.plays == plays + 1)
    engine.report(.started(position: player.state.position))
    await rig.clock.advance(by: .seconds(1))
    #expect(player.state.position > 600)
    await close()
    #expect(rig.stored(id)?["currentTime"]?.double ?? 0 > 600)
    #expect(try await rig.shelf.progressStore.conflicts().isEmpty)
  }

  @Test("played long after a play without sound, it goes to where another device has gone on")
  func playsAfterSilence() async throws {
    engine.report(.started(position: 100))
    await rig.clock.advance(by: .seconds(10))
    engine.report(.paused(position: 110))
    await player.settled()
    player.play()
    player.pause()
    engine.report(.paused(position: 110))
    await player.settled()
    try await other.progress.update(id, .position(700, duration: 5401, at: rig.clock.now() + 1))
    await rig.clock.advance(by: .seconds(8 * 3600))
    player.play()
    await player.settled()
    #expect(player.state.position > 600)
    await close()
    #expect(rig.stored(id)?["currentTime"]?.double ?? 0 > 600)
  }

  @Test(
    "played long after a seek during the pause, or after it was opened, it goes to where another device has gone on since",
    arguments: [true, false])
  func playsAfterLongWait(isPlayed: Bool) async throws {
    if isPlayed {
      engine.report(.started(position: 100))
      await rig.clock.advance(by: .seconds(10))
      engine.report(.paused(position: 110))
      player.seek(to: 95)
      await rig.clock.advance(by: .seconds(5))
      await player.settled()
    }
    try await other.progress.update(id, .position(700, duration: 5401, at: rig.clock.now() + 1))
    await rig.clock.advance(by: .seconds(8 * 3600))
    player.play()
    await player.settled()
    #expect(engine.plays == 1 && player.state.position > 600)
    await close()
    #expect(rig.stored(id)?["currentTime"]?.double ?? 0 > 600)
  }

  @Test("after a call of some minutes, during which the place is read, it goes back as it is set to")
  func longCall() async throws {
    player.setSettings { $0.setRewind(afterInterruption: 20, atStart: 0) }
    player.play()
    await player.settled()
    engine.report(.started(position: 100))
    await rig.clock.advance(by: .seconds(60))
    engine.report(.progressed(position: 160))
    player.interruptionBegan()
    engine.report(.paused(position: 160))
    await player.settled()
    await rig.clock.advance(by: .seconds(120))
    player.interruptionEnded(shouldResume: true)
    #expect(player.isAboutToPlay)
    await player.settled()
    #expect(!player.isAboutToPlay && player.state.position == 140)
    await close()
  }

  @Test("paused while the place is read, it does not play; a server that does not answer delays it by two seconds")
  func pausedAgain() async throws {
    engine.report(.started(position: 100))
    await rig.clock.advance(by: .seconds(10))
    engine.report(.paused(position: 110))
    await player.settled()
    await rig.clock.advance(by: .seconds(3600))
    rig.network.fail(.shelfProgressOne, with: .noAnswer, .noAnswer)
    let plays = engine.plays
    player.play()
    await rig.clock.advance(by: .seconds(1))
    player.pause()
    await rig.clock.advance(by: .seconds(3))
    #expect(engine.plays == plays)
    player.play()
    await rig.clock.advance(by: .seconds(1))
    #expect(engine.plays == plays)
    await rig.clock.advance(by: .seconds(2))
    #expect(await eventually { engine.plays == plays + 1 })
    await close()
  }

  @Test("while it plays, a place that is set again over an older mark moves nothing")
  func setAgain() async throws {
    engine.report(.started(position: 100))
    await rig.clock.advance(by: .seconds(1))
    engine.report(.progressed(position: 103))
    let before = try #require(rig.stored(id)?["lastUpdate"]?.double) / 1000 - 300
    try await other.progress.update(
      id, ProgressUpdate(isFinished: true, lastUpdate: Date(timeIntervalSince1970: before)))
    try await rig.shelf.progressStore.refresh()
    await rig.clock.advance(by: .zero)
    await rig.shelf.progressStore.settled()
    #expect(try await rig.shelf.queue.all().map(\.cause).contains("restore"))
    #expect(engine.seeks.isEmpty && player.state.position == 103)
    await close()
  }

  @Test("while it plays, another device's place moves nothing")
  func plays() async throws {
    engine.report(.started(position: 100))
    await rig.clock.advance(by: .seconds(1))
    engine.report(.progressed(position: 101))
    try await goOnElsewhere(to: 700)
    #expect(engine.seeks.isEmpty && player.state.position == 101)
    await close()
  }

  @Test("a place that was chosen here a moment ago is not lost to another device's earlier one")
  func seeks() async throws {
    try await other.progress.update(id, .position(700, duration: 5401, at: rig.clock.now()))
    await rig.clock.advance(by: .seconds(1))
    player.seek(to: 500)
    try await rig.shelf.progressStore.refresh()
    await rig.clock.advance(by: .zero)
    #expect(player.state.position == 500)
    await rig.clock.advance(by: .seconds(3))
    await player.settled()
    #expect(player.state.position == 500)
    #expect(rig.stored(id)?["currentTime"]?.double == 500)
    await close()
  }

  @Test("finished on another device, it stays where it is open here")
  func finished() async throws {
    try await other.progress.restart(id)
    try await other.progress.update(id, with(.finished) { $0.lastUpdate = rig.clock.now() })
    #expect(rig.stored(id)?["currentTime"]?.double == 0)
    await rig.clock.advance(by: .seconds(1))
    try await rig.shelf.progressStore.refresh()
    await rig.clock.advance(by: .zero)
    #expect(engine.seeks.isEmpty && player.state.position == 100)
    await close()
  }

  @Test("after it has gone elsewhere once, the same place does not move it again")
  func once() async throws {
    try await goOnElsewhere(to: 700)
    #expect(await eventually { player.state.position == 700 })
    engine.report(.started(position: 700))
    await rig.clock.advance(by: .seconds(1))
    engine.report(.progressed(position: 701), .paused(position: 701))
    try await rig.shelf.progressStore.refresh()
    await rig.clock.advance(by: .zero)
    #expect(player.state.position == 701)
    await close()
  }

  @Test("finishing, restarting or moving another item changes nothing here", arguments: 0..<3)
  func otherItem(kind: Int) async throws {
    engine.report(.started(position: 100))
    let episode = try rig.episode(1)
    let store = rig.shelf.progressStore
    switch kind {
    case 0: try await store.markFinished(episode)
    case 1: try await store.restart(episode)
    default: try await store.setPosition(episode, to: 30, duration: 1882)
    }
    await rig.clock.advance(by: .zero)
    #expect(engine.pauses == 0 && engine.seeks.isEmpty)
    #expect(player.state.isPlaying && player.state.position == 100)
    await close()
    #expect(rig.stored(id)?["isFinished"]?.bool == false)
  }

  // MARK: Widgets

  private func widget(_ rig: ShelfRig) -> ShelfService {
    ShelfService(
      extending: .fake, environment: .manual(clock: rig.clock, seed: 7, files: rig.files, secrets: rig.secrets))
  }

  @Test(
    "finished or restarted in a widget while it plays, it stays so, with and without a network",
    arguments: [true, false], [true, false])
  func changedInWidget(isFinished: Bool, isOnline: Bool) async throws {
    let widget = widget(rig)
    engine.report(.started(position: 100))
    await rig.clock.advance(by: .seconds(20))
    engine.report(.progressed(position: 120))
    rig.network.isDown = !isOnline
    if isFinished {
      try await widget.progressStore.markFinished(id)
      await rig.shelf.client.accounts.folderChanged()
      #expect(await eventually { engine.pauses == 1 })
      engine.report(.paused(position: 120))
    } else {
      try await widget.progressStore.restart(id)
      await rig.shelf.client.accounts.folderChanged()
      #expect(await eventually { player.state.position == 0 && engine.seeks == [0] })
      engine.report(.progressed(position: 0), .paused(position: 0))
    }
    await player.settled()
    rig.network.isDown = false
    await close()
    await rig.shelf.queue.flush()
    #expect(rig.stored(id)?["isFinished"]?.bool ?? false == isFinished)
    if !isFinished { #expect(rig.stored(id)?["currentTime"]?.double ?? 0 == 0) }
    #expect(try await rig.shelf.queue.open().isEmpty)
  }

  @Test("a change of a widget has the server's time, also where the device's clock is an hour ahead")
  func dateOfWidget() async throws {
    let rig = try await ShelfRig(instant: false, serverAhead: -3600)
    let changes = Locked<[ProgressMutation]>([])
    let token = rig.shelf.progressStore.observeChanges { change, _ in changes.withLock { $0.append(change) } }
    try await widget(rig).progressStore.markFinished(rig.book())
    await rig.shelf.client.accounts.folderChanged()
    let change = try #require(changes.withLock { $0 }.first)
    #expect(change.isServerTime && abs(change.at.timeIntervalSince(rig.serverClock.now())) < 2)
    token.cancel()
  }

  // MARK: Each reason to stay

  /// A place of another device that is a second newer than what the player knows.
  private func known(_ change: (inout KnownProgress) -> Void = { _ in }) -> KnownProgress {
    var known = KnownProgress(id: id, position: 700)
    known.at = player.current?.knownAt.map { $0 + 1 }
    change(&known)
    return known
  }

  @Test("a place that is another item's, not sent yet, finished, older, or nearly the same moves nothing")
  func otherPlaces() async throws {
    let (episode, knownAt) = (try rig.episode(0), try #require(player.current?.knownAt))
    player.follow(known { $0.id = episode })
    player.follow(known { $0.isPending = true })
    player.follow(known { $0.isFinished = true })
    player.follow(known { $0.at = knownAt })
    player.follow(known { $0.at = nil })
    player.follow(known { $0.position = 100.4 })
    #expect(engine.seeks.isEmpty && player.state.position == 100)
    player.follow(known())
    #expect(engine.seeks == [700] && player.state.position == 700)
    player.follow(known { ($0.at, $0.position) = (knownAt + 0.5, 300) })
    #expect(engine.seeks == [700], "an answer that came late")
    await close()
  }

  @Test("while the item plays, or something of it is not recorded yet, no other place moves it", arguments: 0..<4)
  func busy(reason: Int) async throws {
    switch reason {
    case 0: engine.report(.started(position: 100))
    case 1: player.isRecording = true
    case 2: player.tracker?.markUnsent()
    default: player.schedule.want(.seek, at: rig.clock.uptime())
    }
    player.follow(known())
    #expect(engine.seeks.isEmpty && player.state.position == 100)
    player.isRecording = false
    await close()
  }

  @Test("a change of another account's item of the same name moves nothing")
  func otherAccount() async throws {
    let change = ProgressMutation(item: id, action: .restart, at: rig.clock.now(), isServerTime: true)
    player.follow(change, of: "another")
    #expect(engine.seeks.isEmpty && player.state.position == 100)
    await close()
  }

  @Test("an older place of another device does not undo a change that another screen has made here")
  func olderThanChange() async throws {
    let at = try #require(player.current?.knownAt) + 10
    let change = ProgressMutation(item: id, action: .position, position: 500, at: at, isServerTime: true)
    player.follow(change, of: try #require(player.current?.owner ?? nil))
    #expect(engine.seeks == [500])
    player.follow(known { $0.at = at - 5 })
    #expect(engine.seeks == [500])
    await close()
  }

  @Test("a change is recorded once more if a record of this item was made since, and not for one of the item before")
  func recordedSince() async throws {
    let owner = try #require(player.current?.owner ?? nil)
    engine.report(.started(position: 100))
    await rig.clock.advance(by: .seconds(1))
    engine.report(.progressed(position: 101), .paused(position: 101))
    await player.settled()
    let at = try #require(player.recordedAt)
    player.follow(ProgressMutation(item: id, action: .position, position: 500, at: at, isServerTime: true), of: owner)
    #expect(player.tracker?.isUnsent == true)
    await player.settled()
    let episode = try rig.episode(0)
    player.open(episode, autoPlay: false)
    await player.settled()
    player.follow(
      ProgressMutation(item: episode, action: .position, position: 30, at: at, isServerTime: true), of: owner)
    #expect(player.tracker?.isUnsent == false)
    await close()
  }
}
