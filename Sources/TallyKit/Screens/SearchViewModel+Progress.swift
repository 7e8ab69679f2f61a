import MediaCore

extension SearchViewModel {
  /// Marks an episode and all earlier episodes as watched. The rows turn green at once, before the change is sent to the server. If all
  /// these episodes are already watched, a notice informs the user, and nothing is sent. Later episodes keep their states; to go back to an
  /// earlier episode, use ``setPosition(watching:season:of:)``.
  public func setProgressUpToEpisode(_ episode: Int, season: Int, of show: TMDBID) {
    change(show, season, episode, raises: true) { search throws(ClientError) in
      if try await search.isWatched(upTo: EpisodePlace(season: season, episode: episode), of: show) { return nil }
      return try await search.tally.progressStore.setWatched(
        upTo: episode, season: season, of: show, counts: search.state.details[show]?.counts ?? [:])
    }
  }

  /// Sets the exact position in a show, which can also be an earlier position. All episodes before `episode` become watched, `episode`
  /// becomes the episode being watched, and all later episodes become unwatched.
  public func setPosition(watching episode: Int, season: Int, of show: TMDBID) {
    change(show, season, episode) { search throws(ClientError) in
      try await search.tally.progressStore.setPosition(
        watching: episode, season: season, of: show, counts: search.state.details[show]?.counts ?? [:])
    }
  }

  /// Marks all episodes of a season as watched or as not watched. All other episodes keep their states.
  public func markSeason(_ season: Int, watched: Bool, of show: TMDBID) {
    let counts = state.details[show]?.counts ?? [:]
    let saved =
      watched
      ? texts("tally.progress.seasonWatched", english: "Season %@ is watched", String(season))
      : texts("tally.progress.seasonUnwatched", english: "Season %@ is not watched any more", String(season))
    change(show, season, counts[season] ?? 0, saved: saved) { search throws(ClientError) in
      try await search.tally.progressStore.markSeason(season, watched: watched, of: show, counts: counts)
    }
  }

  /// Marks all episodes of all seasons as watched or as not watched.
  public func markShow(_ show: TMDBID, watched: Bool) {
    let counts = state.details[show]?.counts ?? [:]
    let last = counts.keys.max() ?? 0
    let saved =
      watched
      ? texts("tally.progress.showWatched", english: "All episodes are watched")
      : texts("tally.progress.showUnwatched", english: "No episode is watched any more")
    change(show, last, counts[last] ?? 0, saved: saved) { search throws(ClientError) in
      try await search.tally.progressStore.markShow(show, watched: watched, counts: counts)
    }
  }

  /// Whether an episode and all before it are known to be watched.
  private func isWatched(upTo place: EpisodePlace, of show: TMDBID) async throws(ClientError) -> Bool {
    guard let states = try await tally.progressStore.placed(show)?.states else { return false }
    var needed = (state.details[show]?.counts ?? [:]).filter { $0.key < place.season }
    needed[place.season] = self.place(of: place.episode, season: place.season, of: show)
    return needed.allSatisfy { season, count in
      count == 0 || (1...count).allSatisfy { states[season, $0] == .watched }
    }
  }

  /// The place of an episode in its season; for a number that the season skips, the place of the last episode before it.
  private func place(of number: Int, season: Int, of show: TMDBID) -> Int {
    guard let numbers = state.details[show]?.season(season)?.numbering else { return number }
    return numbers.place(of: number) ?? numbers.numbers.count { $0 < number }
  }

  /// Records a change; returns nil if there is nothing to change.
  private typealias Record = @MainActor @Sendable (SearchViewModel) async throws(ClientError) -> Submission?

