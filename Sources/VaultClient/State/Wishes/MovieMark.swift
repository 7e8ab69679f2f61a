import MediaCore

/// A film shall be watched, or not.
struct MovieMark: VaultWish {
  static let kind: Intent.Kind = "vault.mark.movie"

  var movie: Int
  /// Which film was meant: ids are given out again.
  var imdbID: String?
  var watched: Bool

  var target: String { "movie/\(movie)" }

  func read(_ calls: WishCalls) async throws(ClientError) -> Movie? {
    try await ifPresent { () async throws(ClientError) in try await calls.movies.movie(movie) }
  }

  func decide(_ known: Movie?) -> WishDecision {
    guard let known else { return .refuse(.gone) }
    guard imdbID == nil || known.imdbID == imdbID else { return .refuse(.anotherTitle) }
    return known.watched == watched ? .alreadyTrue : .write
  }

  /// The toggle that checks whose film it is.
  func write(_ calls: WishCalls, _ known: Movie?, _ intent: Intent) async throws(ClientError) {
    let answer = try await calls.watchlist.toggleWatched(.movie(movie))
    calls.answered(target, answer.watched)
  }

  func isShown(by known: Movie?) -> Bool { known?.watched == watched }

  func apply(to known: inout KnownVault) { known.change(movie: movie, everywhere: false) { $0.watched = watched } }
}
