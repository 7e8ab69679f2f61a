import MediaCore

/// Adds entries to a list and removes others. Other entries stay as another device has left them.
struct ListEntryMutation: ListChangeMutation {
  static let kind: MutationKind = "shelf.list.entries"

  var list: ItemListReference
  /// Entries to add, as rows to show. Entries that are not in the list yet come last.
  var rows: [ShelfRow] = []
  /// Entries to remove.
  var removed: [PlayableID] = []

  private var added: [PlayableID] { rows.compactMap { PlayableID($0.id) } }

  /// Adds first, then removes: the server deletes a playlist when its last entry is removed.
  func write(_ api: API, to id: String, _ now: RemoteItemList) async throws(ClientError) {
    let new = added.filter { !now.entries.contains($0) }
    if !new.isEmpty { try await api.add(new, to: list.kind, id) }
    let old = removed.filter { now.entries.contains($0) }
    if !old.isEmpty { try await api.remove(old, from: list.kind, id) }
  }

  func isReflected(in list: RemoteItemList) -> Bool {
    let entries = Set(list.entries)
    return added.allSatisfy { entries.contains($0) } && !removed.contains { entries.contains($0) }
  }

  /// A list that is gone has no entries: removals are done, additions are not.
  func isReflected(in remote: ListReading?) -> Bool {
    remote?.list.map { isReflected(in: $0) } ?? rows.isEmpty
  }

  func coalesced(with newer: ListEntryMutation) -> ListEntryMutation? {
    let (newIDs, newRemoved) = (Set(newer.added), Set(newer.removed))
    return ListEntryMutation(
      list: list,
      rows: rows.filter { row in
        PlayableID(row.id).map { !newIDs.contains($0) && !newRemoved.contains($0) } ?? false
      } + newer.rows,
      removed: removed.filter { !newIDs.contains($0) && !newRemoved.contains($0) } + newer.removed)
  }

  /// The change without the removal of `entries`, which the user undoes before the change was sent.
  /// - Parameter waiting: the entries that were still to be added when the user removed `entries`. Those that the removal has dropped are
  ///   added again, in the former order.
  func restoring(_ entries: Set<PlayableID>, waiting: [ShelfRow]) -> ListEntryMutation {
    let known = Set(rows.map(\.id))
    let dropped = waiting.filter { row in
      !known.contains(row.id) && PlayableID(row.id).map { entries.contains($0) } == true
    }
    return ListEntryMutation(
      list: list, rows: (rows + dropped).arranged(by: waiting.map(\.id)) { $0.id },
      removed: removed.filter { !entries.contains($0) })
  }

  /// The change without the entries that `newer` adds or removes. The server already has `newer`: if this older change touched those
  /// entries too, the older state would win.
  func remainder(after newer: ListEntryMutation) -> ListEntryMutation {
    let decided = Set(newer.added + newer.removed)
    return ListEntryMutation(
      list: list, rows: rows.filter { row in PlayableID(row.id).map { !decided.contains($0) } ?? false },
      removed: removed.filter { !decided.contains($0) })
  }

  func apply(to shown: inout ShownItemList?) {
    guard var list = shown else { return }
    if var entries = list.entries {
      let gone = Set(removed.map(\.description))
      let known = Set(entries.map(\.id))
      entries.removeAll { gone.contains($0.id) }
      entries += rows.filter { !known.contains($0.id) }
      list.entries = entries
      list.row.count = entries.count
    } else {
      list.row.count = list.row.count.map { max(0, $0 + rows.count - removed.count) }
    }
    let isEmptied = self.list.kind == .playlist && list.row.count == 0 && !removed.isEmpty
    shown = isEmptied ? nil : list
  }
}
