#if canImport(AVFoundation)
  import AVFoundation
  import Foundation

  /// Sets up the app's audio session for long listening, activates it before playing, and reports its events. A Mac has no audio session.
  @MainActor
  final class AudioSessionObserver {
    #if os(macOS) || canImport(AppKit) && !canImport(UIKit)
      init(_ options: AudioSessionOptions, _ handle: @escaping @MainActor (AudioSessionEvent) -> Void) {}
      func use(_ options: AudioSessionOptions) {}
      func activate(_ isActive: @escaping @MainActor (Bool) -> Void) { isActive(true) }
      func remove() {}
    #else
      private let session = AVAudioSession.sharedInstance()
      private let handle: @MainActor (AudioSessionEvent) -> Void
      private var observers: [any NSObjectProtocol] = []
      private var options: AudioSessionOptions?

      init(_ options: AudioSessionOptions, _ handle: @escaping @MainActor (AudioSessionEvent) -> Void) {
        self.handle = handle
        use(options)
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

      /// Applies changed settings, also while an item plays.
      func use(_ options: AudioSessionOptions) {
        guard options != self.options else { return }
        self.options = options
        // Play with the ringer off. If the system refuses, the app still plays in the foreground.
        try? session.setCategory(
          .playback, mode: .spokenAudio, policy: options.isLongForm ? .longFormAudio : .default,
          options: options.mixesWithOthers ? .mixWithOthers : [])
      }

      /// Activates the session, which stops the sound of other apps unless it is mixed with them. ``SoundStart`` calls this method before playing begins.
      /// - Parameter isActive: called with whether the session is active. On a watch, it is called after the user has chosen an audio
      ///   output.
      func activate(_ isActive: @escaping @MainActor (Bool) -> Void) {
        #if os(watchOS)
          session.activate(options: []) { @Sendable isAllowed, _ in Task { @MainActor in isActive(isAllowed) } }
        #else
          isActive((try? session.setActive(true)) != nil)
        #endif
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
          MainActor.assumeIsolated { self?.handle(event) }
        }
        observers.append(observer)
      }
    #endif
  }
#endif
