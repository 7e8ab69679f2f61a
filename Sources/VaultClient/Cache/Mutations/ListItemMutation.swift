public import MediaCore

extension VaultStore {
  /// Adds a title to one of the user's own lists, or to a list that another user shares for editing. While a title is in a list, the
  /// library does not show it. The server cannot add a title directly to another user's list. The SDK therefore adds the title through one
  /// of the user's own lists, from which the server can copy or move it. If the user has no own list, the change is refused with the reason
  /// `noOwnList`.
  /// - Parameter notes: the list's note on the title. If nil, an existing note stays. Otherwise, the note is set, even if the list has the
  ///   title already.
  @discardableResult
  public func add(_ item: ListItem, to list: Int, notes: String? = nil) async throws(ClientError) -> Submission {
    let list = try await stableNumber(of: list)
    let imdbID = try await snapshot().imdbID(item)
    return try await submit(
      ListItemMutation(
        list: list, item: item, isThere: true, notes: notes, imdbID: imdbID,
        follows: try await newestTransfer(of: item, list: list)), as: .itemAdded)
  }

  /// Removes a title from one of the user's own lists. If the list holds a film and a series with the same id, removes only the title whose
  /// kind is that of `item`.
  @discardableResult
  public func remove(_ item: ListItem, from list: Int) async throws(ClientError) -> Submission {
    let list = try await stableNumber(of: list)
    let imdbID = try await snapshot().imdbID(item, in: list)
    return try await submit(
      ListItemMutation(
        list: list, item: item, isThere: false, imdbID: imdbID,
        follows: try await newestTransfer(of: item, list: list)), as: .itemRemoved)
  }
}

/// Adds a title to a list, with that note, or removes it.
struct ListItemMutation: ConflictingMutation {
  static let kind: MutationKind = "vault.list.item"

  var list: Int
  var item: ListItem
  var isThere: Bool
  /// Nil keeps the note of a title that is there already.
  var notes: String?
  /// The IMDb id of the title: the server reuses ids, and the next title with this id is not meant.
  var imdbID: String?
  /// The id of the open copy or move after which the mutation is sent; see ``VaultStore/newestTransfer(of:list:)``.
  var follows: String?

  var target: String { "list/\(list)/\(item.kind)/\(item.id)" }

  func isSame(as other: Self) -> Bool { self == with(other) { $0.follows = follows } }

