/// Applies the mutations of one type to a cached value, so that readers see a change before the server has it.
public struct MutationOverlay<Value>: Sendable {
  let kind: MutationKind
  let concerns: @Sendable (MutationRecord) -> Bool
  let apply: @Sendable (MutationRecord, inout Value) -> Void
  let settle: @Sendable (MutationRecord, inout Value) -> Void

  /// Creates an overlay for one type of mutation.
  /// - Parameters:
  ///   - concerns: whether a record affects the value. If false, the record does not change the value, and observers are not notified of
  ///     the record. Return the same result while the mutation waits and after its outcome is decided.
  ///   - apply: applies a mutation that is not on the server yet to the value.
  ///   - settle: applies the outcome of a mutation that was synced or superseded, so that the value matches the server's state. Called
  ///     again for each answer that was requested from the server before this outcome. If nil, a synced mutation is applied with `apply`,
  ///     and a superseded mutation changes nothing.
  public init<M: Mutation>(
    _ type: M.Type, concerns: @escaping @Sendable (MutationRecord) -> Bool = { _ in true },
    apply: @escaping @Sendable (M, inout Value) -> Void,
    settle: (@Sendable (M, MutationRecord, inout Value) -> Void)? = nil
  ) where M: SendableMetatype {
    kind = M.kind
    self.concerns = concerns
    let apply: @Sendable (MutationRecord, inout Value) -> Void = { record, value in
      if let mutation = record.mutation(M.self) { apply(mutation, &value) }
    }
    self.apply = apply
    self.settle = { record, value in
      guard let settle else {
        if record.state == .synced { apply(record, &value) }
        return
      }
      if let mutation = record.mutation(M.self) { settle(mutation, record, &value) }
    }
  }
}
