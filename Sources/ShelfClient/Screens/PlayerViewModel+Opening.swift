import Foundation
import MediaCore

extension PlayerViewModel {
  /// Opens a book or an episode. If another item is open, closes it first. A downloaded item opens without a network.
  /// - Parameter autoPlay: whether to start playing one second after the item is open.
  public func open(_ id: PlayableID, autoPlay: Bool = true) {
    playlist = nil
    open(id, autoPlay ? .soon : .never)
  }

  /// Opens a book or an episode from a playlist. When the item ends and ``ShelfService/upNext`` is empty, the player can continue with the
  /// next item of the playlist. For that, ``PlaybackSettings/whenEnded`` has to be ``PlaybackSettings/WhenEnded/playQueueThenOrder``, and
  /// ``PlaybackSettings/continuesPlaylists`` has to be true.
  /// - Parameters:
  ///   - playlist: the id of the playlist. The local id of a playlist that is not on the server yet is also accepted.
  ///   - autoPlay: whether to start playing one second after the item is open.
  public func open(_ id: PlayableID, inPlaylist playlist: String, autoPlay: Bool = true) {
    self.playlist = (playlist, id)
    open(id, autoPlay ? .soon : .never)
  }

  /// Opens an item at a chosen position, such as a bookmark. If the item is already open, only seeks to the position. Afterwards,
  /// ``undoJump()`` goes back to the position where the item was left.
  /// - Parameters:
  ///   - position: the position in seconds, kept within the item.
  ///   - autoPlay: whether to start playing. Playing starts one second after the item is open, or at once if the item is already open.
  public func open(_ id: PlayableID, at position: Double, autoPlay: Bool = true) {
    guard opening == nil, current?.id == id, state.phase == .ready else {
      playlist = nil
      return open(id, autoPlay ? .soon : .never, at: position)
    }
    seek(to: position)
    if autoPlay, !state.isPlaying { play() }
  }

  func open(_ id: PlayableID, _ autoPlay: AutoPlay, at place: Double? = nil) {
    // Stop the search for the next item: its result would replace this item.
    tasks.cancel("next")
    opening = (id, autoPlay, place, false)
    (failed, wasInterrupted) = (nil, false)
    screen.load()
  }

  /// Closes the open item. Records and sends the listening that is not on the server yet, and ends the session on the server.
  public func close() {
    (opening, failed) = (nil, nil)
    for kind in ["load", "next"] { tasks.cancel(kind) }
    // `self` is captured strongly, so the listening is recorded even if the app releases the player. A second call does not cancel the
    // first.
    tasks.start("close", replacing: false) { [self] in await closeNow() }
  }

  /// Whether playback is about to begin without another tap: an item such as the next of the queue is being looked for or opened, or the
  /// open item's position is being read. No sound plays until then, so the system may suspend an app in the background.
  var isAboutToPlay: Bool {
    if ["next", "autoPlay", "resume"].contains(where: tasks.isRunning) { return true }
    return opening.map { $0.autoPlay != .never } ?? false
  }

  /// Returns once no item is about to play by itself: an item plays, nothing follows, or the next item could not be opened.
  func decided() async {
    // The search opens an item, and the opened item plays a little later: await them in this order.
    while isAboutToPlay, !Task.isCancelled {
      for kind in ["next", "load", "autoPlay", "resume"] { await tasks.settled(of: kind) }
    }
  }

  func openNext() async throws(ClientError) {
    guard !Task.isCancelled, let (id, autoPlay, place, _) = opening else { return }
    opening?.hasBegun = true
    defer {
      // If a newer load has cancelled this one, keep `opening`: the newer load opens the item that it names, which can be this one.
      if !Task.isCancelled {
        opening = nil
        removePassedAlarm()
      }
    }
    // Read the account now: another account may sign in while the old item is closed.
    let owner = (try? await account()) ?? nil
    await closeNow(opensNext: true)
    // Record first what failed to be recorded: the item may be the same one, and opens at the place on this device.
    if !unrecorded.isEmpty { await record() }
    // The user may have opened another item during the await.
    guard !Task.isCancelled else { return }
    do throws(ClientError) { try await open(id, of: owner, autoPlay, at: place) } catch {
      if !error.isCancellation, !Task.isCancelled {
        shelf.client.log.add(.error, "player: \(error)")
        screen.state.phase = .failed
        failed = (id, place)
      }
      throw error
    }
  }

