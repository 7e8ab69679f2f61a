/// How far a mark of many episodes or films has got.
public struct MarkProgress: Sendable, Hashable {
  public var done: Int
  public var total: Int

  public init(done: Int, total: Int) {
    self.done = done
    self.total = total
  }

  /// 0…1
  public var fraction: Double { total == 0 ? 1 : Double(done) / Double(total) }
  public var isDone: Bool { done >= total }
}
