public import MediaCore

/// Lists and their titles. Item ids in lists are those of the titles. For changes that must not be lost see
/// ``VaultStore``.
public protocol ListAPI: Sendable {
  /// `GET /api/lists`: the personal one, the user's own ones, shared ones.
  func all() async throws(ClientError) -> [VaultList]
  /// `POST /api/lists`. The server accepts an empty name too.
  /// - Throws: `conflict` when the user has a list of that name.
  func create(_ draft: ListDraft) async throws(ClientError) -> VaultList
  /// `PUT /api/lists/{id}`: members that are nil stay; the server does not check names here. The answer has no count
  /// and no owner.
  /// - Throws: `notFound` also for a list of another user.
  func update(_ id: Int, _ change: ListDraft) async throws(ClientError) -> VaultList
  /// `DELETE /api/lists/{id}`: its titles return to the watchlist.
  func delete(_ id: Int) async throws(ClientError)
  /// `GET /api/lists/{id}/items`. For the personal list the answer is the watchlist.
  /// - Throws: `forbidden` for a list that is not shared with the user.
  func contents(of id: ListID) async throws(ClientError) -> ListContents
  /// `POST /api/lists/{id}/items`. The server checks neither the kind nor the existence.
  /// - Throws: `conflict` when the list holds the title already, `notFound` for any list but the user's own.
  func add(_ item: ListItem, to id: Int, notes: String?) async throws(ClientError)
  /// `DELETE /api/lists/{id}/items/{item}`. When the list holds a film and a series of that id, the server removes the
  /// one that was added first: see ``ListContents/isAmbiguous(_:)``.
  func remove(_ item: ListItem, from id: Int) async throws(ClientError)
  /// `PATCH /api/lists/{id}/items/{item}/watched`: sets, also for guests. Same ambiguity as ``remove(_:from:)``. The
  /// mark is the list's own, not the film's.
  func mark(_ item: ListItem, in id: Int, _ mark: ItemMark) async throws(ClientError)
  /// `GET /api/lists/{id}/available-targets`: the user's own lists and those shared for editing, the last changed
  /// first.
  /// - Parameters:
  ///   - page: from 1.
  ///   - size: 1…100.
  func targets(for id: Int, page: Int, size: Int) async throws(ClientError) -> ListTargetsPage
  /// `POST /api/lists/{id}/items/{item}/copy`. A title that is in the target already is no error: see
  /// ``TransferResult/duplicate``.
  func copy(_ item: ListItem, from id: Int, to target: Int, keepingMarks: Bool) async throws(ClientError)
    -> TransferResult
  /// `POST /api/lists/{id}/items/{item}/move`. A duplicate is removed from the source; a move onto the same list loses
  /// the title.
  func move(_ item: ListItem, from id: Int, to target: Int) async throws(ClientError) -> TransferResult
  /// `POST /api/lists/bulk-operation`. Nothing changes when one of the items is not in the source.
  func transfer(_ transfer: ListTransfer) async throws(ClientError) -> BulkResult
  /// `POST /api/lists/{id}/share`. The server requires the exact ``User/username``.
  /// - Throws: `conflict` when the list is shared with that user already: the level can only change after the guest has
  ///   left.
  func share(_ id: Int, with username: String, _ permission: SharePermission) async throws(ClientError)
  /// `DELETE /api/lists/{id}/unshare`: a guest leaves. An owner cannot withdraw a share.
  func leave(_ id: Int) async throws(ClientError)
  /// `GET /api/lists/test`: whether the server's list routes work at all.
  func probe() async throws(ClientError)
}

extension ListAPI {
  /// Every list that titles of `id` can be copied or moved to.
  public func targets(for id: Int) -> PageSequence<ListTarget> {
    PageSequence(limit: 50) { (page, limit) async throws(ClientError) in
      let answer = try await self.targets(for: id, page: page + 1, size: limit)
      return Page(items: answer.lists, total: answer.pagination?.totalLists, page: page, limit: limit)
    }
  }
}

struct LiveListAPI: ListAPI {
  let sender: VaultSender

  func all() async throws(ClientError) -> [VaultList] {
    try await sender.send(
      Endpoint<ListsAnswer>.json("vault.lists.all", path: ["api", "lists"], traits: .vaultRead).map(\.lists))
  }

  func create(_ draft: ListDraft) async throws(ClientError) -> VaultList {
    var draft = draft
    draft.name = draft.name ?? ""
    return try await sender.send(
      .json("vault.lists.create", .post, path: ["api", "lists"], traits: .vaultWrite).sending(draft))
  }

