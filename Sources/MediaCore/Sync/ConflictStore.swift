package import Foundation

/// The conflicts of one account. A conflict arises when this device and another one have changed the same thing, and one side lost. The
/// losing side is kept, so that an app can show it and bring it back.
package struct ConflictStore<Conflict: Codable & Hashable & Sendable & Identifiable>: Sendable
where Conflict.ID: Sendable {
  package let cache: AccountCache<[Conflict]>

  /// The largest number of conflicts that are kept.
  package static var limit: Int { 200 }

  /// Creates the store of a kind of conflicts.
  /// - Parameters:
  ///   - name: a part of the file's name; it must not change between versions of an app.
  ///   - rules: how the decided changes of each kind become conflicts.
  package init(_ name: String, in accounts: AccountStorage, queue: MutationQueue, rules: [ConflictRule<Conflict>]) {
    cache = .shared(
      name, empty: [], retention: .device, in: accounts, queue: queue, overlays: rules.map(\.overlay))
  }

  /// All conflicts, oldest first, read without the network.
  /// - Throws: `signedOut`, `storage`.
  package func all() async throws(ClientError) -> [Conflict] { try await cache.value() }

  /// Adds a conflict that was noticed outside of the queue. Succeeds also when the list has the conflict already.
  package func add(_ new: Conflict) async throws(ClientError) {
    try await cache.update { list(new, in: &$0) }
  }

  /// Adds a conflict to `known`, a value of ``cache``, unless `known` has it already.
  package func list(_ new: Conflict, in known: inout [Conflict]) {
    guard !known.contains(where: { $0.id == new.id }) else { return }
    known.append(new)
    known.removeFirst(max(0, known.count - Self.limit))
  }

  /// Called before the losing side of a conflict is brought back. A second process could hand that change over to the owner of the folder, but
  /// not remove the conflict, so the user would undo it again.
  /// - Throws: `storage` with the detail `inUse` in a process that does not own the folder.
  package func checkOwner() throws(ClientError) {
    guard cache.storage.environment.isReading else { return }
    throw ClientError(.storage, operation: .storageWrite, detail: FileSystemError.inUse.detail)
  }

  /// Removes a conflict, after its losing side was brought back or the user has seen it.
  package func remove(_ id: Conflict.ID) async throws(ClientError) {
    try await cache.update { $0.removeAll { $0.id == id } }
  }

  /// Calls `changed` after each change of the list until the token is released.
  package func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { cache.observe(changed) }
}

/// The rule by which decided changes of one kind become conflicts.
package struct ConflictRule<Conflict: Codable & Hashable & Sendable & Identifiable>: Sendable
where Conflict.ID: Sendable {
  let overlay: MutationOverlay<[Conflict]>

  /// Creates a rule for a kind of mutation.
  /// - Parameters:
  ///   - now: the time of the device, which is noted in the conflict.
  ///   - conflict: returns the conflict of a change; nil if neither side lost anything. Called for each record of the kind, also for a
  ///     waiting one.
  package init<M: Mutation>(
    _ type: M.Type, now: @escaping @Sendable () -> Date,
    conflict: @escaping @Sendable (_ record: MutationRecord, _ noticedAt: Date) -> Conflict?
  ) where M: SendableMetatype {
    overlay = MutationOverlay(type, concerns: { conflict($0, now()) != nil }, apply: { _, _ in }) { _, record, known in
      guard let new = conflict(record, now()), !known.contains(where: { $0.id == new.id }) else { return }
      known.append(new)
      known.removeFirst(max(0, known.count - ConflictStore<Conflict>.limit))
    }
  }
}
