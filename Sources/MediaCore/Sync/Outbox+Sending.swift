import Foundation

/// Sends open records, alone or together with others of their kind.
extension Outbox {
  private struct Decision {
    let id: String
    let state: MutationRecord.State
    let payload: AnyMutationPayload
    let error: ClientError?

    init?(_ id: String, _ outcome: Delivery.Outcome?) {
      guard case .decided(let state, let payload, let error) = outcome else { return nil }
      (self.id, self.state, self.payload, self.error) = (id, state, payload, error)
    }
  }

  /// Sends the open records once, in order within each target. A target that cannot go on now does not hold up the others; a server
  /// that cannot be reached ends the round. Returns the last problem.
  func sendOpenOnce(_ epoch: Int) async -> ClientError? {
    var problem: ClientError?
    var isOver = false
    var stopped: Set<String> = []
    // Try each record once: a change submitted or retried during this round starts another round.
    var last = Int.min
    let kinds = lanes.kinds
    // Services whose server could not be reached in this round. Skip their changes, but send those of other services.
    var closed: Set<ObjectIdentifier> = []
    while !isOver, epoch == self.epoch, let next = records.next(after: last, without: &stopped, kinds: kinds) {
      last = next.order
      guard let (lane, handler) = lanes.lane(of: next.kind, by: senders[next.id]?.handlers),
        !closed.contains(ObjectIdentifier(lane))
      else {
        stopped.insert(next.target)
        continue
      }
      let batch = records.beginSending(next, with: handler, without: stopped) { [senders] record in
        senders[record.id]?.handlers === senders[next.id]?.handlers
      }
      let shared = batch.count > 1 ? await attemptTogether(batch, with: handler, epoch) : [:]
      await settle(batch.compactMap { Decision($0.id, shared[$0.id]) }, with: handler, epoch)
      for record in batch where epoch == self.epoch {
        guard let sending = records[record.id], sending.isOpen else { continue }
        var outcome = shared[record.id]
        if outcome == nil, !isOver, !closed.contains(ObjectIdentifier(lane)) {
          outcome = await attempt(sending, with: handler, epoch)
        }
        guard epoch == self.epoch, let current = records[record.id], current.isOpen else { continue }
        switch outcome {
        case .decided: await settle([Decision(record.id, outcome)].compactMap(\.self), with: handler, epoch)
        case .failed(let error):
          note(error, on: current)
          problem = error
          if error.isOfLane { closed.insert(ObjectIdentifier(lane)) }
          isOver = isOver || (error.isOfLane ? closed.count >= lanes.count : error.endsRound)
          stopped.insert(record.target)
        case nil: records.stopSending(current)
        }
      }
    }
    return problem
  }

  // MARK: Attempts

  /// Attempts one record. Its requests are sent as this account or not at all.
  private func attempt(_ record: MutationRecord, with handler: MutationHandler, _ epoch: Int) async -> Delivery.Outcome
  {
    let delivery = self.delivery(of: record, epoch)
    return await RequiredAccount.$id.withValue(account) { await handler.attempt(delivery) }
  }

  /// - Returns: the outcomes by the ids of the records. A record without one has to go out alone.
  private func attemptTogether(
    _ batch: [MutationRecord], with handler: MutationHandler, _ epoch: Int
  ) async -> [String: Delivery.Outcome] {
    guard let together = handler.batch else { return [:] }
    let delivery = BatchDelivery(
      deliveries: batch.map { self.delivery(of: $0, epoch) },
      willSend: { [weak self] (notes) async throws(ClientError) in
        try await self?.willSend(notes, isMultiStep: false, epoch) ?? []
      })
    return await RequiredAccount.$id.withValue(account) { await together.attempt(delivery) }
  }

