import Foundation
import MediaCore

/// The source from which a calendar reads its episodes.
public enum CalendarSource: Sendable, Hashable {
  /// Reads the TV guide. If the guide's total number of shows is higher than the number of shows that it lists, reads the missing shows
  /// from the watchlist. If the guide is empty, reads all shows being watched from the watchlist.
  case automatic
  /// Reads the server's TV guide, in which shows without a chosen service are missing. Season and episode numbers are added from the
  /// analysis of each show.
  case guide
  /// Reads the seasons of all shows being watched. This source needs more requests than ``guide``, but all episode numbers are correct from
  /// the start.
  case watchlist
}

/// Fetches the episodes of a month, including its whole first and last week.
struct CalendarLoader: Sendable {
  let tally: TallyService
  /// The pause between two shows, so that the server stays within TMDB's rate limit.
  static let pause = Duration.milliseconds(100)
  /// The pause between two seasons of a show.
  static let seasonPause = Duration.milliseconds(50)
  /// The number of missing shows that are requested one by one to find out why an answer lacks them.
  static let probes = 3

  /// A month in a country, and how it is read.
  struct Request: Sendable {
    var month: CalendarMonth
    var country: String
    var source: CalendarSource
    /// The month as last read: it provides the episodes of shows that cannot be read now.
    var known: CalendarData?
    /// The first day of the week, 1 for Monday to 7 for Sunday.
    var firstWeekday: Int
    var weeks: ClosedRange<CalendarDay>? { month.weeks(from: firstWeekday) }
    /// The date since which seasons that were read are not requested again.
    var since: Date
    /// The date of the last pull: seasons that were read before it are read again; see ``readAgain(_:on:_:)``.
    var pulledAt = Date.distantPast
  }

  /// - Throws: the error of a season if no episode at all was read. With TMDB out of reach the server sends an empty guide with 200, and
  ///   refuses each season.
  func load(_ request: Request) async throws(ClientError) -> CalendarData {
    var answer = CalendarAnswer()
    try await read(request, &answer)
    if answer.failed.isEmpty { try await probe(request, &answer) }
    if let error = answer.error, answer.data.isEmpty { throw error }
    if let known = request.known { answer.data.add(known) { answer.failed.contains($0) } }
    return answer.data
  }

  private func read(_ request: Request, _ answer: inout CalendarAnswer) async throws(ClientError) {
    guard request.source != .watchlist else { return try await readWatchlist(request, &answer) }
    let weeks = request.weeks
    let guide = try await guide(weeks, request.country)
    answer.data = CalendarData(guide) { weeks?.contains($0) ?? false }
    answer.shows = Set(guide.services.flatMap(\.shows).map(\.tmdbId))
    let isCut = request.source == .automatic && guide.countsMoreThanItHas
    guard guide.isEmpty || isCut, await isSignedIn() else { return }
    if guide.isEmpty {
      // The server may lack the right to read its own tables: read the watchlist instead. It also sends an empty guide while its database
      // fails; `tracked()` throws then, and the known month stays.
      if request.source == .automatic { return try await readWatchlist(request, &answer) }
      _ = try await tracked()
      return
    }
    let entries = try await tracked().filter { entry in
      [.watching, .watchlist].contains(entry.status) && entry.tmdbID.map { !answer.shows.contains($0) } ?? false
    }
    try await read(entries, request, &answer)
  }

  private func isSignedIn() async -> Bool {
    // If the sign-in cannot be read, return false: the watchlist could not be requested either.
    if case .signedIn = try? await tally.account.status() { true } else { false }
  }

  /// The guide of the weeks, requested with one more day on both sides, because the server cuts it off in its own time zone.
  private func guide(_ weeks: ClosedRange<CalendarDay>?, _ country: String) async throws(ClientError) -> Guide {
    guard let weeks, let start = weeks.lowerBound.adding(days: -1),
      let end = weeks.upperBound.adding(days: 1)
    else { return Guide(services: []) }
    return try await tally.guide.guide(from: start, to: end, country: country)
  }

