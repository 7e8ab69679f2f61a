import Foundation

/// Changes that come from other processes, or go to the owner of the folder.
extension Outbox {
  // MARK: The owner

  /// Takes over the changes that other processes have handed over: first into the journal, then their files are removed. The change's id
  /// stays the same, so that a change whose file could not be removed is recognised at the next time. Reports what fails, and leaves it for
  /// the next time.
  /// - Returns: whether there was a new one.
  func takeOver() async -> Bool {
    guard !isClosed else { return false }
    if !hasTriedInbox {
      // `load()` also takes the files of the inbox into the journal: compare the counts to see whether it took any.
      let before = takenCount
      // If the journal cannot be read now, the files of the inbox stay, and the next call takes them over.
      try? await load()
      return takenCount > before
    }
    return await takeInbox()
  }

  /// Takes over what was handed over before the launch. Every call but those that only show the list waits for it, so that a change made
  /// here gets its place after these, and the journal forgets none of them while its file is there.
  func takeInboxOnce() async {
    guard !hasTriedInbox else { return }
    let work =
      firstTaking
      ?? SharedWork<Void>(operation: .queueTakeOver, endsWhenAbandoned: false) { [weak self] in
        _ = await self?.takeInbox()
        return .success(())
      }
    firstTaking = work
    _ = await work.uncancellableValue()
  }

  /// Takes over and sends, a second from now, what nothing else has taken over until then.
  func takeInboxLater() {
    guard !hasTriedInbox, lateTaking == nil, !isClosed else { return }
    lateTaking = Task { [weak self, clock = environment.clock] in
      do { try await clock.sleep(for: .seconds(1), as: .watchdog) } catch { return }
      await self?.takeLate()
    }
  }

  private func takeLate() async {
    guard !hasTriedInbox, await takeOver() else { return }
    await owner()?.sendSoon()
  }

  private func takeInbox() async -> Bool {
    defer { hasTriedInbox = true }
    let content: Inbox.Content
    do { content = try inbox.read(lanes.forms) } catch {
      // If the inbox cannot be listed, no decided change may be forgotten: its file may still be there and would be taken over again.
      isInboxKnown = false
      report(ClientError(.storage, operation: .queueTakeOver, detail: (error as? FileSystemError)?.detail))
      return false
    }
    isInboxKnown = true
    unerased.formUnion(content.records.map(\.id).filter { records[$0] != nil })
    for id in content.bad where !setAside.contains(id) { setAsideFile(id) }
    guard !content.records.isEmpty else { return false }
    await waitUntilIdle()
    let places = JoiningPlan(of: content.records, in: records, after: nextOrder, lanes.forms) { [forgotten] in
      forgotten[$0] != nil
    }
    let new = places.new
    nextOrder = places.nextOrder
    let changed = new + places.moved
    let before = changed.map { records[$0.id] }
    if !new.isEmpty {
      unerased.formUnion(new.map(\.id))
      do throws(ClientError) { try await write(changed.map { ($0.id, $0) }) } catch {
        unerased.subtract(new.map(\.id))
        return false
      }
      takenCount += new.count
    }
    // Keep the file of a change whose record is not on disk yet: if writing the record fails, the file is the only copy.
    for id in places.fates.keys where records.durable(id) != nil || forgotten[id] != nil { erase(id) }
    await publish(Self.events(of: changed, before))
    if let owner = owner() { new.forEach(owner.takenOver.notify) }
    return !new.isEmpty
  }

  /// Removes the file of a change that is in the journal. Until that has succeeded, the journal does not forget the change.
  func erase(_ id: String) {
    do {
      try inbox.remove(id)
      unerased.remove(id)
    } catch {
      unerased.insert(id)
      report(ClientError(.storage, operation: .queueTakeOver, detail: (error as? FileSystemError)?.detail))
    }
  }

  private func setAsideFile(_ id: String) {
    setAside.insert(id)
    report(ClientError(.storage, operation: .queueTakeOver, detail: "damaged"))
    // If the file cannot be moved now, it is ignored until the next launch: `setAside` has its id.
    try? inbox.setAside(id)
  }

  // MARK: A second process

