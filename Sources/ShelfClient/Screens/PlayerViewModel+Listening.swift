import Foundation
import MediaCore

extension PlayerViewModel {
  func handle(_ event: PlaybackEvent) {
    guard current != nil else { return }
    let uptime = environment.clock.uptime()
    switch event {
    case .ready(let duration):
      if duration.isMediaTime, state.duration == 0 { screen.state.duration = duration }
    case .started:
      isMeantToPlay = true
      isPlaceChosen = false
      tracker?.started(at: uptime)
      positionAt = uptime
      screen.state.isPlaying = true
      livePlaying = shelf.live.keepConnected()
      setStalled(false)
      log("playing")
      startSyncing()
      setSleepTimerBySchedule()
      restartSleepTask()
      chapterPlaying = state.chapterList.index(at: state.position)
      restartChapterTask()
      // If the alarm came while this item was being opened, stop it now.
      if let date = state.stopsAt, date <= environment.clock.now() { stopForAlarm() }
    case .progressed(let position):
      setStalled(false)
      moved(to: position)
      stepSleepTimer()
    case .stalled:
      readEngine()
      tracker?.stalled(uptime: uptime)
      setStalled(true)
    case .paused(let position):
      isMeantToPlay = false
      moved(to: position)
      stopped()
      log("paused")
    case .ended: if !turnAtEnd() { ended() }
    case .failed:
      shelf.client.log.add(.warning, "player: engine failed")
      readEngine()
      stopped()
      if closings == 0 { reopen() }
    }
  }

  /// Counts what the engine has played since it last reported.
  func readEngine() { if let position = engine.currentPosition { moved(to: position) } }

  /// Counts the sleep timer's time up to now first: the time of a stall does not belong to it.
  private func setStalled(_ isStalled: Bool) {
    countSleep()
    screen.state.isStalled = isStalled
  }

  var moment: ListeningTracker.Moment {
    let (date, isServerTime) = shelf.progressStore.moment()
    return ListeningTracker.Moment(date: date, isServerTime: isServerTime, zone: environment.timeZone())
  }

  func moved(to position: Double) {
    guard var tracker else { return }
    let (uptime, before) = (environment.clock.uptime(), tracker.position)
    let isBelieved = tracker.progressed(to: position, rate: state.rate, uptime: uptime, now: moment)
    self.tracker = tracker
    guard isBelieved else { return }
    shown(position: tracker.position)
    // Playback moves on, so a later failure gets its own retries.
    if tracker.position > before { (reopenings, reopenPause) = (0, 1) }
  }

  func stopped() {
    tracker?.paused()
    countSleep()
    let wasPlaying = state.isPlaying
    screen.state.isPlaying = false
    livePlaying = nil
    screen.state.isStalled = false
    if wasPlaying { pausedAt = environment.clock.uptime() }
    for kind in ["sync", "sleep", "chapterEnd"] { tasks.cancel(kind) }
    stopFading()
    restartSleepTask()
    saveSoon(.pause)
  }

  private func ended() {
    let wasPlaying = state.isPlaying
    isMeantToPlay = false
    tracker?.ended(
      duration: state.duration, uptime: environment.clock.uptime(), rate: state.rate, now: moment)
    if let position = tracker?.position { shown(position: position) }
    stopped()
    log("ended")
    guard tracker?.reachedEnd == true else { return }
    // If the sleep timer ends with this item or its last chapter, start no other item.
    if sleepsAtEnd { return wakeNoMore() }
    // An engine can report the end just after the user or the sleep timer has paused: start no other item in that case.
    if wasPlaying { playNextUp() }
  }

  // MARK: Following others

  func render() async {
    guard let id = state.id else { return }
    let known = (try? await shelf.progressStore.progress(of: id)) ?? nil
    guard state.id == id else { return }
    screen.state.hasUnsentProgress = known?.isPending ?? false
    if let known { follow(known) }
    await showNextUp()
  }

  /// Moves a paused item to a later place from another device, so that playing continues there. An item that plays here stays where it
  /// is: its own listening is the later one.
  func follow(_ known: KnownProgress) {
    guard let current, let tracker, known.id == current.id, !known.isPending, !known.isFinished, !state.isPlaying,
      !isRecording, !tracker.isUnsent, schedule.due == nil, let at = known.at,
      at > current.knownAt ?? .distantPast, abs(known.position - tracker.position) >= 0.5
    else { return }
    self.current?.knownAt = at
    move(to: known.position)
    self.tracker?.move(to: state.position)
    isPlaceChosen = false
    log("another device went on")
  }

  /// Applies a change of progress to the open item if another screen or a widget has finished, restarted or moved the item.
  func follow(_ change: ProgressMutation, of account: String) {
    guard let current, change.item == current.id, account == current.owner else { return }
    switch change.action {
    case .finished:
      readEngine()
      tracker?.markFinished()
      // Unlike `pause()`, keep a search for the next item: the user may have tapped “next” already.
      wasInterrupted = false
      pauseNow()
    case .restart, .position:
      readEngine()
      move(to: change.place.position)
      tracker?.move(to: state.position)
      placeChosen()
    case .listened: return
    }
    self.current?.knownAt = max(current.knownAt ?? .distantPast, change.at)
    // If the place before this change was recorded later, or is being recorded now, its newer record would replace the change: record the new
    // place as well.
    if isRecording || recordedAt.map({ $0 >= change.at }) == true {
      tracker?.markUnsent()
      saveSoon(.seek)
    }
  }
}
