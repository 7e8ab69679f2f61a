import MediaCore

/// There shall be a list of this name with these titles. Names are unique among a user's lists: the name tells whether it was
/// made already.
struct NewListWish: VaultWish {
  static let kind: Intent.Kind = "vault.list.new"

  struct Known: Codable, Hashable, Sendable {
    var list: VaultList
    var items: [ListItem]
  }

  struct Entry: Codable, Hashable, Sendable {
    var item: ListItem
    var notes: String?
  }

  /// A negative number that stands for the list until the server has given it one.
  var provisional: Int
  var name: String
  var draft: ListDraft
  var entries: [Entry] = []

  var target: String { "newlist/\(provisional)" }

  func read(_ calls: WishCalls) async throws(ClientError) -> Known? {
    let own = try await calls.lists.all().filter { $0.type == .custom }
    guard let list = own.first(where: { $0.name == name || $0.name == draft.name }) else { return nil }
    return Known(list: list, items: entries.isEmpty ? [] : try await calls.lists.contents(of: list.id).items)
  }

  func write(_ calls: WishCalls, _ known: Known?, _ intent: Intent) async throws(ClientError) {
    let list: VaultList
    if let known {
      list = known.list
      if let number = list.id.number, !draft.isShown(by: list) { _ = try await calls.lists.update(number, draft) }
    } else {
      list = try await calls.lists.create(draft)
    }
    guard let number = list.id.number else { return }
    for entry in entries where !(known?.items.contains(entry.item) ?? false) {
      do throws(ClientError) {
        try await calls.lists.add(entry.item, to: number, notes: entry.notes)
      } catch {
        if error.kind != .conflict { throw error }
      }
    }
  }

  func isShown(by known: Known?) -> Bool {
    guard let known else { return false }
    return draft.isShown(by: known.list) && entries.allSatisfy { known.items.contains($0.item) }
  }

  func merged(with newer: NewListWish) -> NewListWish? {
    var merged = self
    merged.draft = draft.merged(with: newer.draft)
    merged.entries.removeAll { old in newer.entries.contains { $0.item == old.item } }
    merged.entries += newer.entries
    return merged
  }

  /// A list that the server has by now has a number of its own, and only what came later is put on top.
  func apply(to known: inout KnownVault) {
    let number = known.numbers[provisional] ?? provisional
    let key = String(number)
    if number == provisional {
      let id = ListID.list(provisional)
      if known.lists?.value.contains(where: { $0.id == id }) == false {
        known.lists?.value.append(
          VaultList(
            id: id, name: name, type: .custom, color: ListDraft.standardColor, icon: ListDraft.standardIcon,
            itemCount: 0))
      }
      if known.contents[key] == nil, let asOf = (known.lists?.asOf ?? known.library?.asOf) {
        known.contents[key] = Dated(ListContents(), asOf: asOf)
      }
    }
    guard var contents = known.contents[key]?.value else { return }
    for entry in entries { contents.add(entry.item, notes: entry.notes, from: known) }
    known.contents[key]?.value = contents
    for entry in entries { known.library?.value.remove(entry.item) }
    known.change(list: number) { list in
      draft.apply(to: &list)
      list.itemCount = contents.items.count
    }
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
}
