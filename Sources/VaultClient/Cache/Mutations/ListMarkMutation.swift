public import MediaCore

extension VaultStore {
  /// Sets the mark or note that a list stores for one of its titles. The film's own mark does not change. If the list holds a film and a
  /// series with the same id, the server's route for marks always changes the film. A change of the series is then refused with the reason
  /// `ambiguous`.
  @discardableResult
  public func mark(_ item: ListItem, in list: Int, _ mark: ItemMark) async throws(ClientError) -> Submission {
    let list = try await stableNumber(of: list)
    let imdbID = try await snapshot().imdbID(item, in: list)
    let follows = try await newestTransfer(of: item, list: list)
    return try await submit(
      ListMarkMutation(list: list, item: item, mark: mark, imdbID: imdbID, follows: follows), as: .itemMarked)
  }
}

struct ListMarkMutation: ConflictingMutation {
  static let kind: MutationKind = "vault.list.mark"

  var list: Int
  var item: ListItem
  var mark: ItemMark
  /// The IMDb id of the title: the server reuses ids, and the list shows the next title with this id in its place.
  var imdbID: String?
  /// The id of the open copy or move after which the mutation is sent; see ``VaultStore/newestTransfer(of:list:)``.
  var follows: String?

  var target: String { "list/\(list)/\(item.kind)/\(item.id)" }

  func isSame(as other: Self) -> Bool { self == with(other) { $0.follows = follows } }

  func fetch(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> ListRow? {
    try await api.waitForEarlier(context) { $0.transfers(item, list: list) }
    let row = try await api.contents(of: list, context).map { ListRow(item, in: $0) }.value
    // The server does not send the mark of a series, so the list's new count cannot be computed: read the count.
    if context.isReadBack, item.kind != .movie, mark.watched != nil {
      try await api.readNumbers(of: [list], after: [item], context)
    }
    return row
  }

  func resolve(_ merge: MergeInput<Self>) -> Resolution<Self> {
    guard let row = merge.remote, row.isThere else { return .refused(.gone) }
    guard !row.isAnother(than: imdbID) else { return .refused(.anotherTitle) }
    guard row.isMeant else { return .refused(.ambiguous) }
    // The server does not send the mark of a series, so always write the mark. The answer to the write confirms the mark.
    return isReflected(in: row) && (item.kind == .movie || mark.watched == nil) ? .done : .write(self)
  }

  func perform(_ api: VaultAPI, over remote: ListRow?, _ context: MutationContext) async throws(ClientError) {
    try await api.mark(item, in: try await api.number(of: list, context), mark, over: remote, context)
  }

  func isReflected(in remote: ListRow?) -> Bool {
    guard let remote else { return false }
    let isMovie = item.kind == .movie
    let marked = !isMovie || (mark.watched ?? remote.watched) == remote.watched
    let by = !isMovie || mark.watched != true || (mark.watchedBy ?? remote.watchedBy) == remote.watchedBy
    return marked && by && (mark.notes ?? remote.notes) == remote.notes
  }

  func coalesced(with newer: ListMarkMutation) -> ListMarkMutation? {
    guard follows == newer.follows, Self.isSameTitle(imdbID, newer.imdbID) else { return nil }
    return ListMarkMutation(
      list: list, item: item, mark: mark.merged(with: newer.mark), imdbID: newer.imdbID ?? imdbID, follows: follows)
  }

  func apply(to snapshot: inout VaultSnapshot) {
    let key = String(snapshot.number(of: list))
    if item.kind == .movie {
      snapshot.changeContents(key) { titles in
        titles.change(movie: item.id) { movie in
          movie.watched = mark.watched ?? movie.watched
          if mark.watched == true { movie.watchedBy = mark.watchedBy ?? movie.watchedBy }
          if mark.watched == false { movie.watchedBy = .you }
          movie.notes = mark.notes ?? movie.notes
        }
      }
    } else if item.kind == .series {
      snapshot.contents[key]?.value.change(series: item.id) { $0.notes = mark.notes ?? $0.notes }
    }
  }
}

extension ListMarkMutation {
  var subject: VaultConflict.Subject { .listItem(item, list: list) }

  func base(in snapshot: VaultSnapshot) -> ListRow? { snapshot.row(item, in: list) }

  func differences(base: ListRow, theirs: ListRow) -> [VaultConflict.Difference] {
    guard base.isThere, theirs.isThere else { return [] }
    var all: [VaultConflict.Difference] = []
    if let watched = mark.watched { all.add(.watched, base: base.watched, ours: watched, theirs: theirs.watched) }
    if let by = mark.watchedBy {
      all.add(
        .watchedBy, base: base.watchedBy?.rawValue, ours: by.rawValue, theirs: theirs.watchedBy?.rawValue)
    }
    if let notes = mark.notes { all.add(.notes, base: base.notes, ours: notes, theirs: theirs.notes) }
    return all
  }

  func remedy(_ lost: ListRow) -> ConflictRemedy? {
    .mark(
      item, list: list,
      ItemMark(
        watched: mark.watched == nil && mark.watchedBy == nil ? nil : lost.watched,
        watchedBy: mark.watchedBy == nil ? nil : lost.watchedBy, notes: mark.notes == nil ? nil : lost.notes ?? ""))
  }
}

extension VaultSnapshot {
  /// A title of a list as it is cached; nil without the list's titles.
  func row(_ item: ListItem, in list: Int) -> ListRow? {
    contents[String(number(of: list))].map { ListRow(item, in: $0.value) }
  }
}

extension VaultAPI {
  /// Marks a title of a list. The route for marking names no kind and takes the hidden row of an episode first. If there can be one, and at
  /// a second attempt, that row is removed before, by the route for moving, which names the kind.
  func mark(
    _ item: ListItem, in list: Int, _ mark: ItemMark, over row: ListRow?, _ context: MutationContext
  ) async throws(ClientError) {
    if row?.canHideEpisode == true || context.wasSent {
      let episode = ListTransfer(.move, [ListItem(.episode, item.id)], from: list, to: list)
      do throws(ClientError) { _ = try await roles.lists.transfer(episode) } catch {
        // Go on if there is no hidden row, or if a guest may not remove it. In the second case the read after the write shows that the mark
        // is missing.
        guard error.isAbsence else { throw error }
      }
    }
    try await roles.lists.mark(item, in: list, mark)
  }
}
