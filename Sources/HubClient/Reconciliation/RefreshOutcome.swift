/// The results of all parts of a refresh: one that failed does not hide the others.
public struct RefreshOutcome: Sendable, Hashable {
  /// The end of one part of a refresh.
  public enum Part<Value: Sendable & Hashable>: Sendable, Hashable {
    /// Not due, not reached, or the server has nothing of the kind.
    case skipped
    /// It was done, with its result.
    case done(Value)
    /// It failed. The other parts went on.
    case failed(HubError)

    /// The result; nil when it was skipped or failed.
    public var value: Value? { if case .done(let value) = self { value } else { nil } }
    /// The error; nil when it was done or skipped.
    public var error: HubError? { if case .failed(let error) = self { error } else { nil } }
  }

  /// Another refresh was under way, and this one did nothing.
  public var wasBusy: Bool
  /// The refresh was cancelled before all parts had ended.
  public var wasCancelled = false
  /// Why channels could not be registered; nil when they were, or when none was missing.
  public var registration: HubError?
  /// The number of videos that were new to the server.
  public var reconcile: Part<Int> = .skipped
  /// The fetching of videos.
  public var feed: Part<FeedUpdate> = .skipped

  package init(wasBusy: Bool = false) { self.wasBusy = wasBusy }

  /// The number of new videos to show. The server counts the videos that were new to *it*; once the feed is here and
  /// was not empty before, the videos that this device had not seen are counted instead.
  public var newVideosFound: Int {
    guard let update = feed.value, !update.wasEmpty else { return reconcile.value ?? 0 }
    return update.unseen.count
  }
}

/// The result of a fetch.
public struct FeedUpdate: Sendable, Hashable {
  /// Videos of wanted channels that this device had not seen.
  public var unseen: [String] = []
  /// The store held no videos before: then everything is unseen, and nothing new.
  public var wasEmpty = false
  /// There are older videos of the wanted channels that are not here: the server does not hand them out, or they were more than
  /// this device keeps.
  public var isTruncated = false
  /// Gaps that this fetch found.
  public var gaps: [FeedGap] = []
}

/// The step that a refresh is at.
public enum RefreshPhase: String, Sendable, Hashable {
  /// In this order; `reconciling` can take minutes.
  case idle, registering, reconciling, fetching
}

/// Why a refresh happens.
public enum RefreshReason: Sendable, Hashable {
  /// Somebody pulled: the pause between reconciles does not count. With `force`, a run that was given up does not either.
  case pull(force: Bool)
  /// A screen was opened: asks the server where that is due.
  case load
  /// The app came to the front.
  case foreground
  /// The system gave the app a moment in the background.
  case background
}
