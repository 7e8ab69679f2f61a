public import MediaCore

extension PlayerViewModel {
  /// Opens and plays the unfinished item that the account has listened to last, on any device.
  /// - Returns: the id of the item; nil if the account has no unfinished item.
  /// - Throws: `signedOut`, `storage`.
  @discardableResult
  public func resumeLast() async throws(ClientError) -> PlayableID? {
    let isRead = try await ask { [store = shelf.progressStore] () async throws(ClientError) in
      try await store.refresh()
    }
    guard let last = try await shelf.progressStore.lastPlayed() else { return nil }
    // Move the open item to another device's position before it plays.
    await render()
    playAtOnce(last.id, isRead: isRead)
    return last.id
  }

  /// Opens and plays the newest unfinished episode of the Latest tab (``LatestViewModel``).
  /// - Returns: the id of the episode; nil if the tab has no unfinished episode.
  /// - Throws: `signedOut`, `storage`.
  @discardableResult
  public func playLatest() async throws(ClientError) -> PlayableID? {
    try await ask { [queue = shelf.queueStore] () async throws(ClientError) in try await queue.refresh() }
    let latest = try await shelf.queueStore.current().visible
    let known = try await shelf.progressStore.progress(of: latest.map(\.id))
    guard let newest = latest.first(where: { known[$0.id]?.isFinished != true }) else { return nil }
    playAtOnce(newest.id)
    return newest.id
  }

  /// Plays books and episodes one after the other: opens and plays the first one, and replaces ``ShelfService/upNext`` with the others.
  /// Finished items are left out, because the queue passes over them; if all are finished, the first one plays again, alone. If
  /// ``PlaybackSettings/whenEnded`` is ``PlaybackSettings/WhenEnded/stop``, the player stops after the first one.
  /// - Returns: the id of the first item; nil if `entries` is empty, and then nothing changes.
  /// - Throws: `signedOut`, `storage`. Nothing has changed then.
  @discardableResult
  public func playAll(_ entries: [QueueEntry]) async throws(ClientError) -> PlayableID? {
    try await playAll(entries, of: nil)
  }

  /// - Parameter owner: the account that the entries are of; nil for the one that is signed in.
  func playAll(_ entries: [QueueEntry], of owner: String?) async throws(ClientError) -> PlayableID? {
    let known = try await shelf.progressStore.progress(of: entries.map(\.id))
    let unfinished = entries.filter { known[$0.id]?.isFinished != true }
    guard let first = unfinished.first ?? entries.first else { return nil }
    try await shelf.upNext.set(Array(unfinished.dropFirst()), of: owner)
    playAtOnce(first.id)
    return first.id
  }

  /// Continues the open item if it is `id` and no other item is being opened; otherwise opens `id`.
  /// - Parameter isRead: whether the positions of all items were just read from the server, so that none is read again before playing.
  func playAtOnce(_ id: PlayableID, isRead: Bool = false) {
    if opening == nil, current?.id == id, state.phase == .ready { return play(isRead: isRead) }
    playlist = nil
    open(id, .atOnce(isRead: isRead))
  }

  /// Refreshes from the server; after three seconds, or a failure, returns so that the caller uses what is on this device.
  /// - Returns: whether the refresh succeeded.
  @discardableResult
  private func ask(
    _ refresh: @escaping @Sendable () async throws(ClientError) -> Void
  ) async throws(ClientError) -> Bool {
    do throws(ClientError) {
      return try await environment.clock.attempt(.shelfPlayer, refresh) != nil
    } catch {
      if error.kind == .signedOut || error.isCancellation && Task.isCancelled { throw error }
      return false
    }
  }

  /// Plays the item that follows the open item by the rule ``PlaybackSettings/whenEnded``, without waiting for the end of the open item. If
  /// the rule is ``PlaybackSettings/WhenEnded/stop``, plays the next item of ``ShelfService/upNext``. Does nothing if no item follows. If
  /// another item is being opened, plays the item that follows the item that is being opened.
  public func playNext() {
    wasInterrupted = false
    playNextUp(rule: state.settings.whenEnded == .stop ? .playQueue : nil)
  }

  func playNextUp(rule: PlaybackSettings.WhenEnded? = nil) {
    guard let ended = chosen else { return }
    tasks.start("next") { [weak self] in
      guard let self else { return }
      let rule = rule ?? state.settings.whenEnded
      let following = rule == .playQueueThenOrder ? await following(ended, asksServer: true) : []
      let next = await nextUp(after: ended, rule, following)
      guard let next, !Task.isCancelled, chosen == ended else { return }
      log("next up")
      if following.contains(where: { $0.id == next.id }), let playlist { self.playlist = (playlist.id, next.id) }
      playFound(next.id)
    }
  }

  /// Opens and plays the item that a search has found. If a call began during the search, the item plays after the call.
  private func playFound(_ id: PlayableID) {
    let isInterrupted = wasInterrupted
    open(id, isInterrupted ? .never : .atOnce())
    wasInterrupted = isInterrupted
  }

