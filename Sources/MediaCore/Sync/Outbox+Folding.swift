import Foundation

/// Rewriting the journal once it has grown beyond its list.
extension Outbox {
  /// The number of decided records that are kept to be shown.
  private static let keptDecided = 200

  /// Waits for writes under way. A record is changed again only after the disk has taken or refused its last change: otherwise a
  /// refused change could come back with the next one, or its rollback would undo the next one.
  func waitForWrites(while isBusy: () -> Bool) async {
    while isBusy() { await withCheckedContinuation { writeWaiters.append($0) } }
  }

  func resumeWriteWaiters() {
    for waiter in writeWaiters { waiter.resume() }
    writeWaiters = []
  }

  /// Waits for the end of a rewrite of the journal, before a new mutation is added. These waiters are kept apart: each write that
  /// ends meanwhile would wake all of them in vain.
  func waitForFolding() async {
    while isFolding { await withCheckedContinuation { foldWaiters.append($0) } }
  }

  /// Waits until neither a rewrite of the journal nor a write of a record is under way, before open records get new orders: a write would
  /// store the old order after the new one.
  func waitUntilIdle() async {
    while isFolding || records.isBeingWritten {
      await waitForFolding()
      await waitForWrites { records.isBeingWritten }
    }
  }

  /// Begins to rewrite the journal when it has grown beyond what is kept, or when the list has many more decided records than are kept. New
  /// mutations wait from this moment on.
  func startFolding() {
    // Count only records decided since the last rewrite. Records that it had to keep would otherwise start a rewrite at each write.
    let hasSurplus = records.onServerCount >= max(decidedAfterFold, Self.keptDecided) + Self.keptDecided
    guard !isFolding, hasSurplus || journal.isOvergrown(for: records.count) else { return }
    isFolding = true
    folding = Task { [weak self] in
      await self?.fold()
      await self?.handOwedOn()
    }
  }

  /// Removes the oldest decided records and rewrites the journal.
  private func fold() async {
    defer {
      (folding, isFolding, decidedAfterFold) = (nil, false, records.onServerCount)
      for waiter in foldWaiters { waiter.resume() }
      foldWaiters = []
    }
    do throws(ClientError) { try await rewrite(keeping: Self.keptDecided) } catch { report(error) }
  }

  /// Lets the caches take the decided records that a rewrite had to keep for them, once these are many, so that the next rewrite forgets
  /// them. Otherwise conflicts would fill the journal without end in an app that never lists them. New mutations do not wait for this.
  private func handOwedOn() async {
    guard decidedAfterFold >= 2 * Self.keptDecided, !isClosed else { return }
    await owner()?.loadCaches(owing: records.sorted, of: account)
  }

  func rewrite(keeping count: Int) async throws(ClientError) {
    while !isClosed, !(try await forgetDecided(keeping: count)) { await waitForWrites { records.isBeingWritten } }
  }

  /// - Returns: false when a change is on its way to the disk: the new journal would have it although the disk may refuse it,
  ///   or lack it although the disk has it.
  private func forgetDecided(keeping count: Int) async throws(ClientError) -> Bool {
    let mark = await journal.number
    guard !records.isBeingWritten else { return false }
    // Keep the record of a decided change whose file may still be in the inbox: without the record, the change is taken over again. Also
    // keep one that a cache has not taken yet: the record is then the only copy of its outcome.
    let decided = records.forgetDecided(keeping: isInboxKnown ? count : .max) { [unerased, isOwed] record in
      unerased.contains(record.id) || isOwed(record)
    }
    for record in decided {
      forgetProgress(of: record.id)
      forgotten[record.id] = record.state
    }
    guard try await journal.replace(with: records.sorted.map(Change.put), upTo: mark) else { return false }
    await publish(decided.isEmpty ? [] : [.forgotten(Set(decided.map(\.id)))])
    return true
  }
}
