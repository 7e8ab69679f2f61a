import MediaCore

/// The items that a car, a watch, a widget and a voice assistant offer for listening next, as stored on this device: the queue of items to
/// play next (``UpNextStore``), followed by the newest unfinished episodes of the Latest tab (``QueueStore``). Each item occurs once.
struct ContinueList: Sendable {
  /// The account that the items belong to.
  let account: String
  /// Whether this device has ever received the newest episodes from the server.
  let isLatestKnown: Bool
  /// The queue in its order, finished items included, with the user's progress.
  let upNext: [QueueEntry]
  /// The unfinished episodes that are not in ``upNext``, newest first, with the user's progress.
  let latest: [QueueEntry]

  var entries: [QueueEntry] { upNext + latest }

  /// Reads the items. Sends no request.
  /// - Throws: `signedOut`, with the detail `accountChanged` if another account signs in meanwhile; `storage`.
  init(
    _ queue: UpNextStore, _ newest: QueueStore, _ progress: ListeningProgressStore
  ) async throws(ClientError) {
    let kept = try await newest.current()
    var seen: Set<PlayableID> = []
    let next = try await queue.entries().filter { seen.insert($0.id).inserted }
    let others = kept.visible.filter { seen.insert($0.id).inserted }
    let known = try await progress.progress(of: (next + others).map(\.id))
    guard try await newest.current().account == kept.account else {
      throw ClientError(.signedOut, operation: .shelfContinue, detail: ClientError.Detail.accountChanged)
    }
    (account, isLatestKnown) = (kept.account, kept.asOf != nil)
    upNext = next.map { entry in with(entry) { $0.progress = known[entry.id] } }
    latest = others.filter { known[$0.id]?.isFinished != true }
      .map { entry in with(entry) { $0.progress = known[entry.id] } }
  }
}

extension QueueEntry {
  /// The entry of an item that was opened on this device.
  init(_ played: PlayedItemStore.PlayedItem) {
    self.init(id: played.id, title: played.title)
    (author, coverURL, duration) = (played.author, played.coverURL, played.duration > 0 ? played.duration : nil)
  }
}
