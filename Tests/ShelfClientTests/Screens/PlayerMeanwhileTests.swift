import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The player and what happens meanwhile")
struct PlayerMeanwhileTests {
  @Test("opens at the place that waits on this device, not at the server's earlier one")
  func waitingPlace() async throws {
    let rig = try await ShelfRig(instant: false)
    let id = try rig.book()
    try await rig.shelf.progress.update(id, .position(50, duration: 5401))
    try await rig.shelf.progressStore.refresh()
    // The server is busy: it opens sessions, but refuses changes of progress.
    let isBusy = Locked(true)
    let front = ClosureTransport { [network = rig.network] request in
      let isProgress = request.url.path.hasPrefix("/api/me/progress") || request.url.path.contains("/session/local")
      guard isProgress, isBusy.withLock({ $0 }) else { return try await network.send(request) }
      return .text("Service Unavailable", status: 503)
    }
    let shelf = ShelfService(server: .fake, transport: front, environment: rig.environment.relaunched())
    try await shelf.progressStore.setPosition(id, to: 400, duration: 5401)
    let engine = ScriptedEngine()
    let player = PlayerViewModel(shelf: shelf, engine: engine)
    player.open(id, autoPlay: false)
    #expect(await passing(rig.clock) { player.state.phase == .ready })
    #expect(player.state.position == 400)
    #expect(engine.start == 400)
    #expect(rig.stored(id)?["currentTime"]?.double == 50)
    isBusy.withLock { $0 = false }
    await shelf.progressStore.flush()
    #expect(rig.stored(id)?["currentTime"]?.double == 400)
    player.close()
    #expect(await passing(rig.clock) { rig.server.openSessionCount == 0 })
  }

  @Test("an item is opened for no other account than the one that chose it", arguments: [true, false])
  func otherAccount(isLocal: Bool) async throws {
    let id = try await ShelfRig().book()
    let track = PlayableTrack(url: URL(fileURLWithPath: "/a.mp3"), start: 0, duration: 5401)
    let media = LateMedia(base: ListedMedia(LocalItem(id: id, tracks: isLocal ? [track] : [])))
    let test = try await LatePlayerRig(localMedia: media)
    let ada = try await test.shelf.account.status().account
    #expect(await refusal(test.player, id, owner: "somebody else") == ClientError.Detail.accountChanged)
    #expect(test.rig.count(.shelfPlaybackStart) == 0)
    let (gate, name) = isLocal ? (media.gate, "item") : (test.gate, "start \(id)")
    gate.hold(name)
    let opening = Task { await refusal(test.player, id, owner: ada) }
    #expect(await eventually { gate.isHolding(name) })
    try await test.shelf.account.signIn(username: "grace", password: ShelfRig.password(of: "grace"))
    gate.letGo(name)
    #expect(await opening.value == ClientError.Detail.accountChanged)
  }

  /// The detail of the error with which an item is not opened; nil if it is opened.
  private func refusal(_ player: PlayerViewModel, _ id: PlayableID, owner: String?) async -> String? {
    do throws(ClientError) { _ = try await player.media(of: id, owner: owner) } catch { return error.detail }
    return nil
  }

  @Test("a sign-out while the network is away does not wait for the end of the session")
  func signOutOffline() async throws {
    let test = try await LatePlayerRig()
    await test.open(test.book)
    test.shelf.client.connectivity.report(.offline)
    await test.player.leaveAccount(.keep)
    #expect(test.rig.count(.shelfPlaybackClose) == 0)
    #expect(test.player.state == PlayerViewModel.State())
  }

  @Test("an item that was started and paused does not start by itself any more")
  func startedBefore() async throws {
    let test = try await LatePlayerRig()
    test.player.open(test.book)
    #expect(await eventually { test.isOpen(test.book) })
    test.player.play()
    test.engine.report(.started(position: 0), .paused(position: 0))
    await test.pass(3)
    #expect(test.engine.plays == 1)
    await test.close()
  }

  @Test("play after a failure opens the item again at once: its audio is of no use")
  func playAfterFailure() async throws {
    let test = try await LatePlayerRig()
    await test.open(test.book)
    test.rig.network.isDown = true
    test.engine.report(.started(position: 0), .failed(reason: "gone"))
    await test.pass(40)
    test.player.pause()
    test.rig.network.isDown = false
    await test.settle()
    let (before, plays) = (test.rig.count(.shelfPlaybackStart), test.engine.plays)
    test.player.play()
    #expect(test.engine.plays == plays)
    await test.settle()
    #expect(test.rig.count(.shelfPlaybackStart) == before + 1)
    #expect(test.engine.plays == plays + 1)
    // The item is open again: neither the next press nor the planned retry may open it once more.
    test.player.pause()
    test.player.play()
    await test.settle()
    #expect(test.engine.plays == plays + 2)
    test.engine.report(.started(position: 0))
    await test.pass(70)
    #expect(test.rig.count(.shelfPlaybackStart) == before + 1)
    await test.close()
  }

