public import Foundation

@available(iOS 13, tvOS 13, visionOS 1, *)
@available(macOS, unavailable)
@available(watchOS, unavailable)
open class BGTask: NSObject {
  override init() {}
  public var expirationHandler: (() -> Void)?
  public func setTaskCompleted(success: Bool) {}
}

@available(iOS 13, tvOS 13, visionOS 1, *)
open class BGTaskRequest: NSObject {
  override init() {}
  public var earliestBeginDate: Date?
}

@available(iOS 13, tvOS 13, visionOS 1, *)
open class BGAppRefreshTaskRequest: BGTaskRequest {
  public init(identifier: String) {}
}

@available(iOS 13, tvOS 13, visionOS 1, *)
open class BGTaskScheduler: NSObject {
  public class var shared: BGTaskScheduler { BGTaskScheduler() }
  public func submit(_ taskRequest: BGTaskRequest) throws {}
}
