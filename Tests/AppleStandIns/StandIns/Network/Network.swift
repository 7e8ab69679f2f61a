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

@available(iOS 12, macOS 10.14, tvOS 12, watchOS 5, visionOS 1, *)
extension NWPath {
  public var remoteEndpoint: NWEndpoint? { nil }
}

@available(iOS 12, macOS 10.14, tvOS 12, watchOS 5, visionOS 1, *)
public enum NWEndpoint: Hashable, Sendable {
  public struct Port: Hashable, Sendable {
    public var rawValue: UInt16
  }
  public enum Host: Hashable, Sendable, CustomDebugStringConvertible {
    case name(String, NWInterface?)
    public var debugDescription: String { "" }
  }
  case hostPort(host: Host, port: Port)
  case service(name: String, type: String, domain: String, interface: NWInterface?)
}

@available(iOS 12, macOS 10.14, tvOS 12, watchOS 5, visionOS 1, *)
public final class NWInterface: Hashable, Sendable {
  public static func == (one: NWInterface, other: NWInterface) -> Bool { one === other }
  public func hash(into hasher: inout Hasher) {}
}

@available(iOS 12, macOS 10.14, tvOS 12, watchOS 5, visionOS 1, *)
open class NWProtocolOptions {}

@available(iOS 12, macOS 10.14, tvOS 12, watchOS 5, visionOS 1, *)
public enum NWProtocolIP {
  public enum Version { case any, v4, v6 }
  public final class Options: NWProtocolOptions {
    public var version = Version.any
  }
}

@available(iOS 12, macOS 10.14, tvOS 12, watchOS 5, visionOS 1, *)
public final class NWParameters {
  public final class ProtocolStack {
    public var internetProtocol: NWProtocolOptions? { nil }
  }
  public static var tcp: NWParameters { NWParameters() }
  public var defaultProtocolStack: ProtocolStack { ProtocolStack() }
}

@available(iOS 12, macOS 10.14, tvOS 12, watchOS 5, visionOS 1, *)
public final class NWConnection: @unchecked Sendable {
  public enum State: Sendable { case setup, preparing, ready, cancelled, waiting(any Error), failed(any Error) }
  public init(to endpoint: NWEndpoint, using parameters: NWParameters) {}
  public var stateUpdateHandler: (@Sendable (_ state: State) -> Void)?
  public var currentPath: NWPath? { nil }
  public func start(queue: DispatchQueue) {}
  public func cancel() {}
}

@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
public final class NWBrowser: @unchecked Sendable {
  public enum Descriptor: Sendable { case bonjour(type: String, domain: String?) }
  public struct Result: Hashable, Sendable {
    public enum Change: Hashable, Sendable { case identical }
    public let endpoint: NWEndpoint
  }
  public init(for descriptor: Descriptor, using parameters: NWParameters) {}
  public var browseResultsChangedHandler: (@Sendable (_ results: Set<Result>, _ changes: Set<Result.Change>) -> Void)?
  public func start(queue: DispatchQueue) {}
  public func cancel() {}
}
