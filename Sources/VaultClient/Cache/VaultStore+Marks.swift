public import MediaCore

extension VaultStore {
  /// Marks as watched or unwatched, whatever the mark is now. Durable when it returns.
  ///
  /// The server only toggles: its mark is read first, toggled if it differs, and read again; a lost answer is never
  /// followed by a blind second toggle. Of a series, a season or a collection only the episodes and films that differ
  /// are touched.
  /// - Throws: `notFound` for a collection of which no film is cached.
  @discardableResult
  public func setWatched(_ watched: Bool, for target: WatchTarget) async throws(ClientError) -> [Submission] {
    let snapshot = try await snapshot()
    var mark: SeriesMarkMutation
    switch target {
    case .movie(let id): return [try await setWatched(watched, movie: id, snapshot)]
    case .collection(let id):
      let movies = snapshot.movies(ofCollection: id)
      guard !movies.isEmpty else { throw ClientError(.notFound, operation: "vault.mark.collection") }
      var films: [Submission] = []
      for movie in movies { films.append(try await setWatched(watched, movie: movie.id, snapshot)) }
      await follow(films, ofCollection: id)
      return films
    case .series(let id): mark = SeriesMarkMutation(series: id, all: watched)
    case .season(let id, let number): mark = SeriesMarkMutation(series: id, seasons: [number: watched])
    case .episode(let id, let position):
      mark = SeriesMarkMutation(series: id, episodes: [position.description: watched])
    }
    mark.imdbID = snapshot.series(mark.series)?.imdbID
    return [try await submit(mark, as: watched ? .watched : .unwatched)]
  }

  private func setWatched(
    _ watched: Bool, movie: Int, _ snapshot: VaultSnapshot
  ) async throws(ClientError) -> Submission {
    let mark = MovieMarkMutation(movie: movie, imdbID: snapshot.movie(movie)?.imdbID, watched: watched)
    return try await submit(mark, as: watched ? .watched : .unwatched)
  }

  /// The mark that the server's toggles have set; nil when no toggle was needed or none has succeeded, as while a
  /// change waits for the network. Marks of single episodes and seasons have no such answer.
  func toggledMark(_ submissions: [Submission]) async -> Bool? {
    let ids = Set(submissions.map(\.id))
    let marks = ((try? await queue.all()) ?? []).filter { ids.contains($0.id) && $0.state == .synced }
      .compactMap { $0.sent(MovieMarkMutation.self)?.watched ?? $0.sent(SeriesMarkMutation.self)?.all }
    return marks.isEmpty ? nil : marks.allSatisfy { $0 }
  }
}
