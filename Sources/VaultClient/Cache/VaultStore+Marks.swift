public import MediaCore

extension VaultStore {
  /// Marks as watched or unwatched, whatever the mark is now. Durable when it returns.
  ///
  /// The server only toggles: its mark is read, toggled if it differs, and read again; a lost answer is never followed
  /// by a blind second toggle. Only the episodes and films that differ are touched.
  /// - Throws: `notFound` for a collection of which no film is cached.
  @discardableResult
  public func setWatched(_ watched: Bool, for target: WatchTarget) async throws(ClientError) -> [Submission] {
    let snapshot = try await snapshot()
    let change: InsightEvent.Change = watched ? .watched : .unwatched
    var mark: SeriesMarkMutation
    switch target {
    case .movie(let id):
      let imdbID = snapshot.movie(id)?.imdbID
      return [try await submit(MovieMarkMutation(movie: id, imdbID: imdbID, watched: watched), as: change)]
    case .collection(let id):
      let movies = snapshot.movies(ofCollection: id)
      guard !movies.isEmpty else { throw ClientError(.notFound, operation: "vault.mark.collection") }
      let marks = movies.map { MovieMarkMutation(movie: $0.id, imdbID: $0.imdbID, watched: watched) }
      let films = try await submit(marks, as: change)
      await progress.follow(films, ofCollection: id)
      return films
    case .series(let id): mark = SeriesMarkMutation(series: id, all: watched)
    case .season(let id, let number): mark = SeriesMarkMutation(series: id, seasons: [number: watched])
    case .episode(let id, let season, let number):
      mark = SeriesMarkMutation(series: id, episodes: ["\(season)x\(number)": watched])
    }
    mark.imdbID = snapshot.series(mark.series)?.imdbID
    return [try await submit(mark, as: change)]
  }

  /// The mark that the server's toggles have set; nil when no toggle was needed or none has succeeded, as while a
  /// change waits for the network. Marks of single episodes and seasons have no such answer.
  func toggledMark(_ submissions: [Submission]) async -> Bool? {
    let ids = Set(submissions.map(\.id))
    // Accepted just now, they are in memory: that fails only when the account has signed out.
    let marks = ((try? await queue.all()) ?? []).filter { ids.contains($0.id) && $0.state == .synced }
      .compactMap { $0.sent(MovieMarkMutation.self)?.watched ?? $0.sent(SeriesMarkMutation.self)?.all }
    return marks.isEmpty ? nil : marks.allSatisfy { $0 }
  }
}
