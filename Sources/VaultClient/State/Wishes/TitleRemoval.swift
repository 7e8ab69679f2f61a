import MediaCore

/// A film or a series shall be gone, a series with its episodes.
struct TitleRemoval: VaultWish {
  static let kind: Intent.Kind = "vault.remove"

  struct Known: Codable, Hashable, Sendable {
    var imdbID: String?
  }

  var title: TitleReference
  /// Which one was meant: ids are given out again, and the next bearer of the id must not go.
  var imdbID: String?

  var target: String { title.description }

  func read(_ calls: WishCalls) async throws(ClientError) -> Known? {
    try await ifPresent { () async throws(ClientError) in
      switch title {
      case .movie(let id): Known(imdbID: try await calls.movies.movie(id).imdbID)
      case .series(let id): Known(imdbID: try await calls.series.series(id).imdbID)
      case .collection: throw ClientError(.invalidRequest, operation: "vault.remove")
      }
    }
  }

  func write(_ calls: WishCalls, _ known: Known?, _ intent: Intent) async throws(ClientError) {
    try await calls.watchlist.remove(title)
  }

  func isShown(by known: Known?) -> Bool {
    guard let known else { return true }
    return imdbID != nil && known.imdbID != imdbID
  }

  func apply(to known: inout KnownVault) { known.remove(ListItem(title.kind, title.id)) }
}
