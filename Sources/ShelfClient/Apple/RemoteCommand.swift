/// A command from outside the app: the lock screen, headphones, a car, a watch.
public enum RemoteCommand: Sendable, Hashable {
  /// A command without a value. The skips use the seconds in the player's settings.
  case play, pause, toggle, skipForward, skipBackward, nextChapter, previousChapter
  /// Moves to a position, in seconds on the item's timeline.
  case seek(Double)
  /// Sets the speed, 0.5 to 3.5.
  case rate(Double)
}

extension PlayerViewModel {
  /// Carries out a command from outside the app.
  /// - Returns: false when there is nothing to act on; the system then shows the command as failed.
  @discardableResult
  public func handle(_ command: RemoteCommand) -> Bool {
    guard state.id != nil, state.phase == .ready || command == .play || command == .toggle else { return false }
    switch command {
    case .play: play()
    case .pause: pause()
    case .toggle: togglePlayback()
    case .skipForward: skipForward()
    case .skipBackward: skipBackward()
    case .nextChapter:
      guard state.nextChapter != nil else { return false }
      nextChapter()
    case .previousChapter:
      guard !state.chapters.isEmpty else { return false }
      previousChapter()
    case .seek(let position):
      guard position.isFinite, state.settings.lockScreen.allowsSeeking else { return false }
      seek(to: position)
    case .rate(let rate):
      guard rate.isFinite, rate > 0 else { return false }
      setRate(rate)
    }
    return true
  }
}
