extension Task where Success == Void, Failure == Never {
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
