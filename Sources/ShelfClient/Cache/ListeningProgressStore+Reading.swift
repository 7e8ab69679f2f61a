import Foundation
public import MediaCore

extension ListeningProgressStore {
  /// Sets the place in the ebook of an item, with or without a network (`PATCH /api/me/progress/{item}`). The change is durable when the
  /// call returns. The position in the audio does not change. If two devices have set a place, the later place stays, provided that the
  /// date of the server's record shows which place is later.
  ///
  /// Call this method at each turn of a page: changes that wait to be sent are merged into one.
  /// - Parameters:
  ///   - location: an epubcfi or a page, as the app's reader writes it; at most 4,096 bytes.
  ///   - fraction: the fraction of the whole ebook, 0…1.
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
