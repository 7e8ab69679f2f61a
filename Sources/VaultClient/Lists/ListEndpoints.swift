import MediaCore

enum ListEndpoints {
  static func all() -> Endpoint<[VaultList]> {
    Endpoint<ListsAnswer>.json("vault.lists.all", path: ["api", "lists"], traits: .vaultRead).map(\.lists)
  }

  static func create(_ draft: ListDraft) throws(ClientError) -> Endpoint<VaultList> {
    var draft = draft
    draft.name = draft.name ?? ""
    return .json(
      "vault.lists.create", .post, path: ["api", "lists"],
      body: try .encoding(draft, coder: .vault, operation: "vault.lists.create"), traits: .vaultWrite)
  }

  static func update(_ id: Int, _ change: ListDraft) throws(ClientError) -> Endpoint<VaultList> {
    .json(
      "vault.lists.update", .put, path: list(id),
      body: try .encoding(change, coder: .vault, operation: "vault.lists.update"), traits: .vaultSet)
  }

  static func delete(_ id: Int) -> Endpoint<Void> {
    .done("vault.lists.delete", .delete, path: list(id), traits: .vaultWrite)
  }

  static func contents(of id: ListID) -> Endpoint<ListContents> {
    .json(
      "vault.lists.contents", path: ["api", "lists", .id(id.description), "items"],
      traits: id == .personal ? .vaultSlowRead : .vaultRead)
  }

  static func add(_ item: ListItem, to id: Int, notes: String?) -> Endpoint<Void> {
    var body: JSONValue = ["item_type": .string(item.kind.rawValue), "item_id": .integer(Int64(item.id))]
    body["notes"] = notes.map { .string($0) }
    return .done("vault.lists.add", .post, path: list(id) + ["items"], body: .json(body), traits: .vaultWrite)
  }

  static func remove(_ item: ListItem, from id: Int) -> Endpoint<Void> {
    .done("vault.lists.remove", .delete, path: row(item, id), traits: .vaultWrite)
  }

  static func mark(_ item: ListItem, in id: Int, _ mark: ItemMark) throws(ClientError) -> Endpoint<Void> {
    .done(
      "vault.lists.mark", .patch, path: row(item, id) + ["watched"],
      body: try .encoding(mark, coder: .vault, operation: "vault.lists.mark"), traits: .vaultSet)
  }

  static func targets(for id: Int, page: Int, size: Int) -> Endpoint<ListTargetsPage> {
    .json(
      "vault.lists.targets", path: list(id) + ["available-targets"], query: ["page": page, "page_size": size],
      traits: .vaultRead)
  }

  static func copy(_ item: ListItem, from id: Int, to target: Int, keepingMarks: Bool) -> Endpoint<TransferResult> {
    var body = destination(item, target)
    body["preserve_metadata"] = .bool(keepingMarks)
    return .json("vault.lists.copy", .post, path: row(item, id) + ["copy"], body: .json(body), traits: .vaultWrite)
  }

  static func move(_ item: ListItem, from id: Int, to target: Int) -> Endpoint<TransferResult> {
    .json(
      "vault.lists.move", .post, path: row(item, id) + ["move"], body: .json(destination(item, target)),
      traits: .vaultWrite)
  }

  static func transfer(_ transfer: ListTransfer) throws(ClientError) -> Endpoint<BulkResult> {
    .json(
      "vault.lists.transfer", .post, path: ["api", "lists", "bulk-operation"],
      body: try .encoding(transfer, coder: .vault, operation: "vault.lists.transfer"), traits: .vaultWrite)
  }

  static func share(_ id: Int, with username: String, _ permission: SharePermission) -> Endpoint<Void> {
    .done(
      "vault.lists.share", .post, path: list(id) + ["share"],
      body: .json(["username": .string(username), "permission": .string(permission.rawValue)]), traits: .vaultWrite)
  }

  static func leave(_ id: Int) -> Endpoint<Void> {
    .done("vault.lists.leave", .delete, path: list(id) + ["unshare"], traits: .vaultWrite)
  }

  static func probe() -> Endpoint<Void> {
    .done("vault.lists.probe", .get, path: ["api", "lists", "test"], traits: .vaultRead)
  }

  private static func list(_ id: Int) -> [PathSegment] { ["api", "lists", .number(id)] }
  private static func row(_ item: ListItem, _ id: Int) -> [PathSegment] { list(id) + ["items", .number(item.id)] }

  private static func destination(_ item: ListItem, _ target: Int) -> JSONValue {
    ["target_list_id": .integer(Int64(target)), "item_type": .string(item.kind.rawValue)]
  }
}

/// `{"lists": […]}`
struct ListsAnswer: Codable, Hashable, Sendable {
  var lists: [VaultList]

  init(from decoder: any Decoder) throws {
    lists = try decoder.lenient(CodingKeys.self).requireList(.lists)
  }
}
