import MediaCore

/// The route that makes the server look for new videos now. ``Reconciler`` limits how often the route is called.
public protocol ReconcileAPI: Sendable {
  /// `POST /api/users/{user}/reconcile`, without a body: makes the server look for new videos. The call is slow: the server asks YouTube
  /// for one channel after the other, with up to 30 seconds for each, and continues when the client disconnects. The call may therefore
  /// take two minutes, and is never repeated automatically, because a second run would compete with the first run.
  ///
  /// Some versions of the server answer with the status 500 for every user with channels, so a client has to work even if this call always
  /// fails. Videos that the server found can be missing from the feed for two minutes, unless ``FeedQuery/isFresh`` is set.
  /// - Throws: `userNotFound` before the first registration; `reconciliationFailed` for every other status except 200. If the error has the
  ///   operation `server.locate`, the server was not located, and the call was not sent.
  func reconcile() async throws(HubError) -> Reconciliation
}

struct LiveReconcileAPI: ReconcileAPI {
  let calls: HubCalls
  let user: HubUserID

  func reconcile() async throws(HubError) -> Reconciliation { try await during(.reconciliation, await run()) }

  private func run() async throws(ClientError) -> Reconciliation {
    try await calls.locate()
    let traits = EndpointTraits(
      credentials: .none, isRepeatable: false, isRead: false, deadline: .seconds(120), attemptTimeout: .seconds(120))
    let path: [PathSegment] = ["api", "users", user.pathSegment, "reconcile"]
    return try await calls.post(.hubReconcileRun, path, traits: traits)
  }
}

/// The server's answer to a reconcile, in which the server has looked for new videos. Only ``newVideosCount`` is required.
public struct Reconciliation: Codable, Hashable, Sendable {
  /// The server's message about the run, in English.
  public var message: String?
  /// The number of videos that were new to the *server*. The feed can show a different number of new videos: a reconcile for another user,
  /// or an announcement by YouTube, may have brought a video to the server before, and a user's first reconcile can find hundreds of old
  /// videos. The usual number is 0, even if YouTube's quota is used up.
  public var newVideosCount: Int

  /// Creates an answer. A negative number of videos becomes 0.
  public init(message: String? = nil, newVideosCount: Int) {
    self.message = message
    self.newVideosCount = max(0, newVideosCount)
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    self.init(message: members[.message], newVideosCount: try members.require(.newVideosCount))
  }
}
