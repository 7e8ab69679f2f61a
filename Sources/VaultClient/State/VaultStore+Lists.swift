public import MediaCore

extension VaultStore {
  // MARK: Reading

  /// The lists as this device knows them; no network. Nil when they were never loaded.
  public func lists() async throws(ClientError) -> Dated<[VaultList]>? { try await shown().lists }

  /// Asks the server (`GET /api/lists`), after sending what waits.
  @discardableResult
  public func refreshLists() async throws(ClientError) -> Dated<[VaultList]> {
    try await take {
      () async throws(ClientError) in
      try await calls.lists.all()
    } into: { known, lists, now in
      known.lists = Dated(lists, asOf: now)
      let ids = Set(lists.map(\.id.description))
      known.contents = known.contents.filter { ids.contains($0.key) }
    }
    guard let lists = try await lists() else { throw ClientError(.storage, operation: "vault.store") }
    return lists
  }

  /// What is in a list, as this device knows it. Of the personal list it is the library.
  public func contents(of list: ListID) async throws(ClientError) -> Dated<ListContents>? {
    let known = try await shown()
    switch list {
    case .personal: return known.library
    case .list(let id): return known.contents[String(number(of: id))]
    }
  }

  /// Asks the server (`GET /api/lists/{id}/items`), after sending what waits. A list that the server does not have yet is shown
  /// as it is here.
  @discardableResult
  public func refreshContents(of list: ListID) async throws(ClientError) -> Dated<ListContents> {
    guard case .list(let provisional) = list else { return try await refreshLibrary() }
    await flush()
    let known = try await shown()
    let id = number(of: provisional)
    guard id > 0 else {
      guard let contents = known.contents[String(id)] else {
        throw ClientError(.notFound, operation: "vault.lists.contents")
      }
      return contents
    }
    try await take {
      () async throws(ClientError) in
      try await calls.lists.contents(of: .list(id))
    } into: {
      $0.contents[String(id)] = Dated($1, asOf: $2)
    }
    guard let contents = try await contents(of: .list(id)) else {
      throw ClientError(.storage, operation: "vault.store")
    }
    return contents
  }

  // MARK: Lists

  /// Makes a list. Its id is provisional (negative) until the server has it; every call here takes either, then and later. What
  /// is changed of it meanwhile waits until it has its number, and ends as refused with the reason `gone` when the list was
  /// refused or discarded.
  /// - Throws: `invalidRequest` without a name, `conflict` when a list of that name is known here.
  @discardableResult
  public func createList(_ draft: ListDraft) async throws(ClientError) -> ListID {
    guard let name = draft.trimmedName else {
      throw ClientError(.invalidRequest, operation: "vault.list.new", detail: ClientError.VaultDetail.noName)
    }
    let known = try await shown()
    let own = (known.lists?.value ?? []).filter { $0.type == .custom }
    guard !own.contains(where: { $0.name == name }) else {
      throw ClientError(.conflict, operation: "vault.list.new", detail: ClientError.VaultDetail.duplicate)
    }
    var draft = draft
    draft.name = name
    let provisional = -1 - Int(client.environment.random.next() >> 12)
    try await record(NewListWish(provisional: provisional, name: name, draft: draft), as: .listCreated)
    return .list(provisional)
  }

  /// Changes name, description, colour or icon of an own list.
  @discardableResult
  public func updateList(_ list: Int, _ change: ListDraft) async throws(ClientError) -> Intent {
    try await record(ListEdit(list: try await lastingNumber(of: list), change: change), as: .listChanged)
  }

  /// Deletes an own list; its titles come back to the library with the next refresh. One that the server has never heard of is
  /// forgotten with what waits for it, unless titles are to move out of it or into it; one that may be on its way to the server
  /// is deleted after that.
  public func deleteList(_ list: Int) async throws(ClientError) {
    let id: Int
    do throws(ClientError) { id = try await lastingNumber(of: list) } catch {
      if error.kind == .notFound { return }
      throw error
    }
    let waiting = try await outbox.open()
    guard id == number(of: id), id < 0, !waiting.contains(where: { $0.moves(list: id) }) else {
      try await record(ListRemoval(list: id, isGuest: false), as: .listDeleted)
      return
    }
    let deletion = NewListWish(provisional: id, name: "", draft: ListDraft(), ending: .deleted)
    let intent = try await record(deletion, as: .listDeleted)
    guard intent.wish.decoded(NewListWish.self)?.ending == .forgotten else { return }
    let outbox = try await outbox.outbox()
    try await outbox.discard(intent.id)
    for intent in waiting {
      if intent.isOnly(about: id) { try await outbox.discard(intent.id) }
      if let wish = intent.importing(without: id) { try await replace(intent, by: wish) }
    }
    _ = try await shown()
  }