  private func open(
    _ id: PlayableID, of owner: String?, _ autoPlay: AutoPlay, at place: Double?
  ) async throws(ClientError) {
    let known = (try? await shelf.playedItems.item(id)) ?? nil
    var item = LocalItem(id: id, tracks: []).completed(by: known)
    screen.state = emptied(.opening, item)
    let opened = try await media(of: id, owner: owner)
    let own = (try? await shelf.itemSettings.memory(of: id)) ?? ItemSettingsStore.Memory()
    guard !Task.isCancelled else { return end(opened.session) }
    item = opened.item
    let random = environment.random
    tracker = ListeningTracker(
      item: id, position: opened.start,
      display: .init(title: item.title, author: item.author, coverPath: opened.session?.coverPath),
      makeID: { random.uuid() })
    current = opened
    (reopenings, reopenPause, needsReopening) = (0, 1, false)
    (recordedAt, isAsleep) = (nil, false)
    (pausedAt, sleptAtEndOf, isPlaceChosen) = (nil, nil, false)
    openedAt = environment.clock.uptime()
    var state = emptied(.ready, item)
    (state.isLocal, state.isTranscoded) = (opened.session == nil, opened.isTranscoded)
    state.position = opened.start
    (state.itemSettings, state.jumps) = (own.settings, own.jumps[id.description] ?? JumpHistory())
    state.rate = speed(of: id, own.settings).rawValue
    state.sleepTimer?.opened(at: opened.start, in: state.chapterList, order: state.chapterOrder)
    screen.state = state
    (chapterPlaying, jumpedAt, continuesAfterInterruption) = (nil, nil, false)
    loadEngine(opened.tracks, at: opened.start)
    // A timer that runs while nothing plays has stopped with the item before.
    restartSleepTask()
    // If the user chose a place, do not read the server's place: it would replace the chosen one.
    if let place { seek(to: place) } else if opened.session == nil, !autoPlay.isRead { readPosition(of: id) }
    // The user may have paused or started the item while it was being opened.
    switch opening?.autoPlay ?? autoPlay {
    case .never: break
    case .soon: startSoon()
    case .atOnce(let isRead): play(isRead: isRead)
    }
    notePlayed(item, opened.session?.libraryItem)
  }

  /// Loads audio into the engine, which then forgets its rate and its gain.
  func loadEngine(_ tracks: [PlayableTrack], at position: Double) {
    engine.load(tracks, at: position)
    engine.setRate(state.rate)
    engine.setGain(state.id.map { state.settings.gain(of: $0.kind) } ?? 0)
  }

  /// Puts an opened item into the played items and takes it out of Up Next, even if the player is closed at once. Then finds what follows.
  /// - Parameter owner: the book or the podcast as the server has just sent it; nil for an item on this device.
  private func notePlayed(_ item: LocalItem, _ owner: ShelfItem?) {
    tasks.start("played", replacing: false) { [weak self, shelf] in
      try? await shelf.playedItems.note(item)
      try? await shelf.upNext.note(QueueEntry(item))
      try? await shelf.itemSettings.noteUse(of: item.id)
      await self?.learnOrder(of: item.id, owner)
    }
  }

  /// A fresh state that shows only `item`, or nothing. The settings stay, and with an item a notice and a running sleep timer.
  func emptied(_ phase: State.Phase = .idle, _ item: LocalItem? = nil) -> State {
    var state = State()
    state.phase = phase
    state.settings = shelf.playbackSettings.current
    guard let item else { return state }
    state.notice = self.state.notice
    (state.sleepTimer, state.stopsAt) = (self.state.sleepTimer, self.state.stopsAt)
    state.chapterOrder.repeats = self.state.chapterOrder.repeats
    state.id = item.id
    state.title = item.title
    state.author = item.author
    state.coverURL = item.coverURL
    state.duration = item.duration
    state.chapters = item.chapters
    state.rate = state.settings.speed(of: item.id.kind).rawValue
    return state
  }

