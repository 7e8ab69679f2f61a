import MediaCore

/// A series shall have another title or IMDb id.
struct SeriesEdit: VaultWish {
  static let kind: Intent.Kind = "vault.edit.series"

  var series: Int
  var imdbID: String?
  var title: String?
  var newIMDbID: String?

  var target: String { "series/\(series)" }

  func read(_ calls: WishCalls) async throws(ClientError) -> Series? {
    try await ifPresent { () async throws(ClientError) in try await calls.series.series(series) }
  }

  func decide(_ known: Series?) -> WishDecision {
    guard let known else { return .refuse(.gone) }
    guard imdbID == nil || known.imdbID == imdbID || known.imdbID == newIMDbID else { return .refuse(.anotherTitle) }
    return isShown(by: known) ? .alreadyTrue : .write
  }

  func write(_ calls: WishCalls, _ known: Series?, _ intent: Intent) async throws(ClientError) {
    guard let known else { return }
    _ = try await calls.series.replace(
      series, title: title ?? known.title, imdbID: newIMDbID ?? known.imdbID ?? imdbID ?? "")
  }

  func isShown(by known: Series?) -> Bool {
    guard let known else { return false }
    return (title ?? known.title) == known.title && (newIMDbID ?? known.imdbID) == known.imdbID
  }

  func merged(with newer: SeriesEdit) -> SeriesEdit? {
    SeriesEdit(
      series: series, imdbID: imdbID ?? newer.imdbID, title: newer.title ?? title,
      newIMDbID: newer.newIMDbID ?? newIMDbID)
  }

  func apply(to known: inout KnownVault) {
    known.change(series: series) { series in
      series.title = title ?? series.title
      series.imdbID = newIMDbID ?? series.imdbID
    }
  }
}