  /// - Parameters:
  ///   - raises: whether the rows up to the episode are shown as watched even before the change is on the disk.
  ///   - saved: the toast for a change of more than one place.
  private func change(
    _ show: TMDBID, _ season: Int, _ episode: Int, raises: Bool = false, saved: String? = nil,
    _ record: @escaping Record
  ) {
    let key = Self.key(show, season: season, episode: episode)
    guard !state.settingProgress.contains(key) else { return }
    screen.state.settingProgress.insert(key)
    log("[Progress] tap tmdbId=\(show) S\(season)E\(episode)")
    screen.activities.start("progress-\(key)", replacing: false) { [weak self] in
      await self?.change(show, EpisodePlace(season: season, episode: episode), raises, saved, record)
    }
  }

  private func change(_ show: TMDBID, _ place: EpisodePlace, _ raises: Bool, _ saved: String?, _ record: Record) async {
    let key = Self.key(show, season: place.season)
    let spinner = Self.key(show, season: place.season, episode: place.episode)
    defer { screen.state.settingProgress.remove(spinner) }
    do throws(ClientError) {
      let recorded = try await screen.inOrder { () async throws(ClientError) in
        try await requireAccount()
        // Record the progress even if the show cannot be added to the watchlist.
        try? await ensureWatching(show)
        if raises { await raise(key, to: place, of: show) }
        defer { raised[key] = nil }
        do throws(ClientError) { return try await record(self) } catch {
          raised[key] = nil
          await readAgain(key, of: show)
          throw error
        }
      }
      guard let submission = recorded else {
        await showProgress(show)
        return say(alreadyText(show, place))
      }
      await showProgress(show)
      screen.state.localProgress[key] = state.serverProgress[key]
      let outcome = await submission.sent(readsBack: false)
      guard try await tally.client.accounts.account() == submission.account else { return }
      switch outcome {
      case .written, .synced: confirm(submission, show, place, saved)
      case .waiting(let error):
        screen.noticeRefusal(of: submission)
        waiting(error, waitingText(place, isOnePlace: saved == nil))
      case .refused(let error): await rollBack(show, key, error)
      case .superseded(let reason):
        log("[Progress] superseded tmdbId=\(show) reason=\(reason)")
        await rollBack(show, key, nil)
      }
    } catch {
      log("[Progress] error=\(error.logText)")
      trouble(error)
    }
  }

  /// Shows the rows up to an episode as watched while that is being recorded.
  private func raise(_ key: String, to place: EpisodePlace, of show: TMDBID) async {
    let number = self.place(of: place.episode, season: place.season, of: show)
    raised[key] = Raised(show: show, season: place.season, place: number)
    await showProgress(show)
  }

  /// Drops the shown progress and reads the store again, which has the changes that still wait.
  private func readAgain(_ key: String, of show: TMDBID) async {
    screen.state.localProgress[key] = nil
    screen.state.serverProgress[key] = nil
    screen.state.places[show] = nil
    await showProgress(show)
  }

  private func alreadyText(_ show: TMDBID, _ place: EpisodePlace) -> String {
    let last = state.lastWatched(show, season: place.season)
    return texts(
      "tally.progress.already", english: "Already watched up to S%@ E%@", String(place.season), String(last))
  }

  private func waitingText(_ place: EpisodePlace, isOnePlace: Bool) -> String {
    isOnePlace
      ? texts(
        "tally.progress.waiting", english: "S%@ E%@ is saved on this device and will be sent later",
        String(place.season), String(place.episode))
      : texts("tally.progress.waitingMarks", english: "The change is saved on this device and will be sent later")
  }

