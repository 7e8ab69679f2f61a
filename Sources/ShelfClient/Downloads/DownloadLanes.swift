import MediaCore

/// The services that share downloads. A download is requested through the service that it was asked through, as long as that service is
/// there, and otherwise through the one that called `start()` or `applyRules()` last, or the one that was made first.
final class DownloadLanes: Sendable {
  private struct Weak {
    weak var lane: MediaLane?
  }

  private struct State {
    var lanes: [Weak] = []
    var starter = Weak()
    /// By the keys of the downloads.
    var askers: [String: Weak] = [:]
  }

  private let state = Locked(State())

  func add(_ lane: MediaLane) {
    state.withLock { state in
      state.lanes.removeAll { $0.lane == nil }
      state.lanes.append(Weak(lane: lane))
    }
  }

  func begin(with lane: MediaLane) { state.withLock { $0.starter = Weak(lane: lane) } }

  func use(_ lane: MediaLane, for key: String) {
    state.withLock { state in
      state.askers = state.askers.filter { $0.value.lane != nil }
      state.askers[key] = Weak(lane: lane)
    }
  }

  /// The service for what no single one has asked for; nil if none is there any more.
  var starter: MediaLane? { state.withLock { $0.starter.lane ?? $0.lanes.lazy.compactMap(\.lane).first } }

  /// Nil if no service is there any more.
  func lane(for key: String) -> MediaLane? {
    state.withLock { state in
      state.askers[key]?.lane ?? state.starter.lane ?? state.lanes.lazy.compactMap(\.lane).first
    }
  }
}
