import Foundation

/// One kind of mutation together with the roles it is sent through: what a ``MutationQueue`` is made of.
public struct MutationHandler: Sendable {
  /// The stored name of the mutation.
  public let kind: MutationKind
  let decode: @Sendable (any Decoder) throws -> AnyMutationPayload
  let attempt: @Sendable (Delivery) async -> Delivery.Outcome
  /// Nil for a kind whose mutations all go out alone.
  private(set) var batch: BatchHandler?
  /// The record with the rest that a newer one of the same target has left of it.
  let rebased: @Sendable (_ record: MutationRecord, _ newer: MutationRecord) -> MutationRecord
  /// A waiting record with the state that the server showed for the one before it as its base.
  let following: @Sendable (_ record: MutationRecord, _ earlier: MutationRecord) -> MutationRecord

  /// - Parameter api: what the mutation's functions are called with. The queue holds it: it holds neither the queue nor a cache
  ///   of it but weakly.
  public init<M: Mutation>(_ type: M.Type, _ api: M.API) where M: SendableMetatype { self.init(alone: type, api) }

  /// The same for mutations that can share their requests.
  public init<M: BatchableMutation>(_ type: M.Type, _ api: M.API) where M: SendableMetatype {
    self.init(alone: type, api)
    batch = BatchHandler(type, api)
  }

  /// Whether a mutation can share its requests with others of its kind.
  func shares(_ record: MutationRecord) -> Bool { batch?.accepts(record) ?? false }

  private init<M: Mutation>(alone type: M.Type, _ api: M.API) where M: SendableMetatype {
    kind = M.kind
    decode = { AnyMutationPayload(try MutationPayload<M>(from: $0)) }
    attempt = { await $0.attempt(M.self, api) }
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
      payload.base = earlier.remote(M.self)
      record.payload = AnyMutationPayload(payload)
      return record
    }
  }
}

/// The handlers of a queue by their kind. A service that is made anew replaces them for the outboxes that are there already.
final class MutationHandlers: Sendable {
  private let handlers: Locked<[MutationKind: MutationHandler]>

  init(_ handlers: [MutationHandler]) {
    self.handlers = Locked(Dictionary(handlers.map { ($0.kind, $0) }, uniquingKeysWith: { $1 }))
  }

  var byKind: [MutationKind: MutationHandler] { handlers.withLock { $0 } }

  func use(_ new: [MutationHandler]) {
    handlers.withLock { handlers in for handler in new { handlers[handler.kind] = handler } }
  }
}

/// One attempt to bring a mutation to the server.
struct Delivery: Sendable {
  enum Outcome: Sendable {
    /// With the error that refused it, where one did.
    case decided(MutationRecord.State, AnyMutationPayload, ClientError? = nil)
    case failed(ClientError)
  }

  let record: MutationRecord
  /// Asked after the server was read: the answer can be the first that says what time it is there.
  let serverNow: @Sendable () -> Date?
  let deviceNow: @Sendable () -> Date
  /// Notes durably that a payload is about to be sent.
  let willSend: @Sendable (AnyMutationPayload, _ isMultiStep: Bool) async throws(ClientError) -> Void
  /// The server has taken the write.
  let didWrite: @Sendable () async -> Void

  private static let maximumConflicts = 4

  func attempt<M: Mutation>(_ type: M.Type, _ api: M.API) async -> Outcome {
    guard var payload = record.payload.of(type) else {
      // Stored by another build in a form that this one cannot read. Refused, it is listed and holds up no later one.
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
      // A request that arrives twice is refused the second time. The server is read before the refusal counts.
      let after = try await readBack(mutation, payload, api)
      payload.remote = after
      return mutation.isReflected(in: after) && after != remote
        ? .decided(.synced, AnyMutationPayload(payload)) : refusal(error, payload)
    }
    await didWrite()
    do throws(ClientError) { payload.remote = try await readBack(mutation, payload, api) } catch {
      payload.sent = mutation.answered()
      // Without room for it the next attempt knows less, and nothing is lost by that.
      if payload.sent != mutation { try? await willSend(AnyMutationPayload(payload), false) }
      throw error
    }
    if mutation.isReflected(in: payload.remote) { return .decided(.synced, AnyMutationPayload(payload)) }
    // The server did not take it, or somebody changed it again at once: a few more attempts.
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
        // A full disk loses the note alone: the next attempt sends the mutation twice, which such a one allows.
        try? await willSend(AnyMutationPayload(payload), false)
      }
      throw error
    }
    payload.sent = mutation
  }

  /// With the server's state that the payload holds.
  func mergeInput<M: Mutation>(_ payload: MutationPayload<M>) -> MergeInput<M> {
    MergeInput(
      base: payload.base, remote: payload.remote, sent: payload.sent, createdAt: record.createdAt,
      serverNow: serverNow(), deviceNow: deviceNow())
  }

  func context<M: Mutation>(_ payload: MutationPayload<M>) -> MutationContext {
    MutationContext(id: record.id, account: record.account, order: record.order, wasSent: payload.sent != nil)
  }
}
