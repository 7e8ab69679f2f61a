public import MediaCore

/// A signal between the environments of one test. Each of these environments stands for a process that uses the same folder. ``post(_:)``
/// calls the observers before it returns.
public final class LocalSignal: FolderSignal {
  private struct State {
    var next = 0
    var heard: [Int: (news: FolderNews, closure: @Sendable () -> Void)] = [:]
    var posted: [FolderNews] = []
  }

  private let state = Locked(State())

  public init() {}

  /// The signals that were posted so far, in order.
  public var posted: [FolderNews] { state.withLock { $0.posted } }

  public func post(_ news: FolderNews) {
    let closures = state.withLock { state in
      state.posted.append(news)
      return state.heard.sorted { $0.key < $1.key }.filter { $0.value.news == news }.map(\.value.closure)
    }
    closures.forEach { $0() }
  }

  public func observe(_ news: FolderNews, _ heard: @escaping @Sendable () -> Void) -> ObservationToken {
    let number = state.withLock { state in
      state.next += 1
      state.heard[state.next] = (news, heard)
      return state.next
    }
    return ObservationToken { [weak self] in self?.state.withLock { $0.heard[number] = nil } }
  }
}