  /// Accepts a mutation for the owner of the folder; durable when it returns. It is not merged into a waiting one: the owner may be sending
  /// that one now.
  func handOver<M: Mutation>(
    _ mutation: M, base: M.Remote?, isCurrent: Bool, cause: String
  ) async throws(ClientError) -> MutationRecord {
    try await readAgain()
    let known = isCurrent ? base : records.base(base, M.self, target: mutation.target)
    // The process that owns the folder orders the changes of a target by their dates. If the device's clock was set back, the current time
    // can be before the date of an earlier change. Date this change just after the earlier one, otherwise the owner puts it first.
    let earlier = records.sorted.filter { $0.target == mutation.target }.map(\.createdAt).max()
    let now = environment.clock.now()
    let record = MutationRecord(
      id: environment.random.uuid(), kind: M.kind, account: account, target: mutation.target, cause: cause,
      order: nextOrder, createdAt: earlier.map { max(now, $0 + 0.001) } ?? now,
      payload: AnyMutationPayload(MutationPayload(mutation: mutation, base: known)))
    try inbox.put(record)
    nextOrder += 1
    handedOverCount += 1
    records.put(record)
    await publish([.changed(record)])
    return record
  }

  /// Takes a change back that was handed over after the account has signed out.
  func takeBack(_ record: MutationRecord) async {
    try? inbox.remove(record.id)
    records.remove(record.id)
    await publish([.removed(record)])
  }

  /// Reads the owner's journal and the changes handed over to it again.
  /// - Throws: `storage` when they cannot be read now; the list stays what it is.
  func readAgain() async throws(ClientError) {
    guard isLoaded else { return _ = try await read(\.count) }
    var (count, (new, next)) = (handedOverCount, try await readOwnersFiles())
    // Read again if a change was handed over during the await: `new` may lack it.
    while count != handedOverCount { (count, (new, next)) = (handedOverCount, try await readOwnersFiles()) }
    nextOrder = max(nextOrder, next)
    let before = records.sorted
    let events =
      new.sorted.filter { records[$0.id] != $0 }.map { Event.change(to: $0, from: records[$0.id]) }
      + before.filter { new[$0.id] == nil }.map(Event.removed)
    records = new
    await publish(events)
  }

  /// The owner's records with those that it has not taken over yet, and the order of the next one.
  func readOwnersFiles() async throws(ClientError) -> (list: MutationList, nextOrder: Int) {
    let waiting: Inbox.Content
    // Read the inbox before the journal: if the owner moves a change between the two reads, it is found twice instead of never.
    do { waiting = try inbox.read(lanes.forms) } catch {
      throw ClientError(.storage, operation: .queueLoad, detail: (error as? FileSystemError)?.detail)
    }
    var list = MutationList(try await journal.load(), account: account)
    list.rebaseOpen(with: lanes.forms)
    let next = max(list.nextOrder, await journal.number + 1)
    let places = JoiningPlan(of: waiting.records, in: list, after: next, lanes.forms) { _ in false }
    for record in places.new + places.moved { list.put(record) }
    return (list, places.nextOrder)
  }
}

extension SharedMutationQueue {
  /// See ``Outbox/handOver(_:base:isCurrent:cause:)``.
  /// - Throws: `signedOut` also when the owner of the folder has signed the account out meanwhile; `storage`.
  func handOver<M: Mutation>(
    _ mutation: M, base: M.Remote?, isCurrent: Bool, cause: String, owner: String?
  ) async throws(ClientError) -> MutationRecord {
    let account = try await accountNow()
    if let owner, owner != account { throw Self.accountChanged }
    let outbox = try await outbox()
    guard outbox.account == account else { throw Self.accountChanged }
    let record = try await outbox.handOver(mutation, base: base, isCurrent: isCurrent, cause: cause)
    // If the user signed out during the hand-over, take the change back: otherwise it would wait for the account's next sign-in. If the
    // sign-in cannot be read now, keep the change: it is on disk, and the owner decides.
    let now: String?
    do throws(ClientError) { now = try await accountNow() } catch { now = error.kind == .signedOut ? nil : account }
    guard now == account else {
      await outbox.takeBack(record)
      throw Self.accountChanged
    }
    storage.environment.signal.post(.handedOver)
    return record
  }

  private func accountNow() async throws(ClientError) -> String {
    try await storage.session?.readAgain()
    guard try storage.isFixedAccountKept() else { throw Self.accountChanged }
    guard let account = try await storage.account() else {
      throw ClientError(.signedOut, operation: .queueHandOver)
    }
    return account
  }

  private static var accountChanged: ClientError {
    ClientError(.signedOut, operation: .queueHandOver, detail: ClientError.Detail.accountChanged)
  }

  /// Takes over what other processes have handed over.
  /// - Parameter sends: whether to begin sending it.
  func takeOver(sends: Bool) async {
    guard !storage.environment.isReading, let outbox = try? await outbox(), await outbox.takeOver(), sends else {
      return
    }
    sendSoon()
  }

  /// Another process has written into the folder.
  func folderChanged() async {
    guard storage.environment.isReading else { return await takeOver(sends: true) }
    // If the files cannot be read now, keep the list as it is.
    if let outbox = try? await outbox() { try? await outbox.readAgain() }
  }
}