  func update(_ id: Int, _ change: ListDraft) async throws(ClientError) -> VaultList {
    try await sender.send(.json("vault.lists.update", .put, path: path(id), traits: .vaultSet).sending(change))
  }

  func delete(_ id: Int) async throws(ClientError) {
    try await sender.send(.done("vault.lists.delete", .delete, path: path(id), traits: .vaultWrite))
  }

  func contents(of id: ListID) async throws(ClientError) -> ListContents {
    try await sender.send(
      .json(
        "vault.lists.contents", path: ["api", "lists", .id(id.description), "items"],
        traits: id == .personal ? .vaultSlowRead : .vaultRead))
  }

  func add(_ item: ListItem, to id: Int, notes: String?) async throws(ClientError) {
    var body: JSONValue = ["item_type": .string(item.kind.rawValue), "item_id": .integer(Int64(item.id))]
    body["notes"] = notes.map { .string($0) }
    try await sender.send(
      .done("vault.lists.add", .post, path: path(id) + ["items"], body: .json(body), traits: .vaultWrite))
  }

  func remove(_ item: ListItem, from id: Int) async throws(ClientError) {
    try await sender.send(.done("vault.lists.remove", .delete, path: path(id, item), traits: .vaultWrite))
  }

  func mark(_ item: ListItem, in id: Int, _ mark: ItemMark) async throws(ClientError) {
    try await sender.send(
      .done("vault.lists.mark", .patch, path: path(id, item) + ["watched"], traits: .vaultSet).sending(mark))
  }

  func targets(for id: Int, page: Int, size: Int) async throws(ClientError) -> ListTargetsPage {
    try await sender.send(
      .json(
        "vault.lists.targets", path: path(id) + ["available-targets"],
        query: ["page": max(1, page), "page_size": min(max(1, size), 100)], traits: .vaultRead))
  }

  func copy(
    _ item: ListItem, from id: Int, to target: Int, keepingMarks: Bool
  ) async throws(ClientError) -> TransferResult {
    var body = destination(item, target)
    body["preserve_metadata"] = .bool(keepingMarks)
    return try await sendOrDuplicate(
      .json("vault.lists.copy", .post, path: path(id, item) + ["copy"], body: .json(body), traits: .vaultWrite))
  }

  func move(_ item: ListItem, from id: Int, to target: Int) async throws(ClientError) -> TransferResult {
    try await sendOrDuplicate(
      .json(
        "vault.lists.move", .post, path: path(id, item) + ["move"], body: .json(destination(item, target)),
        traits: .vaultWrite))
  }

  func transfer(_ transfer: ListTransfer) async throws(ClientError) -> BulkResult {
    try await sender.send(
      .json("vault.lists.transfer", .post, path: ["api", "lists", "bulk-operation"], traits: .vaultWrite)
        .sending(transfer))
  }

  /// Sends a transfer. Some servers report a title that is in the target already with a 409, current ones with a member
  /// of the answer.
  private func sendOrDuplicate(_ endpoint: Endpoint<TransferResult>) async throws(ClientError) -> TransferResult {
    do throws(ClientError) { return try await sender.send(endpoint) } catch {
      guard error.status == 409 else { throw error }
      return TransferResult(success: true, message: error.serverMessage ?? "", duplicate: true)
    }
  }

  func share(_ id: Int, with username: String, _ permission: SharePermission) async throws(ClientError) {
    try await sender.send(
      .done(
        "vault.lists.share", .post, path: path(id) + ["share"],
        body: .json(["username": .string(username), "permission": .string(permission.rawValue)]), traits: .vaultWrite))
  }

  func leave(_ id: Int) async throws(ClientError) {
    try await sender.send(.done("vault.lists.leave", .delete, path: path(id) + ["unshare"], traits: .vaultWrite))
  }

  func probe() async throws(ClientError) {
    try await sender.send(.done("vault.lists.probe", .get, path: ["api", "lists", "test"], traits: .vaultRead))
  }

  private func path(_ id: Int) -> [PathSegment] { ["api", "lists", .number(id)] }
  private func path(_ id: Int, _ item: ListItem) -> [PathSegment] { path(id) + ["items", .number(item.id)] }

  private func destination(_ item: ListItem, _ target: Int) -> JSONValue {
    ["target_list_id": .integer(Int64(target)), "item_type": .string(item.kind.rawValue)]
  }
}

/// `{"lists": […]}`
private struct ListsAnswer: Decodable, Sendable {
  let lists: [VaultList]

  private enum CodingKeys: String, CodingKey { case lists }

  init(from decoder: any Decoder) throws { lists = try decoder.lenient(CodingKeys.self).requireList(.lists) }
}
