public import Foundation
public import MediaCore

extension VaultService {
  /// Exports the data of the account that exists only on this device, as one JSON file: pending and refused changes, the provisional
  /// numbers of lists that were created on this device, conflicts, and the preferences. The file contains no password and no token. The
  /// export needs no network. A service that only reads can also export.
  /// - Throws: `signedOut`, `storage`.
  public func exportData() async throws(ClientError) -> Data { try await mover.exportData() }

  /// Imports a file that ``exportData()`` has made on another device, or on this device before its data was erased. The import needs no
  /// network. Changes that were not sent yet keep the times and the order in which they were made. Importing the same file again changes
  /// nothing.
  /// - Parameters:
  ///   - data: the contents of the file.
  ///   - other: the address under which the other device reaches this server. Pass nil if it is the same address as on this device. Pass
  ///     another address only after the user has confirmed that both addresses lead to the same server.
  /// - Returns: a report of the data that was imported, merged and ignored.
  /// - Throws: `signedOut`; `invalidRequest` with an `ImportProblem` if the file cannot be imported; `storage`, with the detail `inUse` for
  ///   a service that only reads. After `invalidRequest`, no data has changed. After a `storage` error, import the file again.
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
