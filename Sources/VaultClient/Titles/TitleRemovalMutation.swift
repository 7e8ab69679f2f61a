public import MediaCore

extension VaultStore {
  /// Removes a title from the vault for good, of a collection every cached film, of a series its episodes too.
  @discardableResult
  public func remove(_ title: TitleReference) async throws(ClientError) -> [Submission] {
    let snapshot = try await snapshot()
    switch title {
    case .movie(let id): return [try await remove(title, snapshot.movie(id)?.imdbID)]
    case .series(let id): return [try await remove(title, snapshot.series(id)?.imdbID)]
    case .collection(let id):
      var submissions: [Submission] = []
      for movie in snapshot.movies(ofCollection: id) {
        submissions.append(try await remove(.movie(movie.id), movie.imdbID))
      }
      return submissions
    }
  }

  private func remove(_ title: TitleReference, _ imdbID: String?) async throws(ClientError) -> Submission {
    try await submit(TitleRemovalMutation(title: title, imdbID: imdbID), as: .removed)
  }

  /// Removes everything in the cached library, title by title: unlike ``WatchlistAPI/clear()`` this keeps titles that
  /// were added on other devices in the meantime.
  @discardableResult
  public func removeAll() async throws(ClientError) -> [Submission] {
    guard let library = try await library()?.value else { return [] }
    var submissions: [Submission] = []
    for movie in library.allMovies { submissions.append(try await remove(.movie(movie.id), movie.imdbID)) }
    for series in library.series { submissions.append(try await remove(.series(series.id), series.imdbID)) }
    return submissions
  }
}

/// Removes a film, or a series with its episodes.
struct TitleRemovalMutation: VaultMutation {
  static let kind: MutationKind = "vault.remove"

  struct Remote: Codable, Hashable, Sendable {
    var imdbID: String?
  }

  var title: TitleReference
  /// The IMDb id of the title: the server reuses ids, and the next title with this id must not be removed.
  var imdbID: String?

  var target: String { title.description }

  func fetch(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> Remote? {
    try await ifPresent { () async throws(ClientError) in
      switch title {
      case .movie(let id): Remote(imdbID: try await api.movies.movie(id).imdbID)
      case .series(let id): Remote(imdbID: try await api.series.series(id).imdbID)
      case .collection: throw ClientError(.invalidRequest, operation: "vault.remove")
      }
    }
  }

  func perform(_ api: VaultAPI, over remote: Remote?, _ context: MutationContext) async throws(ClientError) {
    try await api.watchlist.remove(title)
  }

  func isReflected(in remote: Remote?) -> Bool {
    guard let remote else { return true }
    return imdbID != nil && remote.imdbID != imdbID
  }

  func apply(to snapshot: inout VaultSnapshot) { snapshot.remove(ListItem(title.kind, title.id)) }
}
