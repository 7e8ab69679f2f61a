import Foundation
import MediaCore

extension PlayerViewModel {
  func startSyncing() {
    tasks.start("sync") { [weak self, environment] in
      while true {
        do { try await environment.clock.sleep(for: Self.syncInterval, as: .delay) } catch { return }
        await self?.record()
      }
    }
  }

  /// Records soon; several reasons within a short time share one record.
  func saveSoon(_ cause: SaveSchedule.Cause) {
    let now = environment.clock.uptime()
    schedule.want(cause, at: now)
    guard let due = schedule.due else { return }
    if due <= now { return startSave() }
    // Restart the wait at each call: a pause may be due earlier than the seek before it.
    tasks.start("save") { [weak self, clock = environment.clock] in
      do { try await clock.sleep(for: due - now, as: .delay) } catch { return }
      if self?.schedule.due != nil { await self?.record() }
    }
  }

  /// Records now, and keeps the player alive until that is done.
  private func startSave() {
    tasks.start("record", replacing: false) { [self] in await record() }
  }

  /// Records, and returns once everything up to now is on disk or failed to be written. Records are made one after the other: otherwise
  /// the earlier of two quick moves could be recorded as the later.
  ///
  /// The queue sends the records by itself, and the store's events show the outcome.
  func record() async {
    schedule.begin(at: environment.clock.uptime())
    isRecordWanted = true
    guard !isRecording else { return await withCheckedContinuation { recordWaiters.append($0) } }
    isRecording = true
    while isRecordWanted {
      isRecordWanted = false
      await recordNow()
    }
    isRecording = false
    let waiters = recordWaiters
    recordWaiters = []
    for waiter in waiters { waiter.resume() }
  }

  func takeMutation() -> ProgressMutation? {
    let (moment, isServerTime) = shelf.progressStore.moment()
    return tracker?.takeMutation(
      at: moment, isServerTime: isServerTime, duration: state.duration > 0 ? state.duration : nil,
      mayArriveLater: shelf.progressStore.uploads.contains)
  }

  private func recordNow() async {
    readEngine()
    guard await recordClosed(), let mutation = takeMutation() else { return }
    do throws(ClientError) {
      try await shelf.progressStore.submit(mutation, cause: "playback", owner: current?.owner)
      recordedAt = shelf.progressStore.moment().0
      if state.id == mutation.item { screen.state.hasUnsentProgress = true }
      shelf.client.log.add(.info, "player: progress recorded")
    } catch {
      shelf.client.log.add(.error, "player: progress not recorded: \(error)")
      // The account has signed out or changed: stop. The queue keeps the record for the account that listened.
      if error.kind == .signedOut { return stopForeign() }
      if tracker?.item == mutation.item { tracker?.markUnsent() }
      screen.notice(error)
    }
  }

  /// Records the listening of closed items that could not be written before.
  /// - Returns: whether the disk can be written: a newer record must not come before an older one.
  private func recordClosed() async -> Bool {
    while !unrecorded.isEmpty {
      let first = unrecorded.removeFirst()
      do throws(ClientError) {
        // If the user has finished, restarted or moved the item after this listening, that change must not be replaced by the listening.
        let mutation = try await shelf.progressStore.behindLaterChange(first.mutation, of: first.owner)
        // The server's place may have been read since then: as the base of the merge, it would lose against this older place.
        try await shelf.progressStore.submit(mutation, cause: "playback", owner: first.owner, hasBase: false)
      } catch {
        if error.kind == .signedOut { continue }
        unrecorded.insert(first, at: 0)
        screen.notice(error)
        return false
      }
    }
    return true
  }
}
