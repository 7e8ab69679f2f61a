import MediaCore

/// The open players of one server's accounts. Before a sign-out, each player stops, records its listening, and closes its session.
/// Afterwards the session could not be closed any more, and its addresses play without a token.
final class OpenPlayers: Sendable {
  private struct State {
    var players: [Int: @Sendable (PendingWork) async -> Void] = [:]
    var nextID = 0
  }

  /// The longest time that a server without an answer can delay a sign-out.
  private static let limit = Duration.seconds(3)

  private let clock: any TimeSource
  private let state = Locked(State())

  init(clock: any TimeSource) { self.clock = clock }

  func add(_ leave: @escaping @Sendable (PendingWork) async -> Void) -> ObservationToken {
    let id = state.withLock { state in
      state.nextID += 1
      state.players[state.nextID] = leave
      return state.nextID
    }
    return ObservationToken { [weak self] in self?.state.withLock { $0.players[id] = nil } }
  }

  func close(_ pending: PendingWork) async {
    // Sort, so that a simulation closes the players in the same order each run.
    let players = state.withLock { $0.players.sorted { $0.key < $1.key }.map(\.value) }
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        // Close all players at the same time, otherwise the others play on while the server does not answer the first.
        await withTaskGroup(of: Void.self) { leaving in
          for leave in players { leaving.addTask { await leave(pending) } }
        }
      }
      group.addTask { [clock] in try? await clock.sleep(for: Self.limit, as: .watchdog) }
      await group.next()
      group.cancelAll()
    }
  }
}
