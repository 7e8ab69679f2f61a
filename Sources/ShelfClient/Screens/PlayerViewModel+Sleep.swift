import Foundation
import MediaCore

extension PlayerViewModel {
  // MARK: Sleep timer

  /// Sets a sleep timer, which pauses the player. The timer replaces an earlier sleep timer, and stays set when the next item opens.
  /// ``State/sleepTimeLeft`` is the time that is left.
  public func setSleepTimer(_ mode: SleepTimer.Mode) {
    let settings = state.settings
    var timer = SleepTimer(mode, fadeOut: settings.sleepFadeOut, runsWhilePaused: settings.sleepRunsWhilePaused)
    readEngine()
    timer.opened(at: state.position, in: state.chapterList, order: state.chapterOrder)
    screen.state.sleepTimer = timer
    sleepSetBy = nil
    stopFading()
    restartSleepTask()
    log("sleep timer set")
  }

  /// Adds seconds to the sleep timer, for example when the user shakes the phone. If the sound is fading out, it returns to full volume.
  public func extendSleepTimer(by seconds: Double) {
    countSleep()
    screen.state.sleepTimer?.extend(by: seconds)
    stopFading()
    restartSleepTask()
  }

  /// Sets a sleep timer that pauses the player at the next date with this time of day, whether or not an item plays until then.
  public func setSleepTimer(at time: TimeOfDay) {
    setSleepTimer(.until(time.next(after: environment.clock.now(), in: environment.timeZone())))
  }

  /// Removes the sleep timer. If the sound is fading out, it returns to full volume. If the user removes the timer during the daily window
  /// of ``PlaybackSettings/sleepSchedule``, the player sets no timer by itself until the window of the next day.
  public func cancelSleepTimer() {
    let (now, zone) = (environment.clock.now(), environment.timeZone())
    if let schedule = state.settings.sleepSchedule, schedule.contains(TimeOfDay(now, in: zone)) {
      sleepDismissedUntil = schedule.to.next(after: now, in: zone)
    }
    removeSleepTimer()
  }

  /// Sets the timer of the daily window as playing begins, unless one is set or the user has removed it in this window.
  func setSleepTimerBySchedule() {
    let (now, zone) = (environment.clock.now(), environment.timeZone())
    guard state.sleepTimer == nil, let schedule = state.settings.sleepSchedule,
      schedule.contains(TimeOfDay(now, in: zone)), sleepDismissedUntil.map({ now >= $0 }) ?? true
    else { return }
    setSleepTimer(schedule.mode(at: now, in: zone))
    sleepSetBy = schedule
  }

  /// Uses changed settings for a timer that runs, and another daily window if something plays in it.
  func useSleepSettings(_ before: PlaybackSettings) {
    let settings = state.settings
    if (before.sleepFadeOut, before.sleepRunsWhilePaused) != (settings.sleepFadeOut, settings.sleepRunsWhilePaused) {
      countSleep()
      screen.state.sleepTimer?.use(fadeOut: settings.sleepFadeOut, runsWhilePaused: settings.sleepRunsWhilePaused)
      stopFading()
      restartSleepTask()
    }
    guard before.sleepSchedule != settings.sleepSchedule else { return }
    // The user removed the timer of the old window only: let the changed window set a timer again.
    sleepDismissedUntil = nil
    if sleepSetBy != nil, state.sleepTimer != nil { removeSleepTimer() }
    if state.isPlaying { setSleepTimerBySchedule() }
  }

  private func removeSleepTimer() {
    screen.state.sleepTimer = nil
    sleepSetBy = nil
    tasks.cancel("sleep")
    stopFading()
  }

  func restartSleepTask() {
    guard let timer = state.sleepTimer, current != nil, state.isPlaying || timer.runsWhilePaused else { return }
    if sleepCountedAt == nil { sleepCountedAt = environment.clock.uptime() }
    tasks.start("sleep") { [weak self, clock = environment.clock] in
      while let next = self?.stepSleepTimer() {
        do { try await clock.sleep(for: .seconds(next), as: .delay) } catch { return }
      }
    }
  }

  /// - Returns: seconds until the next step; nil when there is none.
  @discardableResult
  func stepSleepTimer() -> Double? {
    readEngine()
    guard let step = countSleep() else { return nil }
    if step.isOver {
      fallAsleep()
      return nil
    }
    if state.isPlaying { engine.setVolume(step.volume) }
    return step.next
  }

  @discardableResult
  func countSleep() -> SleepTimer.Step? {
    guard var timer = state.sleepTimer, state.isPlaying || timer.runsWhilePaused else { return nil }
    let now = environment.clock.uptime()
    let isCounting = timer.runsWhilePaused || !state.isStalled
    let elapsed = isCounting ? (now - (sleepCountedAt ?? now)).seconds : 0
    sleepCountedAt = now
    // The engine reports its position about once a second: add the time played since the last report.
    let since = state.isStalled || !state.isPlaying ? 0 : (now - positionAt).seconds
    let step = timer.step(
      position: state.position + since * state.rate, elapsed: elapsed, speed: state.speed, now: environment.clock.now())
    screen.state.sleepTimer = timer
    return step
  }

