public import MediaCore

/// The screen of the episodes that the server is downloading for a library of podcasts. The screen needs the server; nothing is stored on
/// this device.
@MainActor
public final class EpisodeQueueViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// The episode that the server is downloading, and the episodes that wait in the server's download queue.
    public var queue: LoadState<DownloadQueue> = .idle
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?
  }

  public var publisher: StatePublisher<State> { screen.publisher }
  private let shelf: ShelfService
  private let library: String
  private let screen: StoreScreen<State>

  /// Creates the screen.
  /// - Parameter library: the id of a library of podcasts.
  public init(shelf: ShelfService, library: String) {
    self.shelf = shelf
    self.library = library
    screen = StoreScreen(State(), accounts: shelf.client.accounts)
    screen.attach(self) { model in
      if model.state.queue.value == nil { model.screen.state.queue = model.screen.loadState(nil, asOf: nil) }
    } fetch: { (model) async throws(ClientError) in
      let queue = try await model.shelf.podcasts.downloadQueue(of: model.library)
      if !Task.isCancelled { model.screen.state.queue = .loaded(queue, asOf: model.shelf.client.serverNow()) }
    } reset: { model in
      model.screen.state = State()
    }
  }

  /// Removes the waiting downloads of a podcast from the server's queue. A running download continues. For administrators.
  /// - Parameter podcast: the id of the podcast's library item.
  public func clear(_ podcast: String) {
    let era = screen.era
    screen.act { [weak self] () async throws(ClientError) in
      guard let self else { return [] }
      try await shelf.directory.clearQueue(of: podcast)
      let queue = try await shelf.podcasts.downloadQueue(of: library)
      screen.update(since: era) { $0.queue = .loaded(queue, asOf: shelf.client.serverNow()) }
      return []
    }
  }
}
