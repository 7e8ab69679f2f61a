import MediaCore

/// Gives a list another name or another description.
struct ListEditMutation: ListChangeMutation {
  static let kind: MutationKind = "shelf.list.edit"

  var list: ItemListReference
  /// Nil leaves it.
  var name: String?
  /// Nil leaves it; an empty one takes it away.
  var description: String?

  func write(_ api: API, to id: String, _ now: RemoteItemList) async throws(ClientError) {
    try await api.edit(list.kind, id, name: name, description: description)
  }

  func isReflected(in list: RemoteItemList) -> Bool {
    list.name == name ?? list.name && (list.description ?? "") == description ?? list.description ?? ""
  }

  func isOvertaken(from base: RemoteItemList, to now: RemoteItemList) -> Bool {
    name != nil && now.name != base.name
      || description != nil && (now.description ?? "") != (base.description ?? "")
  }

  func coalesced(with newer: ListEditMutation) -> ListEditMutation? {
    ListEditMutation(list: list, name: newer.name ?? name, description: newer.description ?? description)
  }

  func apply(to shown: inout ShownItemList?) {
    if let name { shown?.row.title = name }
    if let description { shown?.row.subtitle = description }
  }
}
