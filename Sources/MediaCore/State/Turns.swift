/// Work of one view model, one piece after the other in the order in which it was asked for: a look at a store that takes
/// several steps, or long, never shows something older over what a later look has shown.
@MainActor
public final class Turns {
  private var last: Task<Void, Never>?

  public init() {}

  /// Runs `work` after all earlier pieces have ended, and returns once it has ended itself; it does not end with a cancelled
  /// caller. Who takes a turn within a turn waits for ever.
  public func take(_ work: @escaping @MainActor @Sendable () async -> Void) async {
    let turn = Task { [last] in
      await last?.value
      await work()
    }
    last = turn
    await turn.value
  }
}
