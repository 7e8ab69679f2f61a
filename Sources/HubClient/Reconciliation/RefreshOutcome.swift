import MediaCore

/// The results of all parts of a refresh: a failed part does not hide the others.
public struct RefreshOutcome: Sendable, Hashable {
  /// The outcome of one part of a refresh.
  public enum Part<Value: Sendable & Hashable>: Sendable, Hashable {
    /// The part was not due, was not reached, or does not exist for this server.
    case skipped
    /// The part was done, with its result.
    case done(Value)
    /// The part failed. The other parts continued.
    case failed(HubError)

    /// The result; nil when the part was skipped or failed.
    public var value: Value? { if case .done(let value) = self { value } else { nil } }
    /// The error; nil when the part was done or skipped.
    public var error: HubError? { if case .failed(let error) = self { error } else { nil } }

    fileprivate func speaking(_ texts: Texts) -> Part { error.map { .failed($0.speaking(texts)) } ?? self }
  }

  /// Whether this refresh did nothing because another one was under way.
  public var wasBusy: Bool
  /// Whether the refresh was cancelled before all parts had ended.
  public var wasCancelled = false
  /// The error because of which channels were not registered; nil when all were, or when none was missing.
  public var registration: HubError?
  /// The outcome of looking for new videos; its value is the number of videos that were new to the server.
  public var reconcile: Part<Int> = .skipped
  /// The outcome of fetching videos.
  public var feed: Part<FeedUpdate> = .skipped

  package init(wasBusy: Bool = false) { self.wasBusy = wasBusy }

  /// The same outcome, whose errors speak the language of `texts` where only `localizedDescription` is shown.
  func speaking(_ texts: Texts) -> RefreshOutcome {
    var outcome = self
    (outcome.registration, outcome.reconcile) = (registration?.speaking(texts), reconcile.speaking(texts))
    outcome.feed = feed.speaking(texts)
    return outcome
  }

  /// The number of new videos to show. If the refresh fetched into a store that was not empty, the number of videos that this device did
  /// not have; otherwise the number of videos that were new to the *server*.
  public var newVideosFound: Int {
    guard let update = feed.value, !update.wasEmpty else { return reconcile.value ?? 0 }
    return update.unseen.count
  }
}

/// The current step of a refresh.
public enum RefreshPhase: String, Sendable, Hashable {
  /// The steps in order; `reconciling` can take minutes.
  case idle, registering, reconciling, fetching
}

/// The reason of a refresh.
public enum RefreshReason: Sendable, Hashable {
  /// The user pulled: the pause between reconciles is ignored. With `force`, a reconcile also starts while the server may still work on an
  /// abandoned one.
  case pull(force: Bool)
  /// A screen was opened: the server is asked for what is due.
  case load
  /// The app came to the front.
  case foreground
  /// The system gave the app a moment in the background.
  case background
}
