import MediaCore

/// The outcomes of all steps of a refresh: the registration, the reconcile, and the fetch. If one step fails, the outcomes of the others
/// are still available.
public struct RefreshOutcome: Sendable, Hashable {
  /// The outcome of one step of a refresh.
  public enum Part<Value: Sendable & Hashable>: Sendable, Hashable {
    /// The step was not due, was not reached, or does not exist for this server.
    case skipped
    /// The step succeeded. The associated value is its result.
    case done(Value)
    /// The step failed. The refresh continued with the other steps.
    case failed(HubError)

    /// The result of the step; nil if the step was skipped or failed.
    public var value: Value? { if case .done(let value) = self { value } else { nil } }
    /// The error of the step; nil if the step succeeded or was skipped.
    public var error: HubError? { if case .failed(let error) = self { error } else { nil } }

    fileprivate func speaking(_ texts: Texts) -> Part { error.map { .failed($0.speaking(texts)) } ?? self }
  }

  /// Whether this refresh did nothing because another refresh was running.
  public var wasBusy: Bool
  /// Whether the refresh was cancelled before all steps had ended.
  public var wasCancelled = false
  /// The error of the registration of channels. Nil if the registration succeeded, or if all channels were registered before.
  public var registration: HubError?
  /// The outcome of the reconcile, in which the server looks for new videos. If the reconcile succeeded, the value is the number of videos
  /// that were new to the server.
  public var reconcile: Part<Int> = .skipped
  /// The outcome of fetching videos.
  public var feed: Part<FeedUpdate> = .skipped

  /// Whether a reconcile was tried and could not be run: the server cannot be asked for one, or another one was running.
  package var cannotReconcile = false

  package init(wasBusy: Bool = false) { self.wasBusy = wasBusy }

  /// The same outcome, whose errors speak the language of `texts` where only `localizedDescription` is shown.
  func speaking(_ texts: Texts) -> RefreshOutcome {
    var outcome = self
    (outcome.registration, outcome.reconcile) = (registration?.speaking(texts), reconcile.speaking(texts))
    outcome.feed = feed.speaking(texts)
    return outcome
  }

  /// The number of new videos to show to the user. If the fetch succeeded and this device had videos before, this is the number of fetched
  /// videos that were new to this device. Otherwise, this is the number of videos that were new to the *server*.
  public var newVideosFound: Int {
    guard let update = feed.value, !update.wasEmpty else { return reconcile.value ?? 0 }
    return update.unseen.count
  }
}

/// The current step of a refresh.
public enum RefreshPhase: String, Sendable, Hashable {
  /// The steps of a refresh, in their order. `idle` means that no refresh is running. In the step `reconciling`, the server looks for new
  /// videos, which can take minutes.
  case idle, registering, reconciling, fetching
}

/// The reason why a refresh starts.
public enum RefreshReason: Sendable, Hashable {
  /// The user pulled to refresh. A reconcile starts even during the pause between reconciles. If `force` is true, a reconcile also starts
  /// while the server may still be working on an earlier reconcile whose answer did not arrive.
  case pull(force: Bool)
  /// A screen was opened. Only the steps that are due run.
  case load
  /// The app came to the front.
  case foreground
  /// The system gave the app time to run in the background.
  case background
}
