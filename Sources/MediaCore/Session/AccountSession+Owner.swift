/// The sign-in of a process that owns the folder for a while.
extension AccountSession: UnfinishedWork {
  /// Returns once the renewal that is under way has ended.
  func finish() async { _ = await flight?.uncancellableValue() }

  /// Called before a renewal. A new token that cannot be stored would be lost to the owner of the folder, because the server ends the one
  /// before it.
  /// - Throws: `storage` with the detail `inUse` once the body of ``ClientEnvironment/whileUnowned(_:)`` has returned.
  func checkOwner() throws(ClientError) {
    guard environment.ownership?.isEnding == true else { return }
    throw ClientError(.storage, operation: .accountRenew, detail: FileSystemError.inUse.detail)
  }
}
