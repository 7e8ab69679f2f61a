public import MediaCore

extension TallyService {
  /// Writes a ``TallySnapshot`` now, and again after each change of what it shows, at most once a second, until the token is released.
  /// Call it when the app starts, in the process that owns the folder, and again on a new day: the days begin at the day of writing.
  public func keepSnapshot() -> ObservationToken {
    TallySnapshot.file.keep(
      for: client,
      observing: [
        calendarStore.cache.observe, watchlistStore.observe, progressStore.observe,
        { changed in country.observe { _ in changed() } },
      ]
    ) { () async throws(ClientError) in try await writeSnapshot() }
  }

  /// Writes the ``TallySnapshot`` of the account that is signed in; durable when it returns.
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
