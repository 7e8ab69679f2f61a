/// Applies the waiting mutations of one type to a cached value, so that readers see a change before the server has it.
public struct MutationOverlay<Value>: Sendable {
  let kind: MutationKind
  let concerns: @Sendable (MutationRecord) -> Bool
  let apply: @Sendable (MutationRecord, inout Value) -> Void
  let settle: @Sendable (MutationRecord, inout Value) -> Void

  /// Creates an overlay for one type of mutation.
  /// - Parameters:
  ///   - concerns: whether a record affects the value. Other records change nothing, and observers are not notified of them. A record that
  ///     affects the value while it waits also has to affect it when it is decided.
  ///   - apply: changes the value by a mutation that is not on the server yet.
  ///   - settle: changes the value to match the server's state at the time when the mutation was decided. Called again for server answers
  ///     that were requested before that time. If omitted, a synced mutation is applied, and a superseded mutation changes nothing.
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
