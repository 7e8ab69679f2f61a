#if canImport(UIKit) || canImport(AppKit)
  import Dispatch
  import Foundation

  #if os(watchOS)
    import WatchKit
  #elseif canImport(UIKit)
    import UIKit
  #else
    import AppKit
  #endif
  #if APPLE_STANDINS
    import AppleFoundation
  #endif

  extension SystemEvents {
    /// Calls ``becameActive()`` when the app comes to the front and ``enteredBackground()`` when it goes to the background, until the
    /// returned token is released. If the app is at the front already, calls ``becameActive()`` now.
    ///
    /// When the app goes to the background, the system is asked for time to write files and to send changes. Changes that are not sent in
    /// that time stay on disk and are sent later.
    @MainActor
    public func followApp() -> ObservationToken {
      let tokens = [
        Self.observe(Self.activation) { Task { await becameActive() } },
        Self.observe(Self.deactivation) { Self.finishInBackground { await enteredBackground() } },
      ]
      let isFront = Self.isFront
      let begin = Task { await began(isFront: isFront) }
      return ObservationToken {
        begin.cancel()
        tokens.forEach { $0.cancel() }
      }
    }

    /// Sends waiting changes and reads outdated screens again when the app comes to the front or the network returns, until the returned
    /// token is released. If the app is at the front already, it does so now. Calls ``followApp()`` and ``followNetwork()``.
    @MainActor
    public func follow() -> ObservationToken {
      let tokens = [followApp(), followNetwork()]
      return ObservationToken { tokens.forEach { $0.cancel() } }
    }

    private static func observe(_ name: Notification.Name, _ body: @escaping @Sendable () -> Void) -> ObservationToken {
      let observer = HeldObserver(
        NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in body() })
      return ObservationToken { observer.remove() }
    }

    #if os(watchOS)
      @MainActor private static var activation: Notification.Name { WKApplication.didBecomeActiveNotification }
      @MainActor private static var deactivation: Notification.Name { WKApplication.didEnterBackgroundNotification }
      @MainActor private static var isFront: Bool { WKApplication.shared().applicationState == .active }
    #elseif canImport(UIKit)
      @MainActor private static var activation: Notification.Name { UIApplication.didBecomeActiveNotification }
      @MainActor private static var deactivation: Notification.Name { UIApplication.didEnterBackgroundNotification }
      /// Asks for the app by name: `UIApplication.shared` does not compile in a package that is built for extensions. An extension has no app.
      @MainActor private static var isFront: Bool {
        let app = UIApplication.perform(NSSelectorFromString("sharedApplication"))?.takeUnretainedValue()
        return (app as? UIApplication)?.applicationState == .active
      }
    #else
      @MainActor private static var activation: Notification.Name { NSApplication.didBecomeActiveNotification }
      @MainActor private static var deactivation: Notification.Name { NSApplication.didResignActiveNotification }
      /// Does not ask `NSApplication.shared`, which would create an app in a process that has none.
      @MainActor private static var isFront: Bool { NSRunningApplication.current.isActive }
    #endif

    #if canImport(UIKit)
      /// Keeps the process running until `work` is done or the system takes the time back. Also works in extensions.
      package static func finishInBackground(_ work: @escaping @Sendable () async -> Void) {
        let task = Task { await work() }
        ProcessInfo.processInfo.performExpiringActivity(withReason: "MediaClients") { isExpired in
          guard !isExpired else { return task.cancel() }
          // Block until `task` ends, otherwise the background activity ends early. The system calls this closure on a thread of its own.
          let done = DispatchSemaphore(value: 0)
          Task {
            await task.value
            done.signal()
          }
          done.wait()
        }
      }
    #else
      /// Starts `work`: a Mac's app goes on in the background.
      package static func finishInBackground(_ work: @escaping @Sendable () async -> Void) { Task { await work() } }
    #endif
  }

  /// `@unchecked Sendable`: the notification centre takes its observers back from any thread.
  private final class HeldObserver: @unchecked Sendable {
    private let observer: any NSObjectProtocol

    init(_ observer: any NSObjectProtocol) { self.observer = observer }

    func remove() { NotificationCenter.default.removeObserver(observer) }
  }
#endif
