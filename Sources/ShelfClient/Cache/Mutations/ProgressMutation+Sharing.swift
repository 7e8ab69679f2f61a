import Foundation
import MediaCore

// Marks, restarts and moves are sent together: one request reads all progress, `batch/update` writes many items, and one request reads
// the result. Listening is uploaded as sessions instead.
extension ProgressMutation: BatchableMutation {
  static let maximumBatch = 100

  /// The most sessions of the history that one request reads.
  private static let historyLimit = 100

  var isBatchable: Bool {
    switch action {
    case .finished, .restart: true
    // Send a move without a duration alone: it may have to read the item first, which a batch cannot do.
    case .position: (duration ?? 0) > 0
    case .listened: false
    }
  }

  static func fetch(
    _ batch: [BatchElement<ProgressMutation>], _ api: API
  ) async throws(ClientError) -> [MediaProgress?] {
    for element in batch { api.readings.forget(element.mutation.item, element.context) }
    let records = Dictionary(
      try await api.progress.all().compactMap { record in record.playableID.map { ($0, record) } },
      uniquingKeysWith: { first, _ in first })
    var found: [MediaProgress?] = []
    for element in batch {
      let (mutation, context) = (element.mutation, element.context)
      found.append(
        try await mutation.dated(records[mutation.item], api, isSent: context.isReadBack || context.wasSent))
    }
    return found
  }

  static func perform(
    _ batch: [BatchElement<ProgressMutation>], _ api: API
  ) async throws(ClientError) -> [ClientError?] {
    let updates = batch.flatMap { $0.mutation.updates(over: $0.remote) }
    if !updates.isEmpty { try await api.progress.update(updates) }
    let now = api.now()
    let late = batch.map(\.mutation).filter { $0.isStampedTooLate(now) }
    guard let first = late.map(\.at).min() else { return batch.map { _ in nil } }
    let heard = try await heard(since: first, api)
    var problems: [ClientError?] = []
    for mutation in batch.map(\.mutation) {
      var problem: ClientError?
      do throws(ClientError) {
        if heard?.contains(mutation.item) ?? true { try await mutation.bringBackLaterListening(api) }
        try await mutation.dateCreatedRecord(api)
      } catch {
        problem = error
      }
      problems.append(problem)
    }
    return problems
  }

  /// The items that were listened to since `date`, on any device; nil if the part of the history that is read does not reach back
  /// so far.
  private static func heard(since date: Date, _ api: API) async throws(ClientError) -> Set<PlayableID>? {
    let history = try await api.listening.sessions(of: nil, page: 0, limit: historyLimit)
    let newer = history.items.filter { $0.updatedAt.map { $0 > date } ?? true }
    guard newer.count < history.items.count || history.items.count >= history.total ?? .max else { return nil }
    return Set(
      newer.compactMap { session in
        session.libraryItemId.map { PlayableID(libraryItemId: $0, episodeId: session.episodeId) }
      })
  }

  /// The elements of the request that apply this change to `remote`, in their order.
  private func updates(over remote: MediaProgress?) -> [BatchProgressUpdate] {
    let creation = remote == nil && needsRecord ? recordCreation : []
    switch action {
    case .finished: return creation + [shared(finish)]
    case .restart: return remote.map { [shared(.restart(from: $0, at: at))] } ?? []
    case .position, .listened:
      let move = shared(.position(position ?? 0, duration: duration, at: at))
      return creation + (remote?.isFinished == true ? [shared(reopening)] : []) + [move]
    }
  }
}