  private func confirm(_ submission: Submission, _ show: TMDBID, _ place: EpisodePlace, _ saved: String?) {
    log("[Progress] set watched up to \(place) OK")
    // If the user had already watched later episodes of the season, name the last of them, as the rows do.
    let isFurther = state.lastWatched(show, season: place.season) > place.episode
    showToast(
      saved
        ?? (isFurther
          ? alreadyText(show, place)
          : texts(
            "tally.progress.saved", english: "Saved progress to S%@ E%@", String(place.season), String(place.episode))))
    announce(texts("tally.progress.announcement", english: "Progress saved"))
    // Wait for the server in a separate activity, so that the spinner stops now.
    screen.activities.start("readback-\(show)", replacing: false) { [weak self] in
      guard let self else { return }
      self.ensureNextSeasonLoaded(show)
      let outcome = await submission.sent()
      guard (try? await self.tally.client.accounts.account()) == submission.account else { return }
      await self.readEntry(show)
      if case .refused(let error) = outcome {
        return await self.rollBack(show, Self.key(show, season: place.season), error)
      }
      await self.showProgress(show)
      self.log("[Progress] readback tmdbId=\(show) seasons=\(self.knownSeasons(of: show))")
    }
  }

  /// Says that a change waits and is sent later: the rows show it, but a screen reader needs the text. An error that does not end by itself
  /// is shown instead.
  func waiting(_ error: ClientError?, _ text: String) {
    if let error { log("[Progress] waiting error=\(error.logText)") }
    if let error, !error.isTransient { trouble(error) } else { say(text) }
  }

  private func rollBack(_ show: TMDBID, _ key: String, _ error: ClientError?) async {
    await readAgain(key, of: show)
    guard let error else { return }
    log("[Progress] error=\(error.logText)")
    trouble(error)
  }

  // MARK: Reading

  /// Asks the server for the progress of a show. On a failure the shown progress stays, and only the log has the error.
  func readBack(_ show: TMDBID) {
    screen.activities.start("readback-\(show)", replacing: false) { [weak self] in await self?.readBackNow(show) }
  }

  func readBackNow(_ show: TMDBID) async {
    await showProgress(show)
    await readEntry(show)
    do throws(ClientError) {
      try await requireAccount()
      _ = try await tally.progressStore.refresh(show)
      guard !Task.isCancelled else { return }
      await showProgress(show)
      log("[Progress] readback tmdbId=\(show) seasons=\(knownSeasons(of: show))")
    } catch {
      if !error.isCancellation { log("[Progress] readback tmdbId=\(show) error=\(error.logText)") }
    }
  }

  private func knownSeasons(of show: TMDBID) -> Int { state.serverProgress.keys.count { $0.hasPrefix("\(show)-s") } }

  // MARK: The watchlist

  /// Throws `signedOut` when nobody is signed in. With a sign-in that ran out changes are accepted, and wait for the next sign-in.
  func requireAccount() async throws(ClientError) {
    if case .signedOut = try await tally.account.status() { throw ClientError(.signedOut, operation: .tallySearch) }
  }

  func ensureWatching(_ show: TMDBID) async throws(ClientError) {
    if let item = try await tally.watchlistStore.item(show), item.status.isAtLeast(.watching) { return }
    try await tally.watchlistStore.add(show, as: .watching, title: title(of: show))
  }

  func title(of show: TMDBID) -> String? {
    state.results.first { $0.id == show }?.title ?? state.details[show]?.analysis.showDetails.title
  }

  /// Shows the show's id on the cached watchlist and its chosen provider, with this device's changes.
  func readEntry(_ show: TMDBID) async {
    let item: TrackedItem?
    // If the files cannot be read, keep the shown provider.
    do throws(ClientError) { item = try await tally.watchlistStore.item(show) } catch { return }
    if let id = item?.userShowID { screen.state.userShowIdByTmdb[show] = id }
    screen.state.selectedProviderByTmdb[show] = item?.provider.map { chipID($0, of: show) }
  }

  /// The id of the chip for a chosen provider: the watchlist has the provider's own number, a chip that of its merged group.
  private func chipID(_ chosen: SelectedProvider, of show: TMDBID) -> Int {
    let chips = state.details[show]?.analysis.watchProviders ?? []
    return chips.first { EntryMutation.isSame(ProviderSelection($0), chosen) }?.providerId ?? chosen.id
  }
}
