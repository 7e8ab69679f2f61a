import MediaCore

/// A title shall be in a list, with that note, or not.
struct ListItemWish: VaultWish {
  static let kind: Intent.Kind = "vault.list.item"

  var list: Int
  var item: ListItem
  var isThere: Bool
  /// Nil leaves the note of one that is there already.
  var notes: String?

  var target: String { "list/\(list)/\(item.kind)/\(item.id)" }

  func read(_ calls: WishCalls) async throws(ClientError) -> KnownRow? {
    try await KnownRow.read(item, in: list, calls)
  }

  func decide(_ known: KnownRow?) -> WishDecision {
    guard let known else { return isThere ? .refuse(.gone) : .alreadyTrue }
    if isShown(by: known) { return .alreadyTrue }
    return !known.isThere || known.isMeant ? .write : .refuse(.ambiguous)
  }

  func write(_ calls: WishCalls, _ known: KnownRow?, _ intent: Intent) async throws(ClientError) {
    let number = try await calls.number(of: list)
    guard isThere else {
      guard known?.sharesID == true else { return try await calls.lists.remove(item, from: number) }
      // The route for removing names no kind: delivered twice, it would take the other one too. Moving does, and onto the same
      // list it takes out.
      _ = try await calls.lists.move(item, from: number, to: number)
      return
    }
    if known?.isThere == true { return try await calls.lists.mark(item, in: number, ItemMark(notes: notes)) }
    do throws(ClientError) {
      try await calls.lists.add(item, to: number, notes: notes)
    } catch {
      // Somebody else was faster.
      if error.kind != .conflict { throw error }
    }
  }

  func isShown(by known: KnownRow?) -> Bool {
    guard let known else { return !isThere }
    return known.isThere == isThere && (!isThere || (notes ?? known.notes ?? "") == (known.notes ?? ""))
  }

  /// One that is taken out and put in with a note is another row, with none of the old one's marks: both go out.
  func merged(with newer: ListItemWish) -> ListItemWish? {
    guard newer.isThere else { return newer }
    guard isThere else { return newer.notes == nil ? newer : nil }
    var merged = newer
    merged.notes = newer.notes ?? notes
    return merged
  }

  /// Where it is was told by the newer one; its note may have been changed since.
  func remainder(after newer: ListItemWish) -> ListItemWish {
    var rest = newer
    rest.notes = nil
    return rest
  }

  func apply(to known: inout KnownVault) {
    let number = known.number(of: list)
    let key = String(number)
    if isThere {
      if var contents = known.contents[key]?.value {
        contents.add(item, notes: notes, from: known)
        if let notes { contents.note(notes, on: item) }
        known.contents[key]?.value = contents
      }
      // What sits in a list is left out of the watchlist.
      known.library?.value.remove(item)
    } else {
      known.contents[key]?.value.remove(item)
    }
    known.change(list: number) { $0.itemCount = $0.itemCount.map { max(0, $0 + (isThere ? 1 : -1)) } }
  }
}

extension ListContents {
  /// Shows a title in a list as far as it is known here: unmarked, for marks are the list's own.
  mutating func add(_ item: ListItem, notes: String?, from known: KnownVault) {
    guard !holds(item) else { return }
    switch item.kind {
    case .movie:
      guard var movie = known.movie(item.id) else { return }
      movie.watched = false
      movie.watchedBy = .you
      movie.notes = notes
      add(movie)
    case .series:
      guard var one = known.series(item.id) else { return }
      one.notes = notes
      series.append(one)
    default: break
    }
  }

  mutating func note(_ notes: String, on item: ListItem) {
    switch item.kind {
    case .movie: change(movie: item.id) { $0.notes = notes }
    case .series: change(series: item.id) { $0.notes = notes }
    default: break
    }
  }
}
