/// A mutation that can share requests with other mutations of its type. For example, a user marks twenty books as finished one after the
/// other.
///
/// The queue reads the states of all targets of a batch with one call of `fetch`, writes all mutations with one call of `perform`, and
/// reads the states back with one call of `fetch`. Each mutation is still merged and noted on disk separately, and has its own outcome.
///
/// If the server's state does not show a mutation after the shared write, the queue sends this mutation again in its own request, so that
/// the server can give a reason. If the server refuses a shared request, the queue sends each mutation of the batch in its own request. After
/// an error that other requests would also get, such as a missing network, all mutations of the batch wait in the queue.
public protocol BatchableMutation: Mutation {
  /// Whether this mutation can share its requests with other mutations. If ``Mutation/isMultiStep`` is true, the mutation never shares its
  /// requests, whatever this property returns.
  var isBatchable: Bool { get }
  /// The maximum number of mutations in one batch.
  static var maximumBatch: Int { get }

  /// Reads the states that the targets have on the server now. Returns the states in the order of `batch`.
  static func fetch(_ batch: [BatchElement<Self>], _ api: API) async throws(ClientError) -> [Remote?]
  /// Writes all mutations of `batch` to the server.
  /// - Returns: one element for each mutation, in the order of `batch`: the error of the mutation, or nil if the server may have accepted
  ///   the mutation.
  static func perform(_ batch: [BatchElement<Self>], _ api: API) async throws(ClientError) -> [ClientError?]
}

/// One mutation of a batch, with the server's state over which it is written.
public struct BatchElement<M: Mutation>: Sendable {
  /// The mutation that is written to the server.
  public var mutation: M
  /// The server's state over which the mutation is written. Nil if the server has no state for the target, or if the state was not read
  /// yet.
  public var remote: M.Remote?
  /// The identity and the history of the mutation.
  public var context: MutationContext
}

/// One attempt to bring several mutations of a kind to the server with shared requests.
struct BatchDelivery: Sendable {
  let deliveries: [Delivery]
  /// Notes durably that payloads are about to be sent. Returns the ids of those that were not discarded meanwhile.
  let willSend: @Sendable ([(id: String, payload: AnyMutationPayload)]) async throws(ClientError) -> Set<String>

  private struct Item<M: BatchableMutation> {
    let delivery: Delivery
    var payload: MutationPayload<M>
    /// The mutation to write, as the merge has left it.
    var mutation: M
    var context: MutationContext

    var id: String { delivery.record.id }
    var note: (id: String, payload: AnyMutationPayload) { (id, AnyMutationPayload(payload)) }
    var element: BatchElement<M> { BatchElement(mutation: mutation, remote: payload.remote, context: context) }
  }

  /// - Returns: the outcomes by the ids of the records. A record without one has to go out alone.
  func attempt<M: BatchableMutation>(_ type: M.Type, _ api: M.API) async -> [String: Delivery.Outcome] {
    var outcomes: [String: Delivery.Outcome] = [:]
    do throws(ClientError) {
      let known = deliveries.compactMap { delivery in
        delivery.record.payload.of(type).map {
          Item(delivery: delivery, payload: $0, mutation: $0.mutation, context: delivery.context($0))
        }
      }
      let writes = try await noted(Self.merged(try await read(known, api), &outcomes))
      guard !writes.isEmpty else { return outcomes }
      let problems = try await M.perform(writes.map(\.element), api)
      for (item, problem) in zip(writes, problems) {
        if let problem, !M.isFinal(problem) { outcomes[item.id] = .failed(problem) }
      }
      // The server may ignore a write without an error: count a mutation as synced only if the server shows it afterwards.
      let written = zip(writes, problems).filter { $1 == nil }.map(\.0)
      for item in try await readBack(written, api) where item.mutation.isReflected(in: item.payload.remote) {
        outcomes[item.id] = .decided(.synced, AnyMutationPayload(item.payload))
      }
    } catch {
      guard error.endsRound else { return outcomes }
      for delivery in deliveries where outcomes[delivery.record.id] == nil {
        outcomes[delivery.record.id] = .failed(error)
      }
    }
    return outcomes
  }

  private func read<M: BatchableMutation>(_ items: [Item<M>], _ api: M.API) async throws(ClientError) -> [Item<M>] {
    guard !items.isEmpty else { return [] }
    return zip(items, try await M.fetch(items.map(\.element), api)).map { item, remote in
      var item = item
      item.payload.remote = remote
      return item
    }
  }

  /// The items to write. Items that need no write are decided; superseded ones with a rest to write are left out, to go out alone.
  private static func merged<M: BatchableMutation>(
    _ items: [Item<M>], _ outcomes: inout [String: Delivery.Outcome]
  ) -> [Item<M>] {
    var writes: [Item<M>] = []
    for var item in items {
      let payload = AnyMutationPayload(item.payload)
      let input = item.delivery.mergeInput(item.payload)
      switch item.payload.mutation.resolve(input) {
      case .done: outcomes[item.id] = .decided(.synced, payload)
      case .refused(let reason): outcomes[item.id] = .decided(.refused(reason: reason), payload)
      case .superseded(let reason, nil): outcomes[item.id] = .decided(.superseded(reason: reason), payload)
      case .superseded: break
      case .write(let mutation):
        guard mutation.sharesRequests else { break }
        if mutation.overwritesAnother(input) { item.payload.overwritten = item.payload.remote }
        item.mutation = mutation
        writes.append(item)
      }
    }
    return writes
  }

  /// The items whose writing is noted, without those that were discarded meanwhile.
  private func noted<M: BatchableMutation>(_ items: [Item<M>]) async throws(ClientError) -> [Item<M>] {
    guard !items.isEmpty else { return [] }
    let sent = items.map { item in
      var item = item
      item.payload.sent = item.mutation
      return item
    }
    let current = try await willSend(sent.map(\.note))
    return sent.filter { current.contains($0.id) }
  }

  private func readBack<M: BatchableMutation>(_ items: [Item<M>], _ api: M.API) async throws(ClientError) -> [Item<M>] {
    let items = items.map { item in
      var item = item
      item.context = item.delivery.context(item.payload)
      item.context.isReadBack = true
      return item
    }
    do throws(ClientError) { return try await read(items, api) } catch {
      let answered = items.filter { $0.mutation.answered() != $0.mutation }.map { item in
        var item = item
        item.payload.sent = item.mutation.answered()
        return item
      }
      // Ignore a failed `willSend`: the next attempt then starts from the notes written before the request.
      if !answered.isEmpty { _ = try? await willSend(answered.map(\.note)) }
      throw error
    }
  }
}

extension BatchableMutation {
  /// Whether the mutation may share requests. Several steps need requests of their own, and a mutation that is noted only after its
  /// attempt needs an answer of its own.
  fileprivate var sharesRequests: Bool { isBatchable && !isMultiStep && isNotedBeforeSending }
}

/// How a ``MutationHandler`` sends several mutations with shared requests.
struct BatchHandler: Sendable {
  let limit: Int
  let accepts: @Sendable (MutationRecord) -> Bool
  let attempt: @Sendable (BatchDelivery) async -> [String: Delivery.Outcome]

  init<M: BatchableMutation>(_ type: M.Type, _ api: M.API) where M: SendableMetatype {
    limit = M.maximumBatch
    accepts = { $0.mutation(M.self)?.sharesRequests ?? false }
    attempt = { await $0.attempt(M.self, api) }
  }
}
