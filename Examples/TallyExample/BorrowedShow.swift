import Runner
import TallyKit

/// A show on the list as being watched, for the duration of a flow.
struct BorrowedShow: Sendable {
  let id: TMDBID
  let analysis: ShowAnalysis
  /// The analysed season, which has dates.
  let season: Int
  /// The days of that season's episodes, in order.
  let days: [CalendarDay]

  fileprivate init?(_ id: TMDBID, _ analysis: ShowAnalysis) {
    let days = (analysis.diagnostics?.episodeDetails ?? []).compactMap(\.airDate).sorted()
    guard let season = analysis.analyzedSeason, !days.isEmpty else { return nil }
    (self.id, self.analysis, self.season, self.days) = (id, analysis, season, days)
  }

  /// A day with an episode: in the month of `today` if there is one.
  func day(near today: CalendarDay) -> CalendarDay {
    days.first(where: CalendarMonth(today).contains) ?? days[days.count - 1]
  }
}

extension TallyStage {
  /// Runs a flow with a show that has dates: a watched show of the account, or else one that is added for the flow and removed afterwards.
  /// - Parameters:
  ///   - withProvider: whether the show must have a chosen provider.
  ///   - isNew: whether the show must not be on the account's list yet, for flows that change it.
  @MainActor
  func borrowing(
    _ tally: TallyService, withProvider: Bool = false, isNew: Bool = false,
    _ body: @MainActor (BorrowedShow) async throws -> String
  ) async throws -> String {
    let entries = try await tally.watchlist.all(status: nil)
    for entry in entries where !isNew && entry.status == .watching && (!withProvider || entry.streamingProvider != nil)
    {
      if let id = entry.tmdbID, let show = await dated(id, tally) { return try await body(show) }
    }
    let listed = Set(entries.compactMap(\.tmdbID))
    let found = try await dated(tally) { !listed.contains($0) }
    let show = try require(found, "a show with dates that the account does not have")
    let added = try await tally.watchlist.add(show.id, status: .watching).userShow
    let outcome: Result<String, any Error>
    do {
      if withProvider {
        let provider = show.analysis.watchProviders.first.map { ProviderSelection($0) }
        try await tally.watchlist.setProvider(provider ?? ProviderSelection(id: 8, name: "Netflix"), of: added.id)
      }
      outcome = .success(try await body(show))
    } catch { outcome = .failure(error) }
    try await tally.watchlist.remove(added.showId)
    return try outcome.get()
  }

  /// The first show with dates among those that the server finds.
  func dated(_ tally: TallyService, where isWanted: @Sendable (TMDBID) -> Bool = { _ in true }) async throws
    -> BorrowedShow?
  {
    var ids = try await tally.shows.search(query, country: "US").results.map(\.id)
    if ids.count < 5 { ids += try await tally.shows.discover(.popular, sampleSize: 10).examples.map(\.tmdbId) }
    for id in ids where isWanted(id) { if let show = await dated(id, tally) { return show } }
    return nil
  }

  private func dated(_ id: TMDBID, _ tally: TallyService) async -> BorrowedShow? {
    guard let analysis = try? await tally.shows.analyze(id, country: "US") else { return nil }
    return BorrowedShow(id, analysis)
  }
}
