/// What a refresh did, in all its parts: one that failed does not hide the others.
public struct RefreshOutcome: Sendable, Hashable {
  public enum Reconcile: Sendable, Hashable {
    /// Too early, or the server has nothing of the kind.
    case skipped
    /// How many videos were new to the server.
    case done(Int)
    case failed(HubError)

    public var count: Int? { if case .done(let count) = self { count } else { nil } }
    public var error: HubError? { if case .failed(let error) = self { error } else { nil } }
  }

  public enum Feed: Sendable, Hashable {
    /// Not due, or not reached.
    case skipped
    case fetched(FeedUpdate)
    case failed(HubError)

    public var update: FeedUpdate? { if case .fetched(let update) = self { update } else { nil } }
    public var error: HubError? { if case .failed(let error) = self { error } else { nil } }
  }

  /// Another refresh was under way, and this one did nothing.
  public var wasBusy = false
  public var wasCancelled = false
  public var registration: HubError?
  public var reconcile: Reconcile = .skipped
  public var feed: Feed = .skipped

  public init() {}

  /// How many new videos to tell people of. The server counts what was new to *it*; once the feed is here and was not empty
  /// before, what this device had not seen is the truth.
  public var newVideosFound: Int {
    guard let update = feed.update, !update.wasEmpty else { return reconcile.count ?? 0 }
    return update.unseen.count
  }
}
