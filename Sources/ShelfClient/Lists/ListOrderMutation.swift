import Foundation
import MediaCore

/// Puts the entries of a list into another order.
struct ListOrderMutation: ListChangeMutation {
  static let kind: MutationKind = "shelf.list.order"

  var list: ItemListReference
  var order: [PlayableID]
  /// The time at which the user chose the order, by the device's clock. Nil in a change that an earlier version of the app has stored.
  var madeAt: Date?

  /// The server requires all entries in the order. If it refuses because another device has just added one, reads the list and tries
  /// once more.
  func write(_ api: API, to id: String, _ now: RemoteItemList) async throws(ClientError) {
    do throws(ClientError) { try await api.arrange(list.kind, id, arranged(now.entries)) } catch {
      guard error.kind == .invalidRequest, let later = try await api.read(list.kind, id), later.entries != now.entries
      else { throw error }
      try await api.arrange(list.kind, id, arranged(later.entries))
    }
  }

  private func arranged(_ entries: [PlayableID]) -> [PlayableID] { entries.arranged(by: order) { $0 } }

  func isReflected(in list: RemoteItemList) -> Bool { arranged(list.entries) == list.entries }

  /// Compares only the entries in both: added or removed entries are no other order.
  func remainder(
    from base: RemoteItemList, to now: RemoteItemList, isLater: (Date?) -> Bool
  ) -> ListOrderMutation? {
    let both = Set(base.entries).intersection(now.entries)
    let isOther = base.entries.filter(both.contains) != now.entries.filter(both.contains)
    return isOther && isLater(madeAt) ? nil : self
  }

  func apply(to shown: inout ShownItemList?) {
    guard let entries = shown?.entries else { return }
    shown?.entries = entries.arranged(by: order.map(\.description)) { $0.id }
  }
}
