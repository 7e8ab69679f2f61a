public import MediaCore

extension VaultStore {
  /// Changes some members of a film; the others stay as the server has them.
  @discardableResult
  public func update(_ movie: Int, _ change: MovieChange) async throws(ClientError) -> Submission {
    let imdbID = try await snapshot().movie(movie)?.imdbID
    return try await submit(MovieEditMutation(movie: movie, imdbID: imdbID, change: change), as: .edited)
  }
}

struct MovieEditMutation: VaultMutation {
  static let kind: MutationKind = "vault.edit.movie"

  var movie: Int
  var imdbID: String?
  var change: MovieChange

  var target: String { "movie/\(movie)" }

  func fetch(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> Movie? {
    try await ifPresent { try await api.movies.movie(movie).writable }
  }

  func refusal(over remote: Movie?) -> VaultRefusal? {
    VaultRefusal(title: remote.map(\.imdbID), changedAs: imdbID, accepting: [change.imdbID])
  }

  func perform(_ api: VaultAPI, over remote: Movie?, _ context: MutationContext) async throws(ClientError) {
    guard let remote else { return }
    _ = try await api.movies.replace(movie, with: MovieFields(remote, with: change))
  }

  func isReflected(in remote: Movie?) -> Bool { remote.map(change.isShown) ?? false }

  func coalesced(with newer: MovieEditMutation) -> MovieEditMutation? {
    guard Self.isSameTitle(imdbID, newer.imdbID) || newer.imdbID == change.imdbID else { return nil }
    return MovieEditMutation(movie: movie, imdbID: imdbID ?? newer.imdbID, change: change.merged(with: newer.change))
  }

  func apply(to snapshot: inout VaultSnapshot) {
    if change.collection == nil {
      snapshot.change(movie: movie, everywhere: true) { change.apply(to: &$0) }
    } else if var moved = snapshot.library?.value.movie(movie) {
      change.apply(to: &moved)
      snapshot.library?.value.removeMovie(movie)
      snapshot.library?.value.add(moved)
    }
  }
}