  @Test("an engine that reports while nothing is open changes nothing")
  func nothingOpen() async throws {
    let test = try await LatePlayerRig()
    test.engine.report(.ready(duration: 50), .started(position: 5), .progressed(position: 6), .stalled)
    #expect(test.player.state == PlayerViewModel.State())
    #expect(test.player.livePlaying == nil && !test.player.isMeantToPlay)
    test.engine.report(.paused(position: 7), .ended, .failed(reason: "gone"))
    #expect(test.player.state == PlayerViewModel.State())
  }

  /// The open item as another account would have opened it.
  private func handOver(_ test: LatePlayerRig) throws {
    test.player.current = OpenItem(item: try #require(test.player.current?.item), owner: "another")
  }

  @Test("listening is recorded for no other account than the one that opened the item")
  func recordedForOwner() async throws {
    let test = try await LatePlayerRig()
    await test.open(test.book)
    await test.listen(5)
    try handOver(test)
    await test.player.record()
    #expect(test.player.state == PlayerViewModel.State())
    #expect(test.player.current == nil && test.engine.stops > 0)
    #expect(try await test.shelf.queue.all().isEmpty)
  }

  @Test("audio that failed is opened again for no other account than the one that opened the item")
  func reopenedForOwner() async throws {
    let test = try await LatePlayerRig()
    await test.open(test.book)
    try handOver(test)
    test.engine.report(.failed(reason: "gone"))
    await test.settle()
    #expect(test.player.state.phase == .failed)
    #expect(test.rig.count(.shelfPlaybackStart) == 1)
    await test.close()
  }

  @Test("what waits of one item is not shown of the item that is opened while it is read or recorded")
  func shownOfOther() async throws {
    let test = try await LatePlayerRig()
    await test.open(test.book)
    test.rig.network.isDown = true
    try await test.shelf.progressStore.setPosition(test.book, to: 400, duration: 5401)
    #expect(await eventually { test.player.state.hasUnsentProgress })
    // Another item comes up while `render` and `record` wait for the store.
    await test.listen(5, from: 400)
    for work in [test.player.render, test.player.record] {
      let task = Task { await work() }
      await Task.yield()
      test.player.screen.state = test.player.emptied(.opening, LocalItem(id: test.episodes[1], tracks: []))
      await task.value
      #expect(!test.player.state.hasUnsentProgress)
      test.player.screen.state.id = test.book
    }
    test.rig.network.isDown = false
    await test.pass(60)
    await test.close()
  }

  @Test("a record of one item that fails is not tried again as one of the next item")
  func failedRecord() async throws {
    let test = try await LatePlayerRig()
    await test.open(test.book)
    await test.listen(5)
    test.rig.files.isLocked = true
    let recording = Task { await test.player.record() }
    for _ in 0..<100 where !test.player.isRecording { await Task.yield() }
    test.player.tracker = ListeningTracker(item: test.episodes[1], position: 0) { "" }
    await recording.value
    #expect(test.player.state.notice != nil)
    #expect(test.player.tracker?.isUnsent == false)
    test.rig.files.isLocked = false
    await test.close()
  }

  @Test("listening that cannot be written when its item is closed, or gives way, is written later", arguments: 0..<3)
  func unwrittenAtTheEnd(end: Int) async throws {
    let test = try await LatePlayerRig()
    await test.open(test.book)
    await test.listen(5)
    test.rig.files.isLocked = true
    if end == 0 { await test.open(test.episodes[1]) } else { await test.close() }
    await test.settle()
    #expect(test.player.state.notice != nil)
    #expect(test.rig.server.listeningSeconds(user: "ada") == 0)
    test.player.saveNow()
    await test.settle()
    #expect(test.player.unrecorded.map(\.mutation.item) == [test.book])
    test.rig.files.isLocked = false
    if end == 2 {
      await test.open(test.book)
      #expect(test.player.state.position == 5)
    } else {
      test.player.saveNow()
    }
    await test.settle()
    #expect(test.player.unrecorded.isEmpty)
    #expect(test.rig.stored(test.book)?["currentTime"]?.double == 5)
    #expect(test.rig.server.listeningSeconds(user: "ada") == 5)
    await test.close()
  }

  @Test("listening that could not be written loses against another device's later place, although that was read since")
  func writtenTooLate() async throws {
    let test = try await LatePlayerRig()
    await test.open(test.book)
    await test.listen(5)
    test.rig.files.isLocked = true
    await test.close()
    await test.rig.clock.advance(by: .seconds(60))
    try await test.rig.shelf.progress.update(test.book, .position(900, duration: 5401, at: test.rig.clock.now()))
    try await test.shelf.progressStore.refresh()
    await test.rig.clock.advance(by: .seconds(60))
    test.rig.files.isLocked = false
    test.player.saveNow()
    await test.settle()
    #expect(test.rig.stored(test.book)?["currentTime"]?.double == 900)
    #expect(test.rig.server.listeningSeconds(user: "ada") == 5)
  }

  /// A player whose book was closed after five seconds of listening, which could not be written.
  private func closedUnwritten(
    before: @MainActor (LatePlayerRig) async throws -> Void = { _ in }
  ) async throws -> LatePlayerRig {
    let test = try await LatePlayerRig()
    try await before(test)
    await test.open(test.book)
    await test.listen(5)
    test.rig.files.isLocked = true
    await test.close()
    test.rig.files.isLocked = false
    return test
  }

  @Test("listening that could not be written does not undo what the user chose later", arguments: [true, false])
  func unwrittenBeforeChoice(isFinish: Bool) async throws {
    let test = try await closedUnwritten { test in
      try await test.shelf.progress.update(test.book, .position(0, duration: 5401, at: test.rig.clock.now()))
    }
    test.rig.network.isDown = true
    await test.rig.clock.advance(by: .seconds(60))
    let store = test.shelf.progressStore
    _ = isFinish ? try await store.markFinished(test.book) : try await store.setPosition(test.book, to: 900)
    test.player.saveNow()
    #expect(await eventually { test.player.unrecorded.isEmpty && !test.player.isRecording })
    #expect(try await store.progress(of: test.book)?.isFinished == isFinish)
    test.rig.network.isDown = false
    #expect(await passing(test.rig.clock) { test.rig.server.listeningSeconds(user: "ada") == 5 })
    await test.pass(5)
    await test.settle()
    #expect(test.rig.stored(test.book)?["isFinished"]?.bool == isFinish)
    if !isFinish { #expect(test.rig.stored(test.book)?["currentTime"]?.double == 900) }
  }

  @Test("listening that could not be written is kept for its account, although that has signed out")
  func unwrittenAndSignedOut() async throws {
    let test = try await closedUnwritten()
    let unrecorded = try #require(test.player.unrecorded.first)
    #expect(unrecorded.owner != nil)
    try await test.shelf.account.signOut(pending: .keep)
    let store = test.shelf.progressStore
    let kept = try await store.behindLaterChange(unrecorded.mutation, of: unrecorded.owner)
    #expect(kept == unrecorded.mutation)
  }

  @Test("listening that could not be written is dropped with the pending work of its account")
  func unwrittenAndDiscarded() async throws {
    let test = try await closedUnwritten()
    await test.player.leaveAccount(.discard)
    #expect(test.player.unrecorded.isEmpty)
    #expect(try await test.shelf.queue.open().isEmpty)
  }

  @Test("a call lets an item go on that was about to play, also after a second call, but not what the user has ended")
  func calls() async throws {
    let test = try await LatePlayerRig()
    await test.open(test.book)
    test.player.play()
    test.player.interruptionBegan()
    test.player.interruptionBegan()
    test.player.interruptionEnded(shouldResume: true)
    #expect(test.engine.plays == 2)
    test.engine.report(.started(position: 0))
    test.player.interruptionBegan()
    test.engine.report(.paused(position: 0))
    test.player.play()
    test.engine.report(.started(position: 0), .paused(position: 0))
    test.player.interruptionEnded(shouldResume: true)
    #expect(test.engine.plays == 3)
    // The engine has not reported the user's pause yet when the call comes.
    test.engine.report(.started(position: 0))
    test.player.pause()
    test.player.interruptionBegan()
    test.engine.report(.paused(position: 0))
    test.player.interruptionEnded(shouldResume: true)
    #expect(test.engine.plays == 3)
    await test.close()
  }

  @Test("an item that has ended or failed does not go on after a call", arguments: [true, false])
  func afterCall(hasEnded: Bool) async throws {
    let test = try await LatePlayerRig()
    await test.open(test.book)
    test.engine.report(.started(position: 0))
    if hasEnded {
      test.engine.report(.ended)
    } else {
      for _ in 0..<3 {
        test.engine.report(.failed(reason: "gone"))
        await test.settle()
      }
    }
    let (before, plays) = (test.rig.count(.shelfPlaybackStart), test.engine.plays)
    test.player.interruptionBegan()
    test.player.interruptionEnded(shouldResume: true)
    await test.settle()
    #expect(test.engine.plays == plays)
    #expect(test.rig.count(.shelfPlaybackStart) == before)
    await test.close()
  }

  /// Moves the clock until `isSo`, ten minutes at most.
  private func passing(_ clock: ManualClock, _ isSo: () -> Bool) async -> Bool {
    for _ in 0..<600 where !isSo() {
      for _ in 0..<20 where !isSo() { await Task.yield() }
      await clock.advance(by: .seconds(1))
    }
    return isSo()
  }
}

/// Items on the device that come when a test lets them go, by the name `item`.
private struct LateMedia: LocalMedia {
  let base: ListedMedia
  let gate = LateGate()

  func localItem(_ id: PlayableID) async -> LocalItem? {
    await gate.pass("item")
    return await base.localItem(id)
  }
}