  /// The watchlist from the server.
  /// - Throws: also if the list is empty because the server's database fails, which would empty the calendar.
  private func tracked() async throws(ClientError) -> [WatchlistEntry] { try await tally.watchlistStore.ask() }

  private func readWatchlist(_ request: Request, _ answer: inout CalendarAnswer) async throws(ClientError) {
    let entries = try await tracked().filter { $0.status == .watching }
      .sorted { ($0.streamingProvider?.name ?? "Unknown") < ($1.streamingProvider?.name ?? "Unknown") }
    try await read(entries, request, &answer)
  }

  private func read(
    _ entries: [WatchlistEntry], _ request: Request, _ answer: inout CalendarAnswer
  ) async throws(ClientError) {
    var seasons = await SeasonReader(
      tally, Set(entries.compactMap(\.tmdbID)), request.country, since: request.since)
    for entry in entries {
      guard let show = entry.show ?? entry.rawShow, let id = show.tmdbId else { continue }
      let newest = show.totalSeasons ?? 1
      do throws(ClientError) {
        var episodes = try await self.episodes(newest, of: show, entry, request.weeks, &seasons)
        // If the newest season has no episodes in these weeks, it may only be announced. Try `analyzedSeason`: this season had dates when
        // the show was added.
        if episodes.isEmpty, let dated = show.releasePattern?.analyzedSeason, dated != newest {
          episodes = try await self.episodes(dated, of: show, entry, request.weeks, &seasons)
        }
        answer.shows.insert(id)
        for episode in episodes { answer.data.add(episode) }
      } catch {
        // A show that is only announced has no season: its episodes are known, and there are none.
        if error.status == 500, show.totalSeasons == nil, await lacksSeason(newest, of: id, request) {
          answer.shows.insert(id)
        } else {
          // `fail` throws then: keep the seasons read so far, otherwise the next read requests them again.
          if error.endsCalendarRead { await seasons.keep() }
          try answer.fail(id, error)
        }
      }
    }
    await seasons.keep()
  }

  /// Whether the show's analysis lacks the season. The season's route answers 500 both for a season that does not exist and while the server
  /// cannot reach TMDB, and then the analysis fails too.
  private func lacksSeason(_ number: Int, of show: TMDBID, _ request: Request) async -> Bool {
    var analysis: ShowAnalysis?
    // Use an analysis that was read since `request.since`, and at most six hours ago. A refresh of the calendar sets `since` to its own start,
    // so it asks again and reports an outage.
    if let known = (try? await tally.analysisStore.known(show)) ?? nil, known.asOf >= request.since,
      (0..<SeasonStore.lifetime).contains(tally.client.serverNow().timeIntervalSince(known.asOf))
    {
      analysis = known.analysis
    } else {
      analysis = try? await tally.analysisStore.ask(show, country: request.country)
    }
    return analysis?.lacks(season: number) ?? false
  }

  /// The episodes of a season in the weeks of the month.
  private func episodes(
    _ number: Int, of show: TrackedShow, _ entry: WatchlistEntry, _ weeks: ClosedRange<CalendarDay>?,
    _ seasons: inout SeasonReader
  ) async throws(ClientError) -> [EpisodeRef] {
    guard let id = show.tmdbId, let weeks else { return [] }
    let season = try await seasons.season(number, of: id)
    let provider = entry.streamingProvider.flatMap { $0.id == 0 ? nil : $0 }
    let badges = provider.map { [ProviderBadge(id: .tmdb($0.id), name: $0.name, logo: $0.logoPath)] } ?? []
    return season.episodes.compactMap { episode in
      guard let day = episode.day, weeks.contains(day) else { return nil }
      return EpisodeRef(
        show: id, showTitle: show.title, title: episode.shownTitle, day: day, season: number, episode: episode.number,
        posterURL: show.posterURL, providers: badges, synopsis: episode.overview, runtime: episode.runtime)
    }
  }

