/// The refresh of a screen that is under way, and who waits for it. One at a time.
struct RefreshRun {
  typealias Work = Task<RefreshOutcome, Never>

  /// The strongest caller that waits for a refresh, the weakest first. Failures of a refresh without one are only logged.
  enum Asker: Comparable { case nobody, load, pull }

  /// A pull, and the refresh that it has started or joined.
  struct Pull {
    let work: Work
    let isForced: Bool
    /// Whether the refresh was started for another reason, so that it may leave out a step that the pull asks for.
    let hasJoined: Bool

    /// Whether the refresh left out a step that the pull asks for.
    func isCut(_ outcome: RefreshOutcome, _ reconciler: Reconciler) async -> Bool {
      guard hasJoined, !outcome.wasCancelled, !outcome.wasBusy else { return false }
      if outcome.feed == .skipped { return true }
      guard outcome.reconcile == .skipped, !outcome.cannotReconcile else { return false }
      // False while the server may still work on an abandoned run: a pull without force only fetches then.
      return await reconciler.canReconcile(isForced ? .forced : .asked)
    }
  }

  /// The refresh that is under way.
  private(set) var work: Work?
  /// The number of sign-outs when the refresh began.
  private(set) var signOuts = 0
  private var reason: RefreshReason?
  private(set) var asker = Asker.nobody
  /// Whether a forced pull has started or joined the refresh that is under way.
  private var wantsForce = false
  /// The last pull, until it waits for its refresh, which may have ended by then.
  private var pulled: Pull?

  /// The number of new videos of a refresh that the pull has joined, to be shown with those of the refresh after it.
  private var carried = 0

  /// Whether a pull has come that does not wait for its refresh yet.
  var isPulled: Bool { pulled != nil }

  /// Notes a refresh that begins. If a refresh for a user who has signed out is still under way, forgets that one, and the loads and pulls that
  /// wait for it: they would count for the new refresh.
  mutating func begin(_ work: Work, _ reason: RefreshReason, after signOuts: Int = 0) {
    if self.work != nil {
      _ = end()
      pulled = nil
    }
    (self.work, self.reason, self.signOuts) = (work, reason, signOuts)
  }

  /// The refresh that is under way for the present user; nil if there is none, or if it began before the last of these sign-outs.
  func work(after signOuts: Int) -> Work? { signOuts == self.signOuts ? work : nil }

  /// Notes that a load or a pull waits for `work`; ignored if that refresh has ended.
  mutating func ask(_ work: Work, by asker: Asker) {
    if work == self.work { self.asker = max(self.asker, asker) }
  }

  /// Notes a pull that has started or joined `work`, which is under way. The pull replaces earlier ones that wait for `work`, and is forced
  /// if one of them is: otherwise a second pull would take back the force of the first one.
  mutating func pull(_ work: Work, isForced: Bool) {
    ask(work, by: .pull)
    wantsForce = wantsForce || isForced
    let isEnough = reason == .pull(force: true) || reason == .pull(force: wantsForce)
    pulled = Pull(work: work, isForced: wantsForce, hasJoined: !isEnough)
  }

  /// The last pull; nil when no pull has come since the last call.
  mutating func takePull() -> Pull? {
    defer { pulled = nil }
    return pulled
  }

  /// Notes the new videos of a refresh that is followed by another one for the same pull.
  mutating func carry(_ outcome: RefreshOutcome) { carried = outcome.newVideosFound }

  /// Ends the refresh.
  /// - Returns: who waited for the refresh that ends, and the number of new videos of the refresh before, if one pull waited for both. Without
  ///   that number, the notice to the user would leave out those videos.
  mutating func end() -> (asker: Asker, carried: Int) {
    defer { (work, reason, asker, carried, wantsForce) = (nil, nil, .nobody, 0, false) }
    return (asker, carried)
  }
}
