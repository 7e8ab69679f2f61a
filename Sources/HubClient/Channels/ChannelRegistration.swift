/// The result of a successful registration.
public struct ChannelRegistration: Sendable, Hashable, Codable {
  /// The ids that were sent, trimmed and without repetitions. The server does not report which were new, nor which it has.
  public var registered: [String]
  /// The registered ids that do not look like ids of YouTube channels: the server keeps them and never finds a video.
  public var unusual: [String] = []
  /// The ids that were not sent, because the server would silently drop them. Only the Worker does.
  public var ignored: [String] = []
}

extension ChannelRegistration {
  /// Creates a result without unusual or ignored ids.
  /// - Parameter registered: the channels that the server accepted.
  public init(registered: [String]) { self.registered = registered }
}