  private func delivery(of record: MutationRecord, _ epoch: Int) -> Delivery {
    let id = record.id
    return Delivery(
      record: record, serverNow: serverNow, deviceNow: environment.clock.now,
      willSend: { [weak self] (payload, isMultiStep) async throws(ClientError) in
        guard let self else { return }
        let noted = try await self.willSend([(id, payload)], isMultiStep: isMultiStep, epoch)
        if noted.isEmpty { throw .cancelled(.queueFlush) }
      },
      didWrite: { [weak self] in await self?.didWrite(id, epoch) },
      changes: { [weak self] target in await self?.records.durable(target: target) ?? [] })
  }

  /// Notes on disk that mutations may be on the server, for a launch after a crash. If that fails, they are sent all the same,
  /// unless they take several steps.
  /// - Returns: the ids of the mutations that are still listed.
  private func willSend(
    _ notes: [(id: String, payload: AnyMutationPayload)], isMultiStep: Bool, _ epoch: Int
  ) async throws(ClientError) -> Set<String> {
    guard epoch == self.epoch else { throw .cancelled(.queueFlush) }
    let changed = noted(notes)
    guard !changed.isEmpty else { return [] }
    do throws(ClientError) { try await commit(changed) } catch {
      if isMultiStep { throw error }
      guard epoch == self.epoch else { throw .cancelled(.queueFlush) }
      let current = noted(notes)
      for record in current { records.put(record) }
      await publish(current.map(Event.noted))
    }
    guard epoch == self.epoch else { throw .cancelled(.queueFlush) }
    return Set(noted(notes).map(\.id))
  }

  private func noted(_ notes: [(id: String, payload: AnyMutationPayload)]) -> [MutationRecord] {
    notes.compactMap { note in
      guard var record = records[note.id] else { return nil }
      record.payload = note.payload
      return record
    }
  }

  private func didWrite(_ id: String, _ epoch: Int) async {
    guard epoch == self.epoch else { return }
    written.insert(id)
    problems[id] = nil
    await publish([.written(id)])
  }

  // MARK: Ends

  /// Writes decisions to disk, all with one write.
  private func settle(_ decisions: [Decision], with handler: MutationHandler, _ epoch: Int) async {
    guard !decisions.isEmpty else { return }
    newestProblem = nil
    // Below, later changes of the same target get a new base, otherwise this device's own change looks like another device's. `commit`
    // allows only one write per record, so first wait until no write of these later changes is under way.
    await waitForWrites {
      decisions.contains { decision in
        guard let record = records[decision.id] else { return false }
        return records.isAnyFollowerBeingWritten(of: record)
      }
    }
    guard epoch == self.epoch else { return }
    var (changed, followers): ([MutationRecord], [MutationRecord]) = ([], [])
    for decision in decisions {
      guard var record = records[decision.id], record.isOpen else { continue }
      record.state = decision.state
      record.attempts = 0
      record.payload = decision.payload
      problems[record.id] = decision.error
      senders[record.id] = nil
      changed.append(record)
      let rebased = records.followers(of: record).map { handler.form.following($0, record) }
      followers += rebased.filter { $0 != records[$0.id] }
    }
    guard !changed.isEmpty else { return }
    // If the disk takes no writes, keep the decision in memory: after a restart the change is sent again, together with its followers.
    do throws(ClientError) { try await commit(changed + followers) } catch {
      guard !isClosed else { return }
      // Skip records that are no longer open: the user may have discarded them during the await.
      for record in changed where records[record.id]?.isOpen == true { records.put(record) }
      for follower in followers where records[follower.id]?.isOpen == true { records.put(follower) }
      await publish(changed.map(Event.changed))
    }
  }

  private func note(_ error: ClientError, on record: MutationRecord) {
    var record = record
    record.state = .pending
    // Count only conflicts: the queue gives up after a few attempts, and a bad network can last for weeks.
    if error.kind == .conflict { record.attempts += 1 }
    records.put(record)
    problems[record.id] = error
    newestProblem = error
  }
}

extension ClientError {
  /// Whether the trouble lies between one service and the server: another service's transport or address may get through.
  fileprivate var isOfLane: Bool { [.unreachable, .timedOut, .tls, .wrongServer, .rateLimited].contains(kind) }
}
