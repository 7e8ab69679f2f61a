public import MediaCore

/// The screen of the downloads on this device. It shows the list with the progress of each download and the storage limit, and has actions
/// to pause, resume and remove downloads.
@MainActor
public final class DownloadsViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// The downloads in the order in which they run; nil until the list is read from disk.
    public var downloads: [LocalDownload]?
    /// The number of bytes that all downloads together take on this device.
    public var usedBytes = 0
    /// The storage limit for downloads, and the number of downloads that run at the same time.
    public var settings = DownloadSettings()
    /// The rules by which downloads start, wait and are removed automatically.
    public var rules = DownloadRules()
    /// A sentence to show for each download. The sentence says which rule the download waits for, or why the item was downloaded.
    public var explanations: [PlayableID: String] = [:]
    /// The downloads that the rules have recently removed, most recent first.
    public var removed: [Removed] = []
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?
    /// The text to show in place of an empty list; nil unless the list is empty.
    public var emptyMessage: String?

    /// A download that a rule has removed.
    public struct Removed: Sendable, Hashable, Identifiable {
      /// The id of the book or episode.
      public var id: PlayableID
      /// The title of the book or episode.
      public var title: String
      /// The reason why the download was removed, as a sentence.
      public var explanation: String
    }

    /// The number of downloads that are not complete yet.
    public var openCount: Int { downloads?.count { $0.phase != .complete } ?? 0 }
  }

  public var publisher: StatePublisher<State> { screen.publisher }

  private let shelf: ShelfService
  private let screen: StoreScreen<State>

  /// Creates the screen. The screen sends its first request when `load()` is called.
  public init(shelf: ShelfService) {
    self.shelf = shelf
    screen = StoreScreen(State(), accounts: shelf.client.accounts)
    screen.attach(self, observing: [shelf.downloads.observe]) { model in
      await model.render()
    } fetch: { model in
      await model.shelf.downloads.start()
    } reset: { model in
      let old = model.screen.state
      var state = State()
      (state.isRefreshing, state.error, state.notice) = (old.isRefreshing, old.error, old.notice)
      model.screen.state = state
    }
  }

  /// Adds a book or an episode to the queue of downloads. Without a network, the download waits.
  public func download(_ id: PlayableID, title: String = "") {
    act { (store) async throws(ClientError) in try await store.download(id, title: title) }
  }

  /// Pauses a download until ``resume(_:)`` is called. The bytes that were received stay on this device.
  public func pause(_ id: PlayableID) { act { (store) async throws(ClientError) in try await store.pause(id) } }

  /// Resumes a paused download, or retries a failed one.
  public func resume(_ id: PlayableID) { act { (store) async throws(ClientError) in try await store.resume(id) } }

  /// Removes a download, complete or not, and its files.
  public func remove(_ id: PlayableID) { act { (store) async throws(ClientError) in try await store.remove(id) } }

  /// Removes every download and its files.
  public func removeAll() { act { (store) async throws(ClientError) in try await store.removeAll() } }

  /// Replaces the rules by which downloads start, wait and are removed automatically. Then requests the books and episodes of the series
  /// and podcasts in `rules` from the server, and applies the rules to them.
  public func setRules(_ rules: DownloadRules) {
    act { (store) async throws(ClientError) in
      try await store.setRules(rules)
      try await store.applyRules()
    }
  }

  /// Sets the number of bytes that downloads may take on this device.
  /// - Parameter bytes: the limit in bytes. If nil, there is no limit; see ``DownloadSettings/budget``.
  public func setBudget(_ bytes: Int?) {
    act { (store) async throws(ClientError) in
      var settings = try await store.settings()
      settings.budget = bytes
      try await store.setSettings(settings)
    }
  }

  /// Sets the number of downloads that run at the same time.
  /// - Parameter count: at least 1.
  public func setConcurrentDownloads(_ count: Int) {
    act { (store) async throws(ClientError) in
      var settings = try await store.settings()
      settings.concurrentDownloads = max(1, count)
      try await store.setSettings(settings)
    }
  }

  private func act(_ change: @escaping @Sendable (DownloadStore) async throws(ClientError) -> Void) {
    screen.act { [store = shelf.downloads] () async throws(ClientError) in
      try await change(store)
      return []
    }
  }

  private func render() async {
    // If the downloads cannot be read, keep those on the screen.
    let downloads = try? await shelf.downloads.all()
    let settings = try? await shelf.downloads.settings()
    let rules = try? await shelf.downloads.rules()
    let removed = try? await shelf.downloads.removed()
    let texts = shelf.client.environment.texts
    var state = screen.state
    state.rules = rules ?? state.rules
    state.explanations = (downloads ?? state.downloads ?? []).reduce(into: [:]) { $0[$1.id] = $1.explanation(texts) }
    state.removed =
      removed?.filter { $0.cause != .byHand }.map {
        State.Removed(id: $0.id, title: $0.title, explanation: $0.text(texts))
      } ?? state.removed
    state.downloads = downloads ?? state.downloads
    state.usedBytes = state.downloads?.reduce(0) { $0 + $1.receivedBytes } ?? 0
    state.settings = settings ?? state.settings
    state.emptyMessage =
      state.downloads?.isEmpty == true
      ? shelf.client.environment.texts(
        "shelf.downloads.empty", english: "Nothing is kept on this device. Downloads can be played without a network.")
      : nil
    screen.state = state
  }
}
