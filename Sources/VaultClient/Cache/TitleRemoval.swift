import MediaCore

/// Titles that were removed from the vault. ``VaultLibraryViewModel/undoRemoval()`` restores them.
public struct TitleRemoval: Hashable, Sendable {
  struct Item: Hashable, Sendable {
    /// The id of the mutation that removes the title.
    let mutation: String
    /// The import that brings it back; nil for a title without an IMDb id.
    let restoring: TitleImport?
    /// The stable numbers of the user's lists that had the title.
    let lists: [Int]
  }

  /// The titles that the user chose to remove. A collection counts as one title here, although its films are removed one by one.
  public let titles: [TitleReference]
  let items: [Item]
}

extension VaultStore {
  /// Removes titles from the vault for good, as ``remove(_:)`` does, and returns what is needed to bring them back.
  func removeUndoably(
    _ titles: [TitleReference]
  ) async throws(ClientError) -> (removal: TitleRemoval, submissions: [Submission]) {
    var (items, submissions): ([TitleRemoval.Item], [Submission]) = ([], [])
    for title in titles {
      for submission in try await remove(title) {
        submissions.append(submission)
        let removed = try await queue.all().last { $0.id == submission.id }?.mutation(TitleRemovalMutation.self)
        guard let removed else { continue }
        let restoring = removed.imdbID.map { removed.title.kind == .series ? TitleImport.series($0) : .movie($0) }
        items.append(
          TitleRemoval.Item(mutation: submission.id, restoring: restoring, lists: removed.lists ?? []))
      }
    }
    return (TitleRemoval(titles: titles, items: items), submissions)
  }

  /// Brings removed titles back. A removal that was not sent is discarded, and the title is as it was. A title that the server has removed
  /// is imported again, into those of its lists that still exist; it comes back unwatched, because the server erases its marks. A title
  /// without an IMDb id can only be brought back before its removal was sent.
  @discardableResult
  func restore(_ removal: TitleRemoval) async throws(ClientError) -> [Submission] {
    var sent: [TitleRemoval.Item] = []
    // The queue goes on sending removals during these awaits. Withdraw all of them before the first import, so that few reach the server.
    for item in removal.items {
      // A removal whose request is under way stays in the queue, so that the import goes out after it.
      let record = try await queue.withdraw(item.mutation) {
        $0.state == .pending || $0.sent(TitleRemovalMutation.self) == nil
      }
      let isUnsent = record.map { $0.sent(TitleRemovalMutation.self) == nil } ?? false
      if !isUnsent { sent.append(item) }
    }
    var submissions: [Submission] = []
    for item in sent {
      // If the removal may have reached the server, import the title again. The import does nothing if the title is still there.
      guard let title = item.restoring else { continue }
      submissions.append(try await importTitle(title, into: existing(item.lists).map(ListID.list)))
    }
    return submissions
  }
}
