public import Foundation

/// A state of something that several devices change, with the time and the device of its last change.
public struct Version<Value: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
  /// The value in this version.
  public var value: Value
  /// When the user set the value, by the server's clock.
  public var at: Date
  /// The device on which the user set the value; nil when unknown.
  public var origin: String?

  /// Creates a version.
  /// - Parameter origin: the device on which the user set the value. It decides between two versions with the same time, in the same way on
  ///   every device.
  public init(_ value: Value, at: Date, origin: String? = nil) {
    self.value = value
    self.at = at
    self.origin = origin
  }
}

/// The decision of a merge with its reason, which an app can show.
public struct MergeResult<Value: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
  /// The reason why a merge kept a version.
  public enum Rule: String, Sendable, Hashable, Codable {
    /// Both sides have the same value.
    case identical
    /// The server's version is still the one that was last seen, so the local change counts, whether it goes forward or backward.
    case onlyLocalMoved
    /// Nothing was changed on this device, so the server's version counts.
    case onlyServerMoved
    /// Both sides have changed, so the later version counts.
    case later
  }

  /// The side from which a version comes.
  public enum Side: String, Sendable, Hashable, Codable {
    /// `local` is this device, and `server` the server.
    case local, server
  }

  /// The version that counts.
  public var kept: Version<Value>
  /// The version that lost, if both sides had changed; nil if nothing was given up.
  public var lost: Version<Value>?
  /// The side of the version that counts.
  public var side: Side
  /// The reason why the version counts.
  public var rule: Rule
}

/// Merges two versions with the help of a third: the last state on which both sides agreed, which shows which side has changed. With "the
/// furthest wins", going back would be impossible; with "the newest request wins", a forgotten device would set everyone back.
public enum ThreeWayMerge {
  /// Decides which of two versions counts.
  /// - Parameters:
  ///   - acknowledged: the server's version when the local change was made, as far as it was known; nil for none.
  ///   - local: the version of this device.
  ///   - server: the server's version now; nil for none.
  ///   - isSame: whether two values count as equal, for example positions within half a second.
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
