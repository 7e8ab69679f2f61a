import MediaCore

// Repeating and shuffling chapters, and the jumps that can be taken back.
extension PlayerViewModel {
  // MARK: Repeat and shuffle

  /// Sets whether the player repeats the open item, the current chapter, or nothing. The choice stays when another item is opened. While
  /// the player repeats an item or a chapter, it starts no other item by itself. For an item without chapters, repeating the chapter
  /// repeats the whole item.
  public func setRepeat(_ repeats: ChapterOrder.Repeat) {
    screen.state.chapterOrder.repeats = repeats
    readEngine()
    useOrder()
  }

  private func useOrder() {
    chapterPlaying = state.chapterList.index(at: state.position)
    screen.state.sleepTimer?.reordered(at: state.position, in: state.chapterList, order: state.chapterOrder)
    restartSleepTask()
    restartChapterTask()
    findNextUp()
  }

  func chapterStart(_ index: Int) -> Double? {
    let list = state.chapterList.chapters
    return list.indices.contains(index) ? list[index].start : nil
  }

  /// Plays the chapters of the open item in a random order, or in the item's own order again. The random order begins with the current
  /// chapter. After the last chapter of the random order, the player pauses, unless ``setRepeat(_:)`` repeats the item.
  public func setShuffled(_ isShuffled: Bool) {
    readEngine()
    let list = state.chapterList
    let index = list.index(at: state.position)
    if isShuffled {
      let random = environment.random
      screen.state.chapterOrder.shuffle(list.chapters.count, current: index) { Int(random.next() % UInt64($0)) }
    } else {
      screen.state.chapterOrder.unshuffle()
    }
    useOrder()
  }

  /// Waits for the end of the chapter while it must not go on into the next one.
  func restartChapterTask() {
    guard state.isPlaying, !state.chapterOrder.isPlain, !state.chapterList.isEmpty else {
      return tasks.cancel("chapterEnd")
    }
    tasks.start("chapterEnd") { [weak self, clock = environment.clock] in
      while let next = self?.stepChapter() {
        do { try await clock.sleep(for: .seconds(max(next, 0.02)), as: .delay) } catch { return }
      }
    }
  }

  /// - Returns: seconds until the end of the chapter that plays, by the clock; nil when there is nothing to wait for.
  private func stepChapter() -> Double? {
    readEngine()
    let list = state.chapterList
    guard state.isPlaying else { return nil }
    // The engine reports about once a second: add what has played since its last report.
    let since = state.isStalled ? 0 : (environment.clock.uptime() - positionAt).seconds
    let position = state.position + since * state.rate
    if chapterPlaying == nil { chapterPlaying = list.index(at: position) }
    guard let index = chapterPlaying, list.chapters.indices.contains(index) else {
      // Between two chapters, wait for the start of the next one.
      return list.next(after: position).map { ($0.start - position) / state.rate }
    }
    let left = list.chapters[index].end - position
    guard left < 0.02 else { return left / state.rate }
    // If the last chapter ends with the item, do not wait: the engine reports the item's end.
    if index + 1 == list.chapters.count, list.chapters[index].end > state.duration - 0.5 { return nil }
    // If the sleep timer ends with this chapter, pause at the chapter's end instead of jumping to the next chapter first.
    var timer = state.sleepTimer
    if timer?.chapterEnded(index, in: list) == true {
      fallAsleep()
      return nil
    }
    switch state.chapterOrder.turn(atEndOf: index) {
    case .goOn: return nil
    case .stop: pauseNow()
    // `jump(to:)` restarts this task, so end it.
    case .chapter(let next): jump(to: list.chapters[next].start, timer)
    }
    return nil
  }

  /// - Parameter timer: the sleep timer after the end of the chapter; nil for a jump that is not the order's.
  func jump(to position: Double, _ timer: SleepTimer? = nil) {
    move(to: position)
    if var timer {
      timer.jumped(to: state.position, in: state.chapterList, order: state.chapterOrder)
      screen.state.sleepTimer = timer
      restartSleepTask()
    }
    tracker?.seek(to: state.position)
    saveSoon(.seek)
  }

  /// Goes on where the order says, after the engine has reached the item's end.
  /// - Returns: false if the item ends.
  func turnAtEnd() -> Bool {
    let (order, list) = (state.chapterOrder, state.chapterList)
    guard let current, isReordered, state.duration > 0,
      state.duration - (engine.currentPosition ?? state.position) < 2
    else { return false }
    let ended = order.isPlain ? list.chapters.indices.last : chapterPlaying ?? list.chapters.indices.last
    countSleep()
    var timer = state.sleepTimer
    let sleeps = timer?.chapterEnded(ended, in: list) == true
    // An engine can report the end just after the user has paused: move to the next place, but do not play.
    let goesOn = state.isPlaying && closings == 0 && !sleeps
    let target = placeAfterEnd(of: ended)
    moved(to: state.duration)
    guard let target else {
      guard order.shuffled != nil else { return false }
      // After the last shuffled chapter, pause at the item's start: at its end, the server would mark the item as finished.
      isMeantToPlay = false
      stopped()
      jump(to: 0)
      if sleeps { wakeNoMore() }
      return true
    }
    if !goesOn {
      isMeantToPlay = false
      stopped()
    }
    // The engine may have released the audio at the item's end: load it again.
    loadEngine(current.tracks, at: target)
    jump(to: target, timer)
    if sleeps { wakeNoMore() }
    guard goesOn else { return true }
    startEngine()
    log("repeats")
    return true
  }

  /// Whether the item or a chapter is repeated, or the chapters are shuffled: then no other item follows this one.
  var isReordered: Bool { state.chapterOrder.repeats != .off || state.chapterOrder.shuffled != nil }

  /// The place where the order goes on after the item's end; nil if the item ends there.
  /// - Parameter chapter: the index of the chapter that has ended; nil for an item without chapters.
  func placeAfterEnd(of chapter: Int?) -> Double? {
    guard let chapter else { return 0 }
    switch state.chapterOrder.turn(atEndOf: chapter) {
    case .chapter(let next): return chapterStart(next)
    case .goOn: return state.chapterOrder.repeats == .item ? 0 : nil
    case .stop: return nil
    }
  }

  // MARK: Jumps

  /// Notes a seek of the user, so that it can be taken back. Seeks within two seconds of each other are one jump.
  func noteJump(from position: Double) {
    let now = environment.clock.uptime()
    let isContinued = jumpedAt.map { now - $0 < .seconds(2) } ?? false
    jumpedAt = now
    screen.state.jumps.add(from: position, to: state.position, isContinued: isContinued)
  }

  /// Goes back to the position at which the last jump in the open item began. Does nothing if there was no jump. The jumps of recently
  /// opened items are stored on this device, so a jump can still be undone after the item was closed and opened again.
  public func undoJump() {
    guard current != nil, let position = screen.state.jumps.undo() else { return }
    readEngine()
    // With `jumpedAt` set, `keepJumps` stores the shortened list; two seconds back, the next seek is a jump of its own.
    jumpedAt = environment.clock.uptime() - .seconds(2)
    jump(to: position)
    placeChosen()
  }

  /// Keeps the jumps of the item that is being closed.
  func keepJumps() {
    guard let id = current?.id, jumpedAt != nil else { return }
    tasks.start("jumps", replacing: false) { [jumps = state.jumps, store = shelf.itemSettings] in
      try? await store.keep(jumps, of: id)
    }
  }
}
