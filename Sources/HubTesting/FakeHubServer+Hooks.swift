import Foundation
import MediaTesting

/// The server's data, for tests.
extension FakeHubServer {
  /// The channels the server has for a user; nil for an unknown user.
  public func channels(of user: String) -> Set<String>? { state.withLock { $0.users[user].map(Set.init) } }

  /// The ids of all stored videos.
  public var storedVideos: Set<String> { state.withLock { Set($0.rows.map(\.id)) } }

  /// The number of reconciles that have begun.
  public var reconcileRuns: Int { state.withLock { $0.reconcileRuns } }
}

/// Changes that tests make behind the client's back.
extension FakeHubServer {
  /// The answer of a planned failure.
  public enum Failure: Sendable, Hashable {
    /// The server's own, without a body.
    case empty(Int)
    /// A page of the proxy in front.
    case page(Int)
    /// The login page of a proxy, with status 200.
    case loginPage
    /// The server's own, with a problem document.
    case problem(String)
  }

  /// The choices of the installation; can be changed while it answers.
  public var settings: Settings {
    get { state.withLock { $0.settings } }
    set { state.withLock { $0.settings = newValue } }
  }

  /// Strikes the next calls whose path holds `part`.
  public func failNext(_ count: Int = 1, where part: String = "", with failure: Failure) {
    state.withLock { $0.planned.plan(count, where: part, failure) }
  }

  /// Removes all planned failures.
  public func clearFailures() { state.withLock { $0.planned = PlannedFailures() } }

  /// The database does not answer: health is 503.
  public func setDatabaseDown(_ isDown: Bool) { state.withLock { $0.isDatabaseDown = isDown } }

  /// YouTube refuses for today: reconciles find nothing, without an error.
  public func setQuotaExceeded(_ isExceeded: Bool) {
    update { $0.quotaExceededAt = isExceeded ? HubInstant($0.now) : nil }
  }

  /// Somebody publishes a video on YouTube; the server finds it when it is asked to look.
  public func upload(_ upload: HubWorld.Upload) { state.withLock { $0.uploads[upload.id] = upload } }

  /// YouTube pushes it to the server: it is stored with its title alone. Ignored when it is known or not the newest of
  /// its channel.
  public func push(_ upload: HubWorld.Upload) {
    update { state in
      state.uploads[upload.id] = upload
      state.push(upload)
    }
  }

  /// Gives every stored video its details now.
  public func enrich() { state.withLock { $0.enrich(everything: true) } }

  /// Makes a stored video private. A real server would see this at its next look at YouTube, and never looks again.
  public func makePrivate(_ id: String) {
    state.withLock { state in
      guard let index = state.rows.firstIndex(where: { $0.id == id }) else { return }
      state.rows[index].title = "Private video"
      state.rows[index].description = "This video is private."
    }
  }

  /// The database is lost with its users.
  public func forgetUsers() { state.withLock { $0.users = [:] } }

  /// Registers as somebody else's client does.
  public func register(_ channels: [String], for user: String) { update { $0.add(channels, to: user) } }

  /// Reconciles as somebody else's client does.
  /// - Returns: the number of videos that were new to the server.
  @discardableResult
  public func reconcile(for user: String) -> Int { update { $0.find(for: user) } }

  /// Uses up calls of the current minute, as other users do.
  public func usePermits(_ count: Int) {
    update { state in
      for _ in 0..<count { _ = state.limiter.admit(uptime: state.uptime, settings: state.settings) }
    }
  }
}
