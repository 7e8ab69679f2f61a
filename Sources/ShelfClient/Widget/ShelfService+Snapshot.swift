public import MediaCore

extension ShelfService {
  /// Writes a ``ShelfSnapshot`` for widgets now, and again after each change of the lists in the snapshot, at most once a second, until the
  /// returned token is released. Call this method when the app starts, only in the app's main process and not in an extension.
  public func keepSnapshot() -> ObservationToken {
    ShelfSnapshot.file.keep(
      for: client,
      observing: [queueStore.observe, upNext.observe, progressStore.observe, playedItems.observe]
    ) { () async throws(ClientError) in try await writeSnapshot() }
  }

  /// Writes the ``ShelfSnapshot`` of the account that is signed in. When the method returns, the file is durable on disk.
  /// - Throws: `signedOut`, `storage`.
  public func writeSnapshot() async throws(ClientError) {
    try await ShelfSnapshot.file.write(in: client.accounts) { () async throws(ClientError) in try await snapshot() }
  }

  private func snapshot() async throws(ClientError) -> ShelfSnapshot {
    let played = try await playedItems.all().first
    let next = try await upNext.entries().prefix(ShelfSnapshot.limit)
    let latest = try await queueStore.current().visible
    let progress = try await progressStore.progress(of: [played?.id].compactMap(\.self) + (next + latest).map(\.id))
    func current(_ entry: QueueEntry) -> QueueEntry { with(entry) { $0.progress = progress[entry.id] } }
    let unfinished = latest.map(current).filter { $0.progress?.isFinished != true }
    return ShelfSnapshot(
      madeAt: client.environment.clock.now(), lastPlayed: played.map { current(QueueEntry($0)) },
      upNext: next.map(current), latest: Array(unfinished.prefix(ShelfSnapshot.limit)))
  }
}

extension QueueEntry {
  fileprivate init(_ played: PlayedItemStore.PlayedItem) {
    self.init(id: played.id, title: played.title)
    (author, coverURL, duration) = (played.author, played.coverURL, played.duration > 0 ? played.duration : nil)
  }
}
