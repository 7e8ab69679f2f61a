/// One thing an app does, from its first call to the proof that the server has it.
public struct Flow<Fixture: Sendable>: Sendable {
  public let id: String
  /// Whether it needs powers over the server that only a fake gives, such as cutting its network.
  public let needsFake: Bool
  /// Returns what is worth reading about it; throws when anything is not as it should be.
  public let run: @Sendable (Fixture) async throws -> String

  public init(_ id: String, needsFake: Bool = false, _ run: @escaping @Sendable (Fixture) async throws -> String) {
    self.id = id
    self.needsFake = needsFake
    self.run = run
  }
}

/// Something in a flow was not as expected.
public struct FlowFailure: Error, CustomStringConvertible {
  public let description: String
  public init(_ description: String) { self.description = description }
}

/// Throws unless `condition` holds.
public func expect(_ condition: Bool, _ what: @autoclosure () -> String) throws {
  if !condition { throw FlowFailure("expected \(what())") }
}

/// The value, or a failure that says what is missing.
public func require<Value>(_ value: Value?, _ what: @autoclosure () -> String) throws -> Value {
  guard let value else { throw FlowFailure("missing: \(what())") }
  return value
}
