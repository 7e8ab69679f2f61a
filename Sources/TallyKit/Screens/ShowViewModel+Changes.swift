import MediaCore

extension ShowViewModel {
  // MARK: Progress

  /// Marks an episode and all earlier episodes of the show as watched. Later episodes keep their states.
  public func setProgressUpToEpisode(_ episode: Int, season: Int) {
    mark { store, show, counts throws(ClientError) in
      try await store.setWatched(upTo: episode, season: season, of: show, counts: counts)
    }
  }

  /// Sets the exact position in the show, which can also be an earlier position. All episodes before `episode` become watched, `episode`
  /// becomes the episode being watched, and all later episodes become unwatched.
  public func setPosition(watching episode: Int, season: Int) {
    mark { store, show, counts throws(ClientError) in
      try await store.setPosition(watching: episode, season: season, of: show, counts: counts)
    }
  }

  /// Sets the state of one episode. All other episodes keep their states.
  public func markEpisode(_ episode: Int, season: Int, as state: EpisodeState) {
    mark { store, show, counts throws(ClientError) in
      try await store.markEpisode(episode, season: season, as: state, of: show, counts: counts)
    }
  }

  /// Marks all episodes of a season as watched or as not watched. Other seasons stay as they are. Marking a season as watched requires that
  /// the season's number of episodes is known. While this number is unknown, nothing is marked, and a notice informs the user.
  public func markSeason(_ season: Int, watched: Bool) {
    mark { store, show, counts throws(ClientError) in
      try await store.markSeason(season, watched: watched, of: show, counts: counts)
    }
  }

  /// Marks all episodes of the show as watched or as not watched.
  public func markShow(watched: Bool) {
    mark { store, show, counts throws(ClientError) in
      try await store.markShow(show, watched: watched, counts: counts)
    }
  }

  private func mark(
    _ change: @escaping @Sendable (EpisodeProgressStore, TMDBID, [Int: Int]) async throws(ClientError) -> Submission
  ) {
    let (store, show) = (tally.progressStore, show)
    let seasons = (state.page.value?.seasons ?? []).filter { $0.episodeCount > 0 }
    let counts = Dictionary(
      seasons.filter { $0.episodeCount > 0 }.map { ($0.number, $0.episodeCount) }, uniquingKeysWith: { $1 })
    screen.act { () async throws(ClientError) in [try await change(store, show, counts)] }
  }

  // MARK: The entry on the watchlist

  /// Adds the show to the watchlist. If the show is on the watchlist, raises its status to `status`; the statuses in ascending order are
  /// dropped, watchlist, watching, completed. The status is never lowered.
  public func add(as status: WatchStatus = .watchlist) {
    let details = state.page.value?.details
    let (tally, show) = (tally, show)
    screen.activities.start("act", replacing: false) { [self] in
      let isAccepted = await screen.perform { () async throws(ClientError) in
        [try await tally.watchlistStore.add(show, as: status, title: details?.title, poster: details?.poster)]
      }
      // The show is on the list now, so the page needs its progress from the server. If this read fails, the next refresh reads it.
      let item = try? await tally.watchlistStore.item(show)
      let known = try? await tally.progressStore.placed(show)
      guard isAccepted, let item, !item.isPending, known?.isWhole != true else { return }
      _ = try? await tally.progressStore.refresh(show)
    }
  }

  /// Sets the show's status on the watchlist. The status can also be `dropped`.
  public func setStatus(_ status: WatchStatus) {
    act { store, show throws(ClientError) in try await store.setStatus(status, of: show) }
  }

  /// Rates the show.
  /// - Parameter rating: 0…10 in steps of a half.
  public func setRating(_ rating: Double) {
    act { store, show throws(ClientError) in try await store.setRating(rating, of: show) }
  }

  /// Sets the notes of the show. An empty text removes the notes.
  public func setNotes(_ notes: String) {
    act { store, show throws(ClientError) in try await store.setNotes(notes, of: show) }
  }

  /// Sets the provider with which the user watches the show. If `provider` is nil, removes the provider.
  public func setProvider(_ provider: ProviderSelection?) {
    act { store, show throws(ClientError) in try await store.setProvider(provider, of: show) }
  }

  /// Sets the country of the show to a two-letter code. If `country` is nil, the account's country applies.
  public func setCountry(_ country: String?) {
    act { store, show throws(ClientError) in try await store.setCountry(country, of: show) }
  }

  /// Sets how many days a subscription shall last beyond the show's last episode. With 0, the subscription ends with the last episode.
  public func setBufferDays(_ days: Int) {
    act { store, show throws(ClientError) in try await store.setBufferDays(days, of: show) }
  }

  /// Removes the show from the watchlist.
  public func remove() { act { store, show throws(ClientError) in try await store.remove(show) } }

  private func act(_ change: @escaping @Sendable (TallyWatchlistStore, TMDBID) async throws(ClientError) -> Submission)
  {
    let (store, show) = (tally.watchlistStore, show)
    screen.act { () async throws(ClientError) in [try await change(store, show)] }
  }
}
