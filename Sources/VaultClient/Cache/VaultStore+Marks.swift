public import MediaCore

extension VaultStore {
  /// Marks a film, a collection, a series, a season or an episode as watched or unwatched, whatever its mark was before. The change is
  /// durable when this method returns.
  ///
  /// The server can only toggle a mark. The SDK therefore reads the mark, toggles the mark if it differs from `watched`, and reads the mark
  /// again. If a response is lost, the SDK reads the mark before it toggles again. Episodes and films that have the mark already stay as
  /// they are.
  /// - Throws: `notFound` if `target` is a collection of which no film is cached.
  @discardableResult
  public func setWatched(_ watched: Bool, for target: WatchTarget) async throws(ClientError) -> [Submission] {
    let change: InsightEvent.Change = watched ? .watched : .unwatched
    var mark: SeriesMarkMutation
    switch target {
    case .movie(let id):
      let imdbID = try await snapshot().movie(id)?.imdbID
      return [try await submit(MovieMarkMutation(movie: id, imdbID: imdbID, watched: watched), as: change)]
    case .collection(let id):
      let movies = try await snapshot().movies(ofCollection: id)
      guard !movies.isEmpty else { throw ClientError(.notFound, operation: .vaultMarkCollection) }
      let marks = movies.map { MovieMarkMutation(movie: $0.id, imdbID: $0.imdbID, watched: watched) }
      let films = try await submit(marks, as: change)
      await progress.follow(films, ofCollection: id, in: queue)
      return films
    case .series(let id): mark = SeriesMarkMutation(series: id, all: watched)
    case .season(let id, let number): mark = SeriesMarkMutation(series: id, seasons: [number: watched])
    case .episode(let id, let season, let number):
      mark = SeriesMarkMutation(series: id, episodes: ["\(season)x\(number)": watched])
    }
    mark.imdbID = try await snapshot().series(mark.series)?.imdbID
    return [try await submit(mark, as: change)]
  }

  /// The answers of the server's toggles to marks, each in the place of its mark.
  func answers(to marks: [(submissions: [Submission], target: WatchTarget)]) async -> [MarkAnswer] {
    let ids = Set(marks.lazy.flatMap(\.submissions).map(\.id))
    // The queue has just accepted these marks, so reading fails only after a sign-out: then return no answers.
    let all = ((try? await queue.all()) ?? []).lazy.filter { ids.contains($0.id) }
    let known = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    return marks.map { mark in
      let records = mark.submissions.compactMap { known[$0.id] }
      let answers = records.filter { $0.state == .synced }.compactMap { $0.sentMark(of: mark.target) }
      if !answers.isEmpty { return .watched(answers.allSatisfy { $0 }) }
      return records.contains(where: \.isOpen) ? .open : .none
    }
  }
}

/// The answer of the server's toggles to a mark.
enum MarkAnswer: Equatable {
  /// The mark waits, for the network or the server.
  case open
  /// No toggle was needed, or none has succeeded.
  case none
  /// The mark that the toggles have set.
  case watched(Bool)
}

extension MutationRecord {
  /// The mark that was sent for a film, a series or a season; nil when nothing was sent.
  fileprivate func sentMark(of target: WatchTarget) -> Bool? {
    if let film = sent(MovieMarkMutation.self) { return film.watched }
    guard let series = sent(SeriesMarkMutation.self) else { return nil }
    if case .season(_, let number) = target { return series.seasons[number] ?? series.all }
    return series.all
  }
}
