public import MediaCore

extension VaultStore {
  /// Sets the list's own mark or note of one of its titles; the film itself keeps its mark.
  @discardableResult
  public func mark(_ item: ListItem, in list: Int, _ mark: ItemMark) async throws(ClientError) -> Submission {
    try await submit(ListMarkMutation(list: numbers.stableNumber(of: list), item: item, mark: mark), as: .itemMarked)
  }
}

struct ListMarkMutation: VaultMutation {
  static let kind: MutationKind = "vault.list.mark"

  var list: Int
  var item: ListItem
  var mark: ItemMark

  var target: String { "list/\(list)/\(item.kind)/\(item.id)" }

  func fetch(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> ListRow? {
    try await api.contents(of: list, context).map { ListRow(item, in: $0) }.value
  }

  func resolve(_ merge: MergeInput<Self>) -> Resolution<Self> {
    guard let row = merge.remote, row.isThere else { return .refused(.gone) }
    guard row.isMeant else { return .refused(.ambiguous) }
    // The server does not show the mark of a series: the mark is set, and the server's answer counts as confirmation.
    return isReflected(in: row) && (item.kind == .movie || mark.watched == nil) ? .done : .write(self)
  }

  func perform(_ api: VaultAPI, over remote: ListRow?, _ context: MutationContext) async throws(ClientError) {
    try await api.lists.mark(item, in: try await api.number(of: list, context), mark)
  }

  func isReflected(in remote: ListRow?) -> Bool {
    guard let remote else { return false }
    let isMovie = item.kind == .movie
    let marked = !isMovie || (mark.watched ?? remote.watched) == remote.watched
    let by = !isMovie || mark.watched != true || (mark.watchedBy ?? remote.watchedBy) == remote.watchedBy
    return marked && by && (mark.notes ?? remote.notes) == remote.notes
  }

  func coalesced(with newer: ListMarkMutation) -> ListMarkMutation? {
    ListMarkMutation(list: list, item: item, mark: mark.merged(with: newer.mark))
  }

  func apply(to snapshot: inout VaultSnapshot) {
    let key = String(snapshot.number(of: list))
    if item.kind == .movie {
      snapshot.contents[key]?.value.change(movie: item.id) { movie in
        movie.watched = mark.watched ?? movie.watched
        if mark.watched == true { movie.watchedBy = mark.watchedBy ?? movie.watchedBy }
        if mark.watched == false { movie.watchedBy = .you }
        movie.notes = mark.notes ?? movie.notes
      }
    } else if item.kind == .series {
      snapshot.contents[key]?.value.change(series: item.id) { $0.notes = mark.notes ?? $0.notes }
    }
  }
}
