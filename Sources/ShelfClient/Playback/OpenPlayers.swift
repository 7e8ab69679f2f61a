import MediaCore

/// The players of one server's accounts. Before a sign-out each stops its sound, records what was heard, and closes its session:
/// afterwards nobody could, and the addresses of a session need no token.
final class OpenPlayers: Sendable {
  private struct State {
    var players: [Int: @Sendable (PendingWork) async -> Void] = [:]
    var nextID = 0
  }

  /// A server that does not answer must not hold up a sign-out for longer.
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
    let players = state.withLock { $0.players.sorted { $0.key < $1.key }.map(\.value) }
    guard !players.isEmpty else { return }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for leave in players { await leave(pending) } }
      group.addTask { [clock] in try? await clock.sleep(for: Self.limit, as: .watchdog) }
      await group.next()
      group.cancelAll()
    }
  }
}
