public import MediaCore

/// The removal of entries from a playlist or collection, or of a whole playlist or collection. ``ItemListStore/restore(_:)`` undoes it.
public struct ListRemoval: Hashable, Sendable {
  /// The id of the playlist or collection.
  public let list: String
  /// The rows of the removed entries. If the whole list was removed, the rows that it had on this device.
  public let rows: [ShelfRow]
  /// Whether the whole list was removed. Removing the last entry of a playlist also removes the playlist.
  public let isWhole: Bool
  /// Whether ``rows`` are all entries that the server's list had when it was removed.
  let isComplete: Bool
  /// The id of the mutation that removes them.
  let mutation: String
  /// The entries that were still to be added when the user removed entries. The removal is merged into that change.
  let waiting: [ShelfRow]
  /// The entries before the removal, in their order.
  let order: [ShelfRow.ID]
  let name: String
  let description: String?
  /// The library of the list; nil if it is not known on this device.
  let library: String?
}

extension ItemListStore {
  /// Removes entries from a list, as ``remove(_:from:)`` does, and returns the value that ``restore(_:)`` needs.
  @discardableResult
  public func removeUndoably(
    _ entries: [PlayableID], from id: String
  ) async throws(ClientError) -> (removal: ListRemoval, submission: Submission) {
    let page = try await page(of: id)
    let open = try await queue.open()
    let submission = try await remove(entries, from: id)
    let waiting = open.last { $0.id == submission.id }?.mutation(ListEntryMutation.self)?.rows ?? []
    let ids = Set(entries.map(\.description))
    let rows = page?.rows ?? []
    let isWhole = kind == .playlist && !rows.isEmpty && rows.allSatisfy { ids.contains($0.id) }
    let gone = rows.filter { ids.contains($0.id) }
    let removal = removal(of: id, page, gone, isWhole: isWhole, isComplete: true, by: submission, waiting: waiting)
    return (removal, submission)
  }

  /// Deletes a list, as ``delete(_:)`` does, and returns the value that ``restore(_:)`` needs.
  /// - Parameters:
  ///   - library: the id of the library that the list belongs to; if nil, that of the list's first entry.
  ///   - isComplete: whether the entries on this device were read from the server just before. If false, other devices may have added
  ///     entries, so the deletion can be undone only until it is sent.
  @discardableResult
  public func deleteUndoably(
    _ id: String, in library: String? = nil, isComplete: Bool = false
  ) async throws(ClientError) -> (removal: ListRemoval, submission: Submission) {
    try await deleteUndoably(id, in: library, isComplete: isComplete, as: stableReference(id), of: nil)
  }

  /// - Parameters:
  ///   - list: the result of ``stableReference(_:)`` while `owner` was signed in.
  ///   - owner: the account that deletes the list; nil for the one that is signed in. If another account or none is signed in by now,
  ///     the deletion is stored for the owner's next sign-in, and `signedOut` is thrown.
  @discardableResult
  func deleteUndoably(
    _ id: String, in library: String? = nil, isComplete: Bool, as list: ItemListReference, of owner: String?
  ) async throws(ClientError) -> (removal: ListRemoval, submission: Submission) {
    // Only the undo needs the page and `isUnsent`. After a sign-out neither can be read: submit the removal all the same.
    let page = (try? await page(of: id)) ?? nil
    let isUnsent: Bool
    do throws(ClientError) { isUnsent = try await serverID(of: id) == nil } catch { isUnsent = false }
    let submission = try await queue.submit(ListRemovalMutation(list: list), owner: owner)
    // No other device has added entries to a list that the server does not have yet.
    let removal = removal(
      of: id, page, page?.rows ?? [], isWhole: true, in: library, isComplete: isComplete || isUnsent, by: submission)
    return (removal, submission)
  }

