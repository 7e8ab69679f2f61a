extension Task where Success == Void, Failure == Never {
  /// A task that runs on the caller's thread up to the first moment in which it has to wait, where the system can do that.
  static func begunAtOnce(_ body: @escaping @Sendable () async -> Void) -> Task {
    #if compiler(>=6.2)
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { return Task.immediate(operation: body) }
    #endif
    return Task(operation: body)
  }

  /// Returns once the task is done, or at once when the caller is cancelled; the task goes on then.
  func finished() async {
    let waiter = Locked<(isOver: Bool, continuation: CheckedContinuation<Void, Never>?)>((false, nil))
    let end: @Sendable () -> Void = {
      waiter.withLock { waiter in
        waiter.isOver = true
        defer { waiter.continuation = nil }
        return waiter.continuation
      }?.resume()
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = waiter.withLock { waiter in
          if !waiter.isOver { waiter.continuation = continuation }
          return waiter.isOver
        }
        if isOver { return continuation.resume() }
        Task {
          await value
          end()
        }
      }
    } onCancel: {
      end()
    }
  }
}
