public import Foundation
public import FoundationNetworking

// Parts of Apple's Foundation that the one of Linux lacks. Sources import it where `APPLE_STANDINS` is set.

extension ProcessInfo {
  @available(iOS 8.2, tvOS 9, watchOS 2, visionOS 1, *)
  @available(macOS, unavailable)
  public func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {}
}

extension URLSessionConfiguration {
  @available(iOS 8, macOS 10.10, tvOS 9, watchOS 2, visionOS 1, *)
  public class func background(withIdentifier identifier: String, _ only: Void = ()) -> URLSessionConfiguration {
    .ephemeral
  }
  @available(iOS 7, macOS 11, tvOS 9, watchOS 2, visionOS 1, *)
  public var sessionSendsLaunchEvents: Bool {
    get { false }
    set {}
  }
}

extension URLSession {
  public var allTasks: [URLSessionTask] { get async { [] } }
}

public final class CFNotificationCenter {}
public final class CFString {}
public final class CFDictionary {}
public enum CFNotificationSuspensionBehavior { case deliverImmediately }
public struct CFNotificationName {
  public init(_ name: CFString) {}
}
/// A function of C on Apple's systems: it captures nothing.
public typealias CFNotificationCallback =
  @Sendable (
    CFNotificationCenter?, UnsafeMutableRawPointer?, CFNotificationName?, UnsafeRawPointer?, CFDictionary?
  ) -> Void
public func CFNotificationCenterGetDarwinNotifyCenter() -> CFNotificationCenter? { nil }
public func CFNotificationCenterPostNotification(
  _ center: CFNotificationCenter?, _ name: CFNotificationName?, _ object: UnsafeRawPointer?, _ info: CFDictionary?,
  _ immediately: Bool
) {}
public func CFNotificationCenterAddObserver(
  _ center: CFNotificationCenter?, _ observer: UnsafeRawPointer?, _ callback: CFNotificationCallback?,
  _ name: CFString?,
  _ object: UnsafeRawPointer?, _ behavior: CFNotificationSuspensionBehavior
) {}
public func CFNotificationCenterRemoveObserver(
  _ center: CFNotificationCenter?, _ observer: UnsafeRawPointer?, _ name: CFNotificationName?,
  _ object: UnsafeRawPointer?
) {}

extension String {
  /// Stands for the bridge `as CFString`, which Linux lacks.
  public var cfString: CFString { CFString() }
}

open class NSKeyValueObservation: NSObject {
  open func invalidate() {}
}

public struct NSKeyValueObservedChange<Value> {}

public protocol KeyValueObserving {}

extension KeyValueObserving {
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>,
    changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation { NSKeyValueObservation() }
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public struct LocalizedStringResource: Sendable, Hashable, ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) {}
}
