import MediaCore

/// At a place of a series there shall be an episode, or none.
struct EpisodeWish: VaultWish {
  static let kind: Intent.Kind = "vault.episode"

  var series: Int
  var position: EpisodePosition
  /// Nil for none.
  var fields: EpisodeFields?

  var target: String { "series/\(series)" }

  /// Nil also stands for: no episode there.
  func read(_ calls: WishCalls) async throws(ClientError) -> Episode? {
    try await calls.episodes.all(of: series).first { $0.position == position }
  }

  func write(_ calls: WishCalls, _ known: Episode?, _ intent: Intent) async throws(ClientError) {
    switch (known, fields) {
    case (let known?, var fields?):
      // The mark is a wish of its own.
      fields.watched = known.watched
      _ = try await calls.episodes.replace(known.id, with: fields)
    case (let known?, nil): try await calls.episodes.delete(known.id)
    case (nil, let fields?): _ = try await calls.episodes.create(fields)
    case (nil, nil): break
    }
  }

  func isShown(by known: Episode?) -> Bool {
    guard let fields else { return known == nil }
    guard let known else { return false }
    return known.title == fields.title && known.airDate == fields.airDate && (known.code ?? fields.code) == fields.code
  }

  func merged(with newer: EpisodeWish) -> EpisodeWish? { newer.position == position ? newer : nil }

  func apply(to known: inout KnownVault) {
    known.change(series: series) { series in
      guard let fields else { return series.episodes.removeAll { $0.position == position } }
      if let index = series.episodes.firstIndex(where: { $0.position == position }) {
        series.episodes[index].title = fields.title
        series.episodes[index].airDate = fields.airDate
        series.episodes[index].code = fields.code
      }
    }
  }
}
