/// The parts of the audio session's notifications that concern a player, read from the numbers in them.
enum AudioSessionEvent: Sendable, Hashable {
  case interruptionBegan
  case interruptionEnded(shouldResume: Bool)
  /// The output device is gone, such as unplugged headphones.
  case oldDeviceGone
  case servicesReset

  /// - Parameters:
  ///   - type: `AVAudioSession.InterruptionType`: 1 began, 0 ended.
  ///   - options: `AVAudioSession.InterruptionOptions`: 1 to resume.
  ///   - reason: `AVAudioSession.InterruptionReason`: 1 for an app that was suspended earlier, which was no interruption.
  init?(interruption type: UInt?, options: UInt?, reason: UInt?) {
    switch type {
    case 1 where reason != 1: self = .interruptionBegan
    case 0: self = .interruptionEnded(shouldResume: (options ?? 0) & 1 == 1)
    default: return nil
    }
  }

  /// - Parameter reason: `AVAudioSession.RouteChangeReason`: 2 for `oldDeviceUnavailable`.
  init?(routeChange reason: UInt?) {
    guard reason == 2 else { return nil }
    self = .oldDeviceGone
  }
}

extension PlayerViewModel {
  func handle(_ event: AudioSessionEvent) {
    // An interruption or a reset deactivates the session: note it before playing continues.
    if event != .oldDeviceGone { soundStart.deactivated() }
    switch event {
    case .interruptionBegan: interruptionBegan()
    case .interruptionEnded(let shouldResume): interruptionEnded(shouldResume: shouldResume)
    case .oldDeviceGone: routeChanged(isOldDeviceGone: true)
    case .servicesReset: mediaServicesWereReset()
    }
  }
}
