import Foundation

/// The fate of a change from another device's export when this device imports it.
package enum MovedChangeFate: Sendable, Hashable {
  case taken
  /// The list has a change with this id.
  case listed
  /// The change was decided on this device before.
  case decided
}

extension Outbox {
  /// Accepts changes of another device with the ids that they have there, all in one write; durable when it returns. A change that is older
  /// than one of this device for the same target is sent before it, as if the other device had sent it itself.
  /// - Parameter decided: ids of changes that were decided here and may have been forgotten since.
  /// - Returns: the fate of each change, by id.
  func take(
    _ moved: [MutationRecord], decided: Set<String>
  ) async throws(ClientError) -> [String: MovedChangeFate] {
    // Load `records` first: `JoiningPlan` below places the moved changes among them.
    _ = try await read(\.count)
    if isFolding { await waitForFolding() }
    let places = JoiningPlan(of: moved, in: records, after: nextOrder, lanes.forms) { [forgotten] in
      decided.contains($0) || forgotten[$0] != nil
    }
    nextOrder = places.nextOrder
    guard !places.new.isEmpty else { return places.fates }
    try await commit(places.new)
    return places.fates
  }
}

/// The places of changes of another device or process in a list.
struct JoiningPlan {
  /// The fate of each change, by id.
  private(set) var fates: [String: MovedChangeFate] = [:]
  /// The records to add to the list.
  let new: [MutationRecord]
  /// The order of the next change after these.
  let nextOrder: Int

  /// - Parameters:
  ///   - next: the order of the next change.
  ///   - isDecided: whether a change that is not in the list was decided here before.
  init(
    of moved: [MutationRecord], in records: MutationList, after next: Int, _ forms: [MutationKind: MutationForm],
    isDecided: (String) -> Bool
  ) {
    var (older, newer): ([MutationRecord], [MutationRecord]) = ([], [])
    var newest: [String: MutationRecord] = [:]
    for known in records.sorted where (newest[known.target]?.createdAt ?? .distantPast) <= known.createdAt {
      newest[known.target] = known
    }
    let inOrder = moved.sorted { ($0.order, $0.createdAt, $0.id) < ($1.order, $1.createdAt, $1.id) }
    for record in inOrder where fates[record.id] == nil {
      if records[record.id] != nil {
        fates[record.id] = .listed
      } else if isDecided(record.id) {
        fates[record.id] = .decided
      } else {
        fates[record.id] = .taken
        let isOlder = newest[record.target].map { $0.createdAt > record.createdAt } ?? false
        if isOlder { older.append(record) } else { newer.append(record) }
      }
    }
    // Number the older changes below all others, so that they are sent before every change of this device.
    let first = min(records.sorted.first?.order ?? 0, 0) - older.count
    new =
      zip(older, first...).map { record, order in
        let placed = Self.placed(record, order)
        return forms[record.kind].map { records.rebased(placed, with: $0) } ?? placed
      } + zip(newer, next...).map { Self.placed($0, $1) }
    nextOrder = next + newer.count
  }

  /// The record at a place of this device's order. A refused change stays refused, any other one waits.
  private static func placed(_ record: MutationRecord, _ order: Int) -> MutationRecord {
    with(record.reordered(order)) { if record.isRefused { $0.state = record.state } }
  }
}

extension SharedMutationQueue {
  /// Accepts changes of another device for `account`. They are sent with the next round; ``sendSoon(_:)`` begins one.
  /// - Throws: `signedOut` when another account is signed in; `storage`.
  func take(
    _ moved: [MutationRecord], of account: String, decided: Set<String>
  ) async throws(ClientError) -> [String: MovedChangeFate] {
    let outbox = try await outbox()
    guard outbox.account == account else {
      throw ClientError(.signedOut, operation: .dataImport, detail: ClientError.Detail.accountChanged)
    }
    return try await outbox.take(moved, decided: decided)
  }

  nonisolated var forms: [MutationKind: MutationForm] { lanes.forms }
}
