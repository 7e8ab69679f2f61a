import MediaCore

/// Some members of a film shall have other values; all others stay as the server has them.
struct MovieEdit: VaultWish {
  static let kind: Intent.Kind = "vault.edit.movie"

  var movie: Int
  var imdbID: String?
  var change: MovieChange

  var target: String { "movie/\(movie)" }

  func read(_ calls: WishCalls) async throws(ClientError) -> Movie? {
    try await ifPresent { () async throws(ClientError) in try await calls.movies.movie(movie) }
  }

  func decide(_ known: Movie?) -> WishDecision {
    guard let known else { return .refuse(.gone) }
    guard imdbID == nil || known.imdbID == imdbID || known.imdbID == change.imdbID else {
      return .refuse(.anotherTitle)
    }
    return change.isShown(by: known) ? .alreadyTrue : .write
  }

  func write(_ calls: WishCalls, _ known: Movie?, _ intent: Intent) async throws(ClientError) {
    guard let known else { return }
    _ = try await calls.movies.replace(movie, with: MovieFields(known, with: change))
  }

  func isShown(by known: Movie?) -> Bool { known.map(change.isShown) ?? false }

  func merged(with newer: MovieEdit) -> MovieEdit? {
    MovieEdit(movie: movie, imdbID: imdbID ?? newer.imdbID, change: change.merged(with: newer.change))
  }

  func apply(to known: inout KnownVault) {
    if change.collection == nil {
      known.change(movie: movie, everywhere: true) { change.apply(to: &$0) }
    } else if var moved = known.library?.value.movie(movie) {
      change.apply(to: &moved)
      known.library?.value.removeMovie(movie)
      known.library?.value.add(moved)
    }
  }
}
