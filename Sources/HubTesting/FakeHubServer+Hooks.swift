import Foundation
import MediaTesting

/// The server's data, for tests.
extension FakeHubServer {
  /// The ids of the channels that are registered for a user; nil if the server has no such user.
  public func channels(of user: String) -> Set<String>? { state.withLock { $0.users[user].map(Set.init) } }

  /// The ids of all videos that the server has stored.
  public var storedVideos: Set<String> { state.withLock { Set($0.rows.map(\.id)) } }

  /// The number of reconciles that clients have started. In a reconcile, the server looks for new videos.
  public var reconcileRuns: Int { state.withLock { $0.reconcileRuns } }
}

/// Changes to the server that the client under test does not make itself.
extension FakeHubServer {
  /// The error with which the server answers a call that is planned to fail.
  public enum Failure: Sendable, Hashable {
    /// An error of the server with the given status and without a body.
    case empty(Int)
    /// An error page of a proxy in front of the server, with the given status.
    case page(Int)
    /// The login page of a proxy, with the status 200.
    case loginPage
    /// An error of the server with status 500 and a problem document in JSON, whose detail is the associated value.
    case problem(String)
  }

  /// The settings of the server. They can be changed while the server runs.
  public var settings: Settings {
    get { state.withLock { $0.settings } }
    set { state.withLock { $0.settings = newValue } }
  }

  /// Makes the next `count` calls whose path contains `part` fail with the given error.
  public func failNext(_ count: Int = 1, where part: String = "", with failure: Failure) {
    state.withLock { $0.planned.plan(count, where: part, failure) }
  }

  /// Removes all failures that were planned with ``failNext(_:where:with:)``.
  public func clearFailures() { state.withLock { $0.planned = PlannedFailures() } }

  /// Sets whether the database is down. While it is down, `GET /health` answers with the status 503.
  public func setDatabaseDown(_ isDown: Bool) { state.withLock { $0.isDatabaseDown = isDown } }

  /// Sets whether YouTube's quota is used up. While it is used up, reconciles find no videos and report no error.
  /// The quota is reset at the next midnight in Pacific time.
  public func setQuotaExceeded(_ isExceeded: Bool) { update { $0.setQuotaExceeded(isExceeded) } }

  /// Publishes a video on YouTube. The server finds the video in the next reconcile.
  public func upload(_ upload: HubWorld.Upload) { state.withLock { $0.uploads[upload.id] = upload } }

  /// Publishes a video on YouTube and announces it to the server. From the announcement, the server stores only the title. The server
  /// ignores the announcement if it has already stored the video, if the channel was never registered, or if the video is not the newest of
  /// its channel.
  public func push(_ upload: HubWorld.Upload) {
    update { state in
      state.uploads[upload.id] = upload
      state.push(upload)
    }
  }

  /// Adds the details to every stored video now, instead of after the delay in ``Settings/enrichmentTime``.
  public func enrich() { state.withLock { $0.enrich(everything: true) } }

  /// Makes a stored video private. Its title and description are replaced by YouTube's texts for private videos.
  public func makePrivate(_ id: String) {
    state.withLock { state in
      guard let index = state.rows.firstIndex(where: { $0.id == id }) else { return }
      state.rows[index].title = "Private video"
      state.rows[index].description = "This video is private."
    }
  }

  /// Deletes all users, as a loss of the database does.
  public func forgetUsers() { state.withLock { $0.users = [:] } }

  /// Registers channels for a user, as another client of the user does.
  public func register(_ channels: [String], for user: String) { update { $0.add(channels, to: user) } }

  /// Looks for new videos of a user's channels, as the server does when another client starts a reconcile.
  /// - Returns: the number of videos that were new to the server.
  @discardableResult
  public func reconcile(for user: String) -> Int { update { $0.find(for: user) } }

  /// Uses up `count` calls of the current minute's rate limit, as if the clients of other users had made these calls.
  public func usePermits(_ count: Int) {
    update { state in
      for _ in 0..<count { _ = state.admitCall() }
    }
  }
}
