import MediaCore

/// A title of a list shall have that mark or note in it.
struct ListMarkWish: VaultWish {
  static let kind: Intent.Kind = "vault.list.mark"

  var list: Int
  var item: ListItem
  var mark: ItemMark

  var target: String { "list/\(list)/\(item.kind)/\(item.id)" }

  func read(_ calls: WishCalls) async throws(ClientError) -> KnownRow? {
    try await KnownRow.read(item, in: list, calls)
  }

  func decide(_ known: KnownRow?) -> WishDecision {
    guard let known, known.isThere else { return .refuse(.gone) }
    guard known.isMeant else { return .refuse(.ambiguous) }
    // Of series the server does not tell the mark: it is set, and that it answered has to do.
    return isShown(by: known) && (item.kind == .movie || mark.watched == nil) ? .alreadyTrue : .write
  }

  func write(_ calls: WishCalls, _ known: KnownRow?, _ intent: Intent) async throws(ClientError) {
    try await calls.lists.mark(item, in: try await calls.number(of: list), mark)
  }

  func isShown(by known: KnownRow?) -> Bool {
    guard let known else { return false }
    let marked = item.kind == .movie ? (mark.watched ?? known.watched) == known.watched : true
    let by = mark.watched == true && item.kind == .movie ? (mark.watchedBy ?? known.watchedBy) == known.watchedBy : true
    return marked && by && (mark.notes ?? known.notes) == known.notes
  }

  func merged(with newer: ListMarkWish) -> ListMarkWish? {
    ListMarkWish(list: list, item: item, mark: mark.merged(with: newer.mark))
  }

  func apply(to known: inout KnownVault) {
    let key = String(known.number(of: list))
    if item.kind == .movie {
      known.contents[key]?.value.change(movie: item.id) { movie in
        movie.watched = mark.watched ?? movie.watched
        if mark.watched == true { movie.watchedBy = mark.watchedBy ?? movie.watchedBy }
        if mark.watched == false { movie.watchedBy = .you }
        movie.notes = mark.notes ?? movie.notes
      }
    } else {
      known.contents[key]?.value.change(series: item.id) { $0.notes = mark.notes ?? $0.notes }
    }
  }
}
