import Foundation
import MediaCore

/// Puts the entries of a list into another order.
struct ListOrderMutation: ListChangeMutation {
  static let kind: MutationKind = "shelf.list.order"

  var list: ItemListReference
  var order: [PlayableID]
  /// The time at which the user chose the order, by the device's clock. Nil in a change that an earlier version of the app has stored.
  var madeAt: Date?
  /// The entries that the undo of a removal moves back to their places in `order`; all others stay where another device may have moved them.
  /// Nil if the user has chosen the order of all entries.
  var moved: [PlayableID]?

  /// The server requires all entries in the order. If it refuses because another device has just added one, reads the list and tries
  /// once more.
  func write(_ api: API, to id: String, _ now: RemoteItemList) async throws(ClientError) {
    do throws(ClientError) { try await api.arrange(list.kind, id, arranged(now.entries)) } catch {
      guard error.kind == .invalidRequest, let later = try await api.read(list.kind, id), later.entries != now.entries
      else { throw error }
      try await api.arrange(list.kind, id, arranged(later.entries))
    }
  }

  private func arranged(_ entries: [PlayableID]) -> [PlayableID] {
    guard let moved else { return entries.arranged(by: order) { $0 } }
    return entries.placing(Set(moved), by: order) { $0 }
  }

  func isReflected(in list: RemoteItemList) -> Bool { arranged(list.entries) == list.entries }

  /// Compares only the entries in both: added or removed entries are no other order.
  func remainder(
    from base: RemoteItemList, to now: RemoteItemList, isLater: (Date?) -> Bool
  ) -> ListOrderMutation? {
    // An undo only moves its own entries, so it does not conflict with another device's order.
    guard moved == nil else { return self }
    let both = Set(base.entries).intersection(now.entries)
    let isOther = base.entries.filter(both.contains) != now.entries.filter(both.contains)
    return isOther && isLater(madeAt) ? nil : self
  }

  /// The places of an undo do not replace an order that waits: send both.
  func coalesced(with newer: ListOrderMutation) -> ListOrderMutation? { newer.moved == nil ? newer : nil }

  func apply(to shown: inout ShownItemList?) {
    guard let entries = shown?.entries else { return }
    let order = order.map(\.description)
    if let moved {
      shown?.entries = entries.placing(Set(moved.map(\.description)), by: order) { $0.id }
    } else {
      shown?.entries = entries.arranged(by: order) { $0.id }
    }
  }
}