  func fetch(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> ListReading<ListRow>? {
    try await api.waitForEarlier(context) { $0.transfers(item, list: list) }
    let reading = try await api.contents(of: list, context).map { ListRow(item, in: $0) }
    if context.isReadBack { try await api.readNumbers(of: [list], after: [item], context) }
    guard case .found(var row) = reading else { return reading }
    if !isThere, !row.isThere, context.isReadBack || context.wasSent {
      // The removed title is in the watchlist again: read its own mark, because it can differ from the list's mark.
      row.own = try await api.ownMembers(of: item, imdbID, context)
      return .found(row)
    }
    guard isThere, !row.isThere, !context.isReadBack else { return reading }
    if try await api.snapshot(context).map({ $0.list($0.number(of: list))?.type != .custom }) ?? true {
      try await findWay(&row, api, context)
    }
    guard imdbID != nil else { return .found(row) }
    // The server accepts an add even if the title no longer exists, so look the title up first.
    let title = try await api.title(item.kind, item.id)
    row.imdbID = title?.imdbID
    row.lacksTitle = title == nil
    return .found(row)
  }

  func refusal(over remote: ListReading<ListRow>?) -> VaultRefusal? {
    switch remote {
    case .neverMade: .gone
    case .gone, nil: isThere ? .gone : nil
    case .found(let row) where isThere:
      if row.lacksTitle == true {
        .gone
      } else if row.lacksWay == true {
        .noOwnList
      } else if row.isAnother(than: imdbID) {
        .anotherTitle
      } else {
        isReflected(in: remote) || !row.isThere || row.isMeant ? nil : .ambiguous
      }
    case .found: nil
    }
  }

  func perform(
    _ api: VaultAPI, over remote: ListReading<ListRow>?, _ context: MutationContext
  ) async throws(ClientError) {
    let number = try await api.number(of: list, context)
    let row = remote?.value
    guard isThere else {
      // Move the title onto its own list: the server then removes the title. The route for removing takes an id without a kind, so it could
      // remove another title or an episode's hidden row.
      _ = try await api.lists.transfer(.move, item, from: number, to: number, keepingMarks: true)
      return
    }
    if let row, row.isThere {
      return try await api.mark(item, in: number, ItemMark(notes: notes), over: row, context)
    }
    if let source = row?.source { return try await copy(from: source, to: number, api) }
    if let passing = row?.passing { return try await add(to: number, through: passing, api) }
    do throws(ClientError) { try await api.lists.add(item, to: number, notes: notes) } catch {
      // A conflict means that another device has added the title.
      if error.kind != .conflict { throw error }
    }
  }

  /// Finds the user's own list through which the title gets into a list that another user shares for editing.
  private func findWay(
    _ row: inout ListRow, _ api: VaultAPI, _ context: MutationContext
  ) async throws(ClientError) {
    let all = try await api.lists.all()
    let id = ListID.list(try await api.number(of: list, context))
    guard let shared = all.first(where: { $0.id == id }), shared.type == .shared else { return }
    let own = all.filter { $0.type == .custom }.compactMap(\.id.number)
    row.lacksWay = own.isEmpty
    guard shared.permission == .edit else { return }
    // An earlier attempt may have added the title to the list `passing` and failed to move it. Move the title then: a copy would leave it
    // in that list.
    let earlier = await context.changes(of: target).first { $0.id == context.id }?.remote(ListItemMutation.self)
    if context.wasSent, let passing = earlier?.value?.passing, own.contains(passing) {
      row.passing = passing
      return
    }
    for list in own {
      let titles = try await ifPresent { try await api.lists.contents(of: .list(list)) }
      if titles?.holds(item) == true {
        row.source = list
        return
      }
    }
    row.passing = own.last
  }

  /// Copies the title into a list that another user shares for editing. The title also stays in the user's own list `source`.
  private func copy(from source: Int, to number: Int, _ api: VaultAPI) async throws(ClientError) {
    _ = try await api.lists.transfer(.copy, item, from: source, to: number, keepingMarks: false)
    if let notes { try await api.lists.mark(item, in: number, ItemMark(notes: notes)) }
  }

  /// Adds the title to the user's own list `passing` and moves it from there into a list that another user shares for editing.
  private func add(to number: Int, through passing: Int, _ api: VaultAPI) async throws(ClientError) {
    do throws(ClientError) { try await api.lists.add(item, to: passing, notes: notes) } catch {
      // A conflict means that an earlier attempt has added the title.
      if error.kind != .conflict { throw error }
    }
    _ = try await api.lists.transfer(.move, item, from: passing, to: number, keepingMarks: true)
  }

  func isReflected(in remote: ListReading<ListRow>?) -> Bool {
    switch remote {
    case .neverMade: false
    case .gone, nil: !isThere
    case .found(let row) where isThere:
      row.isThere && !row.isAnother(than: imdbID) && (notes ?? row.notes ?? "") == (row.notes ?? "")
    // If the server has reused the id for another title (`row`), the title to remove is gone.
    case .found(let row): !row.isThere || row.isAnother(than: imdbID)
    }
  }

  /// A title that is removed and added again with a note is a new row without the old marks: both changes are sent.
  func coalesced(with newer: ListItemMutation) -> ListItemMutation? {
    guard follows == newer.follows, Self.isSameTitle(imdbID, newer.imdbID) else { return nil }
    let newer = with(newer) { $0.imdbID = newer.imdbID ?? imdbID }
    guard newer.isThere else { return newer }
    guard isThere else { return newer.notes == nil ? newer : nil }
    return with(newer) { $0.notes = newer.notes ?? notes }
  }

  /// The newer mutation has decided whether the title is in the list; its note may have been changed since.
  func remainder(after newer: ListItemMutation) -> ListItemMutation { with(newer) { $0.notes = nil } }

  func apply(to snapshot: inout VaultSnapshot) { apply(to: &snapshot, own: nil, hasChanged: true) }

  func settle(_ record: MutationRecord, in snapshot: inout VaultSnapshot) {
    guard record.state == .synced else { return }
    let own = record.remote(ListItemMutation.self)?.value?.own
    let hasChanged = record.sent(ListItemMutation.self) != nil
    snapshot.counting(record.id) { apply(to: &$0, own: own, hasChanged: hasChanged) }
  }

  /// - Parameters:
  ///   - own: the own members of a title that was removed, from the server.
  ///   - hasChanged: whether the mutation was sent, because the server's list differed.
  private func apply(to snapshot: inout VaultSnapshot, own: OwnMembers?, hasChanged: Bool) {
    let number = snapshot.number(of: list)
    let key = String(number)
    // If the list's titles are not cached, change only its count, and only if the server's list has changed.
    if snapshot.contents[key] == nil, hasChanged { snapshot.count(.list(number), by: isThere ? 1 : -1) }
    if isThere {
      snapshot.add(item, to: key, notes: notes)
      ListMarkMutation(list: list, item: item, mark: ItemMark(notes: notes)).apply(to: &snapshot)
      snapshot.hide(item)
    } else {
      let titles = snapshot.contents[key]?.value
      snapshot.changeContents(key) { $0.remove(item) }
      snapshot.returnToLibrary(item, from: titles, own: own)
    }
  }
}

extension ListItemMutation {
  var subject: VaultConflict.Subject { .listItem(item, list: list) }

