extension StoreScreen {
  // MARK: Changing

  /// Makes a change, shows it, sends it, and shows the outcome. The change is made even when the screen closes at once. Changes are made in
  /// the order of the calls, so that of two quick taps the later one counts.
  /// - Parameters:
  ///   - target: the changes among which the order is kept; all of the screen without. Name one where `change` may ask the server first,
  ///     so that changes of other targets do not wait for the answer.
  ///   - failure: the notice for a failure; the error's own text without.
  ///   - change: makes the change and returns its submissions. It must not wait for another change of the same target.
  public func act(
    of target: String = "", failure: String? = nil,
    _ change: @escaping @MainActor @Sendable () async throws(ClientError) -> [Submission]
  ) {
    activities.start("act", replacing: false) { [self] in await perform(of: target, failure: failure, change) }
  }

  /// The same as ``act(of:failure:_:)``, for a caller that goes on after the change.
  /// - Returns: whether the change was accepted.
  @discardableResult
  public func perform(
    of target: String = "", failure: String? = nil,
    _ change: @MainActor () async throws(ClientError) -> [Submission]
  ) async -> Bool {
    let era = era
    do throws(ClientError) {
      let submissions = try await inOrder(of: target, change)
      await show()
      // All changes go out in the round that `change` has started; `follow` only reports the outcome of each.
      if let first = submissions.first { _ = await first.sent() }
      for submission in submissions { await follow(submission, failure, era) }
      await show()
      return true
    } catch {
      // Ignore a failure if the screen shows another account by now.
      if era == self.era { notice(error, failure) }
      return false
    }
  }

  /// Runs `change` after all earlier changes of the target, for a screen that shows the outcome itself.
  /// - Throws: `cancelled` if the screen shows another account when its turn comes.
  package func inOrder<Result: Sendable>(
    of target: String = "", _ change: @MainActor () async throws(ClientError) -> Result
  ) async throws(ClientError) -> Result {
    let era = era
    return try await changes.withLock(target) { () async throws(ClientError) in
      guard era == self.era else {
        throw ClientError(.cancelled, operation: .queueSubmit, detail: ClientError.Detail.accountChanged)
      }
      return try await change()
    }
  }

  private func follow(_ submission: Submission, _ failure: String?, _ era: Int) async {
    let outcome = await submission.outcome()
    guard era == self.era else { return }
    switch outcome {
    case .refused(let error): notice(error, failure)
    case .waiting(let error):
      if outcome.wait == .signIn, let error {
        // The change is kept until the next sign-in, so show the outcome's text instead of the failure's.
        notice(error, failure.flatMap { _ in outcome.text(texts) })
      } else if let error, !error.isTransient, outcome.wait != .app {
        notice(error, failure)
      } else {
        onWaiting?()
      }
      noticeRefusal(of: submission)
    case .written, .synced, .superseded: break
    }
  }
}
