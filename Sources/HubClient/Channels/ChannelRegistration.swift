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

/// How far a registration got: batches go out one after the other, and the first that fails ends it.
public struct RegistrationProgress: Sendable, Hashable, Codable {
  /// What the server has taken.
  public var registered: [String]
  /// What it has not taken, the failed batch first.
  public var remaining: [String]

  public init(registered: [String] = [], remaining: [String] = []) {
    self.registered = registered
    self.remaining = remaining
  }

  /// 0…1
  public var fraction: Double {
    let total = registered.count + remaining.count
    return total == 0 ? 1 : Double(registered.count) / Double(total)
  }
}
