/// The cost of the network that the device uses now, as its system reports it.
public struct NetworkPath: Sendable, Hashable {
  /// Whether bytes may cost money: a mobile network, or a hotspot over one.
  public var isExpensive: Bool
  /// Whether the user asked the system to save data on this network (low-data mode).
  public var isConstrained: Bool

  /// A network of the home by default.
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
  /// The network in use; nil without one, and until the system has reported it.
  var path: NetworkPath? { get }
  /// Calls `changed` after each change of ``path`` until the token is released.
  func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken
}
