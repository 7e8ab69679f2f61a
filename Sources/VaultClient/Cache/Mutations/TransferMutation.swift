public import MediaCore

extension VaultStore {
  /// Copies or moves titles between lists. To undo a move, pass ``ListTransfer/undone`` of the transfer that made the move.
  /// - Throws: `invalidRequest` if `transfer` has no titles, or if source and target are the same list, because the server would lose the
  ///   titles.
  @discardableResult
  public func transfer(_ transfer: ListTransfer) async throws(ClientError) -> Submission {
    var transfer = transfer
    transfer.source = try await stableNumber(of: transfer.source)
    transfer.target = try await stableNumber(of: transfer.target)
    var seen: Set<ListItem> = []
    transfer.items = transfer.items.filter { seen.insert($0).inserted }
    guard !transfer.items.isEmpty, transfer.source != transfer.target else {
      throw ClientError(.invalidRequest, operation: .vaultListTransfer)
    }
    let snapshot = try await snapshot()
    let source = transfer.source
    let imdbIDs = transfer.items.compactMap { item in snapshot.imdbID(item, in: source).map { (item.key, $0) } }
    let mutation = TransferMutation(
      transfer: transfer, imdbIDs: imdbIDs.isEmpty ? nil : Dictionary(imdbIDs, uniquingKeysWith: { $1 }))
    return try await submit(mutation, as: .transferred)
  }

  /// Undoes a move. A move that was not sent yet is discarded, unless a later change of its titles waits. Otherwise, the titles are moved back,
  /// except for those that the target list had before the move.
  /// - Parameter undone: the ``ListTransfer/undone`` of the move, with the titles to move back.
  func undo(_ move: Submission, by undone: ListTransfer) async throws(ClientError) -> [Submission] {
    let records = try await queue.all()
    if let record = records.last(where: { $0.id == move.id }), record.state != .synced {
      if record.isRefused { return [] }
      let transfer = record.mutation(TransferMutation.self)?.transfer ?? undone
      let isLast = !records.contains { $0.isOpen && $0.order > record.order && $0.changesTitles(of: transfer) }
      if isLast, try await queue.withdraw(record.id, if: { $0.sent(TransferMutation.self) == nil }) != nil { return [] }
    }
    let kept = deliveries.titles(before: move.id)
    let back = with(undone) { $0.items.removeAll(where: kept.contains) }
    return back.items.isEmpty ? [] : [try await transfer(back)]
  }

  /// The id of the newest open copy or move of a title from or to a list; nil if there is none. A later change of the title in the list is
  /// sent after this transfer, so it must not be merged with a change that is sent before the transfer.
  func newestTransfer(of item: ListItem, list: Int) async throws(ClientError) -> String? {
    try await queue.open().last { $0.transfers(item, list: list) }?.id
  }
}

struct TransferMutation: VaultMutation {
  static let kind: MutationKind = "vault.list.transfer"

  struct Remote: Codable, Hashable, Sendable {
    /// The transfer's titles that are in the source.
    var source: [ListItem]
    var target: [ListItem]
    /// The IMDb ids of these titles, by their key.
    var imdbIDs: [String: String]?
  }

  var transfer: ListTransfer
  /// The IMDb ids of the titles, by a key such as `movie/3`: the server reuses ids.
  var imdbIDs: [String: String]?

  var isPlausible: Bool {
    !transfer.items.isEmpty && transfer.source != transfer.target && Set(transfer.items).count == transfer.items.count
  }

  /// Both directions have the same target: a move back must not be sent before the move itself.
  var target: String { "transfer/\(min(transfer.source, transfer.target))/\(max(transfer.source, transfer.target))" }

