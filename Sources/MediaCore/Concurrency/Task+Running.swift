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

extension Task where Success == Void, Failure == Never {
  /// A task that has run on the thread of the caller up to its first wait when this returns. On systems that cannot do that it begins
  /// on another thread.
  static func begun(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    #if compiler(>=6.2)
      if #available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) { return .immediate(operation: work) }
    #endif
    return Task(operation: work)
  }
}
