public import Foundation
public import MediaCore

extension VaultService {
  /// Exports the data of the account that only this device has, as one JSON file: waiting and refused changes, the numbers of lists that
  /// were made here, conflicts, and the preferences. No password and no token is in it. Needs no network; a service that only reads can
  /// also export.
  /// - Throws: `signedOut`, `storage`.
  public func exportData() async throws(ClientError) -> Data { try await mover.exportData() }

  /// Takes in a file of ``exportData()`` from another device, or from this one before it was erased. Needs no network. Unsent
  /// changes keep their time and order, as if the other device had sent them. Importing a file again changes nothing.
  /// - Parameters:
  ///   - data: the file.
  ///   - other: the address that the other device used for this server; nil if it is the same as here. Pass one only after the
  ///     user has confirmed that both addresses lead to the same server.
  /// - Returns: what was taken, merged and left alone.
  /// - Throws: `invalidRequest` with an `ImportProblem` for a file that does not fit, and then nothing has changed;
  ///   `signedOut`; `storage`, with the detail `inUse` for a service that only reads. After a `storage` error, import the file again.
  @discardableResult
  public func importData(_ data: Data, from other: ServerAddress? = nil) async throws(ClientError) -> ImportReport {
    try await mover.importData(data, from: other)
  }

  private var mover: AccountMover {
    AccountMover(
      "vault", client, queue,
      parts: [
        .localIDs("listNumbers", store.numbers) { $0 != .min }, .conflicts("conflicts", store.conflictStore),
        preferences.moved,
      ])
  }
}

extension Preferences {
  /// The preferences in an exported file, by their names. They are those of the device, whoever is signed in.
  var moved: MovedPart {
    .settings("preferences", first: [String: String]()) { [self] () async throws(ClientError) in
      try all()
    } write: { [self] (preferences, _) async throws(ClientError) in
      try write(preferences)
    }
  }
}
