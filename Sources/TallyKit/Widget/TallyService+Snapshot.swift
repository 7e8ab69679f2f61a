public import MediaCore

extension TallyService {
  /// Writes a ``TallySnapshot`` now, and again after each change of the data in the snapshot, at most once a second, until the returned
  /// token is released. Call this method when the app starts, in the process that owns the folder. Call it again on each new day, because
  /// the days of a snapshot begin with the day on which the snapshot was written.
  public func keepSnapshot() -> ObservationToken {
    TallySnapshot.file.keep(
      for: client,
      observing: [
        calendarStore.cache.observe, watchlistStore.observe, progressStore.observe,
        { changed in country.observe { _ in changed() } },
      ]
    ) { () async throws(ClientError) in try await writeSnapshot() }
  }

  /// Writes the ``TallySnapshot`` of the signed-in account. The snapshot is durable when the call returns.
  /// - Throws: `signedOut`, `storage`.
  public func writeSnapshot() async throws(ClientError) {
    try await TallySnapshot.file.write(in: client.accounts) { () async throws(ClientError) in
      let (next, country) = (NextDays(tally: self), country.current)
      let found = try await next.read(next.span, country: country)
      let days = found?.days.map { day in
        with(day) { $0.episodes = $0.episodes.prefix(TallySnapshot.limit).map { with($0) { $0.synopsis = nil } } }
      }
      return TallySnapshot(madeAt: client.environment.clock.now(), country: country, days: days ?? [])
    }
  }
}