  func fallAsleep() {
    let end = state.sleepTimer?.end
    let chapter = end == nil || state.chapterOrder.isPlain ? nil : chapterPlaying
    var ended = chapter
    screen.state.sleepTimer = nil
    // If the timer runs out during a call, the item must not play after the call.
    wasInterrupted = false
    // If the timer ran out during a pause, only stop the fading: nothing plays or is about to play.
    guard state.isPlaying || isMeantToPlay || isAboutToPlay else { return stopFading() }
    startNothing()
    pauseNow()
    if let end, isReordered, state.duration > 0, end >= state.duration - 0.5 {
      // Move to the next place of the order: at the item's end, the server would mark the item as finished.
      jump(to: placeAfterEnd(of: chapter ?? state.chapterList.chapters.indices.last) ?? 0)
      ended = nil
    } else if let end, state.position > end + 0.5 || state.position < end && end - state.position < 0.01 {
      // The last reported position may lie just before the chapter's end or behind it: move exactly to the end.
      move(to: end)
      tracker?.seek(to: end)
    }
    (isAsleep, sleptAtEndOf) = (true, ended)
    log("sleep timer ended playing")
  }

  /// Whether the sleep timer ends with the item.
  var sleepsAtEnd: Bool {
    guard let timer = state.sleepTimer else { return false }
    return timer.mode == .endOfChapter || timer.end.map { $0 >= state.duration - 0.5 } == true
  }

  /// Ends the sleep timer as the item ends together with its last chapter; no item follows.
  func wakeNoMore() {
    screen.state.sleepTimer = nil
    isAsleep = true
  }

  func stopFading() {
    sleepCountedAt = nil
    engine.setVolume(1)
  }

  // MARK: Going on after a pause

  /// Notes that the user has chosen the place: it plays from there, and not a little earlier because of a pause or an interruption.
  func placeChosen() {
    (pausedAt, isAsleep) = (environment.clock.uptime(), false)
    isPlaceChosen = !state.isPlaying
  }

  func rewindAfterPause() {
    guard !isPlaceChosen else {
      continuesAfterInterruption = false
      return
    }
    let settings = state.settings
    let ended = isAsleep ? sleptAtEndOf : nil
    var back = state.position
    if isAsleep {
      back -= settings.sleepRewind.isMediaTime ? settings.sleepRewind : 0
    } else if let pause = pauseLength {
      back = settings.smartRewind.position(from: back, afterPause: pause, in: state.chapterList)
    }
    let isAtStart = tracker?.hasListened == false && state.position == current?.start
    let least = max(
      isAtStart ? settings.rewindAtStart : 0, continuesAfterInterruption ? settings.rewindAfterInterruption : 0)
    back = max(0, min(back, state.position - least))
    (isAsleep, continuesAfterInterruption) = (false, false)
    // If no sound follows, for example on a poor network, the pause continues: measure it from now.
    pausedAt = environment.clock.uptime()
    // If chapters are repeated or shuffled, stay in the chapter: rewinding into the one before would repeat that one or go on from there.
    if !state.chapterOrder.isPlain,
      let chapter = ended ?? chapterPlaying ?? state.chapterList.index(at: state.position),
      let start = chapterStart(chapter), start <= state.position
    {
      back = max(back, start)
    }
    // If the sleep timer ended with a chapter and nothing is rewound, play the next chapter of the order.
    if back >= state.position, let ended, case .chapter(let next) = state.chapterOrder.turn(atEndOf: ended),
      let start = chapterStart(next)
    {
      return jump(to: start)
    }
    guard back < state.position, state.position < state.duration || state.duration == 0 else { return }
    move(to: back)
    tracker?.seek(to: state.position)
  }

  /// Seconds since the pause or the last seek during it, or for an item that was just opened, since the last listening on any device.
  private var pauseLength: Double? {
    if let pausedAt { return (environment.clock.uptime() - pausedAt).seconds }
    guard tracker?.hasListened == false, let last = current?.lastListened else { return nil }
    return shelf.progressStore.moment().0.timeIntervalSince(last)
  }

  // MARK: The system

  /// Pauses the player for an interruption such as a call. An item that is about to play, such as the next item of the queue, opens without
  /// playing. Call this method on `AVAudioSession.interruptionNotification` of type `began`.
  public func interruptionBegan() {
    wasInterrupted = wasInterrupted || isAboutToPlay || opening == nil && isMeantToPlay
    // A search for the next item continues: it opens that item without playing.
    opening?.autoPlay = .never
    pauseNow()
  }

  /// Continues playing after an interruption such as a call, if an item was playing or about to play when the interruption began. Call this
  /// method on `AVAudioSession.interruptionNotification` of type `ended`.
  /// - Parameter shouldResume: whether the notification has the option `shouldResume`. If false, the player stays paused.
  public func interruptionEnded(shouldResume: Bool) {
    guard wasInterrupted else { return }
    wasInterrupted = false
    guard shouldResume else { return startNothing() }
    // A search for the next item plays the item that it finds. If it has found none, the ended item stays paused.
    guard !tasks.isRunning("next"), opening != nil || tracker?.reachedEnd != true else { return }
    continuesAfterInterruption = true
    play()
    // Reset the flag: if the item has to be reopened, `play()` does not reset it, and a later `play()` would rewind as after an
    // interruption. If the position is being read first, keep the flag for `playNow()`.
    if !tasks.isRunning("resume") { continuesAfterInterruption = false }
  }

  /// Pauses the player if the headphones were disconnected, so that the sound does not continue from the device's speaker. Call this method
  /// on `AVAudioSession.routeChangeNotification`.
  /// - Parameter isOldDeviceGone: whether the reason is `oldDeviceUnavailable`.
  public func routeChanged(isOldDeviceGone: Bool) { if isOldDeviceGone { pause() } }

  /// Loads the open item into the engine again, after a reset of the system's media services has removed the item from the engine. Call
  /// this method on `AVAudioSession.mediaServicesWereResetNotification`.
  public func mediaServicesWereReset() {
    readEngine()
    guard closings == 0, let current, let tracker else { return }
    let plays = isMeantToPlay
    stopped()
    loadEngine(current.tracks, at: tracker.position)
    if plays { startEngine() }
  }
}
