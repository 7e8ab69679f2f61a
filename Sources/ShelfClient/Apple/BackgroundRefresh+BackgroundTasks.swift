#if canImport(BackgroundTasks) && !os(macOS)
  public import BackgroundTasks
  import MediaCore

  extension BackgroundRefresh {
    /// Runs the refresh in a background task of the system. Also requests the next background task from the system, and completes this one.
    /// Call this method in the launch handler of `BGTaskScheduler.register(forTaskWithIdentifier:using:launchHandler:)`.
    /// - Parameters:
    ///   - identifier: the identifier under which the app has registered the task.
    ///   - time: the time for requests. The system gives the whole task about 30 seconds.
    ///   - done: a closure that is called with the outcome before the task is completed, for example to show notifications.
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

    /// Requests from the system that it starts the app later for a refresh.
    /// - Parameter outcome: the outcome of the last refresh. Its ``BackgroundOutcome/nextAt`` is the earliest time of the next refresh. At
    ///   the app's first launch, pass nil: the system may then start the app at any time.
    public func schedule(_ identifier: String, at outcome: BackgroundOutcome? = nil) throws {
      let request = BGAppRefreshTaskRequest(identifier: identifier)
      request.earliestBeginDate = outcome?.nextAt
      try BGTaskScheduler.shared.submit(request)
    }
  }

  /// `@unchecked Sendable`: the system allows completing a task on any thread.
  private struct EndingTask: @unchecked Sendable {
    let task: BGTask
  }
#endif
