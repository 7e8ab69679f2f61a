/// An event of the audio session that affects a player, read from the numbers in the session's notifications.
enum AudioSessionEvent: Sendable, Hashable {
  case interruptionBegan
  case interruptionEnded(shouldResume: Bool)
  /// The audio output was disconnected, for example headphones were unplugged.
  case oldDeviceGone
  case servicesReset
  /// The system deactivated the session earlier, when it suspended the app. Nothing was interrupted.
  case suspended

  /// - Parameters:
  ///   - type: the raw value of `AVAudioSession.InterruptionType`: 1 for the beginning, 0 for the end.
  ///   - options: the raw value of `AVAudioSession.InterruptionOptions`: 1 if playing should resume.
  ///   - reason: the raw value of `AVAudioSession.InterruptionReason`: 1 if the app was suspended earlier.
  init?(interruption type: UInt?, options: UInt?, reason: UInt?) {
    switch type {
    case 1: self = reason == 1 ? .suspended : .interruptionBegan
    case 0: self = .interruptionEnded(shouldResume: (options ?? 0) & 1 == 1)
    default: return nil
    }
  }

  /// - Parameter reason: the raw value of `AVAudioSession.RouteChangeReason`: 2 for `oldDeviceUnavailable`. All other reasons are ignored.
  init?(routeChange reason: UInt?) {
    guard reason == 2 else { return nil }
    self = .oldDeviceGone
  }
}

extension PlayerViewModel {
  func handle(_ event: AudioSessionEvent) {
    // An interruption or a reset deactivates the session: record it, so that the next start activates the session again.
    if event != .oldDeviceGone { soundStart.deactivated() }
    switch event {
    case .interruptionBegan: interruptionBegan()
    case .interruptionEnded(let shouldResume): interruptionEnded(shouldResume: shouldResume)
    case .oldDeviceGone: routeChanged(isOldDeviceGone: true)
    case .servicesReset: mediaServicesWereReset()
    // Playing goes on as the user left it; the next start activates the session.
    case .suspended: break
    }
  }
}
