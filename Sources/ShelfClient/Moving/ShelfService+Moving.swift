public import Foundation
public import MediaCore

extension ShelfService {
  /// Exports the data of the account that only this device has, as one JSON file: waiting and refused changes (listening, places,
  /// bookmarks, lists), up next, the order of the home shelves, what was removed from Latest, items played lately, settings of single
  /// items, conflicts, and the settings of playback and downloads. No password and no token is in it. Needs no network; a reading service
  /// can also export.
  ///
  /// Downloads are not in the file: the other device loads them from the server.
  /// - Throws: `signedOut`, `storage`.
  public func exportData() async throws(ClientError) -> Data { try await mover.exportData() }

  /// Takes in a file of ``exportData()`` from another device, or from this one before it was erased. Needs no network. Unsent
  /// changes keep their time and order, as if the other device had sent them. Importing a file again changes nothing.
  /// - Parameters:
  ///   - data: the file.
  ///   - other: the address that the other device used for this server; nil if it is the same as here. Pass one only after the
  ///     user has confirmed that both addresses lead to the same server.
  /// - Returns: a report of the entries that were taken, merged and skipped.
  /// - Throws: `invalidRequest` with an `ImportProblem` for a file that does not fit, and then nothing has changed;
  ///   `signedOut`; `storage`, with the detail `inUse` for a service that only reads. After a `storage` error, import the file again.
  @discardableResult
  public func importData(_ data: Data, from other: ServerAddress? = nil) async throws(ClientError) -> ImportReport {
    try await mover.importData(data, from: other)
  }

  private var mover: AccountMover {
    AccountMover(
      "shelf", client, queue,
      parts: [
        .localIDs("listIDs", madeLists.ids) { WireID.arePlausible([$0]) }, upNext.moved, queueStore.moved,
        playedItems.moved, homeStore.moved, itemSettings.moved, progressStore.moved, playbackSettings.moved,
        downloads.moved, downloads.movedRules,
      ])
  }
}
