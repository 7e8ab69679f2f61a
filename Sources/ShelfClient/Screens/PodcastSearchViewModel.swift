import Foundation
public import MediaCore

/// The screen for adding podcasts to a library. The user finds podcasts by name, or reads them from an OPML file that another app has
/// exported. For administrators; the screen needs the server.
///
/// ```swift
/// let search = PodcastSearchViewModel(shelf: shelf, library: library)
/// search.search("night signals")
/// for podcast in search.state.results.value ?? [] { search.add(podcast) }
/// ```
@MainActor
public final class PodcastSearchViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// The text of the search, without blanks around it.
    public var query = ""
    /// The podcasts that were found for ``query``.
    public var results: LoadState<[FoundPodcast]> = .idle
    /// The podcasts in the OPML file that was read last; empty if no file was read.
    public var feeds: [OPMLFeed] = []
    /// The feed URLs of the podcasts that were added on this screen, or that the server was asked to add.
    public var added: Set<String> = []
    /// Whether the podcasts of an OPML file are being read or added.
    public var isImporting = false
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?
  }

  public var publisher: StatePublisher<State> { screen.publisher }
  private let shelf: ShelfService
  private let library: Library
  private let screen: StoreScreen<State>
  /// The number of searches that have begun. A pull searches beside a search that the user has begun: only the last one shows its results.
  private var searches = 0
  /// The results before the search that is running.
  private var earlier: LoadState<[FoundPodcast]> = .idle

  /// Creates the screen.
  /// - Parameter library: the library of podcasts to which podcasts are added. It needs at least one folder.
  public init(shelf: ShelfService, library: Library) {
    self.shelf = shelf
    self.library = library
    screen = StoreScreen(State(), accounts: shelf.client.accounts)
    screen.attach(
      self,
      fetch: { (model) async throws(ClientError) in
        await model.searchNow()
        // Throw the error that the search shows: the screen removes the error of a load that succeeds.
        if let error = model.state.results.error { throw error }
      },
      reset: { model in
        ["search", "import"].forEach(model.screen.activities.cancel)
        model.screen.state = State()
      })
  }

  /// Searches podcasts by name, and cancels an earlier search that is still running. If `name` is blank, clears the results.
  public func search(_ name: String) {
    screen.state.query = name.trimmingCharacters(in: .whitespacesAndNewlines)
    screen.activities.start("search") { [weak self] in await self?.searchNow() }
  }

  /// Adds a podcast to the first folder of the library. The server does not download its episodes automatically; use
  /// ``PodcastFeedViewModel/download(_:)``.
  public func add(_ podcast: FoundPodcast) {
    let era = screen.era
    screen.act { [weak self] () async throws(ClientError) in
      guard let self else { return [] }
      let feed = try await addNow(podcast)
      screen.update(since: era) { $0.added.insert(feed) }
      return []
    }
  }

  /// Reads the podcasts of an OPML file into ``State/feeds``, so that the user can choose which ones to add.
  public func readOPML(_ text: String) {
    importing { (model) async throws(ClientError) in
      let feeds = try await model.shelf.directory.feeds(inOPML: text)
      if !Task.isCancelled { model.screen.state.feeds = feeds }
    }
  }

  /// Asks the server to add podcasts of the OPML file, in one request. The podcasts appear in the library one after the other.
  /// - Parameter autoDownload: whether the server downloads new episodes of these podcasts on a schedule.
  public func addFeeds(_ feeds: [OPMLFeed], autoDownload: Bool = false) {
    importing { (model) async throws(ClientError) in
      let folder = try model.folder()
      let addresses = feeds.map(\.feedUrl)
      try await model.shelf.directory.addFeeds(
        addresses, library: model.library.id, folder: folder.id, autoDownload: autoDownload)
      if !Task.isCancelled { model.screen.state.added.formUnion(addresses) }
    }
  }

  private func importing(_ body: @escaping @MainActor (PodcastSearchViewModel) async throws(ClientError) -> Void) {
    // Ignore a second tap: the first request may already be adding the feeds.
    guard !state.isImporting else { return }
    screen.state.isImporting = true
    screen.activities.start("import") { [weak self] in
      guard let self else { return }
      var problem: ClientError?
      do throws(ClientError) { try await body(self) } catch { problem = error }
      guard !Task.isCancelled else { return }
      screen.state.isImporting = false
      if let problem { screen.notice(problem) }
    }
  }

  /// - Returns: the URL of the podcast's feed.
  private func addNow(_ podcast: FoundPodcast) async throws(ClientError) -> String {
    guard let feed = podcast.feedUrl else { throw ClientError(.unsupported, operation: .shelfPodcastsAdd) }
    let folder = try folder()
    let name = podcast.title.split { "/\\:*?\"<>|".contains($0) || $0.isNewline }.joined(separator: " ")
    guard !name.isEmpty, name != ".", name != ".." else {
      throw ClientError(.invalidRequest, operation: .shelfPodcastsAdd)
    }
    try await shelf.podcasts.add(
      PodcastDraft(
        libraryId: library.id, folderId: folder.id, path: "\(folder.fullPath ?? "")/\(name)",
        metadata: podcast.metadata))
    return feed
  }

  private func folder() throws(ClientError) -> LibraryFolder {
    guard let folder = library.folders.first else { throw ClientError(.notFound, operation: .shelfPodcastsAdd) }
    return folder
  }

  private func searchNow() async {
    let query = state.query
    guard !query.isEmpty else { return screen.state.results = .idle }
    searches += 1
    let number = searches
    await screen.show()
    // The user may have cleared the text during the await: no search runs then, and the results would stay in `.loading`.
    guard !Task.isCancelled, number == searches, query == state.query else { return }
    if !state.results.isLoading { earlier = state.results }
    screen.state.results = .loading(state.results.value)
    var outcome: LoadState<[FoundPodcast]>
    do throws(ClientError) {
      let found = try await shelf.directory.podcasts(named: query, country: library.settings.podcastSearchRegion)
      outcome = .loaded(found, asOf: shelf.client.serverNow())
    } catch { outcome = .failed(error, state.results.value) }
    guard !Task.isCancelled, query == state.query, number == searches else { return }
    // The system can end a request, such as one of a suspended app. Without this line, the screen would load for ever.
    if outcome.error?.isCancellation == true { return screen.state.results = earlier }
    screen.state.results = outcome
    screen.state.error = outcome.error
  }
}
