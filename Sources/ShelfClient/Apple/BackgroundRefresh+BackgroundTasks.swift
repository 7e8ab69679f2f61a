#if canImport(BackgroundTasks) && !os(macOS)
  public import BackgroundTasks
  import MediaCore

  extension BackgroundRefresh {
    /// Runs the refresh for a task of the system, asks the system for the next one, and completes the task. Call this in the launch handler
    /// of `BGTaskScheduler.register(forTaskWithIdentifier:using:launchHandler:)`.
    /// - Parameters:
    ///   - identifier: the one under which the app has registered the task.
    ///   - time: the time for requests; the system gives about 30 seconds.
    ///   - done: called with the outcome before the task is completed, for example to show notifications.
    public func handle(
      _ task: BGTask, identifier: String, within time: Duration = .seconds(25),
      _ done: @escaping @Sendable (BackgroundOutcome) async -> Void = { _ in }
    ) {
      let ending = EndingTask(task: task)
      let work = Task {
        let outcome = await run(within: time)
        try? schedule(identifier, at: outcome)
        await done(outcome)
        ending.task.setTaskCompleted(success: outcome.isComplete)
      }
      ending.task.expirationHandler = { work.cancel() }
    }

    /// Asks the system to start the app again for a refresh.
    /// - Parameter outcome: gives the earliest time; nil for as soon as the system likes, as at the app's first launch.
    public func schedule(_ identifier: String, at outcome: BackgroundOutcome? = nil) throws {
      let request = BGAppRefreshTaskRequest(identifier: identifier)
      request.earliestBeginDate = outcome?.nextAt
      try BGTaskScheduler.shared.submit(request)
    }
  }

  /// `@unchecked Sendable`: the system lets a task be completed on any thread.
  private struct EndingTask: @unchecked Sendable {
    let task: BGTask
  }
#endif
