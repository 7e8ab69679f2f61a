import MediaCore

// During a longer pause another device may have gone on. The player then reads the item's place before it plays: its own listening would
// be the later one, and would replace that place on all devices.
extension PlayerViewModel {
  /// The shortest pause after which the place is read.
  private static var longPause: Duration { .seconds(60) }
  /// The longest wait for the place; then the item plays on from where it is.
  private static var patience: Duration { .seconds(2) }

  /// Whether to read the place before playing. Not if the user has chosen a place during the pause: that choice is the later one.
  var readsBeforePlaying: Bool {
    guard let pausedAt, !isPlaceChosen, shelf.client.connectivity.status != .offline else { return false }
    return environment.clock.uptime() - pausedAt >= Self.longPause
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
    }
  }
}
