public import Foundation
public import MediaCore

extension ShelfService {
  /// Exports the data of the account that only this device has, as one JSON file. The file contains waiting and refused changes (listening,
  /// places, bookmarks, lists), the queue of items to play next, the order of the home shelves, the episodes that were removed from Latest,
  /// the items played lately, the settings of single items, conflicts, and the settings of playback and downloads. The file contains no
  /// password and no token. This method needs no network, and also works in a service that only reads.
  ///
  /// The file contains no downloads, since the other device can download them from the server.
  /// - Throws: `signedOut`, `storage`.
  public func exportData() async throws(ClientError) -> Data { try await mover.exportData() }

  /// Imports a file that ``exportData()`` wrote on another device, or on this device before its data was erased. Needs no network. Unsent
  /// changes keep their time and order, as if the other device had sent them. Importing a file again changes nothing.
  /// - Parameters:
  ///   - data: the content of the file.
  ///   - other: the address that the other device used for this server; nil if both devices use the same address. Pass an address only
  ///     after the user has confirmed that both addresses lead to the same server.
  /// - Returns: a report of the entries that were added, merged and skipped.
  /// - Throws: `invalidRequest` with an `ImportProblem` if the file cannot be imported, in which case nothing is changed; `signedOut`;
  ///   `storage`, with the detail `inUse` in a service that only reads. After a `storage` error, import the file again.
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
