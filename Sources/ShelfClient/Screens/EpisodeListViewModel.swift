public import MediaCore

/// The screen of a podcast's episodes, with an order, a filter, seasons and a search. The order and the filter are chosen for each podcast,
/// and stay on this device until the account signs out. The screen first shows the episodes that are stored on this device, and then
/// refreshes them from the server.
///
/// ```swift
/// let episodes = EpisodeListViewModel(shelf: shelf, podcast: row.id)
/// episodes.onChange = { state in print((state.rows.value ?? []).map(\.title)) }
/// episodes.load()
/// episodes.setFilter(.unfinished)
/// episodes.setSort(.publishedAt)   // oldest first
/// ```
@MainActor
public final class EpisodeListViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// The rows of the episodes that pass the filter and the search, in the chosen order.
    public var rows: LoadState<[ShelfRow]> = .idle
    /// The same rows divided into seasons; empty unless ``EpisodeListSettings/groupsSeasons`` is true and ``hasSeasons`` as well.
    public var seasons: [EpisodeSeason] = []
    /// Whether an episode of the podcast has a season.
    public var hasSeasons = false
    /// The number of all episodes on the server, whether they are shown or not.
    public var total = 0
    /// The title of the podcast.
    public var title = ""
    /// The order and the filter of the rows.
    public var settings = EpisodeListSettings()
    /// The text that the titles are searched for; empty for no search. It is not kept.
    public var query = ""
    /// The progress of the episodes that the account has begun, with the id of the episode's row as the key.
    public var progress: [String: KnownProgress] = [:]
    /// The ids of the rows whose episodes are completely downloaded.
    public var downloaded: Set<ShelfRow.ID> = []
    /// The rule that adds new episodes of the podcast to the items to play next; nil if there is none.
    public var queueRule: EpisodeQueueRule?
    /// Whether the server has removed the podcast, or this account may no longer see it.
    public var isGone = false
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?
  }

  public var publisher: StatePublisher<State> { screen.publisher }
  /// The id of the podcast's library item.
  public let podcast: String
  private let shelf: ShelfService
  private let screen: StoreScreen<State>

  /// Creates the screen. It sends its first request when `load()` is called.
  /// - Parameter podcast: the id of the podcast's library item.
  public init(shelf: ShelfService, podcast: String) {
    (self.shelf, self.podcast) = (shelf, podcast)
    screen = StoreScreen(State(), accounts: shelf.client.accounts)
    screen.attach(
      self,
      observing: [
        shelf.itemStore.observe, shelf.progressStore.observe, shelf.episodeLists.observe, shelf.downloads.observe,
        shelf.episodeQueue.observe,
      ], longestAge: .seconds(900)
    ) { model in
      await model.render()
    } fetch: { (model) async throws(ClientError) in
      try await model.fetch()
    } reset: { model in
      model.screen.state = State()
    }
    shelf.live.refresh(screen, of: self) { $1.concerns(item: $0.podcast) }
  }

  // MARK: Choosing

  /// Sets the order of the episodes. The newest first are `.publishedAt` and `descending`.
  public func setSort(_ sort: EpisodeSort, descending: Bool = false) {
    change { ($0.sort, $0.descending) = (sort, descending) }
  }

  /// Sets the filter of the episodes.
  public func setFilter(_ filter: EpisodeFilter) { change { $0.filter = filter } }

  /// Sets whether the list is divided into seasons.
  public func setGroupsSeasons(_ groups: Bool) { change { $0.groupsSeasons = groups } }

  private func change(_ body: @escaping @Sendable (inout EpisodeListSettings) -> Void) {
    screen.act { [store = shelf.episodeLists, podcast] () async throws(ClientError) in
      try await store.update(podcast, body)
      return []
    }
  }

  /// Searches the titles: only episodes whose titles contain all words of `query` are shown. Case and accents make no difference. An empty
  /// text ends the search.
  public func setQuery(_ query: String) {
    guard query != state.query else { return }
    screen.state.query = query
    screen.activities.start("query") { [weak self] in await self?.screen.show() }
  }

  // MARK: Episodes

  /// Marks episodes as finished, on this device at once and on the server in few requests.
  public func markFinished(_ rows: Set<ShelfRow.ID>) {
    let ids = playable(rows)
    screen.act { [store = shelf.progressStore] () async throws(ClientError) in try await store.markFinished(ids) }
  }

  /// Sets episodes back to their start, on this device at once and on the server in few requests.
  public func restart(_ rows: Set<ShelfRow.ID>) {
    let ids = playable(rows)
    screen.act { [store = shelf.progressStore] () async throws(ClientError) in try await store.restart(ids) }
  }

  /// Downloads the shown episodes to this device, at most the first ``WholeList/limit``. The rules and the budget of the downloads apply.
  public func downloadAll() {
    let whole = WholeList(state.rows.value ?? [])
    screen.downloadAll(shelf) { () async throws(ClientError) in whole }
  }

  /// Plays the shown episodes in their order, at most the first ``WholeList/limit``: see ``PlayerViewModel/playAll(_:)``.
  public func playAll(in player: PlayerViewModel) {
    let whole = WholeList(state.rows.value ?? [])
    screen.playAll(shelf, in: player) { () async throws(ClientError) in whole }
  }

  /// Adds episodes that the server gets from now on to ``ShelfService/upNext`` by themselves, each once; see ``EpisodeQueueStore``.
  /// - Parameters:
  ///   - place: the end of the queue at which they enter it.
  ///   - newest: the highest number of these episodes in the queue, at least 1.
  public func queueNewEpisodes(_ place: EpisodeQueueRule.Place = .last, newest: Int = 3) {
    let rule = EpisodeQueueRule(id: podcast, title: state.title, place: place, newest: newest)
    screen.act { [rules = shelf.episodeQueue] () async throws(ClientError) in
      try await rules.set(rule)
      return []
    }
  }

  /// Ends the rule of ``queueNewEpisodes(_:newest:)``. Episodes that are in the queue stay there.
  public func stopQueueingNewEpisodes() {
    screen.act { [rules = shelf.episodeQueue, podcast] () async throws(ClientError) in
      try await rules.remove(podcast)
      return []
    }
  }

  private func playable(_ rows: Set<ShelfRow.ID>) -> [PlayableID] {
    (state.rows.value ?? []).filter { rows.contains($0.id) }.compactMap(\.playable)
  }

  // MARK: Showing

  private func fetch() async throws(ClientError) {
    try await shelf.refreshPage(of: podcast) { screen.state.isGone = $0 }
  }

  private func render() async {
    let (seen, settings): (SeenItems.Seen?, EpisodeListSettings)
    do throws(ClientError) {
      (seen, settings) = (try await shelf.itemStore.item(podcast), try await shelf.episodeLists.settings(of: podcast))
    } catch {
      return screen.state.rows = screen.loadState(keeping: state.rows)
    }
    let all = await listed(seen?.item)
    let downloads = ((try? await shelf.downloads.all()) ?? []).filter { $0.phase == .complete }
    let progress = await shelf.progressOfRows(all.map(\.row))
    let rule = (try? await shelf.episodeQueue.rule(of: podcast)) ?? nil
    var state = screen.state
    let arrangement = EpisodeArrangement(
      settings: settings, query: state.query, progress: progress, downloaded: Set(downloads.map(\.id.description)))
    var rows = arrangement.rows(all)
    // Keep the places of shown rows only if these rows have the same order and filter.
    if state.settings == settings { rows = screen.steady(rows, over: state.rows.value) }
    state.rows = screen.loadState(seen.map { _ in rows }, asOf: seen?.asOf)
    state.hasSeasons = all.contains { $0.season != nil }
    state.seasons = settings.groupsSeasons && state.hasSeasons ? arrangement.seasons(rows, of: all) : []
    (state.total, state.settings, state.progress) = (all.count, settings, progress)
    state.title = seen?.item.title ?? state.title
    state.queueRule = rule
    state.downloaded = arrangement.downloaded.intersection(all.map(\.row.id))
    screen.state = state
  }

  /// The episodes of the podcast, newest first.
  private func listed(_ item: ShelfItem?) async -> [ListedEpisode] {
    guard let item, let rows = try? await shelf.lists.rows.episodes(of: item) else { return [] }
    return zip(rows, item.media.podcast?.newestFirst ?? []).map { ListedEpisode($0, $1) }
  }
}
