import Foundation
public import MediaCore

extension ListeningProgressStore {
  /// Moves the place in the ebook of an item, with or without a network (`PATCH /api/me/progress/{item}`). Durable when it returns. The
  /// place in the audio stays as it is. When two devices turned a page, the later place counts, as far as the record's date shows it.
  ///
  /// An app calls this at each turn of a page: waiting changes become one.
  /// - Parameters:
  ///   - location: an epubcfi or a page, as the app's reader writes it; at most 4,096 bytes.
  ///   - fraction: 0…1 of the whole ebook.
  /// - Throws: `invalidRequest` for an impossible place or an episode; `signedOut`, `storage`.
  @discardableResult
  public func setEbookPlace(
    _ id: PlayableID, to location: String, fraction: Double
  ) async throws(ClientError) -> Submission {
    try WireID.check(id.ids, operation: .shelfProgressPosition)
    let (now, isServerTime) = moment()
    let mutation = EbookMutation(item: id, location: location, fraction: fraction, at: now, isServerTime: isServerTime)
    guard id.episodeId == nil, fraction.isFinite, mutation.isPlausible else {
      throw ClientError(.invalidRequest, operation: .shelfProgressPosition)
    }
    let view = try await records.view()
    return try await queue.submit(
      mutation, base: view.server[id.description], isCurrent: !view.open.hasChange(like: mutation))
  }
}
