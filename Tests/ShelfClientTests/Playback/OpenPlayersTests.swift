import MediaCore
import MediaTesting
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The open players at a sign-out")
struct OpenPlayersTests {
  @Test("all stop at once, also while the server does not answer the first one")
  func together() async throws {
    let test = try await LatePlayerRig()
    let engines = [ScriptedEngine(), ScriptedEngine()]
    let players = engines.map { PlayerViewModel(shelf: test.shelf, engine: $0) }
    for (player, id) in zip(players, test.episodes) {
      player.open(id, autoPlay: false)
      #expect(await eventually { player.state.phase == .ready })
    }
    for engine in engines { engine.report(.started(position: 0)) }
    await test.rig.clock.advance(by: .seconds(5))
    for engine in engines { engine.report(.progressed(position: 5)) }
    let before = engines.map(\.stops)
    test.front.hold(.shelfPlaybackClose)
    let leaving = Task { try await test.shelf.account.signOut(pending: .keep) }
    #expect(await eventually { zip(engines, before).allSatisfy { $0.stops == $1 + 1 } })
    #expect(players.allSatisfy { $0.state == PlayerViewModel.State() })
    test.front.letGo()
    try await leaving.value
    #expect(test.rig.server.openSessionCount == 0)
    try await test.shelf.account.signIn(username: "ada", password: ShelfRig.password(of: "ada"))
    await test.shelf.progressStore.flush()
    #expect(test.rig.server.listeningSeconds(user: "ada") == 10)
  }

  @Test("one that hangs is cancelled after three seconds, and one that is gone is not asked")
  func limit() async {
    let clock = ManualClock()
    let players = OpenPlayers(clock: clock)
    let events = Locked<[String]>([])
    let hanging = players.add { pending in
      events.withLock { $0.append("asked to \(pending)") }
      try? await clock.sleep(for: .seconds(60), as: .delay)
      events.withLock { $0.append(Task.isCancelled ? "cancelled" : "done") }
    }
    var gone: ObservationToken? = players.add { _ in events.withLock { $0.append("gone") } }
    #expect(gone != nil)
    gone = nil
    let closing = Task { await players.close(.keep) }
    await clock.sleepers(atLeast: 1)
    await clock.advance(by: .seconds(2))
    #expect(events.withLock { $0 } == ["asked to keep"])
    await clock.advance(by: .seconds(2))
    #expect(events.withLock { $0 } == ["asked to keep", "cancelled"])
    await closing.value
    _ = hanging
  }

  @Test("without any, a sign-out waits for nothing")
  func none() async {
    let clock = ManualClock()
    await OpenPlayers(clock: clock).close(.keep)
    #expect(clock.uptime() == .zero)
  }
}
