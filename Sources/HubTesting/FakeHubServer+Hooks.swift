import Foundation
import MediaCore
import MediaTesting

/// What tests read past the client.
extension FakeHubServer {
  /// Every request since the start or the last ``clearRequests()``.
  public var requests: [LoggedRequest] { state.withLock { $0.log } }

  public func clearRequests() { state.withLock { $0.log = [] } }

  /// How often an operation of the SDK came in.
  public func count(_ operation: String) -> Int { requests.count { $0.operation == operation } }

  /// The channels the server has for a user; nil for a user it does not know.
  public func channels(of user: String) -> Set<String>? { state.withLock { $0.users[user].map(Set.init) } }

  /// The ids of the videos the server has stored, whoever can see them.
  public var storedVideos: Set<String> { state.withLock { Set($0.rows.map(\.id)) } }

  /// How many reconciles have begun.
  public var reconcileRuns: Int { state.withLock { $0.reconcileRuns } }
}

/// What tests do to the server behind the client's back.
extension FakeHubServer {
  /// How a planned failure looks.
  public enum Failure: Sendable, Hashable {
    /// The server's own, without a word.
    case empty(Int)
    /// A page of the proxy in front.
    case page(Int)
    /// The login page of a proxy, with status 200.
    case loginPage
    /// The server's own, with a problem document.
    case problem(String)
  }

  public var settings: Settings {
    get { state.withLock { $0.settings } }
    set { state.withLock { $0.settings = newValue } }
  }

  /// Strikes the next calls whose path holds `part`.
  public func failNext(_ count: Int = 1, where part: String = "", with failure: Failure) {
    state.withLock { $0.planned.append(HubState.Planned(count: count, part: part, failure: failure)) }
  }

  /// No planned failure is left.
  public func clearFailures() { state.withLock { $0.planned = [] } }

  /// The database does not answer: health is 503.
  public func setDatabaseDown(_ isDown: Bool) { state.withLock { $0.isDatabaseDown = isDown } }

  /// YouTube refuses for today: reconciles find nothing and say nothing.
  public func setQuotaExceeded(_ isExceeded: Bool) {
    let now = clock.now()
    state.withLock { $0.quotaExceededAt = isExceeded ? HubInstant(now) : nil }
  }

  /// Somebody publishes a video on YouTube; the server finds it when it is asked to look.
  public func upload(_ upload: HubWorld.Upload) { state.withLock { $0.uploads[upload.id] = upload } }

  /// YouTube pushes it to the server: it is stored with its title alone. Ignored when it is known or not the newest of its
  /// channel.
  public func push(_ upload: HubWorld.Upload) {
    let uptime = clock.uptime()
    state.withLock { state in
      state.uptime = uptime
      state.uploads[upload.id] = upload
      state.push(upload)
    }
  }

  /// Gives every stored video its details now.
  public func enrich() { state.withLock { $0.enrich(everything: true) } }

  /// Its owner made it private: at the next look at YouTube the server would see no more than this, and never looks again.
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
  public func register(_ channels: [String], for user: String) {
    let uptime = clock.uptime()
    state.withLock { state in
      state.uptime = uptime
      state.add(channels, to: user)
    }
  }

  /// Reconciles as somebody else's client does.
  /// - Returns: how many videos were new to the server.
  @discardableResult
  public func reconcile(for user: String) -> Int {
    let uptime = clock.uptime()
    return state.withLock { state in
      state.uptime = uptime
      return state.find(for: user)
    }
  }

  /// Uses up calls of the current minute, as other users do.
  public func usePermits(_ count: Int) {
    let uptime = clock.uptime()
    state.withLock { state in
      for _ in 0..<count { _ = state.limiter.admit(uptime: uptime, settings: state.settings) }
    }
  }
}
