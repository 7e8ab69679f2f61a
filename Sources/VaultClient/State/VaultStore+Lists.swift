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

  /// Makes a list. Its id is provisional (negative) until the server has it; every call here takes either.
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
    let id = try await resolved(list)
    if id < 0 { return try await recordInNew(id, change, []) }
    return try await record(ListEdit(list: id, change: change), as: .listChanged)
  }

  /// Deletes an own list; its titles come back to the library with the next refresh. One that the server does not have yet is
  /// forgotten.
  public func deleteList(_ list: Int) async throws(ClientError) {
    let id = try await resolved(list)
    if id < 0 {
      for intent in try await outbox.open() where intent.target == "newlist/\(id)" {
        try await outbox.outbox().discard(intent.id)
      }
      _ = try await shown()
      return
    }
    try await record(ListRemoval(list: id, isGuest: false), as: .listDeleted)
  }

  /// Leaves a list that somebody else shares.
  @discardableResult
  public func leaveList(_ list: Int) async throws(ClientError) -> Intent {
    try await record(ListRemoval(list: list, isGuest: true), as: .left)
  }

  /// Shares an own list. The server never tells with whom a list is shared, and takes no second word for the same guest: such a
  /// change ends as refused.
  @discardableResult
  public func shareList(
    _ list: Int, with username: String, _ permission: SharePermission = .view
  ) async throws(ClientError) -> Intent {
    try await record(
      ShareWish(list: try await resolved(list), username: username, permission: permission), as: .shared)
  }

  // MARK: Titles in lists

  /// Puts a title into an own list; it leaves the library while it is in one.
  @discardableResult
  public func add(_ item: ListItem, to list: Int, notes: String? = nil) async throws(ClientError) -> Intent {
    let id = try await resolved(list)
    if id < 0 { return try await recordInNew(id, ListDraft(), [NewListWish.Entry(item: item, notes: notes)]) }
    return try await record(ListItemWish(list: id, item: item, isThere: true, notes: notes), as: .itemAdded)
  }

  /// Takes a title out of an own list. Where a film and a series share the id and the server would take the wrong one, the change
  /// ends as refused with the reason `ambiguous`.
  @discardableResult
  public func remove(_ item: ListItem, from list: Int) async throws(ClientError) -> Intent {
    let id = try await resolved(list)
    return try await record(ListItemWish(list: id, item: item, isThere: false), as: .itemRemoved)
  }

  /// Sets the list's own mark or note of one of its titles; the film itself keeps its mark.
  @discardableResult
  public func mark(_ item: ListItem, in list: Int, _ mark: ItemMark) async throws(ClientError) -> Intent {
    try await record(
      ListMarkWish(list: try await resolved(list), item: item, mark: mark), as: .itemMarked)
  }

  /// Copies or moves titles between lists. ``ListTransfer/undone`` takes a move back.
  /// - Throws: `invalidRequest` for no titles, and for a list onto itself, which would lose them.
  @discardableResult
  public func transfer(_ transfer: ListTransfer) async throws(ClientError) -> Intent {
    var transfer = transfer
    transfer.source = try await resolved(transfer.source)
    transfer.target = try await resolved(transfer.target)
    var seen: Set<ListItem> = []
    transfer.items = transfer.items.filter { seen.insert($0).inserted }
    guard !transfer.items.isEmpty, transfer.source != transfer.target else {
      throw ClientError(.invalidRequest, operation: "vault.list.transfer")
    }
    return try await record(TransferWish(transfer: transfer), as: .transferred)
  }

  private func resolved(_ list: Int) async throws(ClientError) -> Int {
    _ = try await shown()
    return number(of: list)
  }

  /// More about a list that the server does not have yet.
  private func recordInNew(
    _ provisional: Int, _ change: ListDraft, _ entries: [NewListWish.Entry]
  ) async throws(ClientError) -> Intent {
    let waiting = try await outbox.open().last { $0.target == "newlist/\(provisional)" }
    guard let name = waiting?.wish.decoded(NewListWish.self)?.name else {
      throw ClientError(.notFound, operation: "vault.list.new")
    }
    return try await record(
      NewListWish(provisional: provisional, name: name, draft: change, entries: entries), as: .listChanged)
  }
}