  /// One that is being tried just now cannot be changed: another takes its place.
  private func replace(_ intent: Intent, by wish: ImportWish) async throws(ClientError) {
    let outbox = try await outbox.outbox()
    do throws(ClientError) { return try await outbox.edit(intent.id, wish: try JSONValue(encoding: wish)) } catch {
      guard error.kind == .notFound else { throw error }
    }
    let other = try await record(wish, as: .imported)
    if other.id == intent.id {
      try await outbox.edit(intent.id, wish: try JSONValue(encoding: wish))
    } else {
      try await outbox.discard(intent.id)
    }
  }

  /// Leaves a list that somebody else shares.
  @discardableResult
  public func leaveList(_ list: Int) async throws(ClientError) -> Intent {
    try await record(ListRemoval(list: list, isGuest: true), as: .left)
  }

  /// Shares an own list. The server never tells with whom a list is shared, and takes no second word for the same guest: such a
  /// change ends as refused, unless an earlier attempt of the same change can have reached the server.
  @discardableResult
  public func shareList(
    _ list: Int, with username: String, _ permission: SharePermission = .view
  ) async throws(ClientError) -> Intent {
    try await record(
      ShareWish(list: try await lastingNumber(of: list), username: username, permission: permission), as: .shared)
  }

  // MARK: Titles in lists

  /// Puts a title into an own list; it leaves the library while it is in one.
  /// - Parameter notes: the list's note, also of a title that is there already; nil leaves the note.
  @discardableResult
  public func add(_ item: ListItem, to list: Int, notes: String? = nil) async throws(ClientError) -> Intent {
    let id = try await lastingNumber(of: list)
    return try await record(ListItemWish(list: id, item: item, isThere: true, notes: notes), as: .itemAdded)
  }

  /// Takes a title out of an own list. Where a film and a series share the id and the server would take the wrong one, the change
  /// ends as refused with the reason `ambiguous`.
  @discardableResult
  public func remove(_ item: ListItem, from list: Int) async throws(ClientError) -> Intent {
    let id = try await lastingNumber(of: list)
    return try await record(ListItemWish(list: id, item: item, isThere: false), as: .itemRemoved)
  }

  /// Sets the list's own mark or note of one of its titles; the film itself keeps its mark.
  @discardableResult
  public func mark(_ item: ListItem, in list: Int, _ mark: ItemMark) async throws(ClientError) -> Intent {
    try await record(
      ListMarkWish(list: try await lastingNumber(of: list), item: item, mark: mark), as: .itemMarked)
  }

  /// Copies or moves titles between lists. ``ListTransfer/undone`` takes a move back.
  /// - Throws: `invalidRequest` for no titles, and for a list onto itself, which would lose them.
  @discardableResult
  public func transfer(_ transfer: ListTransfer) async throws(ClientError) -> Intent {
    var transfer = transfer
    transfer.source = try await lastingNumber(of: transfer.source)
    transfer.target = try await lastingNumber(of: transfer.target)
    var seen: Set<ListItem> = []
    transfer.items = transfer.items.filter { seen.insert($0).inserted }
    guard !transfer.items.isEmpty, transfer.source != transfer.target else {
      throw ClientError(.invalidRequest, operation: "vault.list.transfer")
    }
    return try await record(TransferWish(transfer: transfer), as: .transferred)
  }
}

extension Intent {
  /// Whether titles shall go from or to a list.
  fileprivate func moves(list: Int) -> Bool {
    guard kind == TransferWish.kind, let transfer = wish.decoded(TransferWish.self)?.transfer else { return false }
    return transfer.source == list || transfer.target == list
  }

  /// Whether without that list nothing of it is left to do.
  fileprivate func isOnly(about list: Int) -> Bool {
    switch kind {
    case ListItemWish.kind: wish.decoded(ListItemWish.self)?.list == list
    case ListMarkWish.kind: wish.decoded(ListMarkWish.self)?.list == list
    case ListEdit.kind: wish.decoded(ListEdit.self)?.list == list
    case ShareWish.kind: wish.decoded(ShareWish.self)?.list == list
    default: false
    }
  }

  /// The wish of an import that was to go to that list too; nil for any other.
  fileprivate func importing(without list: Int) -> ImportWish? {
    guard kind == ImportWish.kind, var wish = wish.decoded(ImportWish.self), wish.lists.contains(list) else {
      return nil
    }
    wish.lists.removeAll { $0 == list }
    return wish
  }
}
