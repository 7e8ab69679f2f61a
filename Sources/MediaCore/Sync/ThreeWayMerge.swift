public import Foundation

/// A value as it was at one moment, with the time and the device of the change. Several devices can change the value.
public struct Version<Value: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
  /// The value that one side of the merge has.
  public var value: Value
  /// The time at which the user set the value, by the server's clock.
  public var at: Date
  /// The device on which the user set the value; nil if it is unknown.
  public var origin: String?

  /// Creates a version.
  /// - Parameter origin: the device on which the user set the value. If two versions have the same time, their origins are compared, so
  ///   that every device keeps the same version.
  public init(_ value: Value, at: Date, origin: String? = nil) {
    self.value = value
    self.at = at
    self.origin = origin
  }
}

/// The result of a merge of two versions, with the reason for the result, which an app can show.
public struct MergeResult<Value: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
  /// The reason why a merge kept one of the two versions.
  public enum Rule: String, Sendable, Hashable, Codable {
    /// Both versions have the same value, so no change is lost.
    case identical
    /// Only this device has changed the value. The server has no version, or its version has not changed since this device last saw it. The
    /// merge keeps the version of this device, even if its value is smaller than the server's value.
    case onlyLocalMoved
    /// Only the server's version has changed, so the merge keeps the server's version.
    case onlyServerMoved
    /// Both the version of this device and the server's version have changed, so the merge keeps the later version.
    case later
  }

  /// The side from which a version comes.
  public enum Side: String, Sendable, Hashable, Codable {
    /// `local` is this device, and `server` is the server.
    case local, server
  }

  /// The version that the merge keeps.
  public var kept: Version<Value>
  /// The version of the other side, if the merge drops this version although the other side had also changed the value. Nil if no change is
  /// dropped.
  public var lost: Version<Value>?
  /// The side from which ``kept`` comes.
  public var side: Side
  /// The reason why the merge keeps ``kept``.
  public var rule: Rule
}

/// Merges two versions of a value with the help of a third version: the last version on which this device and the server agreed. The third
/// version shows which of the two sides has changed the value since.
///
/// Simpler rules fail for playback positions. If a merge always kept the furthest position, the user could never go back. If a merge always
/// kept the newest request, a device that was offline for long would reset the position on all devices.
public enum ThreeWayMerge {
  /// Decides whether to keep the version of this device or the server's version.
  /// - Parameters:
  ///   - acknowledged: the last known version of the server at the time when the local change was made. Nil if no version was known.
  ///   - local: the version of this device.
  ///   - server: the server's version now; nil if the server has none.
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
