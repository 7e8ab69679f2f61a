import MediaCore

/// The route that makes the server look for new videos now. ``Reconciler`` limits how often it is called.
public protocol ReconcileAPI: Sendable {
  /// `POST /api/users/{user}/reconcile`, without a body: makes the server look for new videos. Slow: the server asks YouTube channel by
  /// channel, up to 30 seconds each, and continues when the client disconnects. The call may therefore take two minutes, and is never
  /// repeated automatically: a second run would compete with the first.
  ///
  /// Some versions of the server answer 500 for every user with channels, so a client has to work without reconciles. The videos found can
  /// be missing from the feed for two minutes, unless ``FeedQuery/isFresh`` is set.
  /// - Throws: `userNotFound` before the first registration, `reconciliationFailed` for every status except 200. An error with the
  ///   operation `server.locate` means that the server was not located, and the call was not sent.
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

/// The server's answer after it has looked for new videos. Required: the count.
public struct Reconciliation: Codable, Hashable, Sendable {
  /// The server's sentence about the run, in English.
  public var message: String?
  /// The number of videos that were new to the *server*. It does not predict how many videos the feed will add: another user's reconcile,
  /// or a push, can have brought the videos before, and a first reconcile can count hundreds of old ones. 0 is the normal answer, also when
  /// YouTube's quota is used up.
  public var newVideosCount: Int

  /// Creates an answer; a negative count becomes 0.
  public init(message: String? = nil, newVideosCount: Int) {
    self.message = message
    self.newVideosCount = max(0, newVideosCount)
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    self.init(message: members[.message], newVideosCount: try members.require(.newVideosCount))
  }
}
