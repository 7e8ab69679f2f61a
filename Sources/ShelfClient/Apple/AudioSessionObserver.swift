#if canImport(AVFoundation)
  import AVFoundation
  import Foundation

  /// The app's audio session: made active for long listening, and watched for what stops it. A Mac has none.
  @MainActor
  final class AudioSessionObserver {
    #if os(macOS) || canImport(AppKit) && !canImport(UIKit)
      init(_ handle: @escaping @MainActor (AudioSessionEvent) -> Void) {}
      func activate() {}
      func remove() {}
    #else
      private let session = AVAudioSession.sharedInstance()
      private let handle: @MainActor (AudioSessionEvent) -> Void
      private var observers: [any NSObjectProtocol] = []
      private var isActive = false

      init(_ handle: @escaping @MainActor (AudioSessionEvent) -> Void) {
        self.handle = handle
        // Play with the ringer off, and stop other apps' sound. If the system refuses, the app still plays in the foreground.
        try? session.setCategory(.playback, mode: .spokenAudio, policy: .longFormAudio, options: [])
        observe(AVAudioSession.interruptionNotification) { info in
          AudioSessionEvent(
            interruption: info(AVAudioSessionInterruptionTypeKey), options: info(AVAudioSessionInterruptionOptionKey),
            reason: info(AVAudioSessionInterruptionReasonKey))
        }
        observe(AVAudioSession.routeChangeNotification) { info in
          AudioSessionEvent(routeChange: info(AVAudioSessionRouteChangeReasonKey))
        }
        observe(AVAudioSession.mediaServicesWereResetNotification) { _ in .servicesReset }
      }

      /// Activates the session when playing begins, which silences other apps.
      func activate() {
        guard !isActive else { return }
        isActive = (try? session.setActive(true)) != nil
      }

      func remove() {
        observers.forEach { NotificationCenter.default.removeObserver($0) }
        observers = []
      }

      private func observe(
        _ name: Notification.Name, _ read: @escaping @Sendable ((String) -> UInt?) -> AudioSessionEvent?
      ) {
        let observer = NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) {
          [weak self] notification in
          guard let event = read({ notification.userInfo?[$0] as? UInt }) else { return }
          MainActor.assumeIsolated { self?.received(event) }
        }
        observers.append(observer)
      }

      private func received(_ event: AudioSessionEvent) {
        // An interruption or a reset deactivates the session: activate it again before playing.
        if event != .oldDeviceGone { isActive = false }
        handle(event)
      }
    #endif
  }
#endif
