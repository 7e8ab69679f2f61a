/// The time for which a screen offers to undo a removal or a move.
package let undoTime = Duration.seconds(10)

extension StoreScreen {
  /// Offers to undo a change, for ``undoTime``. A later offer replaces this one.
  /// - Parameters:
  ///   - place: the member of the state that holds the offered change.
  ///   - era: ``era`` when the user made the change. If another account is shown by now, nothing is offered: undoing the change would
  ///     change that account's data.
  package func offerUndo<Change: Sendable>(
    _ change: Change, in place: any WritableKeyPath<State, Change?> & Sendable, since era: Int, _ clock: any TimeSource
  ) {
    guard era == self.era else { return }
    state[keyPath: place] = change
    activities.start(Self.undo) { [weak self] in
      do { try await clock.sleep(for: undoTime, as: .watchdog) } catch { return }
      self?.state[keyPath: place] = nil
    }
  }

  /// Ends the offer to undo a change.
  /// - Returns: the change to undo; nil when none is offered.
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
