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
