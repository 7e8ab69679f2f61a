public import Foundation
import MediaCore

// The open item's own settings, the gain, and the alarm that pauses playing.
extension PlayerViewModel {
  /// Changes the settings in ``State/itemSettings``. These settings apply to the open book, or to all episodes of the open episode's
  /// podcast. If a member is nil, the setting for all books or podcasts applies. Does nothing while no item is open.
  public func setItemSettings(_ change: @escaping @Sendable (inout ItemPlaybackSettings) -> Void) {
    guard let id = current?.id else { return }
    change(&screen.state.itemSettings)
    useSettings()
    // Save one change after the other: otherwise the earlier of two quick changes could be written last and stay.
    let save = Task { [self, before = settingsSave] in
      await before?.value
      do throws(ClientError) { try await shelf.itemSettings.update(id, change) } catch { screen.notice(error) }
    }
    settingsSave = save
    tasks.start("settings", replacing: false) { await save.value }
  }

  func speed(of id: PlayableID, _ own: ItemPlaybackSettings) -> PlaybackSpeed {
    own.speed ?? state.settings.speed(of: id.kind)
  }

  /// Uses the settings after a change.
  func useSettings() {
    guard let id = current?.id else { return }
    let speed = speed(of: id, state.itemSettings)
    if speed != state.speed { use(speed) }
    engine.setGain(state.settings.gain(of: id.kind))
    findNextUp()
  }

  /// Sets how much louder or quieter than its recording the sound is. The gain applies to all books if a book is open, to all podcasts if
  /// an episode is open, and to both while nothing is open. Needs an engine that implements ``PlaybackEngine/setGain(_:)``.
  /// - Parameter decibels: the gain, kept within -12…12; 0 leaves the sound as it was recorded.
  public func setGain(_ decibels: Double) {
    let kinds = current.map { [$0.id.kind] } ?? PlayableKind.allCases
    setSettings { settings in for kind in kinds { settings.setGain(decibels, of: kind) } }
    useSettings()
  }

  // MARK: Alarm

  /// Sets an alarm that pauses the player at a date. The alarm is independent of the sleep timer, and the sound does not fade. The alarm
  /// stays set when the next item opens.
  /// - Parameter date: the date by the device's clock. If nil, the alarm is removed.
  public func setAlarm(at date: Date?) {
    tasks.cancel("alarm")
    screen.state.stopsAt = date
    guard let date else { return }
    tasks.start("alarm") { [weak self, clock = environment.clock] in
      while case let left = date.timeIntervalSince(clock.now()), left > 0 {
        // Wait at most a minute at a time: if the user sets the device's clock meanwhile, the alarm still comes on time.
        do { try await clock.sleep(for: .seconds(min(left, 60)), as: .delay) } catch { return }
      }
      self?.stopForAlarm()
    }
  }

  /// Sets an alarm that pauses the player at the next date with this time of day.
  public func setAlarm(at time: TimeOfDay) {
    setAlarm(at: time.next(after: environment.clock.now(), in: environment.timeZone()))
  }

  func stopForAlarm() {
    // Also cancel items that would start by themselves or after a call, otherwise they play after the alarm.
    wasInterrupted = false
    tasks.cancel("next")
    tasks.cancel("autoPlay")
    // While an item is opening, or waits for the previous one to end, keep `stopsAt`: otherwise the item would start and play past the
    // alarm.
    guard opening == nil, state.phase != .opening else { return }
    screen.state.stopsAt = nil
    guard state.isPlaying || isMeantToPlay else { return }
    pause()
    log("alarm ended playing")
  }

  /// Removes an alarm whose time came while an item was opening, if that item does not start by itself. Otherwise the passed alarm would
  /// stop the next item that the user plays.
  func removePassedAlarm() {
    guard let date = state.stopsAt, date <= environment.clock.now(), opening == nil, !isMeantToPlay,
      !tasks.isRunning("autoPlay")
    else { return }
    screen.state.stopsAt = nil
  }
}
