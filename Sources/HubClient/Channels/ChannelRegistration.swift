/// What came of a registration that went through.
public struct ChannelRegistration: Sendable, Hashable, Codable {
  /// What was sent, trimmed and without repetitions. The server says neither what was new nor what it knows.
  public var registered: [String]
  /// Those of them that do not look like ids of YouTube channels: the server keeps them and never finds a video.
  public var unusual: [String]
  /// What was not sent, because the server drops it without a word. Only the Worker does.
  public var ignored: [String]

  public init(registered: [String], unusual: [String] = [], ignored: [String] = []) {
    self.registered = registered
    self.unusual = unusual
    self.ignored = ignored
  }
}