  func fetch(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> Remote? {
    try await api.waitForEarlier(context) { $0.target != target && $0.changesTitles(of: transfer) }
    guard let source = try await api.contents(of: transfer.source, context).value,
      let target = try await api.contents(of: transfer.target, context).value
    else { return nil }
    if context.isReadBack {
      try await api.readNumbers(of: [transfer.source, transfer.target], after: transfer.items, context)
    }
    // Keep only the titles to transfer: the queue stores this state, and lists are long.
    let keys = Set(transfer.items.map(\.key))
    let remote = Remote(
      source: source.items.filter { keys.contains($0.key) }, target: target.items.filter { keys.contains($0.key) },
      imdbIDs: source.imdbIDs.merging(target.imdbIDs, uniquingKeysWith: { $1 }).filter { keys.contains($0.key) })
    // Record the target's titles only before the first attempt to send the move: afterwards, the move itself may have put titles there.
    if !context.isReadBack, !context.wasSent { api.deliveries.recordTarget(context.id, has: remote.target) }
    return remote
  }

  /// The titles that are still to be transferred: the server changes nothing when one of several is not in the source.
  private func rest(_ remote: Remote) -> [ListItem] {
    switch transfer.operation {
    case .copy: transfer.items.filter { !remote.target.contains($0) }
    case .move: transfer.items.filter { remote.source.contains($0) || !remote.target.contains($0) }
    }
  }

  func refusal(over remote: Remote?) -> VaultRefusal? {
    guard let remote else { return .gone }
    if transfer.items.contains(where: { !isSame($0, in: remote) }) { return .anotherTitle }
    return rest(remote).contains { !remote.source.contains($0) } ? .gone : nil
  }

  func perform(_ api: VaultAPI, over remote: Remote?, _ context: MutationContext) async throws(ClientError) {
    guard let remote else { return }
    var step = transfer
    step.items = rest(remote)
    step.source = try await api.number(of: transfer.source, context)
    step.target = try await api.number(of: transfer.target, context)
    _ = try await api.lists.transfer(step)
  }

  /// Whether the number still belongs to the same title, as far as that is known.
  private func isSame(_ item: ListItem, in remote: Remote) -> Bool {
    Self.isSameTitle(imdbIDs?[item.key], remote.imdbIDs?[item.key])
  }

  func isReflected(in remote: Remote?) -> Bool {
    remote.map { remote in
      rest(remote).isEmpty && transfer.items.allSatisfy { isSame($0, in: remote) }
    } ?? false
  }

  func coalesced(with newer: TransferMutation) -> TransferMutation? { nil }

  /// The titles that were not moved back since: a title that was moved back stays where it is.
  func remainder(after newer: TransferMutation) -> TransferMutation {
    guard newer.transfer.operation == .move, newer.transfer.target == transfer.source else { return self }
    return with(self) { $0.transfer.items.removeAll(where: newer.transfer.items.contains) }
  }

  func apply(to snapshot: inout VaultSnapshot) {
    let source = String(snapshot.number(of: transfer.source))
    let target = String(snapshot.number(of: transfer.target))
    let titles = snapshot.contents[source]?.value
    let keepsMarks = transfer.keepsMarks || transfer.operation == .move
    for item in transfer.items {
      snapshot.add(item, to: target, asIn: keepsMarks ? titles : nil)
      if transfer.operation == .move { snapshot.changeContents(source) { $0.remove(item) } }
    }
  }
}

extension MutationRecord {
  /// Whether the mutation copies or moves titles from or to a list. If `item` is given, whether it copies or moves that title.
  func transfers(_ item: ListItem? = nil, list: Int) -> Bool {
    guard let transfer = mutation(TransferMutation.self)?.transfer, [transfer.source, transfer.target].contains(list)
    else { return false }
    return item.map(transfer.items.contains) ?? true
  }

  /// Whether the mutation changes a title of the transfer in one of the transfer's lists.
  fileprivate func changesTitles(of transfer: ListTransfer) -> Bool {
    [transfer.source, transfer.target].contains { list in
      transfer.items.contains { item in
        transfers(item, list: list)
          || mutation(ListItemMutation.self).map { $0.list == list && $0.item == item } == true
          || mutation(ListMarkMutation.self).map { $0.list == list && $0.item == item } == true
      }
    }
  }
}

extension ListItem {
  /// `movie/3`
  fileprivate var key: String { "\(kind)/\(id)" }
}

extension ListContents {
  /// The IMDb ids of the titles, by their key.
  fileprivate var imdbIDs: [String: String] {
    let titles =
      allMovies.map { (ListItem.movie($0.id).key, $0.imdbID) } + series.map { (ListItem.series($0.id).key, $0.imdbID) }
    return Dictionary(titles.compactMap { key, id in id.map { (key, $0) } }, uniquingKeysWith: { $1 })
  }
}
