/// Lays the mutations of one kind that wait over a cached value, so that readers see a change before the server has it.
public struct MutationOverlay<Value>: Sendable {
  let kind: MutationKind
  let concerns: @Sendable (MutationRecord) -> Bool
  let apply: @Sendable (MutationRecord, inout Value) -> Void
  let settle: @Sendable (MutationRecord, inout Value) -> Void

  /// - Parameters:
  ///   - concerns: whether a record matters to the value; others change nothing and are not notified. A record that matters while
  ///     it waits has to matter when it is decided.
  ///   - apply: shows a mutation that is not on the server yet.
  ///   - settle: puts what the server showed when the mutation was decided into the value; called again on top of answers that were
  ///     asked for before. Without it a synced mutation is applied, and a superseded one changes nothing.
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
