public import MediaCore

extension ShelfService {
  /// Writes a ``ShelfSnapshot`` for widgets now, and again after each change of the lists in the snapshot, at most once a second, until the
  /// returned token is released. Call this method when the app starts, only in the app's main process and not in an extension.
  public func keepSnapshot() -> ObservationToken {
    ShelfSnapshot.file.keep(
      for: client,
      observing: [
        queueStore.observe, upNext.observe, progressStore.observe, playedItems.observe, listeningStats.observe,
      ]
    ) { () async throws(ClientError) in try await writeSnapshot() }
  }

  /// Writes the ``ShelfSnapshot`` of the account that is signed in. When the method returns, the file is durable on disk.
  /// - Throws: `signedOut`, `storage`.
  public func writeSnapshot() async throws(ClientError) {
    try await ShelfSnapshot.file.write(in: client.accounts) { () async throws(ClientError) in try await snapshot() }
  }

  private func snapshot() async throws(ClientError) -> ShelfSnapshot {
    let played = try await playedItems.all().first
    let list = try await ContinueList(upNext, queueStore, progressStore)
    let progress = try await progressStore.progress(of: [played?.id].compactMap(\.self))
    var snapshot = ShelfSnapshot(
      madeAt: client.environment.clock.now(),
      lastPlayed: played.map { played in with(QueueEntry(played)) { $0.progress = progress[played.id] } },
      upNext: Array(list.upNext.prefix(ShelfSnapshot.limit)), latest: Array(list.latest.prefix(ShelfSnapshot.limit)))
    snapshot.listenedSeconds = try await listeningStats.stats().map { kept in
      let newest = kept.stats.days.keys.max()
      // Keep the days that a widget can show until the snapshot is a week old.
      return kept.stats.days.filter { day, _ in newest.flatMap { $0.adding(days: -7) }.map { day > $0 } ?? true }
    }
    return snapshot
  }
}