  /// The item with its audio: from this device if it is there and the engine can play it, else from the server.
  /// - Parameter isOpen: whether the item is open and its audio has failed: then the player waits for the server, whatever is on this
  ///   device.
  func media(
    of id: PlayableID, owner: String?, prefersLocal: Bool = true, isOpen: Bool = false
  ) async throws(ClientError) -> OpenItem {
    let local = prefersLocal ? await localMedia.localItem(id) : nil
    let isPlayable = local?.tracks.allSatisfy { $0.isPlayable(in: engine.mimeTypes) } ?? true
    if isPlayable, let local, !local.tracks.isEmpty {
      let known = (try? await shelf.playedItems.item(id)) ?? nil
      let progress = try? await shelf.progressStore.progress(of: id)
      try await check(owner)
      var opened = OpenItem(item: local.completed(by: known), owner: owner)
      let place = progress.map { $0.isFinished ? 0 : $0.position } ?? 0
      opened.start = opened.item.duration <= 0 || place <= opened.item.duration ? place : 0
      opened.knownAt = progress?.at
      opened.lastListened = progress?.at
      return opened
    }
    // Send queued changes first, so that the server opens the session at the newest position.
    await shelf.queue.flush(.call)
    do throws(ClientError) { return try await stream(id, of: owner) } catch {
      // The file is there, so the network alone is not the reason why the item does not play.
      guard !isPlayable, !isOpen, error.isTransient else { throw error }
      throw ClientError(.unsupported, operation: .shelfPlaybackStart, detail: ShelfDetail.formatNotPlayable)
    }
  }

  private func stream(_ id: PlayableID, of owner: String?) async throws(ClientError) -> OpenItem {
    try await check(owner)
    let options = PlayOptions(
      mimeTypes: engine.mimeTypes ?? PlayOptions().mimeTypes,
      forceTranscode: shelf.playbackSettings.current.alwaysTranscodes)
    let session = try await shelf.playback.start(id, options: options)
    try await check(owner)
    var item = LocalItem(id: id, tracks: [])
    let audio = (session.audioTracks ?? []).inPlayingOrder()
    let parts = PlaybackTimeline(audio, duration: session.duration ?? 0).parts
    for (track, part) in zip(audio, parts) {
      item.tracks.append(
        PlayableTrack(
          url: try await shelf.media.streamURL(of: track, in: session), start: part.start, duration: part.duration,
          mimeType: track.mimeType))
    }
    guard !item.tracks.isEmpty else {
      end(session)
      let isEbook = session.libraryItem?.media.book?.ebookFile != nil
      throw ClientError(
        .unsupported, operation: .shelfPlaybackStart, detail: isEbook ? ShelfDetail.ebookOnly : ShelfDetail.noAudio)
    }
    item.title = session.displayTitle ?? ""
    item.author = session.displayAuthor ?? ""
    item.coverURL = try? await shelf.media.coverURL(
      of: id.libraryItemId, width: 800, updatedAt: session.libraryItem?.updatedAt)
    item.duration = session.duration ?? item.tracks.map(\.end).max() ?? 0
    item.chapters = session.chapters
    var opened = OpenItem(item: item, owner: owner, session: session)
    // If this device's position is not on the server yet, prefer it to the position of the server's session.
    let known = try? await shelf.progressStore.progress(of: id)
    let place = known.map { $0.isFinished ? 0 : $0.position }
    // Skip a place beyond the end: the item would count as finished.
    opened.start =
      [known?.isPending == true ? place : nil, session.currentTime, place].compactMap(\.self)
      .first { item.duration <= 0 || $0 <= item.duration } ?? 0
    opened.lastListened = known?.at
    opened.knownAt = max(known?.at ?? .distantPast, shelf.progressStore.moment().0)
    return opened
  }

  /// - Throws: `signedOut` when `owner` is no longer signed in.
  private func check(_ owner: String?) async throws(ClientError) {
    guard try await account() == owner else {
      throw ClientError(.signedOut, operation: .shelfPlayer, detail: ClientError.Detail.accountChanged)
    }
  }

  private func account() async throws(ClientError) -> String? { try await shelf.account.status().account }

  /// Closes a session that will not be played, in a task of its own: the task that opened the session may be cancelled.
  func end(_ session: PlaybackSession?) {
    guard let session else { return }
    tasks.start("end", replacing: false) { [self] in try? await shelf.playback.close(session.id, nil) }
  }

  /// Reads the server's position of a downloaded item, which opened at this device's: another device may have played on since.
  private func readPosition(of id: PlayableID) {
    tasks.start("position") { [weak self, shelf] in
      do throws(ClientError) { try await shelf.progressStore.refresh(id) } catch { return }
      await self?.render()
    }
  }

