/// The limits a body has to keep before it is decoded. They are far above what any of the services sends.
public struct JSONLimits: Sendable, Hashable {
  /// The largest depth of arrays and objects in one another. More than 512 count as 512.
  public var depth: Int
  /// The largest number of values, keys not counted.
  public var values: Int

  /// The bounds of every answer, unless an endpoint has others.
  public init(depth: Int = 64, values: Int = 4_000_000) {
    self.depth = depth
    self.values = values
  }

  /// The largest number of bytes, whatever the other limits are.
  static let bytes = 1 << 28 - 1
}
