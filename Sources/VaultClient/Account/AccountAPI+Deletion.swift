import MediaCore

extension LiveAccountAPI {
  static let deletion = OperationID.vaultAccountDelete

  func deleteAccount() async throws(ClientError) {
    guard !Task.isCancelled else { throw .cancelled(Self.deletion) }
    // Note on disk, before the deletion request is sent, that the account is being deleted. If the process ends before the server's answer
    // is handled, the next launch finds the note and does not use the account's token.
    try gate.close { [accounts = client.accounts] in accounts.announceDeletion() }
    var isDeleted = true
    defer {
      client.accounts.withdrawDeletion()
      gate.open(isDeleted: isDeleted)
    }
    do throws(ClientError) {
      try await sender.done(Self.deletion, .delete, path: ["auth", "delete-current-user"], .vaultWrite)
    } catch {
      guard error.mayHaveArrived, gate.wasSent else {
        isDeleted = false
        throw error
      }
      await endDeleted("account perhaps deleted")
      throw error.withUncertainDeletion
    }
    await endDeleted("account deleted")
  }

  /// Signs out of the deleted account and erases its data. If the data cannot be erased now, the error is only reported, because the account
  /// is deleted: `end` has left a mark, by which the data is erased later.
  private func endDeleted(_ event: String) async {
    do throws(ClientError) { try await end(.discard) } catch { client.report(.storage(error)) }
    client.log.add(.info, event)
  }
}