  /// Requests shows that were in the month, are still tracked, and are missing in the answer: the server's guide leaves out shows that TMDB
  /// does not describe at the moment.
  private func probe(_ request: Request, _ answer: inout CalendarAnswer) async throws(ClientError) {
    let missing = (request.known?.seasons ?? [:]).filter { !answer.shows.contains($0.key) }
    guard !missing.isEmpty else { return }
    let items = (try? await tally.watchlistStore.items()) ?? []
    let tracked = Set(items.lazy.filter { [.watching, .watchlist].contains($0.status) }.map(\.id))
    let doubtful = missing.filter { items.isEmpty || tracked.contains($0.key) }.sorted { $0.key < $1.key }
    for (show, season) in doubtful.prefix(Self.probes) {
      do throws(ClientError) { _ = try await tally.seasonStore.ask(season, of: show, country: request.country) } catch {
        // If one season fails, report all `doubtful` shows as failed, so that the month keeps their known episodes.
        for (show, _) in doubtful { try answer.fail(show, error) }
        return
      }
    }
  }

  /// Sets missing season and episode numbers, first from the seasons that were read since the last pull, and then from the month as known
  /// before: TMDB may have renumbered the episodes since the month was read.
  func number(_ data: inout CalendarData, from known: CalendarData?, _ request: Request) async {
    if request.pulledAt > .distantPast {
      let kept = await tally.seasonStore.shows(data.shows)
      data.number(from: kept.mapValues { $0.filter { $0.value.isWhole && $0.value.asOf >= request.pulledAt } })
    }
    if let known { data.number(from: known) }
  }

  /// The month with season and episode numbers, as far as the server has them.
  func numbered(_ data: CalendarData, _ request: Request) async throws(ClientError) -> CalendarData {
    var data = data
    let kept = await tally.seasonStore.shows(Set(data.unnumbered))
    data.number(from: kept)
    let known = await tally.analysisStore.known(Set(data.unnumbered))
    var analyses = known.mapValues(\.analysis)
    data.number(from: analyses)
    var found: SeasonStore.Shows = [:]
    let mark = await tally.seasonStore.readMark()
    let now = tally.client.serverNow()
    for show in data.unnumbered {
      if kept[show]?.values.contains(where: { !$0.isWhole && $0.isFresh(at: now, since: request.since) }) == true {
        continue
      }
      // If the kept analysis already covers these days, skip the show: a new analysis would number no further episodes.
      if known[show]?.answers(data.unnumberedDays(of: show), at: now) == true { continue }
      do throws(ClientError) {
        let analysis = try await tally.analysisStore.ask(show, country: request.country)
        analyses[show] = analysis
        guard let season = analysis.analyzedSeason, let details = analysis.diagnostics?.episodeDetails else { continue }
        found[show] = [season: .init(details, asOf: now)]
      } catch {
        if error.isCancellation { throw error }
      }
    }
    await tally.seasonStore.keep(found, askedAt: mark)
    data.number(from: analyses)
    return data
  }
}

extension CalendarLoader {
  /// Reads the seasons of the days' episodes that have no synopsis yet, one request for each season, and keeps them. Ignores errors except
  /// a cancellation: an episode is shown without its synopsis.
  /// - Returns: whether anything was read.
  @discardableResult
  func readDetails(
    of data: CalendarData, on days: ClosedRange<CalendarDay>, country: String
  ) async throws(ClientError) -> Bool {
    try await read(data.undescribed(on: days), country, since: .distantPast)
  }

