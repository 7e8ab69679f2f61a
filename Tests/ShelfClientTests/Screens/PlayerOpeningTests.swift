import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The player while an item is looked for or opened")
struct PlayerOpeningTests {
  /// Begins to open an item, whose session the server holds back.
  private func beginOpening(_ id: PlayableID, in test: LatePlayerRig, autoPlay: Bool) async {
    test.gate.hold("start \(id)")
    test.player.open(id, autoPlay: autoPlay)
    #expect(await eventually { test.gate.isHolding("start \(id)") })
  }

  /// Expects that an item opens and does not start by itself.
  private func expectSilent(_ id: PlayableID, in test: LatePlayerRig) async {
    #expect(await eventually { test.isOpen(id) })
    await test.pass(3)
    #expect(test.engine.plays == 0)
    await test.close()
  }

  @Test(
    "an item that is being opened opens although the screen loads again meanwhile",
    arguments: [true, false], [true, false])
  func loadedAgain(isRefresh: Bool, waits: Bool) async throws {
    let test = try await LatePlayerRig()
    await beginOpening(test.book, in: test, autoPlay: false)
    if isRefresh { test.player.refresh() } else { test.player.load() }
    if waits { #expect(await eventually { test.rig.count(.shelfPlaybackStart) == 2 }) }
    test.gate.letGo("start \(test.book)")
    #expect(await eventually { test.isOpen(test.book) })
    await test.settle()
    #expect(test.isOpen(test.book) && test.player.opening == nil)
    #expect(test.rig.server.openSessionCount == 1)
    await test.close()
    #expect(test.rig.server.openSessionCount == 0)
  }

  @Test("an item that one account was opening is not opened for the next account")
  func nextAccount() async throws {
    let test = try await LatePlayerRig()
    await beginOpening(test.book, in: test, autoPlay: true)
    test.player.accountChanged()
    test.player.load()
    await test.letGo("start \(test.book)")
    #expect(test.player.state.phase == .idle)
    #expect(test.rig.count(.shelfPlaybackStart) == 1)
    await test.close()
  }

  // MARK: Pausing

  private enum Silencer: CaseIterable {
    case pause, headphones, command
  }

  private func silence(_ player: PlayerViewModel, by silencer: Silencer) {
    switch silencer {
    case .pause: player.pause()
    case .headphones: player.routeChanged(isOldDeviceGone: true)
    case .command: #expect(player.handle(.pause))
    }
  }

  /// A player with an open book, which is followed by the second episode.
  private func withNext() async throws -> LatePlayerRig {
    let test = try await LatePlayerRig()
    try await test.shelf.upNext.playLast(QueueEntry(id: test.episodes[1], title: ""))
    await test.open(test.book)
    return test
  }

  @Test("an item that is paused while it opens does not start by itself", arguments: 0..<3)
  func pausedWhileOpening(kind: Int) async throws {
    let test = try await LatePlayerRig()
    await beginOpening(test.book, in: test, autoPlay: true)
    silence(test.player, by: Silencer.allCases[kind])
    await test.letGo("start \(test.book)")
    #expect(test.isOpen(test.book))
    await test.pass(3)
    #expect(test.engine.plays == 0)
    test.player.play()
    #expect(test.engine.plays == 1)
    await test.close()
  }

  @Test(
    "an item that the user plays while it opens starts as soon as it is open, once",
    arguments: [(false, false), (true, false), (true, true)])
  func playedWhileOpening(autoPlay: Bool, wasPaused: Bool) async throws {
    let test = try await LatePlayerRig()
    await beginOpening(test.book, in: test, autoPlay: autoPlay)
    if wasPaused { test.player.pause() }
    test.player.play()
    await test.letGo("start \(test.book)")
    #expect(test.isOpen(test.book))
    #expect(test.engine.plays == 1)
    await test.pass(3)
    #expect(test.engine.plays == 1)
    await test.close()
  }

  @Test("an item that was about to play does not start the silent item that the user has chosen since")
  func chosenInstead() async throws {
    let test = try await LatePlayerRig()
    await beginOpening(test.book, in: test, autoPlay: true)
    await test.letGo("start \(test.book)")
    #expect(test.isOpen(test.book) && test.player.isAboutToPlay)
    test.gate.hold("start \(test.episodes[1])")
    test.player.open(test.episodes[1], autoPlay: false)
    await test.rig.clock.advance(by: .seconds(1))
    await test.letGo("start \(test.episodes[1])")
    await expectSilent(test.episodes[1], in: test)
  }

  @Test("a pause while the item before is closed keeps the next item of the queue silent", arguments: 0..<3)
  func pausedBetween(kind: Int) async throws {
    let test = try await withNext()
    test.player.seek(to: 5395)
    await test.listen(5, from: 5395)
    test.gate.hold("close")
    test.engine.report(.ended)
    #expect(await eventually { test.gate.isHolding("close") })
    silence(test.player, by: Silencer.allCases[kind])
    await test.letGo("close")
    await expectSilent(test.episodes[1], in: test)
  }

  @Test("a pause and the end of a sleep timer end the search for the next item", arguments: 0..<4)
  func pausedWhileSearching(kind: Int) async throws {
    let test = try await withNext()
    test.player.playNext()
    if kind < 3 { silence(test.player, by: Silencer.allCases[kind]) } else { test.player.fallAsleep() }
    await test.settle()
    #expect(test.isOpen(test.book) && test.player.opening == nil)
    #expect(test.engine.plays == 0)
    #expect(try await test.shelf.upNext.entries().map(\.id) == [test.episodes[1]])
    await test.close()
  }

  @Test("next, pressed just before the open item shows as finished, plays the next item")
  func finishedBeforeNext() async throws {
    let test = try await withNext()
    test.player.playNext()
    let owner = try #require(test.player.current?.owner)
    test.player.follow(
      ProgressMutation(
        item: test.book, action: .finished, position: 0, duration: 5401, at: test.rig.clock.now(),
        isServerTime: true),
      of: owner)
    await test.settle()
    #expect(test.isOpen(test.episodes[1]))
    #expect(test.engine.plays == 1)
    await test.close()
  }

  // MARK: Calls

  @Test("an alarm or a sleep timer that ends during a call keeps the item silent after it", arguments: [true, false])
  func endsDuringCall(isAlarm: Bool) async throws {
    let test = try await LatePlayerRig()
    await test.open(test.book)
    test.player.play()
    test.engine.report(.started(position: 0))
    test.player.interruptionBegan()
    test.engine.report(.paused(position: 0))
    if isAlarm { test.player.stopForAlarm() } else { test.player.fallAsleep() }
    let plays = test.engine.plays
    test.player.interruptionEnded(shouldResume: true)
    #expect(test.engine.plays == plays)
    await test.close()
  }

  @Test(
    "an item that is looked for or opened is silent during a call, and plays after it if the system says so",
    arguments: [true, false], [true, false])
  func call(isSearch: Bool, shouldResume: Bool) async throws {
    let test = try await withNext()
    if isSearch { test.player.playNext() } else { await beginOpening(test.episodes[1], in: test, autoPlay: true) }
    test.player.interruptionBegan()
    if !isSearch { test.gate.letGo("start \(test.episodes[1])") }
    #expect(await eventually { test.isOpen(test.episodes[1]) })
    await test.settle()
    await test.pass(3)
    #expect(test.engine.plays == 0)
    test.player.interruptionEnded(shouldResume: shouldResume)
    await test.pass(3)
    #expect(test.engine.plays == (shouldResume ? 1 : 0))
    await test.close()
  }

  @Test("a call that ends before the next item is open does not keep it silent", arguments: [true, false])
  func shortCall(isSearch: Bool) async throws {
    let test = try await withNext()
    if isSearch { test.player.playNext() } else { await beginOpening(test.episodes[1], in: test, autoPlay: true) }
    test.player.interruptionBegan()
    test.player.interruptionEnded(shouldResume: true)
    #expect(test.engine.plays == 0)
    if !isSearch { test.gate.letGo("start \(test.episodes[1])") }
    #expect(await eventually { test.isOpen(test.episodes[1]) })
    await test.settle()
    #expect(test.engine.plays == 1)
    await test.close()
  }

  @Test("an item that has ended, and that nothing follows, stays silent after a call")
  func callAfterTheLast() async throws {
    let test = try await LatePlayerRig()
    await test.open(test.book)
    test.player.seek(to: 5395)
    await test.listen(5, from: 5395)
    test.engine.report(.ended)
    test.player.interruptionBegan()
    await test.settle()
    test.player.interruptionEnded(shouldResume: true)
    await test.settle()
    #expect(test.engine.plays == 0)
    #expect(test.isOpen(test.book))
    await test.close()
  }
}
