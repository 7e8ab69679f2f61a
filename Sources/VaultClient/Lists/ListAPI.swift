public import MediaCore

/// Routes for lists and their titles. The id of an item in a list is the id of the film or series. For changes that must not be lost, use
/// ``VaultStore``.
public protocol ListAPI: Sendable {
  /// `GET /api/lists`: returns the personal list, the user's own lists, and the lists that other users share with the user.
  func all() async throws(ClientError) -> [VaultList]
  /// `POST /api/lists`: creates a list. The server also accepts an empty name.
  /// - Throws: `conflict` if the user has a list of that name.
  func create(_ draft: ListDraft) async throws(ClientError) -> VaultList
  /// `PUT /api/lists/{id}`: changes a list. Members of `change` that are nil are not changed. The server does not check names. The response
  /// has no number of titles and no owner.
  /// - Throws: `notFound` if the list does not exist or belongs to another user.
  func update(_ id: Int, _ change: ListDraft) async throws(ClientError) -> VaultList
  /// `DELETE /api/lists/{id}`: deletes a list. The titles of the list return to the watchlist.
  func delete(_ id: Int) async throws(ClientError)
  /// `GET /api/lists/{id}/items`: returns the titles of a list. For the personal list, the response is the watchlist.
  /// - Throws: `forbidden` for a list that is not shared with the user.
  func contents(of id: ListID) async throws(ClientError) -> ListContents
  /// `POST /api/lists/{id}/items`: adds a title to a list. The server checks neither the kind nor the existence of the title.
  /// - Throws: `conflict` if the list holds the title already; `notFound` if the list is not one of the user's own.
  func add(_ item: ListItem, to id: Int, notes: String?) async throws(ClientError)
  /// `DELETE /api/lists/{id}/items/{item}`: removes a title from a list. The server finds the title by its id alone, without its kind. If
  /// the list holds a film and a series with that id, the server removes the film; see `ListContents.isAmbiguous(_:)`. Copying a series to
  /// a list also adds hidden rows for its episodes. If a hidden row has that id, the server removes the hidden row and no title.
  /// ``VaultStore/remove(_:from:)`` removes the right title in both cases.
  func remove(_ item: ListItem, from id: Int) async throws(ClientError)
  /// `PATCH /api/lists/{id}/items/{item}/watched`: sets the mark and the note that the list stores for a title. The film's own mark does
  /// not change. Guests of the list can call this route. The server finds the title by the title's id alone, so it can find the wrong title
  /// or a hidden row, as described for ``remove(_:from:)``.
  func mark(_ item: ListItem, in id: Int, _ mark: ItemMark) async throws(ClientError)
  /// `GET /api/lists/{id}/available-targets`: returns the lists to which titles of a list can be copied or moved. These are the user's own
  /// lists and lists that are shared for editing, last changed first.
  /// - Parameters:
  ///   - page: the number of the page, from 1.
  ///   - size: the number of lists on a page, 1…100.
  func targets(for id: Int, page: Int, size: Int) async throws(ClientError) -> ListTargetsPage
  /// `POST /api/lists/{id}/items/{item}/copy` or `…/move`: copies or moves a title. If the target list has the title already, the call
  /// still succeeds, and ``TransferResult/duplicate`` is true. A move then still removes the title from the source. Do not move a title
  /// from a list to the same list: the server loses the title.
  /// - Parameter keepingMarks: whether a copy gets the mark and the note of the source. A move always keeps both.
  func transfer(
    _ operation: ListTransfer.Operation, _ item: ListItem, from id: Int, to target: Int, keepingMarks: Bool
  ) async throws(ClientError) -> TransferResult
  /// `POST /api/lists/bulk-operation`: copies or moves several titles. If one of the titles is not in the source list, the server changes
  /// nothing.
  func transfer(_ transfer: ListTransfer) async throws(ClientError) -> BulkResult
  /// `POST /api/lists/{id}/share`: shares a list with another user. The server requires the exact ``User/username``.
  /// - Throws: `conflict` if the list is shared with that user already. The permission can be changed only after the guest has left the
  ///   list.
  func share(_ id: Int, with username: String, _ permission: SharePermission) async throws(ClientError)
  /// `DELETE /api/lists/{id}/unshare`: leaves a list that another user shares with this user. An owner cannot withdraw a share.
  func leave(_ id: Int) async throws(ClientError)
  /// `GET /api/lists/test`: checks whether the server's routes for lists work at all. Throws an error if they do not.
  func probe() async throws(ClientError)
}

