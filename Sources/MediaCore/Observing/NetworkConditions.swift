/// The properties of the network that the device uses, as the system reports them: whether the network is expensive, and whether it is
/// constrained.
public struct NetworkPath: Sendable, Hashable {
  /// Whether transferred bytes may cost money, as on a mobile network or on a hotspot over one.
  public var isExpensive: Bool
  /// Whether the user has turned on low-data mode for this network, so that apps should transfer little data.
  public var isConstrained: Bool

  /// Creates a description of a network. By default, the network is neither expensive nor constrained, as a home network usually is.
  public init(isExpensive: Bool = false, isConstrained: Bool = false) {
    self.isExpensive = isExpensive
    self.isConstrained = isConstrained
  }
}

/// Reports which network the device uses, for rules such as "only on Wi-Fi". `SystemNetwork` implements this protocol on Apple's systems,
/// and `ManualNetwork` of MediaTesting implements it for tests. An app for another system implements the protocol itself:
///
/// ```swift
/// struct HomeNetwork: NetworkConditions {
///   var path: NetworkPath? { NetworkPath() }
///   func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { ObservationToken {} }
/// }
/// ```
public protocol NetworkConditions: Sendable {
  /// The network that the device uses. Nil if the device has no network, or if the system has not reported the network yet.
  var path: NetworkPath? { get }
  /// Calls `changed` after each change of ``path``, until the returned token is released.
  func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken
}
