import Foundation
import MediaCore

/// A change of the place in an ebook. The server keeps it in the record of the listening, beside it and under the same date.
///
/// Its target differs from that of ``ProgressMutation``: reading and listening are merged by themselves, and neither waits for the other.
struct EbookMutation: Mutation {
  static let kind: MutationKind = "shelf.ebook"

  /// The roles that send the change.
  struct API: Sendable {
    let progress: any ProgressAPI
    /// The current time, by the server's clock if known, else by the device's.
    let now: @Sendable () -> Date
    let readings: ProgressReadings
  }

  var item: PlayableID
  /// An epubcfi or a page, as the reader writes it.
  var location: String
  /// 0…1.
  var fraction: Double
  /// When the user turned the page.
  var at: Date
  /// Whether ``at`` is by the server's clock. If not, it is corrected once the server's clock is known.
  var isServerTime: Bool

  var target: String { "ebook/\(item)" }

  var isPlausible: Bool {
    WireID.arePlausible(item.ids) && (0...1).contains(fraction) && location.utf8.count <= Self.longestLocation
  }

  static let longestLocation = 4096

  func fetch(_ api: API, _ context: MutationContext) async throws(ClientError) -> MediaProgress? {
    try await api.progress.progress(of: item)
  }

  func isReflected(in remote: MediaProgress?) -> Bool { remote?.ebookPlace == place }

  var place: EbookPlace { EbookPlace(location: location, fraction: fraction) }

  func resolve(_ merge: MergeInput<EbookMutation>) -> Resolution<EbookMutation> {
    var mutation = self
    if !isServerTime, let now = merge.serverNow { mutation.at = at + now.timeIntervalSince(merge.deviceNow) }
    mutation.at = min(mutation.at, merge.serverNow ?? mutation.at)
    mutation.isServerTime = isServerTime || merge.serverNow != nil
    guard let place = merge.remote?.ebookPlace else { return .write(mutation) }
    if isReflected(in: merge.remote) { return .done }
    // If the server has the last synced page, or the page of an earlier attempt, no other device turned pages: write this page.
    if place == merge.base?.ebookPlace || place == merge.sent?.place { return .write(mutation) }
    // `lastUpdate` dates the record's last change of any kind. If it is not after this change, write this page.
    guard let last = merge.remote?.lastUpdate, last > mutation.at else { return .write(mutation) }
    return .superseded(reason: MergeResult<EbookPlace>.Rule.later.rawValue)
  }

  func perform(
    _ api: API, over remote: MediaProgress?, _ context: MutationContext
  ) async throws(ClientError) {
    // Drop the record that `readings` keeps: it has the page from before this change, and the next save of listening would put that back
    // into the cache.
    defer { api.readings.forget(item, context) }
    var update = ProgressUpdate(lastUpdate: at)
    (update.ebookLocation, update.ebookProgress) = (location, fraction)
    // If the item was listened to, keep the date of the listening. With a later date, another device's listening that is not on the server
    // yet would lose against this record's older place.
    if let last = remote?.lastUpdate { update.lastUpdate = remote?.hasListening == true ? last : max(at, last) }
    if remote == nil, api.now().timeIntervalSince(at) > 2 { try await createDated(update, api) }
    // Send the page also after `createDated`, which skips an item that is gone without an error.
    try await api.progress.update(item, update)
  }

  /// Creates the record with the date of `update`: the first element creates the record with the server's time, the second sets the date.
  /// With the server's time, listening after this page that is not on the server yet would lose against the record's place at the start.
  private func createDated(_ update: ProgressUpdate, _ api: API) async throws(ClientError) {
    let dated = BatchProgressUpdate(libraryItemId: item.libraryItemId, episodeId: item.episodeId, update: update)
    try await api.progress.update([dated, dated])
  }

  /// Puts the page that the server showed into the record.
  func settle(_ record: MutationRecord, in known: inout [String: MediaProgress]) {
    guard let remote = record.remote(EbookMutation.self) else { return }
    guard known[item.description] != nil else { return known[item.description] = remote }
    known[item.description]?.ebookLocation = remote.ebookLocation
    known[item.description]?.ebookProgress = remote.ebookProgress
  }
}

/// The place in an ebook: the value that is merged.
struct EbookPlace: Codable, Hashable, Sendable {
  var location: String
  var fraction: Double
}

extension MediaProgress {
  /// The place in the ebook; nil if the ebook was never opened. Some clients store only the fraction: the location is then an empty text.
  var ebookPlace: EbookPlace? {
    let (location, fraction) = (ebookLocation ?? "", ebookProgress ?? 0)
    return location.isEmpty && fraction <= 0 ? nil : EbookPlace(location: location, fraction: fraction)
  }

  /// Whether the ebook was read and the item was not listened to.
  var isOnlyRead: Bool { ebookPlace != nil && !hasListening }

  /// Whether the item was listened to.
  var hasListening: Bool { (currentTime ?? 0) > 0 || isFinished }
}