extension ListAPI {
  /// Returns every list to which titles of the list `id` can be copied or moved, as an asynchronous sequence.
  public func targets(for id: Int) -> PageSequence<ListTarget> {
    PageSequence(limit: 50, id: { String($0.id) }) { (page, limit) async throws(ClientError) in
      let answer = try await self.targets(for: id, page: page + 1, size: limit)
      return Page(items: answer.lists, total: answer.pagination?.totalLists, page: page, limit: limit)
    }
  }
}

struct LiveListAPI: ListAPI {
  let sender: VaultSender

  func all() async throws(ClientError) -> [VaultList] {
    let answer: ListsAnswer = try await sender.json(.vaultListsAll, path: ["lists"], .vaultRead)
    return answer.lists.elements
  }

  func create(_ draft: ListDraft) async throws(ClientError) -> VaultList {
    let draft = with(draft) { $0.name = $0.name ?? "" }
    return try await sender.json(.vaultListsCreate, .post, path: ["lists"], body: draft, .vaultWrite)
  }

  func update(_ id: Int, _ change: ListDraft) async throws(ClientError) -> VaultList {
    try await sender.json(.vaultListsUpdate, .put, path: path(id), body: change, .vaultSet)
  }

  func delete(_ id: Int) async throws(ClientError) {
    try await sender.done(.vaultListsDelete, .delete, path: path(id), .vaultWrite)
  }

  func contents(of id: ListID) async throws(ClientError) -> ListContents {
    try await sender.json(
      .vaultListsContents, path: ["lists", .id(id.description), "items"],
      id == .personal ? .vaultSlowRead : .vaultRead)
  }

  func add(_ item: ListItem, to id: Int, notes: String?) async throws(ClientError) {
    var body: JSONValue = ["item_type": .string(item.kind.rawValue), "item_id": .integer(Int64(item.id))]
    body["notes"] = notes.map { .string($0) }
    try await sender.done(.vaultListsAdd, .post, path: path(id) + ["items"], body: body, .vaultWrite)
  }

  func remove(_ item: ListItem, from id: Int) async throws(ClientError) {
    try await sender.done(.vaultListsRemove, .delete, path: path(id, item), .vaultWrite)
  }

  func mark(_ item: ListItem, in id: Int, _ mark: ItemMark) async throws(ClientError) {
    try await sender.done(.vaultListsMark, .patch, path: path(id, item) + ["watched"], body: mark, .vaultSet)
  }

  func targets(for id: Int, page: Int, size: Int) async throws(ClientError) -> ListTargetsPage {
    try await sender.json(
      .vaultListsTargets, path: path(id) + ["available-targets"],
      query: ["page": max(1, page), "page_size": min(max(1, size), 100)], .vaultRead)
  }

  /// Some servers report a title that the target has with a 409, current ones with a member.
  func transfer(
    _ operation: ListTransfer.Operation, _ item: ListItem, from id: Int, to target: Int, keepingMarks: Bool
  ) async throws(ClientError) -> TransferResult {
    var body: JSONValue = ["target_list_id": .integer(Int64(target)), "item_type": .string(item.kind.rawValue)]
    if operation == .copy { body["preserve_metadata"] = .bool(keepingMarks) }
    let name = operation.rawValue
    do throws(ClientError) {
      return try await sender.json(
        operation == .copy ? .vaultListsCopy : .vaultListsMove, .post, path: path(id, item) + [.id(name)], body: body,
        .vaultWrite)
    } catch {
      guard error.status == 409 else { throw error }
      return with(TransferResult()) { ($0.success, $0.message, $0.duplicate) = (true, error.serverMessage ?? "", true) }
    }
  }

  func transfer(_ transfer: ListTransfer) async throws(ClientError) -> BulkResult {
    try await sender.json(
      .vaultListsTransfer, .post, path: ["lists", "bulk-operation"], body: transfer, .vaultWrite)
  }

  func share(_ id: Int, with username: String, _ permission: SharePermission) async throws(ClientError) {
    let body = ["username": username, "permission": permission.rawValue]
    try await sender.done(.vaultListsShare, .post, path: path(id) + ["share"], body: body, .vaultWrite)
  }

  func leave(_ id: Int) async throws(ClientError) {
    try await sender.done(.vaultListsLeave, .delete, path: path(id) + ["unshare"], .vaultWrite)
  }

  func probe() async throws(ClientError) {
    try await sender.done(.vaultListsProbe, .get, path: ["lists", "test"], .vaultRead)
  }

  private func path(_ id: Int) -> [PathSegment] { ["lists", .number(id)] }
  private func path(_ id: Int, _ item: ListItem) -> [PathSegment] { path(id) + ["items", .number(item.id)] }
}

/// `{"lists": […]}`
private struct ListsAnswer: Decodable, Sendable {
  let lists: LossyList<VaultList>
}
