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
  /// than one of this device for the same target is sent before it, and one that was made between two of this device is sent between them, as
  /// if the other device had sent it itself.
  /// - Parameter decided: ids of changes that were decided here and may have been forgotten since.
  /// - Returns: the fate of each change, by id.
  func take(
    _ moved: [MutationRecord], decided: Set<String>
  ) async throws(ClientError) -> [String: MovedChangeFate] {
    // Load `records` first: `JoiningPlan` below places the moved changes among them.
    _ = try await read(\.count)
    await waitUntilIdle()
    let places = JoiningPlan(of: moved, in: records, after: nextOrder, lanes.forms) { [forgotten] in
      decided.contains($0) || forgotten[$0] != nil
    }
    nextOrder = places.nextOrder
    guard !places.new.isEmpty else { return places.fates }
    try await commit(places.new + places.moved)
    return places.fates
  }
}

/// The places of changes of another device or process in a list.
struct JoiningPlan {
  /// The fate of each change, by id.
  private(set) var fates: [String: MovedChangeFate] = [:]
  /// The records to add to the list.
  let new: [MutationRecord]
  /// Records of the list that get a place behind an added one: those that were made after it, and the open ones of other targets behind them.
  let moved: [MutationRecord]
  /// The order of the next change after these.
  let nextOrder: Int

  /// - Parameters:
  ///   - next: the order of the next change.
  ///   - isDecided: whether a change that is not in the list was decided here before.
  init(
    of joining: [MutationRecord], in records: MutationList, after next: Int, _ forms: [MutationKind: MutationForm],
    isDecided: (String) -> Bool
  ) {
    var (older, newer): ([MutationRecord], [MutationRecord]) = ([], [])
    // Changes that were made between two of the list, with the order of the later one.
    var between: [(record: MutationRecord, place: Int)] = []
    let targets = Set(joining.map(\.target))
    let known = Dictionary(grouping: records.sorted.filter { targets.contains($0.target) }, by: \.target)
    let inOrder = joining.sorted { ($0.order, $0.createdAt, $0.id) < ($1.order, $1.createdAt, $1.id) }
    for record in inOrder where fates[record.id] == nil {
      if records[record.id] != nil {
        fates[record.id] = .listed
      } else if isDecided(record.id) {
        fates[record.id] = .decided
      } else {
        fates[record.id] = .taken
        let mine = known[record.target] ?? []
        let later = mine.drop { $0.createdAt <= record.createdAt }
        if later.isEmpty {
          newer.append(record)
        } else if mine[..<later.startIndex].contains(where: { !$0.isOnServer }), records.canMove(later) {
          between.append((record, later[later.startIndex].order))
        } else {
          older.append(record)
        }
      }
    }
    // Number the older changes below all others, so that they are sent before every change of this device.
    let first = min(records.sorted.first?.order ?? 0, 0) - older.count
    var new = zip(older, first...).map { record, order in
      let placed = Self.placed(record, order)
      return forms[record.kind].map { records.rebased(placed, with: $0) } ?? placed
    }
    // There is no number between two changes of the list: number the added changes anew, and the ones behind them. The open changes of other
    // targets move as well: ViewVault, for example, moves a film to another list only after the earlier changes of that film.
    var (moved, order): ([MutationRecord], Int) = ([], next)
    let places = Dictionary(between.map { ($0.record.target, $0.place) }, uniquingKeysWith: min)
    let start = places.values.min() ?? .max
    for record in records.sorted where record.order >= start && !record.isOnServer {
      guard record.isOpen || record.order >= places[record.target] ?? .max else { continue }
      for added in between where added.place == record.order {
        new.append(Self.placed(added.record, order))
        order += 1
      }
      moved.append(Self.placed(record, order))
      order += 1
    }
    self.new = new + zip(newer, order...).map { Self.placed($0, $1) }
    self.moved = moved
    nextOrder = order + newer.count
  }

  /// The record at a place of this device's order. A refused change stays refused, any other one waits.
  private static func placed(_ record: MutationRecord, _ order: Int) -> MutationRecord {
    with(record.reordered(order)) { if record.isRefused { $0.state = record.state } }
  }
}

extension MutationList {
  /// Whether `later`, the last changes of one target, can get other places, and with them the open changes of all targets behind the first of
  /// them. No write of a record may be under way.
  fileprivate func canMove(_ later: ArraySlice<MutationRecord>) -> Bool {
    let place = later.first?.order ?? .max
    // A change yields to a newer one on the server that has a higher order. With a new order, higher still, it would overwrite the newer one.
    return later.allSatisfy(\.canMove)
      && openRecords.allSatisfy { $0.order < place || $0.canMove && overtaking($0).isEmpty }
  }
}

extension MutationRecord {
  /// Whether the record can get another place: it waits, or the server refused it.
  fileprivate var canMove: Bool { state != .sending && !isOnServer }
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
