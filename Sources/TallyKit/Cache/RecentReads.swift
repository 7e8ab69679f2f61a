import Foundation
import MediaCore

/// The server's answers of the last seconds, so that a change need not read the server again right before its write.
final class RecentReads: Sendable {
  /// For how long an answer replaces the read before a write, since users tap right after they look. A change that another device makes
  /// within that time can be overwritten.
  static let lifetime = Duration.seconds(10)

  private struct Key: Hashable {
    let account: String
    let show: TMDBID
  }

  private struct State {
    var progress: [Key: Duration] = [:]
    var added: [String: WatchlistEntry] = [:]
  }

  private let clock: any TimeSource
  private let state = Locked(State())

  init(clock: any TimeSource) { self.clock = clock }

  /// The time by the device's clock.
  var now: Date { clock.now() }

  // MARK: Progress

  /// Notes that the cached progress of a show has just been read from the server.
  func noteProgress(of show: TMDBID, account: String) {
    let now = clock.uptime()
    state.withLock { state in
      state.progress = state.progress.filter { now - $0.value <= Self.lifetime }
      state.progress[Key(account: account, show: show)] = now
    }
  }

  func hasProgress(of show: TMDBID, account: String) -> Bool {
    let now = clock.uptime()
    return state.withLock { state in
      state.progress[Key(account: account, show: show)].map { now - $0 <= Self.lifetime } ?? false
    }
  }

  // MARK: Adds

  /// Notes the row with which the server answered an add: the state after the write.
  /// - Parameter id: of the mutation.
  func noteAdded(_ entry: WatchlistEntry, by id: String) { state.withLock { $0.added[id] = entry } }

  func takeAdded(by id: String) -> WatchlistEntry? { state.withLock { $0.added.removeValue(forKey: id) } }
}
