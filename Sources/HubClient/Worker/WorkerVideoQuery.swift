/// What to ask the Worker for.
public struct WorkerVideoQuery: Sendable, Hashable {
  /// At most 300; empty for the videos of all channels.
  public let channels: [String]
  /// Only rows with a greater place; 0 for all.
  public var afterSeq: Int
  /// 1…500
  public let limit: Int

  /// - Parameters:
  ///   - channels: cut to 300.
  ///   - limit: brought into 1…500.
  public init(channels: [String] = [], afterSeq: Int = 0, limit: Int = 200) {
    self.channels = Array(channels.prefix(Self.maximumChannels))
    self.afterSeq = max(0, afterSeq)
    self.limit = min(max(limit, 1), Self.maximumRows)
  }

  static let maximumChannels = 300
  static let maximumRows = 500
}
