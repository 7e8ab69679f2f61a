public import Foundation

/// A state of something that several devices change, with when and where it came about.
public struct Version<Value: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
  /// The value of this side.
  public var value: Value
  /// When the user made it so, by the server's clock.
  public var at: Date
  /// The device that made it so, when known.
  public var origin: String?

  /// - Parameter origin: decides between two versions of the same moment, alike on every device.
  public init(_ value: Value, at: Date, origin: String? = nil) {
    self.value = value
    self.at = at
    self.origin = origin
  }
}

/// The decision of a merge and its reason, as data that an app can show.
public struct MergeResult<Value: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
  /// Why that version was kept.
  public enum Rule: String, Sendable, Hashable, Codable {
    /// Both sides hold the same.
    case identical
    /// The server is as it was last seen: the local change counts, forward or backward.
    case onlyLocalMoved
    /// Nothing was changed here.
    case onlyServerMoved
    /// Both changed: the later one counts.
    case later
  }

  /// The side that a version comes from.
  public enum Side: String, Sendable, Hashable, Codable {
    /// This device, or the server.
    case local, server
  }

  /// The version that counts.
  public var kept: Version<Value>
  /// The value that lost when both sides had moved; nil when nothing was given up.
  public var lost: Version<Value>?
  /// The side of the version that counts.
  public var side: Side
  /// Why it counts.
  public var rule: Rule
}

/// Merges with three inputs, never with two: the last agreed state shows which side moved. "The furthest wins" would make
/// going back impossible, and "the newest request wins" would let a forgotten device rewind everybody.
public enum ThreeWayMerge {
  /// - Parameters:
  ///   - acknowledged: what the server was known to hold when the local change was made; nil for nothing.
  ///   - local: the change made here.
  ///   - server: what the server holds now; nil for nothing.
  ///   - isSame: whether two values count as equal (positions within half a second, say).
  public static func merge<Value>(
    acknowledged: Version<Value>?, local: Version<Value>, server: Version<Value>?,
    isSame: (Value, Value) -> Bool = { $0 == $1 }
  ) -> MergeResult<Value> {
    guard let server else { return MergeResult(kept: local, side: .local, rule: .onlyLocalMoved) }
    if isSame(local.value, server.value) { return MergeResult(kept: server, side: .server, rule: .identical) }
    if let acknowledged {
      if acknowledged.at == server.at, isSame(acknowledged.value, server.value) {
        return MergeResult(kept: local, side: .local, rule: .onlyLocalMoved)
      }
      if isSame(local.value, acknowledged.value), local.at <= acknowledged.at {
        return MergeResult(kept: server, side: .server, rule: .onlyServerMoved)
      }
    }
    // If the times are equal, compare the origins, so that every device picks the same side.
    let localIsLater = (local.at, local.origin ?? "") > (server.at, server.origin ?? "")
    return localIsLater
      ? MergeResult(kept: local, lost: server, side: .local, rule: .later)
      : MergeResult(kept: server, lost: local, side: .server, rule: .later)
  }
}
