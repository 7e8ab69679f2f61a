import Foundation

/// A type of mutation together with the API through which it is sent, for a ``MutationQueue``.
public struct MutationHandler: Sendable {
  let form: MutationForm
  let attempt: @Sendable (Delivery) async -> Delivery.Outcome
  /// Nil for a kind whose mutations all go out alone.
  private(set) var batch: BatchHandler?

  /// The stored name of the handler's type of mutation.
  public var kind: MutationKind { form.kind }

  /// Creates a handler for a type of mutation.
  /// - Parameter api: passed to the mutation's functions. The API may hold caches. It must not hold the queue, because the queue holds the
  ///   API.
  public init<M: Mutation>(_ type: M.Type, _ api: M.API) where M: SendableMetatype { self.init(alone: type, api) }

  /// Creates a handler for a type of mutation that can share requests.
  public init<M: BatchableMutation>(_ type: M.Type, _ api: M.API) where M: SendableMetatype {
    self.init(alone: type, api)
    batch = BatchHandler(type, api)
  }

  /// Whether a mutation can share its requests with others of its kind.
  func shares(_ record: MutationRecord) -> Bool { batch?.accepts(record) ?? false }

  private init<M: Mutation>(alone type: M.Type, _ api: M.API) where M: SendableMetatype {
    form = MutationForm(M.self)
    attempt = { await $0.attempt(M.self, api) }
  }
}

/// How one kind of mutation is read from disk and merged with others; it needs no server.
struct MutationForm: Sendable {
  let kind: MutationKind
  let decode: @Sendable (any Decoder) throws -> AnyMutationPayload
  /// Whether a record of a file belongs to its target and can be sent.
  let isPlausible: @Sendable (MutationRecord) -> Bool
  /// The record, with its mutation reduced to the rest that a newer one of the same target has left of it.
  let rebased: @Sendable (_ record: MutationRecord, _ newer: MutationRecord) -> MutationRecord
  /// The waiting record with a new base after `earlier` was decided. If `earlier` was synced, the new base is the server's state as it was
  /// read back then. Otherwise ``Mutation/base(_:after:)`` returns the new base.
  let following: @Sendable (_ record: MutationRecord, _ earlier: MutationRecord) -> MutationRecord

  init<M: Mutation>(_ type: M.Type) where M: SendableMetatype {
    kind = M.kind
    decode = { AnyMutationPayload(try MutationPayload<M>(from: $0)) }
    isPlausible = { record in
      record.mutation(M.self).map { $0.target == record.target && $0.isPlausible } ?? false
    }
    rebased = { record, newer in
      guard var payload = record.payload.of(M.self), let later = newer.mutation(M.self) else { return record }
      var record = record
      payload.mutation = payload.mutation.remainder(after: later)
      record.payload = AnyMutationPayload(payload)
      return record
    }
    following = { record, earlier in
      guard var payload = record.payload.of(M.self) else { return record }
      var record = record
      payload.base =
        earlier.state == .synced ? earlier.remote(M.self) : payload.mutation.base(payload.base, after: earlier)
      record.payload = AnyMutationPayload(payload)
      return record
    }
  }
}

/// One attempt to bring a mutation to the server.
struct Delivery: Sendable {
  enum Outcome: Sendable {
    /// The final state and payload, with the error of a refusal.
    case decided(MutationRecord.State, AnyMutationPayload, ClientError? = nil)
    case failed(ClientError)
  }

  let record: MutationRecord
  /// The server's time; read it after the fetch, whose answer can be the first that carries the time.
  let serverNow: @Sendable () -> Date?
  let deviceNow: @Sendable () -> Date
  /// Notes durably that a payload is about to be sent.
  let willSend: @Sendable (AnyMutationPayload, _ isMultiStep: Bool) async throws(ClientError) -> Void
  /// Called when the server has taken the write.
  let didWrite: @Sendable () async -> Void
  /// The account's records of a target.
  let changes: @Sendable (_ target: String) async -> [MutationRecord]

  private static let maximumConflicts = 4

