import Foundation
public import MediaCore

/// The Latest tab: the 25 newest unfinished episodes of the first podcast library, with the user's progress. Without a podcast
/// library, what is in progress.
@MainActor
public final class LatestViewModel: ViewModel {
  public struct State: Equatable, Sendable {
    public var entries: LoadState<[QueueEntry]> = .idle
    /// Pull to refresh is under way.
    public var isRefreshing = false
    /// Something that went wrong with one entry; show it until it is dismissed.
    public var notice: String?
    /// Said where the list would be, when there is nothing in it.
    public var emptyMessage: String?
    /// The server could not be reached: this is from ``LoadState/loaded(_:asOf:)``'s date.
    public var isStale = false
  }

  /// How many episodes are asked for.
  public static let limit = 25

  public let publisher = StatePublisher(State())
  public let activities = Activities()
  public let queue: QueueStore

  private let shelf: ShelfService
  private let texts: Texts

  public init(shelf: ShelfService) {
    self.shelf = shelf
    queue = QueueStore(client: shelf.client)
    texts = shelf.client.environment.texts
  }

  /// Shows what is kept, then what the server says.
  public func load() {
    activities.start("load") { [weak self] in await self?.loadNow() }
  }

  /// Pull to refresh. One that interrupts another is no error.
  public func refresh() {
    publisher.state.isRefreshing = true
    load()
  }

  /// The same, for a caller that wants to wait, such as a `refreshable` closure.
  public func refreshAndWait() async {
    refresh()
    await activities.settled()
  }

  public func dismissNotice() { publisher.state.notice = nil }

  /// Takes an episode off the queue, on this device only.
  public func remove(_ id: PlayableID) {
    act { latest throws(ClientError) in latest.show(try await latest.queue.remove(id)) }
  }

  /// Marks as finished, here at once and on the server as soon as it can be reached; it leaves the queue.
  public func markFinished(_ id: PlayableID) {
    act { latest throws(ClientError) in
      try await latest.shelf.progressStore.markFinished(id)
      latest.show(try await latest.queue.remove(id))
      await latest.shelf.progressStore.settled()
    }
  }

  /// Sets back to the start, here at once and on the server as soon as it can be reached.
  public func restart(_ id: PlayableID) {
    act { latest throws(ClientError) in
      try await latest.shelf.progressStore.restart(id)
      try await latest.join()
      await latest.shelf.progressStore.settled()
    }
  }

  // MARK: Loading

  private func loadNow() async {
    if state.entries.value == nil, let kept = try? await queue.current(), kept.asOf != nil {
      publisher.state.entries = .loading(kept.visible)
    } else {
      publisher.state.entries = .loading(state.entries.value)
    }
    do throws(ClientError) {
      let owner = try await queue.owner()
      let answer = try await fetch()
      // Progress is decoration here: the list is shown without it when only it cannot be had.
      do throws(ClientError) { try await shelf.progressStore.refresh() } catch {
        if error.isCancellation || error.kind == .signedOut { throw error }
      }
      let entries = try await joined(answer.value)
      let kept = try await queue.replace(entries, asOf: answer.asOf, of: owner)
      guard !Task.isCancelled else { return }
      publisher.state.isStale = answer.isStale
      publisher.state.isRefreshing = false
      show(kept)
      shelf.client.log.add(.info, "latest: \(entries.count) episodes")
    } catch {
      // Somebody pulled again or left: the newer load shows what there is to show.
      guard !error.isCancellation, !Task.isCancelled else { return }
      publisher.state.isRefreshing = false
      publisher.state.entries = .failed(error, state.entries.value)
      publisher.state.emptyMessage = state.entries.value?.isEmpty == false ? nil : error.text(texts)
      shelf.client.log.add(.error, "latest: \(error)")
    }
  }

  private func fetch() async throws(ClientError) -> Answer<[QueueEntry]> {
    let libraries = try await shelf.libraries.all()
    guard let library = libraries.first(where: { $0.mediaType == .podcast }) else {
      let items = try await shelf.items.inProgress(limit: Self.limit)
      var entries: [QueueEntry] = []
      for item in items {
        if let entry = try await self.entry(item) { entries.append(entry) }
      }
      return Answer(value: entries, asOf: shelf.client.environment.clock.now(), isStale: false)
    }
    let answer = try await shelf.libraries.recentEpisodes(in: library.id, limit: Self.limit, page: 0)
    var entries: [QueueEntry] = []
    for episode in answer.value.items {
      if let entry = try await self.entry(episode) { entries.append(entry) }
    }
    return Answer(value: entries, asOf: answer.asOf, isStale: answer.isStale)
  }

  private func entry(_ recent: RecentEpisode) async throws(ClientError) -> QueueEntry? {
    guard let item = recent.episode.libraryItemId else { return nil }
    let hasCover = recent.podcast?.coverPath != nil
    return QueueEntry(
      id: PlayableID(libraryItemId: item, episodeId: recent.id), title: recent.episode.title ?? "",
      author: recent.podcast?.metadata.author ?? recent.podcast?.metadata.title ?? "",
      coverURL: hasCover ? try await shelf.media.coverURL(of: item, width: 400, updatedAt: nil) : nil,
      duration: recent.episode.duration ?? recent.episode.audioFile?.duration, publishedAt: recent.episode.publishedAt)
  }

  private func entry(_ item: ShelfItem) async throws(ClientError) -> QueueEntry? {
    QueueEntry(
      id: PlayableID(libraryItemId: item.id, episodeId: item.recentEpisode?.id),
      title: item.recentEpisode?.title ?? item.title, author: item.authorName ?? "",
      coverURL: item.hasCover
        ? try await shelf.media.coverURL(of: item.id, width: 400, updatedAt: item.updatedAt) : nil,
      duration: item.recentEpisode?.audioFile?.duration ?? item.duration, publishedAt: item.recentEpisode?.publishedAt)
  }

  /// With the progress this device knows. What is finished here leaves, even while the server does not know it yet.
  private func joined(_ entries: [QueueEntry]) async throws(ClientError) -> [QueueEntry] {
    Self.rows(entries, try await shelf.progressStore.all())
  }

  private nonisolated static func rows(
    _ entries: [QueueEntry], _ known: [PlayableID: KnownProgress]
  ) -> [QueueEntry] {
    entries.compactMap { entry in
      var entry = entry
      entry.progress = known[entry.id]
      return entry.progress?.isFinished == true ? nil : entry
    }
  }

  /// Puts newer progress into the rows that are shown, whichever these are by then.
  private func join() async throws(ClientError) {
    let known = try await shelf.progressStore.all()
    show(try await queue.update { Self.rows($0, known) })
  }

  private func show(_ kept: QueueStore.Queue) {
    publisher.state.entries = .loaded(kept.visible, asOf: kept.asOf ?? shelf.client.environment.clock.now())
    publisher.state.emptyMessage =
      kept.visible.isEmpty
      ? texts(
        "shelf.latest.empty", english: "No episodes to listen to. New episodes appear here as the server finds them.")
      : nil
  }

  private func act(_ body: @escaping @MainActor @Sendable (LatestViewModel) async throws(ClientError) -> Void) {
    // What was asked for happens even when the screen goes at once.
    activities.start("act", replacing: false) { [self] in
      do throws(ClientError) {
        try await body(self)
      } catch {
        guard !error.isCancellation else { return }
        publisher.state.notice = error.text(texts)
      }
    }
  }
}
