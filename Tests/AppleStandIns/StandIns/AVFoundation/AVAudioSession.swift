public import Foundation

open class AVAudioSession: NSObject {
  public struct Category: Sendable { public static let playback = Category() }
  public struct Mode: Sendable {
    @available(iOS 9, tvOS 9, watchOS 2, visionOS 1, *)
    public static let spokenAudio = Mode()
  }
  public struct CategoryOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let mixWithOthers = CategoryOptions(rawValue: 1)
  }
  @available(iOS 11, tvOS 11, watchOS 5, visionOS 1, *)
  public enum RouteSharingPolicy: UInt, Sendable { case `default`, longFormAudio }

  public class func sharedInstance() -> AVAudioSession { AVAudioSession() }
  @available(iOS 11, tvOS 11, watchOS 5, visionOS 1, *)
  public func setCategory(
    _ category: Category, mode: Mode, policy: RouteSharingPolicy, options: CategoryOptions = []
  ) throws {}
  public func setActive(_ active: Bool) throws {}
  #if os(watchOS)
    @available(watchOS 5, *)
    public func activate(
      options: ActivationOptions, completionHandler handler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {}
    public struct ActivationOptions: OptionSet, Sendable {
      public let rawValue: UInt
      public init(rawValue: UInt) { self.rawValue = rawValue }
    }
  #endif

  public class var interruptionNotification: NSNotification.Name { NSNotification.Name("") }
  public class var routeChangeNotification: NSNotification.Name { NSNotification.Name("") }
  public class var mediaServicesWereResetNotification: NSNotification.Name { NSNotification.Name("") }
}

public let AVAudioSessionInterruptionTypeKey = ""
public let AVAudioSessionInterruptionOptionKey = ""
@available(iOS 14.5, tvOS 14.5, watchOS 7.3, visionOS 1, *)
public let AVAudioSessionInterruptionReasonKey = ""
public let AVAudioSessionRouteChangeReasonKey = ""
