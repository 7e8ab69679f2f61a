public import Foundation

/// One state of a value that several devices change, with the time and the device of the change.
public struct Version<Value: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
  /// The value in this version.
  public var value: Value
  /// When the user set the value, by the server's clock.
  public var at: Date
  /// The device on which the user set the value; nil if it is unknown.
  public var origin: String?

  /// Creates a version.
  /// - Parameter origin: the device on which the user set the value. If two versions have the same time, their origins decide between them,
  ///   in the same way on every device.
  public init(_ value: Value, at: Date, origin: String? = nil) {
    self.value = value
    self.at = at
    self.origin = origin
  }
}

/// The result of a merge, with its reason, which an app can show.
public struct MergeResult<Value: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
  /// The reason why a merge kept one of the two versions.
  public enum Rule: String, Sendable, Hashable, Codable {
    /// Both sides have the same value, so no change is lost.
    case identical
    /// The server has no version, or still the version that this device last saw. The merge keeps the local version, whether its value goes
    /// forward or backward.
    case onlyLocalMoved
    /// Only the server's version has changed, not the version of this device, so the merge keeps the server's version.
    case onlyServerMoved
    /// Both sides have changed, so the merge keeps the later version.
    case later
  }

  /// The side from which a version comes.
  public enum Side: String, Sendable, Hashable, Codable {
    /// `local` is this device, and `server` is the server.
    case local, server
  }

  /// The version that the merge keeps.
  public var kept: Version<Value>
  /// The version that the merge drops because both sides have changed. Nil if no change is dropped.
  public var lost: Version<Value>?
  /// The side from which ``kept`` comes.
  public var side: Side
  /// The reason why the merge keeps ``kept``.
  public var rule: Rule
}

/// Merges two versions of a value with the help of a third version: the last state on which both sides agreed. The third version shows
/// which side has changed since. A merge that always keeps the furthest position would make going back impossible. A merge that always
/// keeps the newest request would let a device that was offline for long set everyone back.
public enum ThreeWayMerge {
  /// Decides which of two versions to keep.
  /// - Parameters:
  ///   - acknowledged: the server's version when the local change was made, as far as it was known; nil if there was none.
  ///   - local: the version of this device.
  ///   - server: the server's version now; nil if there is none.
  ///   - isSame: whether two values are treated as equal, for example positions within half a second.
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
