public import Foundation
public import MediaCore

extension TallyService {
  /// Exports the account's data that exists only on this device, as one JSON file. The file contains waiting and refused changes (the
  /// watchlist, watched episodes, ratings, subscriptions), conflicts, and the country. The file contains no password and no token. The call
  /// needs no network, and also works for a service that only reads.
  /// - Throws: `signedOut`, `storage`.
  public func exportData() async throws(ClientError) -> Data { try await mover.exportData() }

  /// Imports a file that ``exportData()`` wrote on another device, or on this device before its data was erased. Needs no network. Unsent
  /// changes keep their time and order, as if the other device had sent them. Importing a file again changes nothing.
  /// - Parameters:
  ///   - data: the content of the file.
  ///   - other: the address that the other device used for this server; nil if both devices use the same address. Pass an address only
  ///     after the user has confirmed that both addresses lead to the same server.
  /// - Returns: a report of the data that was imported, merged and left unchanged.
  /// - Throws: `invalidRequest` with an `ImportProblem` if the file cannot be imported, in which case nothing is changed; `signedOut`;
  ///   `storage`, with the detail `inUse` for a service that only reads. After a `storage` error, import the file again.
  @discardableResult
  public func importData(_ data: Data, from other: ServerAddress? = nil) async throws(ClientError) -> ImportReport {
    try await mover.importData(data, from: other)
  }

  private var mover: AccountMover {
    AccountMover(
      "tally", client, queue,
      parts: [
        .conflicts("progressConflicts", caches.progressConflicts), .conflicts("entryConflicts", caches.entryConflicts),
        .conflicts("subscriptionConflicts", caches.subscriptionConflicts), country.moved,
      ])
  }
}

extension CountryPreference {
  /// The country in an exported file.
  private struct Moved: Codable, Equatable {
    var country: String?
  }

  var moved: MovedPart {
    .settings("preferences", first: Moved()) {
      $0.country.map(Self.isCode) ?? true
    } read: {
      [self] () async throws(ClientError) in
      Moved(country: chosen)
    } write: { [self] (settings, _) async throws(ClientError) in
      if let country = settings.country { set(country) }
    }
  }
}