  /// Reads the seasons of the days' episodes again that this device has from before the last pull, one request for each season, and keeps
  /// them: the guide brings no synopsis, no running time and no numbers. If a show has episodes without numbers, its newest season on this
  /// device is read, or the season of its kept analysis: the analysis itself is not requested again. Ignores errors except a cancellation.
  /// - Returns: whether anything was read.
  @discardableResult
  func readAgain(
    _ data: CalendarData, on days: ClosedRange<CalendarDay>?, _ request: Request
  ) async throws(ClientError) -> Bool {
    guard request.pulledAt > .distantPast, let days else { return false }
    let kept = await tally.seasonStore.shows(data.shows).mapValues { $0.filter(\.value.isWhole) }
    let analyses = await tally.analysisStore.known(Set(data.unnumbered))
    var wanted = data.numberedSeasons(on: days).filter { kept[$0.show]?[$0.season] != nil }
    for show in data.unnumbered {
      guard let season = kept[show]?.keys.max() ?? analyses[show]?.analysis.analyzedSeason,
        !wanted.contains(where: { $0 == (show, season) })
      else { continue }
      wanted.append((show, season))
    }
    wanted.removeAll { kept[$0.show]?[$0.season].map { $0.asOf >= request.pulledAt } ?? false }
    return try await read(wanted, request.country, since: request.pulledAt)
  }

  private func read(
    _ wanted: [(show: TMDBID, season: Int)], _ country: String, since: Date
  ) async throws(ClientError) -> Bool {
    guard !wanted.isEmpty else { return false }
    var seasons = await SeasonReader(tally, Set(wanted.map(\.show)), country, since: since)
    var failures = 0
    var last: ClientError?
    for (show, season) in wanted {
      do throws(ClientError) {
        _ = try await seasons.season(season, of: show)
        failures = 0
      } catch {
        last = error
        failures += 1
        // While TMDB is down, the server answers 500 for each season: at a pull, stop after a few. A season that this device has never
        // read may not exist, which the server answers with 500 for good: go on then, otherwise it would hide all later shows' synopses.
        if error.endsCalendarRead || since > .distantPast && failures == Self.probes { break }
      }
    }
    await seasons.keep()
    if let last, last.isCancellation { throw last }
    return true
  }
}

/// A month while it is being read, with the shows that could not be read.
struct CalendarAnswer: Sendable {
  var data = CalendarData()
  /// Shows that the server answered about.
  var shows: Set<TMDBID> = []
  var failed: Set<TMDBID> = []
  var error: ClientError?

  /// Notes a show that cannot be read.
  /// - Throws: `error` if it concerns all shows: cancelled, server not reachable, or timed out.
  mutating func fail(_ show: TMDBID, _ error: ClientError) throws(ClientError) {
    if error.endsCalendarRead { throw error }
    failed.insert(show)
    self.error = self.error ?? error
  }
}

extension ClientError {
  /// Whether the error concerns all shows, so that no further season is requested: cancelled, server not reachable, or timed out.
  fileprivate var endsCalendarRead: Bool { isCancellation || kind == .unreachable || kind == .timedOut }
}

/// Reads seasons for a month, each once; a season read within the last hours comes from this device.
struct SeasonReader: Sendable {
  private let tally: TallyService
  private let country: String
  private let since: Date
  private let mark: AccountCache<SeasonStore.Shows>.ReadMark?
  private var kept: SeasonStore.Shows
  private var read: SeasonStore.Shows = [:]
  private var lastShow: TMDBID?

  /// - Parameter since: a season that was read before it is requested again.
  init(_ tally: TallyService, _ shows: Set<TMDBID>, _ country: String, since: Date) async {
    (self.tally, self.country, self.since) = (tally, country, since)
    mark = await tally.seasonStore.readMark()
    kept = await tally.seasonStore.shows(shows)
  }

  mutating func season(_ number: Int, of show: TMDBID) async throws(ClientError) -> SeasonStore.Known {
    let now = tally.client.serverNow()
    if let known = read[show]?[number] { return known }
    if let known = kept[show]?[number], known.isWhole, known.isFresh(at: now, since: since) { return known }
    if let lastShow {
      do {
        try await tally.client.environment.clock.sleep(
          for: lastShow == show ? CalendarLoader.seasonPause : CalendarLoader.pause)
      } catch { throw .cancelled(.tallyCalendar) }
    }
    lastShow = show
    let known = SeasonStore.Known(try await tally.shows.season(number, of: show, country: country), asOf: now)
    read[show, default: [:]][number] = known
    return known
  }

  func keep() async { await tally.seasonStore.keep(read, askedAt: mark) }
}
