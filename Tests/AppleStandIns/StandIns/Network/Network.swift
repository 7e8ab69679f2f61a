public import Dispatch

@available(iOS 12, macOS 10.14, tvOS 12, watchOS 5, visionOS 1, *)
public final class NWPathMonitor {
  public init() {}
  public var pathUpdateHandler: (@Sendable (_ newPath: NWPath) -> Void)?
  public func start(queue: DispatchQueue) {}
  public func cancel() {}
}

@available(iOS 12, macOS 10.14, tvOS 12, watchOS 5, visionOS 1, *)
public struct NWPath: Sendable {
  public enum Status: Sendable { case satisfied, unsatisfied, requiresConnection }
  public let status: Status
  public let isExpensive: Bool
  @available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
  public let isConstrained: Bool
}
