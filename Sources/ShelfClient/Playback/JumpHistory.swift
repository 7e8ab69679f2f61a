/// The jumps that the user has made in an item, for undoing an accidental seek.
public struct JumpHistory: Codable, Hashable, Sendable {
  /// A seek of the user from one position to another, in seconds on the item's timeline.
  public struct Jump: Codable, Hashable, Sendable {
    /// The position before the jump, in seconds.
    public var from: Double
    /// The position after the jump, in seconds.
    public var to: Double
  }

  /// The highest number of entries in ``jumps``. If another jump is added, the oldest jump is removed.
  public static let limit = 50
  /// The number of seconds that a jump has to exceed. Shorter jumps, and jumps of exactly this length, are not added to ``jumps``.
  public static let shortest = 5.0

  /// The jumps that the user can undo, most recent first.
  public private(set) var jumps: [Jump] = []
  /// The jump that was added last, also one that was too short to be kept: a continued jump becomes a part of it.
  private var last: Jump?

  public init() {}

  /// Adds a jump from one position to another, in seconds. Several skips in a row become one jump: if `isContinued` is true and `from` is
  /// near the end of the last jump, the last jump is extended to `to`.
  /// - Parameter isContinued: whether the jump may extend the last jump.
  public mutating func add(from: Double, to: Double, isContinued: Bool = false) {
    guard from.isFinite, to.isFinite else { return }
    var jump = Jump(from: from, to: to)
    // Join quick seeks into one jump. The item plays on between them, so `from` may differ from `last.to` by some seconds.
    if isContinued, let last, abs(last.to - from) < 8 {
      if jumps.first == last { jumps.removeFirst() }
      jump.from = last.from
    }
    last = jump
    guard abs(jump.to - jump.from) > Self.shortest else { return }
    jumps.insert(jump, at: 0)
    jumps.removeLast(max(0, jumps.count - Self.limit))
  }

  /// Removes the most recent jump.
  /// - Returns: the position at which the removed jump began; nil if there was no jump.
  public mutating func undo() -> Double? {
    last = nil
    return jumps.isEmpty ? nil : jumps.removeFirst().from
  }
}
