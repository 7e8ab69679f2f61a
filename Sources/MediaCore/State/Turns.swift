/// Looks of one view model at what its stores hold, one after the other: a look that takes several steps, or long, never shows
/// something older over what a later one has shown.
@MainActor
public final class Turns {
  private var last: Task<Void, Never>?

  public init() {}

  /// Runs `look` after all earlier ones have ended, and returns once it has ended itself. A look takes no turn of its own within.
  public func take(_ look: @escaping @MainActor @Sendable () async -> Void) async {
    let turn = Task { [last] in
      await last?.value
      await look()
    }
    last = turn
    await turn.value
  }
}
