import Foundation
import MediaTesting

/// The server's data, for tests.
extension FakeHubServer {
  /// The ids of the channels that the server has for a user; nil for an unknown user.
  public func channels(of user: String) -> Set<String>? { state.withLock { $0.users[user].map(Set.init) } }

  /// The ids of all stored videos.
  public var storedVideos: Set<String> { state.withLock { Set($0.rows.map(\.id)) } }

  /// The number of reconciles that clients have begun.
  public var reconcileRuns: Int { state.withLock { $0.reconcileRuns } }
}

/// Changes that tests make behind the client's back.
extension FakeHubServer {
  /// The answer to a call that is planned to fail.
  public enum Failure: Sendable, Hashable {
    /// An error of the server, without a body.
    case empty(Int)
    /// An error page of a proxy in front of the server.
    case page(Int)
    /// The login page of a proxy, with status 200.
    case loginPage
    /// An error of the server, with a problem document.
    case problem(String)
  }

  /// The settings of the installation; they can be changed while the server runs.
  public var settings: Settings {
    get { state.withLock { $0.settings } }
    set { state.withLock { $0.settings = newValue } }
  }

  /// Fails the next calls whose path contains `part`.
  public func failNext(_ count: Int = 1, where part: String = "", with failure: Failure) {
    state.withLock { $0.planned.plan(count, where: part, failure) }
  }

  /// Removes all planned failures.
  public func clearFailures() { state.withLock { $0.planned = PlannedFailures() } }

  /// Sets whether the database is down: health then answers 503.
  public func setDatabaseDown(_ isDown: Bool) { state.withLock { $0.isDatabaseDown = isDown } }

  /// Sets whether YouTube's quota is used up: reconciles then find nothing, without an error.
  public func setQuotaExceeded(_ isExceeded: Bool) {
    update { $0.quotaExceededAt = isExceeded ? HubInstant($0.now) : nil }
  }

  /// Publishes a video on YouTube; the server finds it in the next reconcile.
  public func upload(_ upload: HubWorld.Upload) { state.withLock { $0.uploads[upload.id] = upload } }

  /// Publishes a video that YouTube pushes to the server, which stores only its title. The push is ignored when the video is known or not
  /// the newest of its channel.
  public func push(_ upload: HubWorld.Upload) {
    update { state in
      state.uploads[upload.id] = upload
      state.push(upload)
    }
  }

  /// Adds the details to every stored video now, instead of after ``Settings/enrichmentTime``.
  public func enrich() { state.withLock { $0.enrich(everything: true) } }

  /// Makes a stored video private: its title and description become YouTube's texts for private videos.
  public func makePrivate(_ id: String) {
    state.withLock { state in
      guard let index = state.rows.firstIndex(where: { $0.id == id }) else { return }
      state.rows[index].title = "Private video"
      state.rows[index].description = "This video is private."
    }
  }

  /// Deletes all users, as when the database is lost.
  public func forgetUsers() { state.withLock { $0.users = [:] } }

  /// Registers channels for a user, as another client does.
  public func register(_ channels: [String], for user: String) { update { $0.add(channels, to: user) } }

  /// Looks for new videos of a user's channels, as after the call of another client.
  /// - Returns: the number of videos that were new to the server.
  @discardableResult
  public func reconcile(for user: String) -> Int { update { $0.find(for: user) } }

  /// Uses up calls of the current minute's rate limit, as other users' clients do.
  public func usePermits(_ count: Int) {
    update { state in
      for _ in 0..<count { _ = state.limiter.admit(uptime: state.uptime, settings: state.settings) }
    }
  }
}