  func attempt<M: Mutation>(_ type: M.Type, _ api: M.API) async -> Outcome {
    guard var payload = record.payload.of(type) else {
      // If the payload cannot be decoded, another version of the app stored it. Refuse the change, otherwise it blocks later changes of its
      // target.
      let error = ClientError(.unsupported, operation: .queueRead)
      return .decided(.refused(reason: error.kind.rawValue), record.payload, error)
    }
    do throws(ClientError) {
      let remote = try await payload.mutation.fetch(api, context(payload))
      payload.remote = remote
      let input = mergeInput(payload)
      switch payload.mutation.resolve(input) {
      case .done: return .decided(.synced, AnyMutationPayload(payload))
      case .refused(let reason): return .decided(.refused(reason: reason), AnyMutationPayload(payload))
      case .superseded(let reason, let rest):
        if let rest { try await send(rest, &payload, over: remote, api) }
        return .decided(.superseded(reason: reason), AnyMutationPayload(payload))
      case .write(let mutation):
        if mutation.overwritesAnother(input) { payload.overwritten = remote }
        return try await write(mutation, &payload, over: remote, api)
      }
    } catch {
      return M.isFinal(error) ? refusal(error, payload) : .failed(error)
    }
  }

  private func write<M: Mutation>(
    _ mutation: M, _ payload: inout MutationPayload<M>, over remote: M.Remote?, _ api: M.API
  ) async throws(ClientError) -> Outcome {
    do throws(ClientError) { try await send(mutation, &payload, over: remote, api) } catch {
      guard M.isFinal(error) else { throw error }
      // If the request arrived twice, the server may refuse the second copy: read the server before reporting a refusal.
      let after = try await readBack(mutation, payload, api)
      payload.remote = after
      return mutation.isReflected(in: after) && after != remote
        ? .decided(.synced, AnyMutationPayload(payload)) : refusal(error, payload)
    }
    await didWrite()
    do throws(ClientError) { payload.remote = try await readBack(mutation, payload, api) } catch {
      payload.sent = mutation.answered()
      // If `willSend` fails to save `payload.sent`, the next attempt starts from what was saved before the request.
      if payload.sent != mutation { try? await willSend(AnyMutationPayload(payload), false) }
      throw error
    }
    if mutation.isReflected(in: payload.remote) { return .decided(.synced, AnyMutationPayload(payload)) }
    // The server ignored the write, or another device overwrote it at once: try again, but only a few times.
    guard record.attempts < Self.maximumConflicts else {
      return .decided(.refused(reason: "notReflected"), AnyMutationPayload(payload))
    }
    return .failed(ClientError(.conflict, operation: .queueReadBack))
  }

  private func refusal<M: Mutation>(_ error: ClientError, _ payload: MutationPayload<M>) -> Outcome {
    .decided(.refused(reason: error.serverMessage ?? error.kind.rawValue), AnyMutationPayload(payload), error)
  }

  private func readBack<M: Mutation>(
    _ mutation: M, _ payload: MutationPayload<M>, _ api: M.API
  ) async throws(ClientError) -> M.Remote? {
    var context = context(payload)
    context.isReadBack = true
    return try await mutation.fetch(api, context)
  }

  private func send<M: Mutation>(
    _ mutation: M, _ payload: inout MutationPayload<M>, over remote: M.Remote?, _ api: M.API
  ) async throws(ClientError) {
    let context = context(payload)
    if payload.sent != mutation, mutation.isNotedBeforeSending {
      payload.sent = mutation
      try await willSend(AnyMutationPayload(payload), mutation.isMultiStep)
    }
    do throws(ClientError) { try await mutation.perform(api, over: remote, context) } catch {
      if payload.sent != mutation, error.canHaveArrived {
        payload.sent = mutation
        // Ignore a failed save: the next attempt may then send the mutation twice, harmless if `isNotedBeforeSending` is false as here.
        try? await willSend(AnyMutationPayload(payload), false)
      }
      throw error
    }
    payload.sent = mutation
  }

  /// The inputs of the merge, with the server's state that the payload holds.
  func mergeInput<M: Mutation>(_ payload: MutationPayload<M>) -> MergeInput<M> {
    MergeInput(
      base: payload.base, remote: payload.remote, sent: payload.sent, createdAt: record.createdAt,
      serverNow: serverNow(), deviceNow: deviceNow())
  }

  func context<M: Mutation>(_ payload: MutationPayload<M>) -> MutationContext {
    MutationContext(
      id: record.id, account: record.account, order: record.order, wasSent: payload.sent != nil, changes: changes)
  }
}
