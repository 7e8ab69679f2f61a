import MediaCore

/// Marks a film as watched or not.
struct MovieMarkMutation: VaultMutation {
  static let kind: MutationKind = "vault.mark.movie"

  var movie: Int
  /// The IMDb id of the film: the server reuses ids of deleted films.
  var imdbID: String?
  var watched: Bool

  var target: String { "movie/\(movie)" }

  func fetch(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> Movie? {
    try await ifPresent { try await api.movies.movie(movie) }
  }

  func refusal(over remote: Movie?) -> VaultRefusal? { VaultRefusal(title: remote.map(\.imdbID), changedAs: imdbID) }

  /// Uses the toggle route that checks the film's owner.
  func perform(_ api: VaultAPI, over remote: Movie?, _ context: MutationContext) async throws(ClientError) {
    _ = try await api.watchlist.toggleWatched(.movie(movie))
  }

  func isReflected(in remote: Movie?) -> Bool { remote?.watched == watched }

  func apply(to snapshot: inout VaultSnapshot) {
    snapshot.change(movie: movie, everywhere: false) { $0.watched = watched }
  }
}
