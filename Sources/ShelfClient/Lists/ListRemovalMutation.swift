import MediaCore

/// Removes a list.
struct ListRemovalMutation: ListChangeMutation {
  static let kind: MutationKind = "shelf.list.removal"

  var list: ItemListReference

  func fetch(_ api: API, _ context: MutationContext) async throws(ClientError) -> ListReading? {
    try await api.read(list, context)
  }

  func write(_ api: API, to id: String, _ now: RemoteItemList) async throws(ClientError) {
    try await api.remove(list.kind, id)
  }

  func isReflected(in list: RemoteItemList) -> Bool { false }

  /// A list that was never created also counts as removed.
  func isReflected(in remote: ListReading?) -> Bool { remote?.list == nil }

  func apply(to shown: inout ShownItemList?) { shown = nil }
}
