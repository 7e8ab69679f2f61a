#if canImport(Darwin) || APPLE_STANDINS
  import Dispatch
  import Foundation
  #if APPLE_STANDINS
    import AppleFoundation
  #endif

  /// Signals changes of a shared folder between an app and its extensions on Apple's systems. It uses Darwin notifications, which carry
  /// only a name.
  ///
  /// ```text
  /// var environment = ClientEnvironment.live(folder: folder, secrets: secrets)
  /// environment.signal = DarwinSignal(group: "group.com.example.app")
  /// ```
  /// A suspended process receives no notification. Such a process reads the folder again when its app comes to the front.
  public struct DarwinSignal: FolderSignal {
    private let group: String

    /// Creates the signal of an app group.
    /// - Parameter group: the identifier of the app group that contains the folder. The names of the notifications begin with this
    ///   identifier, because all apps on the device share one set of notification names.
    public init(group: String) { self.group = group }

    private func name(_ news: FolderNews) -> CFString { "\(group).\(news.rawValue)".cfString }

    public func post(_ news: FolderNews) {
      CFNotificationCenterPostNotification(
        CFNotificationCenterGetDarwinNotifyCenter(), CFNotificationName(name(news)), nil, nil, true)
    }

    public func observe(_ news: FolderNews, _ heard: @escaping @Sendable () -> Void) -> ObservationToken {
      let listener = Unmanaged.passRetained(Listener(heard: heard))
      let place = Place(pointer: listener.toOpaque())
      CFNotificationCenterAddObserver(
        CFNotificationCenterGetDarwinNotifyCenter(), place.pointer,
        { _, pointer, _, _, _ in
          guard let pointer else { return }
          Unmanaged<Listener>.fromOpaque(pointer).takeUnretainedValue().heard()
        }, name(news), nil, .deliverImmediately)
      return ObservationToken {
        // Release the listener on the main queue, where the centre calls it: elsewhere a running callback could use a released listener.
        DispatchQueue.main.async {
          CFNotificationCenterRemoveObserver(
            CFNotificationCenterGetDarwinNotifyCenter(), place.pointer, CFNotificationName(name(news)), nil)
          Unmanaged<Listener>.fromOpaque(place.pointer).release()
        }
      }
    }

    private final class Listener: Sendable {
      let heard: @Sendable () -> Void
      init(heard: @escaping @Sendable () -> Void) { self.heard = heard }
    }

    /// `@unchecked Sendable`: the pointer is only handed to the centre.
    private struct Place: @unchecked Sendable {
      let pointer: UnsafeMutableRawPointer
    }
  }

  #if !APPLE_STANDINS
    extension String {
      fileprivate var cfString: CFString { self as CFString }
    }
  #endif
#endif