  private func startSoon() {
    tasks.start("autoPlay") { [weak self, environment] in
      do {
        try await environment.clock.sleep(for: Self.autoPlayDelay, as: .delay)
        // Wait up to two seconds for the server's position: another device may have played on.
        for _ in 0..<10 where self?.tasks.isRunning("position") == true {
          try await environment.clock.sleep(for: .milliseconds(200))
        }
      } catch { return }
      // If the user has chosen another item during the wait, its own `autoPlay` decides.
      if !Task.isCancelled, self?.opening == nil { self?.play(isRead: true) }
    }
  }

  /// - Parameter opensNext: whether another item opens: the sleep timer, the alarm and the choice to repeat then stay.
  private func closeNow(opensNext: Bool = false) async {
    cancelTimers()
    guard let closed = current else {
      // Also clear an item that was still opening or failed to open.
      clear(opensNext: opensNext)
      return
    }
    keepJumps()
    readEngine()
    engine.stop()
    stopCounting()
    closings += 1
    await record()
    closings -= 1
    // The item may have been closed during `record()`, and another one opened.
    guard let current, current.id == closed.id, current.session?.id == closed.session?.id else { return }
    // Without a listening that failed to be recorded, `takeMutation()` is nil.
    let unrecorded = takeMutation()
    let notice = unrecorded == nil ? nil : state.notice
    if let unrecorded { self.unrecorded.append((unrecorded, closed.owner)) }
    letGo(opensNext: opensNext)
    screen.state.notice = notice
    await shelf.queue.flush(.recorded)
    guard let session = closed.session else { return }
    // Close without a body: the listening is already recorded, and the server would count it twice.
    do throws(ClientError) { try await shelf.playback.close(session.id, nil) } catch {
      if error.isCancellation { end(session) }
    }
  }

  private func cancelTimers() {
    for kind in ["autoPlay", "resume", "sync", "reopen", "reopenLater", "sleep", "position", "chapterEnd"] {
      tasks.cancel(kind)
    }
  }

  private func stopCounting() {
    tracker?.paused()
    if state.sleepTimer?.runsWhilePaused != true { sleepCountedAt = nil }
    screen.state.isPlaying = false
    livePlaying = nil
  }

  private func letGo(opensNext: Bool = false) {
    current = nil
    isMeantToPlay = false
    tracker = nil
    clear(opensNext: opensNext)
  }

  private func clear(opensNext: Bool) {
    let before = state
    screen.state = emptied()
    guard opensNext else { return tasks.cancel("alarm") }
    (screen.state.sleepTimer, screen.state.stopsAt) = (before.sleepTimer, before.stopsAt)
    screen.state.chapterOrder.repeats = before.chapterOrder.repeats
  }

  // MARK: Accounts

  /// Ends playing and the session before the account signs out. If pending work is discarded, the last listening is not recorded: the
  /// queue would send it at once.
  func leaveAccount(_ pending: PendingWork) async {
    (opening, failed) = (nil, nil)
    for kind in ["load", "next"] { tasks.cancel(kind) }
    cancelTimers()
    if pending == .discard { unrecorded = [] } else if !unrecorded.isEmpty { await record() }
    guard let left = current else { return }
    readEngine()
    engine.stop()
    stopCounting()
    let mutation = takeMutation()
    letGo()
    if let mutation, pending == .keep {
      _ = try? await shelf.progressStore.submit(mutation, cause: "playback", owner: left.owner)
    }
    if let session = left.session, shelf.client.connectivity.status != .offline {
      try? await shelf.playback.close(session.id, nil)
    }
  }

  /// Records the listening for the account that opened the item, and ends playing: another account is signed in, or none.
  func accountChanged() {
    if let mutation = takeMutation() {
      tasks.start("record", replacing: false) { [store = shelf.progressStore, owner = current?.owner] in
        _ = try? await store.submit(mutation, cause: "playback", owner: owner)
      }
    }
    // Drop an item that was already opening for the earlier account: the load for the next account would open it. Keep an item that the
    // user has chosen since.
    if opening?.hasBegun == true { opening = nil }
    stopForeign()
  }

  /// Ends playing without recording, after the account that listened has signed out.
  func stopForeign() {
    failed = nil
    cancelTimers()
    if current != nil { engine.stop() }
    letGo()
  }
}