  /// Opens and plays the item that was open before the current item, and puts the current item first in ``ShelfService/upNext``. Does
  /// nothing if no other item was open before. If another item is being opened, it is treated as the current item. See
  /// ``UpNextStore/past(before:)``.
  public func playPrevious() {
    wasInterrupted = false
    let (id, known) = (chosen, opening == nil ? current.map { QueueEntry($0.item) } : nil)
    tasks.start("next") { [weak self] in
      guard let self else { return }
      var entry = known
      if entry == nil, let id { entry = await self.entry(of: id) }
      guard let previous = (try? await shelf.upNext.goBack(from: entry)) ?? nil else { return }
      guard !Task.isCancelled, chosen == id else { return }
      log("previous")
      playFound(previous.id)
    }
  }

  /// The entry of an item that is opening, with what this device has of it.
  private func entry(of id: PlayableID) async -> QueueEntry {
    let queued = (try? await shelf.upNext.entries()) ?? []
    let past = (try? await shelf.upNext.past(before: nil)) ?? []
    if let entry = (queued + past).first(where: { $0.id == id }) { return entry }
    var item = LocalItem(id: id, tracks: []).completed(by: (try? await shelf.playedItems.item(id)) ?? nil)
    if state.id == id, item.title.isEmpty { (item.title, item.author) = (state.title, state.author) }
    return QueueEntry(item)
  }

  private func nextUp(
    after ended: PlayableID, _ rule: PlaybackSettings.WhenEnded, _ following: [QueueEntry]
  ) async -> QueueEntry? {
    guard rule != .stop else { return nil }
    let queue = (try? await shelf.upNext.entries()) ?? []
    let latest = rule == .playQueueThenLatest ? (try? await shelf.queueStore.current().visible) ?? [] : []
    let known = (try? await shelf.progressStore.progress(of: (queue + latest + following).map(\.id))) ?? [:]
    return NextUp(rule: rule, queue: queue, latest: latest, progress: known, following: following).next(after: ended)
  }

  // MARK: Orders

  /// The entries behind an item in its playlist, else in its series or podcast, as far as the settings let these go on.
  /// - Parameter asksServer: whether to ask, for three seconds at most, if this device does not know the order.
  private func following(_ id: PlayableID, asksServer: Bool) async -> [QueueEntry] {
    let settings = state.settings
    if settings.continuesPlaylists, let playlist {
      let list = shelf.lists.entries(ofPlaylist: playlist.id)
      let store = shelf.rowStore
      if asksServer, ((try? await store.beginning(of: list)) ?? nil) == nil {
        _ = try? await ask { () async throws(ClientError) in try await store.refresh(0, of: list) }
      }
      let rows = ((try? await store.kept(list)) ?? nil)?.pages.flatMap(\.rows) ?? []
      return Self.entries(of: rows, behind: playlist.place)
    }
    guard id.kind == .book ? settings.continuesSeries : settings.continuesPodcasts else { return [] }
    let sequences = shelf.sequences
    var known = (try? await sequences.sequence(of: id)) ?? nil
    if known == nil, asksServer {
      _ = try? await ask { () async throws(ClientError) in try await sequences.refresh(id) }
      known = (try? await sequences.sequence(of: id)) ?? nil
    }
    return Self.entries(of: known?.rows ?? [], behind: id)
  }

  private static func entries(of rows: [ShelfRow], behind id: PlayableID) -> [QueueEntry] {
    rows.drop { $0.id != id.description }.dropFirst().compactMap { QueueEntry($0) }
  }

  /// Reads the order of the item that was just opened, so that the next one is known when it ends without a network. A failure is
  /// ignored: the order is read again at the item's end.
  func learnOrder(of id: PlayableID, _ owner: ShelfItem?) async {
    let settings = state.settings
    if settings.whenEnded == .playQueueThenOrder, let owner,
      id.kind == .book ? settings.continuesSeries : settings.continuesPodcasts
    {
      _ = try? await shelf.sequences.refresh(id, in: owner)
    }
    await showNextUp()
  }

  /// Finds what follows the open item after the rules have changed.
  func findNextUp() {
    guard current != nil else { return }
    tasks.start("nextUp") { [weak self] in await self?.showNextUp() }
  }

  /// Shows what follows the open item, and reports it to ``onNextKnown``.
  func showNextUp() async {
    guard let id = current?.id else { return }
    let rule = isReordered ? .stop : state.settings.whenEnded
    let following = rule == .playQueueThenOrder ? await following(id, asksServer: false) : []
    let next = await nextUp(after: id, rule, following)
    // If the user has repeated or shuffled the item during the awaits, show nothing: no other item follows.
    guard current?.id == id, next != state.nextUp, !isReordered || next == nil else { return }
    screen.state.nextUp = next
    if let next { onNextKnown?(next) }
  }
}

extension QueueEntry {
  /// The entry of an item that was opened.
  init(_ item: LocalItem) {
    self.init(id: item.id, title: item.title)
    author = item.author
    coverURL = item.coverURL
    duration = item.duration > 0 ? item.duration : nil
  }
}
