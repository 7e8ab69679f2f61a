public import MediaCore

extension PlayerViewModel {
  /// Opens and starts the unfinished item that was listened to last, on any device.
  /// - Returns: its id; nil when there is none.
  /// - Throws: `signedOut`, `storage`.
  @discardableResult
  public func resumeLast() async throws(ClientError) -> PlayableID? {
    try await ask { [store = shelf.progressStore] () async throws(ClientError) in try await store.refresh() }
    guard let last = try await shelf.progressStore.lastPlayed() else { return nil }
    if current?.id == last.id, state.phase == .ready { play() } else { open(last.id, .atOnce) }
    return last.id
  }

  /// Opens and starts the newest episode of the Latest tab that is not finished.
  /// - Returns: its id; nil when there is none.
  /// - Throws: `signedOut`, `storage`.
  @discardableResult
  public func playLatest() async throws(ClientError) -> PlayableID? {
    try await ask { [queue = shelf.queueStore] () async throws(ClientError) in try await queue.refresh() }
    let latest = try await shelf.queueStore.current().visible
    let known = try await shelf.progressStore.progress(of: latest.map(\.id))
    guard let newest = latest.first(where: { known[$0.id]?.isFinished != true }) else { return nil }
    if current?.id == newest.id, state.phase == .ready { play() } else { open(newest.id, .atOnce) }
    return newest.id
  }

  /// Refreshes from the server; after three seconds, or a failure, returns so that the caller uses what is on this device.
  private func ask(_ refresh: @escaping @Sendable () async throws(ClientError) -> Void) async throws(ClientError) {
    let problem = await withTaskGroup(of: ClientError?.self) { group in
      group.addTask {
        do throws(ClientError) { try await refresh() } catch { return error }
        return nil
      }
      group.addTask { [clock = environment.clock] in
        try? await clock.sleep(for: .seconds(3), as: .watchdog)
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
    // The wait that is cancelled can end before the refresh does, without a problem.
    if Task.isCancelled { throw .cancelled(.shelfPlayer) }
    if let problem, problem.kind == .signedOut { throw problem }
  }

  /// Plays the next item of ``ShelfService/upNext`` now; nothing happens when there is none.
  public func playNext() { playNextUp(rule: state.settings.whenEnded == .stop ? .playQueue : nil) }

  func playNextUp(rule: PlaybackSettings.WhenEnded? = nil) {
    guard let ended = current?.id else { return }
    tasks.start("next") { [weak self] in
      guard let self else { return }
      let next = await nextUp(after: ended, rule ?? state.settings.whenEnded)
      guard let next, !Task.isCancelled, current?.id == ended else { return }
      log("next up")
      open(next.id, .atOnce)
    }
  }

  private func nextUp(after ended: PlayableID, _ rule: PlaybackSettings.WhenEnded) async -> QueueEntry? {
    guard rule != .stop else { return nil }
    let queue = (try? await shelf.upNext.entries()) ?? []
    let latest = (try? await shelf.queueStore.current().visible) ?? []
    let known = (try? await shelf.progressStore.progress(of: (queue + latest).map(\.id))) ?? [:]
    return NextUp(rule: rule, queue: queue, latest: latest, progress: known).next(after: ended)
  }
}
