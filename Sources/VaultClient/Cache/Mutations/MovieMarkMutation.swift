import MediaCore

/// Marks a film as watched or not.
struct MovieMarkMutation: ConflictingMutation {
  static let kind: MutationKind = "vault.mark.movie"
  static var isMadeAgain: Bool { false }

  var movie: Int
  /// The IMDb id of the film: the server reuses ids of deleted films.
  var imdbID: String?
  var watched: Bool

  var target: String { "movie/\(movie)" }

  func fetch(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> Movie? {
    try await ifPresent { try await api.movies.movie(movie).writable }
  }

  func refusal(over remote: Movie?) -> VaultRefusal? { VaultRefusal(title: remote.map(\.imdbID), changedAs: imdbID) }

  /// Uses the toggle route that checks the film's owner. Where that is delivered twice, the mark is set with the film's
  /// other members, which were just read.
  func perform(_ api: VaultAPI, over remote: Movie?, _ context: MutationContext) async throws(ClientError) {
    if api.deliveries.isInverted(context.id), let remote, let owner = remote.userID, owner == Int(context.account) {
      _ = try await api.movies.replace(movie, with: with(MovieFields(remote)) { $0.watched = watched })
    } else {
      let answer = try await api.watchlist.toggleWatched(.movie(movie))
      api.deliveries.recordToggle(context.id, isInverted: answer.watched != watched)
    }
  }

  func coalesced(with newer: MovieMarkMutation) -> MovieMarkMutation? {
    Self.isSameTitle(imdbID, newer.imdbID) ? with(newer) { $0.imdbID = newer.imdbID ?? imdbID } : nil
  }

  func isReflected(in remote: Movie?) -> Bool { remote?.watched == watched }

  func apply(to snapshot: inout VaultSnapshot) {
    snapshot.change(movie: movie, everywhere: false) { $0.watched = watched }
  }
}

extension MovieMarkMutation {
  var subject: VaultConflict.Subject { .movie(movie) }

  /// The mark of the watchlist; the row in a list has a mark of its own.
  func base(in snapshot: VaultSnapshot) -> Movie? {
    (snapshot.library?.value.movie(movie) ?? snapshot.hidden?.value.movie(movie)).map { known in
      with(Movie(id: movie)) { $0.watched = known.watched }
    }
  }

  func differences(base: Movie, theirs: Movie) -> [VaultConflict.Difference] {
    var all: [VaultConflict.Difference] = []
    all.add(.watched, base: base.watched, ours: watched, theirs: theirs.watched)
    return all
  }

  func remedy(_ lost: Movie) -> ConflictRemedy? { .movieMark(movie, lost.watched) }
}
