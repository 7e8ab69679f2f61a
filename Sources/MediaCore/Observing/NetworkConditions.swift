/// The cost of the network that the device uses now, as its system reports it.
public struct NetworkPath: Sendable, Hashable {
  /// Whether bytes may cost money: a mobile network, or a hotspot over one.
  public var isExpensive: Bool
  /// Whether the user asked the system to save data on this network (low-data mode).
  public var isConstrained: Bool

  /// Creates the cost of a network; by default that of a home network, which is neither expensive nor constrained.
  public init(isExpensive: Bool = false, isConstrained: Bool = false) {
    self.isExpensive = isExpensive
    self.isConstrained = isConstrained
  }
}

/// The network that the device uses, for rules such as "only on Wi-Fi". `SystemNetwork` is the one of Apple's systems, `ManualNetwork`
/// of MediaTesting the one of tests. An app for another system writes its own:
///
/// ```swift
/// struct HomeNetwork: NetworkConditions {
///   var path: NetworkPath? { NetworkPath() }
///   func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { ObservationToken {} }
/// }
/// ```
public protocol NetworkConditions: Sendable {
  /// The network in use; nil while there is none, and before the system's first report.
  var path: NetworkPath? { get }
  /// Calls `changed` after each change of ``path`` until the token is released.
  func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken
}
