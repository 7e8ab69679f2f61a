import MediaCore

// During a long pause another device may have played the item on. The player then reads the item's position from the server before it
// plays: if it played on from its own position, that position would be the newest, and would replace the other device's position
// everywhere.
extension PlayerViewModel {
  /// The shortest pause after which the player reads the position.
  private static var longPause: Duration { .seconds(60) }
  /// The longest wait for the server's answer. After it, the item plays on from the player's own position.
  private static var patience: Duration { .seconds(2) }

  /// Whether the player reads the item's position from the server before it plays, because another device may have changed the position.
  /// True a minute or more after the pause began. A seek during the pause, or a play that made no sound, restarts this minute. If the item
  /// has not played yet, the minute begins when the item is opened. Also true while the position of a downloaded item that was just opened
  /// is still being read, unless the user has chosen a place. False without a network.
  var readsBeforePlaying: Bool {
    guard shelf.client.connectivity.status != .offline else { return false }
    if tasks.isRunning("position"), !isPlaceChosen, tracker?.hasListened == false { return true }
    guard let began = pausedAt ?? (tracker?.hasListened == false ? openedAt : nil) else { return false }
    return environment.clock.uptime() - began >= Self.longPause
  }

  func playAfterReading(_ id: PlayableID) {
    guard !tasks.isRunning("resume") else { return }
    tasks.start("resume") { [weak self, shelf, clock = environment.clock] in
      _ = try? await clock.attempt(.shelfPlayer, within: Self.patience) { () async throws(ClientError) in
        try await shelf.progressStore.refresh(id)
      }
      await self?.render()
      guard let self, !Task.isCancelled, isMeantToPlay, current?.id == id, closings == 0, !state.isPlaying else {
        return
      }
      playNow()
      continuesAfterInterruption = false
    }
    onAboutToPlay()
  }
}