  /// Undoes a removal. A removal that was not sent yet never reaches the server, so that what another device has changed since stays. After
  /// that, removed entries are added again and moved to their former places among the other entries, whose order stays. A removed list is
  /// made again with its name, its description and its entries, but with another id.
  /// - Returns: the id of the list, another one if the list was made again, and the changes that were submitted.
  /// - Throws: `notFound` if the server may have removed a list already whose entries are not all known; `signedOut`, `storage`.
  @discardableResult
  public func restore(_ removal: ListRemoval) async throws(ClientError) -> (id: String, submissions: [Submission]) {
    let deletion = try await queue.withdraw(removal.mutation) {
      $0.kind == ListRemovalMutation.kind && $0.sent(ListRemovalMutation.self) == nil
    }
    if deletion != nil { return (removal.list, []) }
    if let submissions = try await takeBack(removal) { return (removal.list, submissions) }
    // Removing an entry may also have removed the list, if other devices have removed the other entries.
    if try await page(of: removal.list) == nil { return try await createAgain(removal) }
    // An entry that another device has added again stays where that device has put it.
    let there = Set(try await entries(of: removal.list)?.map(\.id) ?? [])
    let rows = removal.rows.filter { !there.contains($0.id) }
    guard !rows.isEmpty else { return (removal.list, []) }
    var submissions = [try await add(rows: rows, to: removal.list)]
    // The server adds entries at the end: move them back.
    let now = try await entries(of: removal.list)?.map(\.id) ?? []
    if now.placing(Set(rows.map(\.id)), by: removal.order, id: { $0 }) != now {
      let (moved, order) = (rows.compactMap { PlayableID($0.id) }, removal.order.compactMap { PlayableID($0) })
      submissions.append(try await place(moved, in: removal.list, by: order))
    }
    return (removal.list, submissions)
  }

  /// Undoes a removal of entries that waits in the queue, by taking these entries out of the queued change.
  /// - Returns: what the change still has to send, or an empty array if it had only this removal. Nil if it is too late: the change is being
  ///   sent, was sent, or is sent by the app, because this process is an extension.
  private func takeBack(_ removal: ListRemoval) async throws(ClientError) -> [Submission]? {
    guard !queue.handsOver else { return nil }
    let entries = Set(removal.rows.compactMap { PlayableID($0.id) })
    // The queue calls `rest` with the current change: an addition that another screen has merged into the change meanwhile stays in it.
    let rest: @Sendable (MutationRecord) -> ListEntryMutation? = { record in
      guard record.sent(ListEntryMutation.self) == nil else { return nil }
      return record.mutation(ListEntryMutation.self)?.restoring(entries, waiting: removal.waiting)
    }
    let withdrawn = try await queue.withdraw(removal.mutation) { record in
      rest(record).map { $0.rows.isEmpty && $0.removed.isEmpty } ?? false
    }
    if withdrawn != nil { return [] }
    do throws(ClientError) { return [try await queue.edit(removal.mutation, by: rest)] } catch {
      guard error.kind == .notFound else { throw error }
      return nil
    }
  }

  private func createAgain(
    _ removal: ListRemoval
  ) async throws(ClientError) -> (id: String, submissions: [Submission]) {
    guard removal.isComplete, let library = removal.library, !removal.name.isEmpty, !removal.rows.isEmpty else {
      throw ClientError(.notFound, operation: kind.change)
    }
    let made = try await create(
      removal.name, in: library, rows: removal.rows, description: removal.description)
    return (made.id, [made.submission])
  }

  private func page(of id: String) async throws(ClientError) -> RowPage? {
    let page = try await rows.beginning(of: list(id))?.pages[0]
    return page?.isGone == true ? nil : page
  }

  private func removal(
    of id: String, _ page: RowPage?, _ gone: [ShelfRow], isWhole: Bool, in library: String? = nil,
    isComplete: Bool, by submission: Submission, waiting: [ShelfRow] = []
  ) -> ListRemoval {
    ListRemoval(
      list: id, rows: gone, isWhole: isWhole, isComplete: isComplete, mutation: submission.id, waiting: waiting,
      order: (page?.rows ?? []).map(\.id),
      name: page?.title ?? "", description: page?.subtitle.flatMap { $0.isEmpty ? nil : $0 },
      library: library ?? page?.rows.lazy.compactMap(\.libraryId).first)
  }
}
