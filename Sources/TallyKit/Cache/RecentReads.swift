import Foundation
import MediaCore

/// The server's answers of the last moments, so that a change need not ask for it again right before it is written.
final class RecentReads: Sendable {
  /// For how long an answer stands for the read before a write: a tap follows a look. What another device does in that time can
  /// be taken back.
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

  /// By the device's clock.
  var now: Date { clock.now() }

  // MARK: Progress

  /// Notes that the cached progress of a show is the server's of now.
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

  /// Notes the row that the server answered an add with: its state after the write.
  /// - Parameter id: of the mutation.
  func noteAdded(_ entry: WatchlistEntry, by id: String) { state.withLock { $0.added[id] = entry } }

  func takeAdded(by id: String) -> WatchlistEntry? { state.withLock { $0.added.removeValue(forKey: id) } }
}
