import Foundation
public import MediaCore

/// The page of a title: a film, a series with its seasons, or a collection, with the lists that hold the title. The page shows the cached
/// title first, so that it opens without a network. Changes are shown at once and sent as soon as the server can be reached.
@MainActor
public final class VaultTitleViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// The content of the page. Its value is nil if this device does not have the title.
    public var page: LoadState<TitlePage> = .idle
    /// The opened episode with details from the catalogue; nil if no episode is open. The server has these details only for series with a
    /// `tmdb_` id. The episode is watched or unwatched as its row in ``page``.
    public var episode: EpisodeDetails?
    /// Whether the details of the opened episode are being read.
    public var isLoadingEpisode = false
    /// The progress while a mark of many episodes or films is sent; nil if no such mark is being sent.
    public var progress: MarkProgress?
    /// Whether to ask the user which mark the whole title gets, because the title is partly watched. For the question, see
    /// ``LibraryEntry/confirmationTitle(_:)``. For the answer, see ``VaultTitleViewModel/confirm(watched:)``.
    public var asksForDirection = false
    /// The removal of the title; nil ten seconds after the removal. ``VaultTitleViewModel/undoRemoval()`` restores the title.
    public var undoable: TitleRemoval?
    public var error: ClientError?
    public var notice: String?
    public var isRefreshing = false

    package init() {}
  }

  public var publisher: StatePublisher<State> { screen.publisher }
  /// The title that the page shows.
  public let title: TitleReference
  let screen: StoreScreen<State>
  let vault: VaultService
  private var progress: ObservationToken?

  /// The age at which the titles of lists are read again, in seconds.
  static let listAge = 900.0

  /// Creates the view model. It makes no request before `load()` is called.
  public init(vault: VaultService, title: TitleReference) {
    (self.vault, self.title) = (vault, title)
    screen = StoreScreen(State(), vault)
    screen.attach(self, observing: [vault.store.observe], longestAge: .seconds(900)) { model in
      await model.render()
    } fetch: { (model) async throws(ClientError) in
      try await model.fetch()
    } reset: { model in
      model.screen.activities.cancel("episode")
      model.screen.takeUndo(\.undoable)
      model.screen.state = State()
    }
    progress = vault.store.observeProgress { [weak self] title, progress in
      Task { @MainActor in
        if let self, self.title == title { self.screen.state.progress = progress.isDone ? nil : progress }
      }
    }
  }

  private func render() async {
    // If the files cannot be read, keep what the screen shows: the fetch reports the error.
    guard let view = await vault.store.view() else {
      screen.state.page = screen.loadState(keeping: state.page)
      return
    }
    let page = TitlePage(title, view.value, open: view.open)
    screen.state.page = screen.loadState(page, asOf: view.value.library?.asOf)
    screen.state.episode = state.episode.map { marked($0) }
  }

  /// The episode with the mark of its row on the page, which has the changes of this device that are not on the server yet.
  private func marked(_ episode: EpisodeDetails) -> EpisodeDetails {
    let row = state.page.value?.series?.episodes.first { $0.id == episode.id }
    guard let row, row.season == episode.season, row.number == episode.number else { return episode }
    return with(episode) { $0.watched = row.watched }
  }

  /// Reads the watchlist, the lists, and the titles of each list that was not read for a quarter of an hour, which says where the title is.
  private func fetch() async throws(ClientError) {
    try await vault.store.refreshLibrary()
    let lists = try await vault.store.refreshLists().value
    let now = vault.client.environment.clock.now()
    for list in lists where list.id != .personal {
      let asOf = try await vault.store.contents(of: list.id)?.asOf
      // Skip a list that was read recently. If its date is in the future, the clock was set back: read the list again.
      if let asOf, (0..<Self.listAge).contains(now.timeIntervalSince(asOf)) { continue }
      do throws(ClientError) { try await vault.store.refreshContents(of: list.id) } catch {
        // Ignore a list that was deleted or is no longer shared: the next read of the lists omits it.
        guard error.isAbsence else { throw error }
      }
    }
    // The watchlist omits titles that are in lists. If this title is missing there, read its own mark with the unwatched titles.
    guard !Task.isCancelled, try await isHidden() else { return }
    _ = try? await vault.store.refreshUnwatched(trusting: Self.listAge)
    for id in try await movies() where !Task.isCancelled { try? await vault.store.refreshHidden(movie: id) }
  }

  /// The ids of the film, or of the films of the collection; empty for a series.
  private func movies() async throws(ClientError) -> [Int] {
    switch title {
    case .movie(let id): [id]
    case .series: []
    case .collection(let id): try await vault.store.snapshot().movies(ofCollection: id).map(\.id)
    }
  }

  private func isHidden() async throws(ClientError) -> Bool {
    let snapshot = try await vault.store.snapshot()
    return switch title {
    case .series(let id): snapshot.library?.value.series(id) == nil
    case .movie, .collection: try await movies().contains { snapshot.library?.value.movie($0) == nil }
    }
  }

  /// Opens an episode, and reads its details into ``State/episode`` (`GET /api/episodes/{id}/details`). Without a network,
  /// ``State/episode`` has only the members that are cached on this device.
  public func openEpisode(_ episode: Int) {
    guard let known = state.page.value?.series?.episodes.first(where: { $0.id == episode }) else { return }
    screen.state.episode = EpisodeDetails(known, of: state.page.value?.series)
    screen.state.isLoadingEpisode = true
    screen.activities.start("episode") { [weak self, vault] in
      let details = try? await vault.episodes.details(episode)
      guard let self, !Task.isCancelled else { return }
      screen.state.isLoadingEpisode = false
      // The server reuses ids of deleted episodes. If season, number or series differ, the answer is about another episode: ignore it.
      guard let details, details.season == known.season, details.number == known.number,
        details.seriesID == nil || details.seriesID == screen.state.page.value?.series?.id
      else { return }
      screen.state.episode = marked(details)
    }
  }

  /// Closes the open episode.
  public func closeEpisode() {
    screen.activities.cancel("episode")
    (screen.state.episode, screen.state.isLoadingEpisode) = (nil, false)
  }
}

extension EpisodeDetails {
  /// The facts of an episode that this device has.
  fileprivate init(_ episode: Episode, of series: Series?) {
    self.init(id: episode.id)
    (seriesID, seriesTitle) = (series?.id, series?.title ?? "")
    (season, number, title) = (episode.season, episode.number, episode.title)
    (airDate, watched) = (episode.airDate, episode.watched)
  }
}
