import Foundation

/// The fate of a change that another device has exported.
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
    // Load `records`, which the loop below reads.
    _ = try await read(\.count)
    if isFolding { await waitForFolding() }
    var (fates, older, newer) = ([String: MovedChangeFate](), [MutationRecord](), [MutationRecord]())
    var newest: [String: MutationRecord] = [:]
    for known in records.sorted where (newest[known.target]?.createdAt ?? .distantPast) <= known.createdAt {
      newest[known.target] = known
    }
    for record in moved.sorted(by: { ($0.order, $0.id) < ($1.order, $1.id) }) where fates[record.id] == nil {
      if records[record.id] != nil {
        fates[record.id] = .listed
      } else if decided.contains(record.id) || forgotten[record.id] != nil {
        fates[record.id] = .decided
      } else {
        fates[record.id] = .taken
        let isOlder = newest[record.target].map { $0.createdAt > record.createdAt } ?? false
        if isOlder { older.append(record) } else { newer.append(record) }
      }
    }
    // Number the older changes below all others, so that they are sent before every change of this device.
    let first = min(records.sorted.first?.order ?? 0, 0) - older.count
    let new =
      zip(older, first...).map { record, order in
        let placed = Self.placed(record, order)
        return lanes.forms[record.kind].map { records.rebased(placed, with: $0) } ?? placed
      } + zip(newer, nextOrder...).map { Self.placed($0, $1) }
    nextOrder += newer.count
    guard !new.isEmpty else { return fates }
    try await commit(new)
    return fates
  }

  /// The record at a place of this device's order. A refused change stays refused, any other one waits.
  private static func placed(_ record: MutationRecord, _ order: Int) -> MutationRecord {
    with(record.reordered(order)) { if record.isRefused { $0.state = record.state } }
  }
}

extension SharedMutationQueue {
  /// Accepts changes of another device for `account`, and begins to send them.
  /// - Throws: `signedOut` when another account is signed in; `storage`.
  func take(
    _ moved: [MutationRecord], of account: String, decided: Set<String>
  ) async throws(ClientError) -> [String: MovedChangeFate] {
    let outbox = try await outbox()
    guard outbox.account == account else {
      throw ClientError(.signedOut, operation: .dataImport, detail: ClientError.Detail.accountChanged)
    }
    let fates = try await outbox.take(moved, decided: decided)
    if fates.values.contains(.taken) { sendSoon() }
    return fates
  }

  nonisolated var forms: [MutationKind: MutationForm] { lanes.forms }
}
