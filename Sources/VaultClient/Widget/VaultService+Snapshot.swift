public import MediaCore

extension VaultService {
  /// Writes a ``WatchlistSnapshot`` now, and again after each change of the data in the snapshot, at most once a second. Writing ends when
  /// the token is released. Call this method when the app starts, in the process that owns the folder. A widget only reads the snapshot.
  public func keepSnapshot() -> ObservationToken {
    WatchlistSnapshot.file.keep(for: client, observing: [store.observe]) { () async throws(ClientError) in
      try await writeSnapshot()
    }
  }

  /// Writes the ``WatchlistSnapshot`` of the signed-in account. The file is durable when this method returns.
  /// - Throws: `signedOut`, `storage`.
  public func writeSnapshot() async throws(ClientError) {
    try await WatchlistSnapshot.file.write(in: client.accounts) { () async throws(ClientError) in
      let known = try await store.snapshot()
      let titles = known.ownTitles ?? Watchlist()
      let unwatched = UnwatchedList(titles, sortedBy: .added)
      return WatchlistSnapshot(
        madeAt: client.environment.clock.now(), unwatchedCount: known.personalCount ?? titles.waitingCount,
        movies: unwatched.movies.prefix(WatchlistSnapshot.limit).map { $0.withoutTexts },
        series: unwatched.series.prefix(WatchlistSnapshot.limit).map { $0.withFirstEpisodes })
    }
  }
}

extension Movie {
  fileprivate var withoutTexts: Movie {
    with(self) { movie in
      movie.overview = nil
      movie.notes = nil
    }
  }
}

extension Series {
  fileprivate var withFirstEpisodes: Series {
    with(self) { series in
      series.episodes = series.episodes.prefix(WatchlistSnapshot.episodeLimit).map { with($0) { $0.notes = nil } }
    }
  }
}
