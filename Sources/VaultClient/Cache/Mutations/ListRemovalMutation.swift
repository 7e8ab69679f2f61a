public import MediaCore

extension VaultStore {
  /// Deletes one of the user's own lists. The titles of the list return to the library. If the list was never sent to the server, the SDK
  /// discards the list and its pending changes without a request, unless a pending change moves titles out of the list or into it. If the
  /// request that creates the list may be on its way to the server, the list is deleted after the server has created it.
  /// - Returns: the changes that are sent to the server. Empty if the list was discarded without a request, or if it does not exist.
  @discardableResult
  public func deleteList(_ list: Int) async throws(ClientError) -> [Submission] {
    let id: Int
    do throws(ClientError) { id = try await stableNumber(of: list) } catch {
      if error.kind == .notFound { return [] }
      throw error
    }
    let waiting = try await queue.open()
    guard id < 0, try await number(of: id) == id, !waiting.contains(where: { $0.transfers(list: id) }) else {
      return [try await submit(ListRemovalMutation(list: id, isGuest: false), as: .listDeleted)]
    }
    let deletion = ListCreationMutation(provisional: id, name: "", draft: ListDraft(), ending: .deleted)
    let submission = try await submit(deletion, as: .listDeleted)
    let record = try await queue.all().first { $0.id == submission.id }
    guard record?.mutation(ListCreationMutation.self)?.ending == .forgotten else { return [submission] }
    try await queue.discard(submission.id)
    for record in waiting {
      if record.isOnly(about: id) { try await queue.discard(record.id) }
      if let rest = record.importing(without: id) { try await replace(record, by: rest) }
    }
    return []
  }

  /// Replaces a mutation with a new one if it cannot be changed because it is being sent.
  private func replace(_ record: MutationRecord, by mutation: ImportMutation) async throws(ClientError) {
    do throws(ClientError) {
      try await queue.edit(record.id, to: mutation)
      return
    } catch {
      guard error.kind == .notFound else { throw error }
    }
    if try await submit(mutation, as: .imported).id == record.id {
      try await queue.edit(record.id, to: mutation)
    } else {
      try await queue.discard(record.id)
    }
  }

  /// Removes the user from a list that another user shares. Only a guest can leave a list: the server has no route for an owner to withdraw
  /// a share.
  /// - Throws: `invalidRequest` if the list is one of the user's own. Use ``deleteList(_:)`` to delete such a list.
  @discardableResult
  public func leaveList(_ list: Int) async throws(ClientError) -> Submission {
    let snapshot = try await snapshot()
    guard snapshot.list(snapshot.number(of: list))?.type != .custom else {
      throw ClientError(.invalidRequest, operation: .vaultListsLeave)
    }
    return try await submit(ListRemovalMutation(list: list, isGuest: true), as: .left)
  }
}

extension MutationRecord {
  /// Whether the mutation has nothing left to do without that list.
  fileprivate func isOnly(about list: Int) -> Bool {
    [
      mutation(ListItemMutation.self)?.list, mutation(ListMarkMutation.self)?.list,
      mutation(ListEditMutation.self)?.list, mutation(ShareMutation.self)?.list,
    ].contains(list)
  }

  /// The same import without one of its lists; nil for any other mutation.
  fileprivate func importing(without list: Int) -> ImportMutation? {
    guard let all = mutation(ImportMutation.self), all.lists.contains(list) else { return nil }
    return with(all) { $0.lists.removeAll { $0 == list } }
  }
}

struct ListRemovalMutation: VaultMutation {
  static let kind: MutationKind = "vault.list.remove"

  var list: Int
  /// Whether the user is a guest, who leaves; an owner deletes.
  var isGuest: Bool

  var target: String { ListEditMutation.target(list) }

  func fetch(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> ListReading<VaultList>? {
    // If the list were deleted first, an earlier move out of the list would be refused.
    try await api.waitForEarlier(context) { $0.transfers(list: list) }
    let reading = try await api.list(list, context)
    // If the list is gone, read the library: the list's titles are in the watchlist again.
    if !isGuest, reading == .gone, context.isReadBack || context.wasSent,
      try await api.snapshot(context)?.library != nil
    {
      _ = try await api.library(context)
    }
    return reading
  }

  func refusal(over remote: ListReading<VaultList>?) -> VaultRefusal? { remote == .neverMade ? .gone : nil }

  func perform(
    _ api: VaultAPI, over remote: ListReading<VaultList>?, _ context: MutationContext
  ) async throws(ClientError) {
    let number = try await api.number(of: list, context)
    if isGuest { try await api.lists.leave(number) } else { try await api.lists.delete(number) }
  }

  func isReflected(in remote: ListReading<VaultList>?) -> Bool { remote == .gone }

  func apply(to snapshot: inout VaultSnapshot) {
    snapshot.remove(list: snapshot.number(of: list), returning: !isGuest)
  }

  /// Removes the list without returning its titles: the library was read after the deletion and has them already.
  func settle(_ record: MutationRecord, in snapshot: inout VaultSnapshot) {
    if record.state == .synced { snapshot.remove(list: snapshot.number(of: list)) }
  }
}
