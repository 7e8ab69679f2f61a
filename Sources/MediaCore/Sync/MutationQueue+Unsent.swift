extension MutationQueue {
  /// Removes a mutation from the queue for good that is not decided yet, for the undo of a change. The queue looks at the mutation and removes
  /// it in one step: the mutation could be sent between a caller's own look and ``discard(_:)``.
  /// - Parameter isUnwanted: whether to remove the mutation as it is now, such as only if it was not sent. The queue notes a mutation as sent
  ///   before its request (``Mutation/isNotedBeforeSending``).
  /// - Returns: the removed mutation; nil if it stays, as it always does in a process that hands its changes over to the app.
  package func withdraw(
    _ id: String, if isUnwanted: @Sendable (MutationRecord) -> Bool
  ) async throws(ClientError) -> MutationRecord? {
    // Without this check, the file of the change would be erased before the owner's journal refuses the removal, and the undo would fail.
    if handsOver { return nil }
    return try await shared.outbox().withdraw(id, if: isUnwanted)
  }

  /// Replaces the content of a mutation as ``edit(_:to:)`` does, by content that depends on what it is now: a newer change may have been
  /// merged into it since the caller has read it.
  /// - Parameter edited: the new content; nil if the mutation must stay as it is.
  /// - Throws: `notFound` also if `edited` returns nil.
  package func edit<M: Mutation>(
    _ id: String, by edited: @Sendable (MutationRecord) -> M?
  ) async throws(ClientError) -> Submission {
    Submission(try await shared.edit(id, by: handlers, edited), queue: self)
  }

  /// Counts the changes of the current account that are not on the server, for a screen on which an app asks the user before a sign-out
  /// discards them.
  ///
  /// While the queue cannot be read, the count is at least one: with 0, an app would sign out without asking.
  /// - Parameter shown: the number that the screen shows now.
  /// - Returns: the number of changes that wait, and the refused ones; nil for refused ones that cannot be read.
  package func unsent(shown: Int) async -> (count: Int, refused: [MutationRecord]?) {
    do throws(ClientError) {
      return (try await open().count, try await refused())
    } catch {
      return error.kind == .storage ? (max(shown, 1), nil) : (0, [])
    }
  }
}
