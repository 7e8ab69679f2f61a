import MediaCore

extension SearchViewModel {
  /// Marks an episode and all before it as watched. The rows turn green at once; the server follows.
  public func setProgressUpToEpisode(_ episode: Int, season: Int, of show: TMDBID) {
    change(show, season, episode) { search throws(ClientError) in
      try await search.tally.progressStore.setWatched(
        upTo: episode, season: season, of: show, counts: search.state.details[show]?.counts ?? [:])
    }
  }

  /// The exact place: everything before the episode is watched, and it is being watched. Going back works as well.
  public func setPosition(watching episode: Int, season: Int, of show: TMDBID) {
    change(show, season, episode) { search throws(ClientError) in
      try await search.tally.progressStore.setPosition(
        watching: episode, season: season, of: show, counts: search.state.details[show]?.counts ?? [:])
    }
  }

  /// Marks a whole season, and nothing else.
  public func markSeason(_ season: Int, watched: Bool, of show: TMDBID) {
    let counts = state.details[show]?.counts ?? [:]
    change(show, season, counts[season] ?? 0) { search throws(ClientError) in
      try await search.tally.progressStore.markSeason(season, watched: watched, of: show, counts: counts)
    }
  }

  private typealias Record = @MainActor @Sendable (SearchViewModel) async throws(ClientError) -> Submission

  private func change(_ show: TMDBID, _ season: Int, _ episode: Int, _ record: @escaping Record) {
    let key = Self.key(show, season: season, episode: episode)
    guard !state.settingProgress.contains(key) else { return }
    screen.state.settingProgress.insert(key)
    log("[Progress] tap tmdbId=\(show) S\(season)E\(episode)")
    screen.activities.start("progress-\(key)", replacing: false) { [weak self] in
      await self?.change(show, EpisodePlace(season: season, episode: episode), record)
    }
  }

  private func change(_ show: TMDBID, _ place: EpisodePlace, _ record: Record) async {
    let key = Self.key(show, season: place.season)
    let spinner = Self.key(show, season: place.season, episode: place.episode)
    defer { screen.state.settingProgress.remove(spinner) }
    do throws(ClientError) {
      try await requireAccount()
      // Whether or not it can be added does not decide about the progress.
      try? await ensureWatching(show)
      let submission = try await record(self)
      await showProgress(show)
      screen.state.localProgress[key] = state.serverProgress[key]
      switch await submission.written() {
      case .written, .synced: saved(submission, show, place)
      case .waiting(let error): waiting(error)
      case .refused(let error): await rollBack(show, key, error)
      case .superseded(let reason):
        log("[Progress] superseded tmdbId=\(show) reason=\(reason)")
        await rollBack(show, key, nil)
      }
    } catch {
      log("[Progress] error=\(error.logText)")
      screen.notice(error)
    }
  }

  private func saved(_ submission: Submission, _ show: TMDBID, _ place: EpisodePlace) {
    log("[Progress] set watched up to \(place) OK")
    showToast(
      texts("tally.progress.saved", english: "Saved progress to S%@ E%@", String(place.season), String(place.episode)))
    announce(texts("tally.progress.announcement", english: "Progress saved"))
    // Reading back goes on while the user does other things, and only adjusts the rows.
    screen.activities.start("readback-\(show)", replacing: false) { [weak self] in
      guard let self else { return }
      let outcome = await submission.settled()
      await self.readUserShow(show)
      if case .refused(let error) = outcome {
        return await self.rollBack(show, Self.key(show, season: place.season), error)
      }
      await self.showProgress(show)
      self.log("[Progress] readback tmdbId=\(show) seasons=\(self.knownSeasons(of: show))")
    }
  }

  /// The change stays and is sent later. A network that is away needs no words.
  private func waiting(_ error: ClientError?) {
    guard let error else { return }
    log("[Progress] waiting error=\(error.logText)")
    if !error.isTransient { screen.notice(error) }
  }

  private func rollBack(_ show: TMDBID, _ key: String, _ error: ClientError?) async {
    // Changes that still wait are shown again by reading the store.
    screen.state.localProgress[key] = nil
    screen.state.serverProgress[key] = nil
    await showProgress(show)
    guard let error else { return }
    log("[Progress] error=\(error.logText)")
    screen.notice(error)
  }

  // MARK: Reading

  /// Asks the server for the progress of a show. When that fails, what is shown stays, and only the log says so.
  func readBack(_ show: TMDBID) {
    screen.activities.start("readback-\(show)", replacing: false) { [weak self] in
      guard let self else { return }
      await self.showProgress(show)
      await self.readUserShow(show)
      do throws(ClientError) {
        try await self.requireAccount()
        _ = try await self.tally.progressStore.refresh(show)
        guard !Task.isCancelled else { return }
        await self.showProgress(show)
        self.log("[Progress] readback tmdbId=\(show) seasons=\(self.knownSeasons(of: show))")
      } catch {
        if !error.isCancellation { self.log("[Progress] readback tmdbId=\(show) error=\(error.logText)") }
      }
    }
  }

  private func knownSeasons(of show: TMDBID) -> Int { state.serverProgress.keys.count { $0.hasPrefix("\(show)-s") } }

  // MARK: The watchlist

  /// Refuses before anything is sent when nobody is signed in. A sign-in that ran out is no obstacle: changes wait for the next.
  func requireAccount() async throws(ClientError) {
    if case .signedOut = try await tally.account.status() { throw ClientError(.signedOut, operation: "tally.search") }
  }

  func ensureWatching(_ show: TMDBID) async throws(ClientError) {
    if let item = try await tally.watchlistStore.item(show), item.status.isAtLeast(.watching) { return }
    try await tally.watchlistStore.add(show, as: .watching, title: title(of: show))
  }

  func title(of show: TMDBID) -> String? {
    state.results.first { $0.id == show }?.title ?? state.details[show]?.analysis.showDetails.title
  }

  func readUserShow(_ show: TMDBID) async {
    // An id that cannot be read now is asked for again when it is needed.
    guard let item = try? await tally.watchlistStore.item(show), let id = item.userShowID else { return }
    screen.state.userShowIdByTmdb[show] = id
  }
}
