import MediaCore

/// Where a calendar gets its episodes from.
public enum CalendarSource: Sendable, Hashable {
  /// The guide; where it knows of nothing although shows are being watched, the watchlist.
  case automatic
  /// The server's TV guide. Season and episode numbers are added from the analysis of each show.
  case guide
  /// The shows being watched, season by season: more calls, but right numbers from the start.
  case watchlist
}

/// Fetches what a month holds.
struct CalendarLoader: Sendable {
  let tally: TallyService
  /// Between two shows, so that the server does not run into TMDB's limit.
  static let pause = Duration.milliseconds(100)

  func load(_ month: CalendarMonth, country: String, source: CalendarSource) async throws(ClientError) -> CalendarData {
    guard source != .watchlist else { return try await fromWatchlist(month, country) }
    let guide = try await guide(month, country)
    let data = CalendarData(guide) { month.contains($0) }
    guard source == .automatic, guide.services.isEmpty, guide.totalShows == 0, await isSignedIn() else { return data }
    // Where the server may not read its own tables, its guide is empty and says nothing about it.
    return try await fromWatchlist(month, country)
  }

  private func isSignedIn() async -> Bool {
    if case .signedIn = try? await tally.account.status() { true } else { false }
  }

  /// One day more on both sides: the server's window depends on its time zone.
  private func guide(_ month: CalendarMonth, _ country: String) async throws(ClientError) -> Guide {
    guard let start = month.day(1)?.adding(days: -1), let end = month.day(month.days)?.adding(days: 1) else {
      return Guide(services: [])
    }
    return try await tally.guide.guide(from: start, to: end, country: country)
  }

  private func fromWatchlist(_ month: CalendarMonth, _ country: String) async throws(ClientError) -> CalendarData {
    let entries = try await tally.watchlist.all(status: .watching)
      .sorted { ($0.streamingProvider?.name ?? "Unknown") < ($1.streamingProvider?.name ?? "Unknown") }
    var data = CalendarData()
    for (index, entry) in entries.enumerated() {
      guard let show = entry.show ?? entry.rawShow, let id = show.tmdbId else { continue }
      if index > 0 {
        do { try await tally.client.environment.clock.sleep(for: Self.pause) } catch {
          throw .cancelled("tally.calendar")
        }
      }
      // The newest season can be announced without dates: the analysed one is the newest that has some.
      let season = show.releasePattern?.analyzedSeason ?? show.totalSeasons ?? 1
      let answer: Season
      do throws(ClientError) { answer = try await tally.shows.season(season, of: id, country: country) } catch {
        if error.isCancellation || error.kind == .unreachable || error.kind == .timedOut { throw error }
        continue
      }
      add(answer, season, of: show, id, entry, month, to: &data)
    }
    return data
  }

  private func add(
    _ season: Season, _ number: Int, of show: TrackedShow, _ id: TMDBID, _ entry: WatchlistEntry,
    _ month: CalendarMonth, to data: inout CalendarData
  ) {
    let badges = (entry.streamingProvider.map { [$0] } ?? []).filter { $0.id != 0 }.map {
      ProviderBadge(id: .tmdb($0.id), name: $0.name, logo: $0.logoPath)
    }
    for episode in season.episodes {
      guard let day = episode.airDate, month.contains(day) else { continue }
      data.add(
        EpisodeRef(
          show: id, showTitle: show.title,
          title: episode.name.isEmpty ? "Episode \(episode.episodeNumber)" : episode.name,
          day: day, season: episode.seasonNumber ?? number, episode: episode.episodeNumber,
          posterURL: show.posterURL, providers: badges))
    }
  }

  /// The same month with season and episode numbers, as far as the server tells them.
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
