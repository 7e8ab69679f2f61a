/// A command for the player from outside the app, such as from the lock screen, headphones, a car or a watch.
public enum RemoteCommand: Sendable, Hashable {
  /// A command without a value. The skip commands skip by the number of seconds in the player's settings, and `toggle` plays or pauses.
  case play, pause, toggle, skipForward, skipBackward, nextChapter, previousChapter
  /// A double or a triple press on headphones, or a button "next" or "previous". ``RemotePresses`` defines the effect of each press.
  case doublePress, triplePress
  /// Adds a bookmark at the current position. Has no effect in an episode, since episodes have no bookmarks.
  case bookmark
  /// Seeks to a position, in seconds on the item's timeline.
  case seek(Double)
  /// Sets the playback speed as a factor, 0.5…3.5.
  case rate(Double)
}

extension PlayerViewModel {
  /// Carries out a command from outside the app.
  /// - Returns: false if the command has no effect, for example because no item is open. The system then shows the command as failed.
  @discardableResult
  public func handle(_ command: RemoteCommand) -> Bool {
    // While the next item is looked for or opened, a pause keeps that item from playing, although no item is ready.
    if command == .pause, isAboutToPlay {
      pause()
      return true
    }
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
    case .doublePress, .triplePress:
      guard let meant = meaning(of: command) else { return false }
      return handle(meant)
    case .bookmark: return addBookmark()
    case .seek(let position):
      guard position.isFinite, state.settings.lockScreen.allowsSeeking else { return false }
      seek(to: position)
    case .rate(let rate):
      guard rate.isFinite, rate > 0 else { return false }
      setRate(rate)
    }
    return true
  }

  /// Returns the command that a press carries out in the open item, by the user's ``RemotePresses``; nil if the press does nothing. Any
  /// other command is returned unchanged.
  func meaning(of command: RemoteCommand) -> RemoteCommand? {
    state.settings.lockScreen.presses.meaning(
      of: command, hasChapters: !state.chapters.isEmpty, isBook: state.id?.kind == .book)
  }
}

extension RemotePresses {
  func meaning(of command: RemoteCommand, hasChapters: Bool, isBook: Bool) -> RemoteCommand? {
    switch command {
    case .doublePress: meaning(of: double, chapter: hasChapters ? .nextChapter : nil, skip: .skipForward, isBook)
    case .triplePress: meaning(of: triple, chapter: hasChapters ? .previousChapter : nil, skip: .skipBackward, isBook)
    default: command
    }
  }

  private func meaning(
    of action: Action, chapter: RemoteCommand?, skip: RemoteCommand, _ isBook: Bool
  ) -> RemoteCommand? {
    switch action {
    case .chapter: chapter ?? skip
    case .skip: skip
    case .bookmark: isBook ? .bookmark : nil
    case .nothing: nil
    }
  }
}
