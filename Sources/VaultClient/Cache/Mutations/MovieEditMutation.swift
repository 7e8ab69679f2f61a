public import MediaCore

extension VaultStore {
  /// Changes the members of a film that are set in `change`. Members that are nil in `change` keep the server's values.
  @discardableResult
  public func update(_ movie: Int, _ change: MovieChange) async throws(ClientError) -> Submission {
    let imdbID = try await snapshot().movie(movie)?.imdbID
    return try await submit(MovieEditMutation(movie: movie, imdbID: imdbID, change: change), as: .edited)
  }
}

struct MovieEditMutation: ConflictingMutation {
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
    snapshot.change(movie: movie, everywhere: true) { change.apply(to: &$0) }
    guard change.collection != nil else { return }
    snapshot.library?.value.regroup(movie)
    for key in snapshot.contents.keys { snapshot.contents[key]?.value.regroup(movie) }
  }
}

extension MovieEditMutation {
  var subject: VaultConflict.Subject { .movie(movie) }

  var members: Set<VaultConflict.MemberName> {
    var set: Set<VaultConflict.MemberName> = []
    if change.title != nil { set.insert(.title) }
    if change.imdbID != nil { set.insert(.imdbID) }
    if change.releaseDate != nil { set.insert(.date) }
    if change.collection != nil { set.insert(.collection) }
    return set
  }

  func base(in snapshot: VaultSnapshot) -> Movie? {
    snapshot.movie(movie).map { movie in with(movie.writable) { ($0.watched, $0.userID) = (false, nil) } }
  }

  func differences(base: Movie, theirs: Movie) -> [VaultConflict.Difference] {
    let ours = with(theirs, change.apply)
    var all: [VaultConflict.Difference] = []
    if change.title != nil { all.add(.title, base: base.title, ours: ours.title, theirs: theirs.title) }
    if change.imdbID != nil { all.add(.imdbID, base: base.imdbID, ours: ours.imdbID, theirs: theirs.imdbID) }
    if change.releaseDate != nil {
      all.add(
        .date, base: base.releaseDate?.rawValue, ours: ours.releaseDate?.rawValue, theirs: theirs.releaseDate?.rawValue)
    }
    if change.collection != nil {
      all.add(.collection, base: base.collectionText, ours: ours.collectionText, theirs: theirs.collectionText)
    }
    return all
  }

  func remedy(_ lost: Movie) -> ConflictRemedy? {
    var back = MovieChange()
    if change.title != nil { back.title = lost.title }
    if change.imdbID != nil { back.imdbID = lost.imdbID }
    if change.releaseDate != nil { back.releaseDate = lost.releaseDate ?? "" }
    if change.collection != nil {
      back.collection =
        lost.collectionID.map { .collection(id: $0, name: lost.collectionName ?? "") }
        ?? MovieChange.CollectionChange.none
    }
    return .movie(movie, back)
  }
}

extension Movie {
  /// The name of the collection, or else its number.
  fileprivate var collectionText: String? {
    guard let collectionID else { return nil }
    return collectionName.flatMap { $0.isEmpty ? nil : $0 } ?? String(collectionID)
  }
}