  func base(in snapshot: VaultSnapshot) -> ListReading<ListRow>? { snapshot.row(item, in: list).map { .found($0) } }

  func differences(
    base: ListReading<ListRow>, theirs: ListReading<ListRow>
  ) -> [VaultConflict.Difference] {
    guard let base = base.value, let theirs = theirs.value else { return [] }
    var all: [VaultConflict.Difference] = []
    all.add(.isThere, base: base.isThere, ours: isThere, theirs: theirs.isThere)
    if theirs.isThere, let notes { all.add(.notes, base: base.notes, ours: notes, theirs: theirs.notes) }
    return all
  }

  func remedy(_ lost: ListReading<ListRow>) -> ConflictRemedy? {
    lost.value.map { .item(item, list: list, isThere: $0.isThere, notes: $0.isThere ? $0.notes ?? "" : nil) }
  }
}

extension VaultSnapshot {
  /// Adds a title to a list as far as both are cached: unmarked, for marks are the list's own.
  mutating func add(_ item: ListItem, to list: String, notes: String?) {
    guard contents[list]?.value.holds(item) == false else { return }
    if item.kind == .movie, var movie = movie(item.id) {
      movie.watched = false
      movie.watchedBy = .you
      movie.notes = notes
      changeContents(list) { $0.add(movie) }
    } else if item.kind == .series, var series = series(item.id) {
      series.notes = notes
      changeContents(list) { $0.series.append(series) }
    }
  }

  /// Adds a title to a list with the marks and notes that another list has of it.
  mutating func add(_ item: ListItem, to list: String, asIn titles: ListContents?) {
    guard contents[list]?.value.holds(item) == false else { return }
    if item.kind == .movie, let movie = titles?.movie(item.id) {
      changeContents(list) { $0.add(movie) }
    } else if item.kind == .series, let series = titles?.series(item.id) {
      changeContents(list) { $0.series.append(series) }
    } else {
      add(item, to: list, notes: nil)
    }
  }
}
