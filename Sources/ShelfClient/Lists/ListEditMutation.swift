import MediaCore

/// Gives a list another name or another description.
struct ListEditMutation: ListChangeMutation {
  static let kind: MutationKind = "shelf.list.edit"

  var list: ItemListReference
  /// The new name; nil for no change.
  var name: String?
  /// The new description, empty to remove it; nil for no change.
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
