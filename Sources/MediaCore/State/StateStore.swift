/// One value that several parts of an app share: changes are applied in order, kept when asked, and told to observers.
public actor StateStore<Value: Sendable & Equatable> {
  public private(set) var value: Value

  private let persist: (@Sendable (Value) throws -> Void)?
  private let failed: @Sendable (ClientError) -> Void
  private let observers = Observers<Value>()

  /// - Parameters:
  ///   - persist: called with each new value before observers hear of it.
  ///   - failed: called when that throws; the value counts all the same.
  public init(
    _ value: Value, persist: (@Sendable (Value) throws -> Void)? = nil,
    failed: @escaping @Sendable (ClientError) -> Void = { _ in }
  ) {
    self.value = value
    self.persist = persist
    self.failed = failed
  }

  /// Changes the value in one step and returns what `change` returns.
  @discardableResult
  public func update<Result: Sendable>(_ change: @Sendable (inout Value) -> Result) -> Result {
    let old = value
    let result = change(&value)
    guard value != old else { return result }
    do { try persist?(value) } catch { failed(ClientError(.storage, operation: "store.save")) }
    observers.tell(value)
    return result
  }

  /// Calls `changed` with the value now and with each later one, until the token is released.
  public func observe(_ changed: @escaping @Sendable (Value) -> Void) -> ObservationToken {
    changed(value)
    return observers.add(changed)
  }

  /// Shows a change at once, asks the server, and ends with the server's answer: confirmed, or rolled back.
  ///
  /// - Parameters:
  ///   - apply: the change as the user expects it.
  ///   - send: the call.
  ///   - confirm: puts the server's answer in.
  ///   - rollBack: takes the change back after an error; it sees the value as it is then, which others may have changed.
  public func optimistically<Answer: Sendable>(
    apply: @Sendable (inout Value) -> Void, send: @Sendable () async throws(ClientError) -> Answer,
    confirm: @Sendable (inout Value, Answer) -> Void, rollBack: @Sendable (inout Value) -> Void
  ) async throws(ClientError) -> Answer {
    update(apply)
    do throws(ClientError) {
      let answer = try await send()
      update { confirm(&$0, answer) }
      return answer
    } catch {
      update(rollBack)
      throw error
    }
  }
}
