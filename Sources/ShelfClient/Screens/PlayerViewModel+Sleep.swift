import Foundation
import MediaCore

extension PlayerViewModel {
  // MARK: Sleep timer

  /// Sets a timer that pauses playing. The timer replaces an earlier one, and stays when the next item opens. See
  /// ``State/sleepTimeLeft``.
  public func setSleepTimer(_ mode: SleepTimer.Mode) {
    var timer = SleepTimer(mode, fadeOut: state.settings.sleepFadeOut)
    readEngine()
    timer.moved(to: state.position, in: state.chapterList)
    screen.state.sleepTimer = timer
    stopFading()
    restartSleepTask()
    log("sleep timer set")
  }

  /// Adds seconds to the timer, as when the user shakes the phone; a fading sound returns to full volume.
  public func extendSleepTimer(by seconds: Double) {
    countSleep()
    screen.state.sleepTimer?.extend(by: seconds)
    stopFading()
    restartSleepTask()
  }

  /// Removes the timer; a fading sound returns to full volume.
  public func cancelSleepTimer() {
    screen.state.sleepTimer = nil
    tasks.cancel("sleep")
    stopFading()
  }

  func restartSleepTask() {
    guard state.sleepTimer != nil, state.isPlaying else { return }
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
    engine.setVolume(step.volume)
    return step.next
  }

  @discardableResult
  func countSleep() -> SleepTimer.Step? {
    guard var timer = state.sleepTimer, state.isPlaying else { return nil }
    let now = environment.clock.uptime()
    let elapsed = state.isStalled ? 0 : (now - (sleepCountedAt ?? now)).seconds
    sleepCountedAt = now
    // The engine reports its position about once a second: add the time played since the last report.
    let since = state.isStalled ? 0 : (now - positionAt).seconds
    let step = timer.step(position: state.position + since * state.rate, elapsed: elapsed, speed: state.speed)
    screen.state.sleepTimer = timer
    return step
  }

  private func fallAsleep() {
    let end = state.sleepTimer?.end
    screen.state.sleepTimer = nil
    pauseNow()
    // The last report can be just before the chapter's end or past it: stop exactly at the end.
    if let end, state.position > end + 0.5 || state.position < end && end - state.position < 0.01 {
      move(to: end)
      tracker?.seek(to: end)
    }
    isAsleep = true
    log("sleep timer ended playing")
  }

  func stopFading() {
    sleepCountedAt = nil
    engine.setVolume(1)
  }

  // MARK: Going on after a pause

  func rewindAfterPause() {
    let settings = state.settings
    var back = state.position
    if isAsleep {
      back -= settings.sleepRewind
    } else if let pause = pauseLength {
      back = settings.smartRewind.position(from: back, afterPause: pause, in: state.chapterList)
    }
    isAsleep = false
    pausedAt = nil
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

  /// For `AVAudioSession.interruptionNotification` of type `began`, as for a call.
  public func interruptionBegan() {
    wasInterrupted = wasInterrupted || isMeantToPlay
    pauseNow()
  }

  /// For `AVAudioSession.interruptionNotification` of type `ended`.
  /// - Parameter shouldResume: the option of that name.
  public func interruptionEnded(shouldResume: Bool) {
    let resumes = wasInterrupted && shouldResume
    wasInterrupted = false
    if resumes { play() }
  }

  /// For `AVAudioSession.routeChangeNotification`: pauses when the headphones are gone, so that nothing plays to the room.
  /// - Parameter isOldDeviceGone: whether the reason is `oldDeviceUnavailable`.
  public func routeChanged(isOldDeviceGone: Bool) { if isOldDeviceGone { pause() } }

  /// For `AVAudioSession.mediaServicesWereResetNotification`: loads the item into the engine again, which has lost it.
  public func mediaServicesWereReset() {
    readEngine()
    guard closings == 0, let current, let tracker else { return }
    let plays = isMeantToPlay
    stopped()
    engine.load(current.tracks, at: tracker.position)
    engine.setRate(state.rate)
    if plays { engine.play() }
  }
}
