import Foundation
public import MediaCore

/// The screen of a show, with its seasons, episodes, progress, providers, dates, and the user's rating. The screen shows the data on this
/// device at once, and then the server's response. Changes are shown at once, and sent as soon as the server can be reached.
@MainActor
public final class ShowViewModel: ViewModel {
  /// The state of the screen of a show.
  public struct State: ScreenState, AnnouncingState {
    /// The content of the page; its value is nil until this device has data about the show.
    public var page: LoadState<ShowPage> = .idle
    /// The numbers of the seasons whose episodes are being read.
    public var loadingSeasons: Set<Int> = []
    public var error: ClientError?
    public var notice: String?
    public var isRefreshing = false
    /// Changes of this show that the server refused. The user can retry or discard them.
    public var refused: [MutationRecord] = []
    /// The latest text that the screen reader speaks. Each text is spoken once.
    public var announcement: Announcement?

    package init() {}
  }

  public var publisher: StatePublisher<State> { screen.publisher }
  /// The number at TMDB of the show that the page is about.
  public let show: TMDBID

  let tally: TallyService
  let screen: StoreScreen<State>
  private var tokens: [ObservationToken] = []

  /// Creates the model. Nothing is requested before `load()`.
  public init(tally: TallyService, show: TMDBID) {
    (self.tally, self.show) = (tally, show)
    screen = StoreScreen(State(), accounts: tally.client.accounts) { ErrorText.progress($0, tally.texts) }
    screen.onWaiting = { [weak screen] in
      screen?.announce(tally.texts("tally.shows.waiting", english: "Saved on this device. It will be sent later."))
    }
    screen.attach(
      self,
      observing: [
        tally.watchlistStore.observe, tally.progressStore.observe, tally.seasonStore.cache.observe,
        tally.analysisStore.cache.observe,
      ], longestAge: .seconds(900)
    ) { model in
      await model.render()
    } fetch: { (model) async throws(ClientError) in
      try await model.fetch()
    } reset: { model in
      model.screen.state.page = .idle
      (model.screen.state.refused, model.screen.state.loadingSeasons) = ([], [])
    }
    tokens.append(
      tally.country.observe { [weak self] _ in
        Task { @MainActor in
          // If the page was loaded, its providers are for the earlier country: load the page again.
          if let self, self.state.page != .idle { self.load() }
        }
      })
  }

  private func render() async {
    // If the files cannot be read, keep what the screen shows: the fetch reports the error.
    let sources = try? await ShowPage.sources(of: show, in: tally)
    let show = show
    let refused = (try? await tally.queue.refused())?.filter {
      $0.target == EntryMutation.target(show) || $0.mutation(ProgressMutation.self)?.show == show
    }
    var state = state
    if let (sources, refreshedAt) = sources {
      let page = ShowPage(show, sources, country: tally.country.current)
      state.page = screen.loadState(page, asOf: sources.analysis?.asOf ?? refreshedAt)
    } else {
      state.page = screen.loadState(keeping: state.page)
    }
    state.refused = refused ?? state.refused
    screen.state = state
  }

  /// Asks for the analysis and the watchlist; for a show on the list also for its progress, and for the season that the user is in unless
  /// this device has read it within six hours.
  private func fetch() async throws(ClientError) {
    let account = try await tally.client.accounts.account()
    // TMDB and the server's database fail independently of each other: read the list and the progress although the analysis was refused.
    var failure: ClientError?
    do throws(ClientError) { try await tally.analysisStore.ask(show, country: tally.country.current) } catch {
      guard error.status != nil else { throw error }
      failure = error
    }
    try await tally.watchlistStore.refresh()
    // Request progress only for shows on the list: the server stores every show whose progress is requested.
    let isTracked = try await tally.watchlistStore.item(show) != nil
    if isTracked { try await tally.progressStore.refresh(show) }
    if let failure { throw failure }
    guard let (sources, _) = try? await ShowPage.sources(of: show, in: tally),
      try await tally.client.accounts.account() == account,
      let page = ShowPage(show, sources, country: tally.country.current),
      let season = page.next?.season ?? page.seasons.last?.number, page.season(season)?.episodeCount != 0
    else { return }
    let now = tally.client.serverNow()
    if let known = sources.seasons[season], known.isWhole, known.isFresh(at: now, since: .distantPast) { return }
    // Ignore a failure: the page is complete except for this season, and the user can load the season again.
    do throws(ClientError) {
      _ = try await tally.seasonStore.ask(season, of: show, country: tally.country.current)
    } catch { if error.isCancellation { throw error } }
  }

  /// Reads the episodes of a season (`GET /api/tmdb/show/{id}/season/{season}/raw`). A single request returns all episodes with their
  /// synopses, running times and days. Without a network, the page keeps showing the data on this device, and a notice gives the reason.
  public func loadSeason(_ number: Int) {
    screen.state.loadingSeasons.insert(number)
    screen.activities.start("season-\(number)") { [weak self, era = screen.era] in
      guard let self else { return }
      do throws(ClientError) {
        _ = try await tally.seasonStore.ask(number, of: show, country: tally.country.current)
      } catch { if !Task.isCancelled, era == screen.era { screen.notice(error) } }
      guard !Task.isCancelled else { return }
      screen.update(since: era) { $0.loadingSeasons.remove(number) }
      await screen.show()
    }
  }

  /// Sends a change that the server refused to the server again.
  public func retry(_ record: MutationRecord) { screen.retry(record, in: tally.queue) }

  /// Discards a change that the server refused.
  public func discard(_ record: MutationRecord) { screen.discard(record, in: tally.queue) }
}
