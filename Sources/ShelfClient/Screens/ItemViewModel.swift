import Foundation
public import MediaCore

/// The screen of a book with its chapters, or of a podcast with its episodes, and of the account's progress. The screen first shows the
/// data that is stored on this device, and then refreshes it from the server.
@MainActor
public final class ItemViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// The book or podcast, with all its chapters or episodes.
    public var item: LoadState<ShelfItem> = .idle
    /// The rows of the podcast's episodes, newest first; empty if the item is a book.
    public var episodes: [ShelfRow] = []
    /// The chapters of the book, with times in seconds from the start of the book; empty if the item is a podcast.
    public var chapters: [Chapter] = []
    /// The files of the book or podcast, with their names, sizes and durations.
    public var files: [ItemFile] = []
    /// The book or podcast itself as a row; nil until the item is loaded.
    public var row: ShelfRow?
    /// The progress of the book, or of each episode that the account has begun. The key is the id of the book's or episode's row.
    public var progress: [String: KnownProgress] = [:]
    /// Whether the server has removed the item, or this account may no longer see it.
    public var isGone = false
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?

    /// The id of the book or episode to continue with. If the account has begun the book or some episodes without finishing them, this is
    /// the one of them that was listened to last. Otherwise, it is the unfinished book, or the podcast's newest unfinished episode. Nil if
    /// everything is finished.
    public var next: PlayableID? {
      let begun = progress.values.filter { !$0.isFinished && $0.position > 0 }
      if let last = begun.max(by: { ($0.at ?? .distantPast) < ($1.at ?? .distantPast) }) { return last.id }
      return ([row].compactMap { $0 } + episodes).first { $0.playable != nil && progress[$0.id]?.isFinished != true }?
        .playable
    }
  }

  public var publisher: StatePublisher<State> { screen.publisher }
  public let id: String
  private let shelf: ShelfService
  private let store: ItemStore
  private let enqueue: (@Sendable (QueueEntry) async throws(ClientError) -> Void)?
  private let screen: StoreScreen<State>

  /// Creates the screen of a book or podcast.
  /// - Parameters:
  ///   - id: the id of the book's or podcast's library item.
  ///   - enqueue: adds an entry to the app's own queue. If nil, ``addToQueue(_:)`` adds entries at the end of ``ShelfService/upNext``.
  public init(
    shelf: ShelfService, item id: String,
    enqueue: (@Sendable (QueueEntry) async throws(ClientError) -> Void)? = nil
  ) {
    self.id = id
    self.shelf = shelf
    self.enqueue = enqueue
    store = shelf.itemStore
    screen = StoreScreen(State(), accounts: shelf.client.accounts)
    screen.attach(
      self, observing: [store.observe, shelf.progressStore.observe], longestAge: .seconds(900)
    ) { model in
      await model.render()
    } fetch: { (model) async throws(ClientError) in
      try await model.fetch()
    } reset: { model in
      model.screen.state = State()
    }
    shelf.live.refresh(screen, of: self) { $1.concerns(item: $0.id) }
  }

  // MARK: Actions

  /// Marks the book or an episode as finished, on this device at once and on the server as soon as the server can be reached.
  public func markFinished(_ id: PlayableID) {
    screen.act { [store = shelf.progressStore] () async throws(ClientError) in [try await store.markFinished(id)] }
  }

  /// Sets the book or an episode back to the start, on this device at once and on the server as soon as the server can be reached.
  public func restart(_ id: PlayableID) {
    screen.act { [store = shelf.progressStore] () async throws(ClientError) in [try await store.restart(id)] }
  }

  /// Adds the book or an episode to the end of the queue of items to play next.
  public func addToQueue(_ id: PlayableID) {
    guard let row = ([state.row].compactMap { $0 } + state.episodes).first(where: { $0.playable == id }) else { return }
    var entry = QueueEntry(id: id, title: row.title)
    (entry.author, entry.coverURL, entry.duration) = (row.subtitle, row.coverURL, row.duration)
    (entry.publishedAt, entry.progress) = (row.publishedAt, state.progress[row.id])
    screen.act { [enqueue, upNext = shelf.upNext, entry] () async throws(ClientError) in
      if let enqueue { try await enqueue(entry) } else { try await upNext.playLast(entry) }
      return []
    }
  }

  // MARK: Showing

  private func fetch() async throws(ClientError) {
    try await shelf.refreshPage(of: id) { screen.state.isGone = $0 }
  }

  private func render() async {
    let seen: SeenItems.Seen?
    do throws(ClientError) { seen = try await store.item(id) } catch {
      return screen.state.item = screen.loadState(keeping: state.item)
    }
    let rows = shelf.lists.rows
    var own: ShelfRow?
    var episodes: [ShelfRow] = []
    if let item = seen?.item {
      own = try? await rows.row(item)
      episodes = (try? await rows.episodes(of: item)) ?? []
    }
    let progress = await shelf.progressOfRows([own].compactMap { $0 } + episodes)
    var state = screen.state
    state.item = screen.loadState(seen?.item, asOf: seen?.asOf)
    state.chapters = seen?.item.media.book?.chapters ?? []
    state.files = seen?.item.files ?? []
    state.episodes = screen.steady(episodes, over: state.episodes)
    (state.row, state.progress) = (own, progress)
    screen.state = state
  }
}

extension ShelfService {
  /// Reads the page of a book or podcast from the server, and then the account's progress: a podcast's answer has that of one episode only.
  /// - Parameter isGone: called with whether the server has removed the item or forbids it. Not called if the server did not say.
  @MainActor
  func refreshPage(of item: String, isGone: (Bool) -> Void) async throws(ClientError) {
    do throws(ClientError) {
      try await itemStore.refresh(item)
      if !Task.isCancelled { isGone(false) }
    } catch {
      if error.isAbsence, !Task.isCancelled { isGone(true) }
      throw error
    }
    try await progressStore.refresh()
  }
}
