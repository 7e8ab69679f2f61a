/// The time for which a screen offers to undo a removal or a move.
package let undoTime = Duration.seconds(10)

extension StoreScreen {
  /// Shows a change that can be undone, for ``undoTime``. A later offer replaces it.
  /// - Parameter place: the state's member for it.
  package func offerUndo<Change: Sendable>(
    _ change: Change, in place: any WritableKeyPath<State, Change?> & Sendable, _ clock: any TimeSource
  ) {
    state[keyPath: place] = change
    activities.start(Self.undo) { [weak self] in
      do { try await clock.sleep(for: undoTime, as: .watchdog) } catch { return }
      self?.state[keyPath: place] = nil
    }
  }

  /// Ends the offer.
  /// - Returns: the change to undo; nil without an offer.
  @discardableResult
  package func takeUndo<Change: Sendable>(_ place: any WritableKeyPath<State, Change?> & Sendable) -> Change? {
    guard let change = state[keyPath: place] else { return nil }
    activities.cancel(Self.undo)
    state[keyPath: place] = nil
    return change
  }

  /// The activity of an offer. `settled()` does not wait for it.
  static var undo: String { "undo" }
}
