extension StoreScreen {
  // MARK: Changing

  /// Runs `change`, shows the changed state, sends the change to the server, and shows a notice if `change` throws an error or the server
  /// refuses the change. The change is completed even if the screen closes right after the call. Changes with the same target run in the
  /// order of the calls. For example, after two quick taps, the second tap decides the final state.
  /// - Parameters:
  ///   - target: the id of the item that `change` changes. Changes without a target run one after the other. If `change` may ask the server
  ///     before it makes the change, pass a target, so that changes of other items do not wait for the answer.
  ///   - failure: the notice to show after a failure. If nil, the notice is the text of the error.
  ///   - change: makes the change on this device and returns its submissions, which track how the change is sent to the server. If `change`
  ///     awaits another change of the same target, both wait forever.
  public func act(
    of target: String = "", failure: String? = nil,
    _ change: @escaping @MainActor @Sendable () async throws(ClientError) -> [Submission]
  ) {
    activities.start("act", replacing: false) { [self] in await perform(of: target, failure: failure, change) }
  }

  /// Runs `change`, shows the changed state, sends the change to the server, and returns once the screen shows the server's answer or the
  /// error. ``act(of:failure:_:)`` does the same without waiting.
  /// - Returns: whether `change` made the change on this device. The result is false if `change` threw an error, or did not run because
  ///   another account has signed in.
  @discardableResult
  public func perform(
    of target: String = "", failure: String? = nil,
    _ change: @MainActor () async throws(ClientError) -> [Submission]
  ) async -> Bool {
    let era = era
    do throws(ClientError) {
      let submissions = try await inOrder(of: target, change)
      await show()
      // Wait for the first change only: all changes go out in the same round, and `follow` then reports the outcome of each.
      if let first = submissions.first { _ = await first.sent() }
      for submission in submissions { await follow(submission, failure, era) }
      await show()
      return true
    } catch {
      // Show no notice if the screen has switched to another account since the call.
      if era == self.era { notice(error, failure) }
      return false
    }
  }

  /// Changes the state, for a change of the account that was shown when `era` was read. Does nothing if another account is shown by now: that
  /// account would see data of the account before.
  package func update(since era: Int, _ body: (inout State) -> Void) {
    if era == self.era { body(&state) }
  }

  /// Runs `change` after all earlier changes of the same target, and shows nothing: the caller shows the outcome.
  /// - Throws: `cancelled`, without running `change`, if the screen has switched to another account while earlier changes ran.
  package func inOrder<Result: Sendable>(
    of target: String = "", _ change: @MainActor () async throws(ClientError) -> Result
  ) async throws(ClientError) -> Result {
    let era = era
    return try await changes.withLock(target) { () async throws(ClientError) in
      guard era == self.era else {
        throw ClientError(.cancelled, operation: .queueSubmit, detail: ClientError.Detail.accountChanged)
      }
      let result = try await change()
      userChanged()
      return result
    }
  }

  private func follow(_ submission: Submission, _ failure: String?, _ era: Int) async {
    let outcome = await submission.outcome()
    guard era == self.era else { return }
    switch outcome {
    case .refused(let error): notice(error, failure)
    case .waiting(let error):
      if outcome.wait == .signIn, let error {
        // The change waits for the next sign-in: show that instead of `failure`, which says that the change failed.
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
