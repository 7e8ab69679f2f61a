public import MediaCore

/// The screen of a podcast's feed. It shows the episodes of the feed and whether the server has each of them. The user can have the server
/// download missing episodes. For administrators; the screen needs the server.
@MainActor
public final class PodcastFeedViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// The podcast's RSS feed. The server reads the feed again each time that the screen loads.
    public var feed: LoadState<PodcastFeed> = .idle
    /// The audio URLs of the feed's episodes that are already on the server, or whose download was requested on this screen.
    public var known: Set<String> = []
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?

    /// The episodes of the feed that the server does not have, in the order of the feed. Their audio URLs are not in ``known``.
    public var missing: [FeedEpisode] {
      (feed.value?.episodes ?? []).filter { $0.url.map { !known.contains($0) } ?? false }
    }
  }

  public var publisher: StatePublisher<State> { screen.publisher }
  private let shelf: ShelfService
  private let podcast: String
  private let screen: StoreScreen<State>

  /// Creates the screen of a podcast's feed.
  /// - Parameter podcast: the id of the podcast's library item.
  public init(shelf: ShelfService, podcast: String) {
    self.shelf = shelf
    self.podcast = podcast
    screen = StoreScreen(State(), accounts: shelf.client.accounts)
    screen.attach(self) { model in
      if model.state.feed.value == nil { model.screen.state.feed = model.screen.loadState(nil, asOf: nil) }
    } fetch: { (model) async throws(ClientError) in
      try await model.read()
    } reset: { model in
      model.screen.state = State()
    }
  }

  /// Asks the server to download episodes of the feed, in one request. Each episode appears in the podcast once the server has downloaded
  /// its file.
  public func download(_ episodes: [FeedEpisode]) {
    guard !episodes.isEmpty else { return }
    let era = screen.era
    screen.act { [weak self] () async throws(ClientError) in
      guard let self else { return [] }
      try await shelf.podcasts.download(episodes, of: podcast)
      screen.update(since: era) { $0.known.formUnion(episodes.compactMap(\.url)) }
      return []
    }
  }

  private func read() async throws(ClientError) {
    let item = try await shelf.items.item(podcast)
    let content = item.media.podcast
    guard let address = content?.metadata.feedUrl else {
      throw ClientError(.notFound, operation: .shelfPodcastsFeed)
    }
    let feed = try await shelf.podcasts.feed(at: address)
    guard !Task.isCancelled else { return }
    screen.state.known.formUnion(feed.audioURLs(of: content?.episodes ?? []))
    screen.state.feed = .loaded(feed, asOf: shelf.client.serverNow())
  }
}

extension PodcastFeed {
  /// The audio URLs of episodes of the server, and of the feed's episodes that are the same by their `guid` or title.
  func audioURLs(of episodes: [Episode]) -> Set<String> {
    let ids = Set(episodes.compactMap(\.guid).filter { !$0.isEmpty })
    // Many feeds repeat a title: compare titles only with episodes that the server has found as files, without `guid` and address.
    let files = episodes.filter { $0.guid?.isEmpty != false && $0.enclosure?.url == nil }
    let titles = Set(files.compactMap(\.title))
    let same = self.episodes.filter { ids.contains($0.guid ?? "") || titles.contains($0.title ?? "") }
    return Set(same.compactMap(\.url) + episodes.compactMap { $0.enclosure?.url })
  }
}
