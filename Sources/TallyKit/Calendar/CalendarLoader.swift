import MediaCore

/// Where a calendar gets its episodes from.
public enum CalendarSource: Sendable, Hashable {
  /// The guide; shows that its totals count and none of its groups has come from the watchlist. Where it is empty although
  /// shows are being watched, all of them do.
  case automatic
  /// The server's TV guide, in which shows without a chosen service are missing. Season and episode numbers are added from the analysis of each show.
  case guide
  /// The shows being watched, season by season: more calls, but right numbers from the start.
  case watchlist
}

/// Fetches what a month holds, and its first and last week to their ends.
struct CalendarLoader: Sendable {
  let tally: TallyService
  /// Between two shows, so that the server does not run into TMDB's limit.
  static let pause = Duration.milliseconds(100)
  /// Between two seasons of a show.
  static let seasonPause = Duration.milliseconds(50)

  func load(_ month: CalendarMonth, country: String, source: CalendarSource) async throws(ClientError) -> CalendarData {
    guard source != .watchlist else { return try await fromWatchlist(month, country) }
    let guide = try await guide(month, country)
    let weeks = month.weeks
    let data = CalendarData(guide) { weeks?.contains($0) ?? false }
    guard source == .automatic, guide.isEmpty || guide.countsMoreThanItHas, await isSignedIn() else { return data }
    // A server that may not read its own tables answers an empty guide without an error.
    if guide.isEmpty { return try await fromWatchlist(month, country) }
    let shown = Set(guide.services.flatMap(\.shows).map(\.tmdbId))
    let entries = try await tally.watchlist.all(status: nil).filter { entry in
      [.watching, .watchlist].contains(entry.status) && entry.tmdbID.map { !shown.contains($0) } ?? false
    }
    return try await adding(entries, to: data, month, country)
  }

  private func isSignedIn() async -> Bool {
    // While it cannot be read the guide's empty answer is shown: the watchlist could not be asked for either.
    if case .signedIn = try? await tally.account.status() { true } else { false }
  }

  /// One day more on both sides: the server's window depends on its time zone.
  private func guide(_ month: CalendarMonth, _ country: String) async throws(ClientError) -> Guide {
    guard let weeks = month.weeks, let start = weeks.lowerBound.adding(days: -1),
      let end = weeks.upperBound.adding(days: 1)
    else { return Guide(services: []) }
    return try await tally.guide.guide(from: start, to: end, country: country)
  }

  private func fromWatchlist(_ month: CalendarMonth, _ country: String) async throws(ClientError) -> CalendarData {
    let entries = try await tally.watchlist.all(status: .watching)
      .sorted { ($0.streamingProvider?.name ?? "Unknown") < ($1.streamingProvider?.name ?? "Unknown") }
    return try await adding(entries, to: CalendarData(), month, country)
  }

  private func adding(
    _ entries: [WatchlistEntry], to data: CalendarData, _ month: CalendarMonth, _ country: String
  ) async throws(ClientError) -> CalendarData {
    var data = data
    for (index, entry) in entries.enumerated() {
      guard let show = entry.show ?? entry.rawShow else { continue }
      if index > 0 { try await sleep(Self.pause) }
      let newest = show.totalSeasons ?? 1
      var episodes = try await episodes(newest, of: show, entry, month, country)
      // The server never refreshes its copy of a show. The season that had dates when the show was added can be the one that
      // is running while the newest is only announced.
      if episodes.isEmpty, let dated = show.releasePattern?.analyzedSeason, dated != newest {
        try await sleep(Self.seasonPause)
        episodes = try await self.episodes(dated, of: show, entry, month, country)
      }
      for episode in episodes { data.add(episode) }
    }
    return data
  }

  private func sleep(_ pause: Duration) async throws(ClientError) {
    do { try await tally.client.environment.clock.sleep(for: pause) } catch { throw .cancelled(.tallyCalendar) }
  }

  /// The episodes of a season in the weeks of the month. A season that cannot be read is skipped.
  private func episodes(
    _ number: Int, of show: TrackedShow, _ entry: WatchlistEntry, _ month: CalendarMonth, _ country: String
  ) async throws(ClientError) -> [EpisodeRef] {
    guard let id = show.tmdbId, let weeks = month.weeks else { return [] }
    let season: Season
    do throws(ClientError) { season = try await tally.shows.season(number, of: id, country: country) } catch {
      if error.isCancellation || error.kind == .unreachable || error.kind == .timedOut { throw error }
      return []
    }
    let provider = entry.streamingProvider.flatMap { $0.id == 0 ? nil : $0 }
    let badges = provider.map { [ProviderBadge(id: .tmdb($0.id), name: $0.name, logo: $0.logoPath)] } ?? []
    return season.episodes.compactMap { episode in
      guard let day = episode.airDate, weeks.contains(day) else { return nil }
      return EpisodeRef(
        show: id, showTitle: show.title,
        title: episode.name.isEmpty ? "Episode \(episode.episodeNumber)" : episode.name, day: day,
        season: episode.seasonNumber ?? number, episode: episode.episodeNumber, posterURL: show.posterURL,
        providers: badges)
    }
  }

  /// The same month with season and episode numbers, as far as the server has them.
  func numbered(_ data: CalendarData, country: String) async throws(ClientError) -> CalendarData {
    var analyses: [TMDBID: ShowAnalysis] = [:]
    for show in data.unnumbered {
      do throws(ClientError) { analyses[show] = try await tally.shows.analyze(show, country: country) } catch {
        if error.isCancellation { throw error }
      }
    }
    var data = data
    data.number(from: analyses)
    return data
  }
}
