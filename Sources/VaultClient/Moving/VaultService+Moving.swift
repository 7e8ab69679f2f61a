public import Foundation
public import MediaCore

extension VaultService {
  /// Exports the data of the account that exists only on this device, as one JSON file: pending and refused changes, the numbers of lists
  /// that were made on this device, conflicts, and the preferences. The file contains no password and no token. Needs no network. A service
  /// that only reads can also export.
  /// - Throws: `signedOut`, `storage`.
  public func exportData() async throws(ClientError) -> Data { try await mover.exportData() }

  /// Imports a file of ``exportData()`` that comes from another device, or from this device before its data was erased. Needs no network.
  /// Unsent changes keep their time and order, as if the other device had sent them. Importing the same file again changes nothing.
  /// - Parameters:
  ///   - data: the contents of the file.
  ///   - other: the address under which the other device reaches this server; nil if the address is the same as here. Pass an address only
  ///     after the user has confirmed that both addresses lead to the same server.
  /// - Returns: what was imported, merged and ignored.
  /// - Throws: `invalidRequest` with an `ImportProblem` for a file that cannot be imported, in which case nothing has changed; `signedOut`;
  ///   `storage`, with the detail `inUse` for a service that only reads. After a `storage` error, import the file again.
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
