import Foundation
import MediaCore

/// Playlists and collections among the rows, with this device's decided changes.
extension KeptRows {
  /// The entries of a list as they are kept, by any of its ids.
  func entries(_ kind: ItemListKind, ids: [String]) -> [ShelfRow]? {
    ids.lazy.flatMap { pages(of: .entries(ItemListReference(kind: kind, id: $0))) }.first { $0.isGone != true }?.rows
  }

  /// Replaces a list by the server's version that came with the decision about a change.
  /// - Parameter isFirst: whether these are first pages: only they get a new list and the entries.
  mutating func settle(_ mutation: any ListMutation, as reading: ListReading, isFirst: Bool) {
    switch reading {
    case .found(let list): put(list, mutation, isFirst: isFirst)
    case .gone(let id): remove([mutation.list.id, id], mutation.list.kind, isFirst: isFirst)
    case .neverMade, .unneeded: remove([mutation.list.id], mutation.list.kind, isFirst: isFirst)
    }
  }

  private mutating func put(_ list: RemoteItemList, _ mutation: any ListMutation, isFirst: Bool) {
    let kind = mutation.list.kind
    let ids = Set([list.id, mutation.list.id])
    let kept = ids.sorted().flatMap { self.entries(kind, ids: [$0]) ?? [] }
    let known = Dictionary((kept + mutation.rows).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let entries = list.entries.compactMap { known[$0.description] }
    let creation = mutation as? ListCreationMutation
    if let library = list.libraryId ?? creation?.library {
      var isListed = false
      change(.lists(kind, library: library)) { page, _ in
        for index in page.rows.indices where ids.contains(page.rows[index].id) {
          isListed = true
          page.rows[index].show(list)
        }
      }
      if isFirst, !isListed, let creation { insert(list, creation, library) }
    }
    guard isFirst else { return }
    for id in ids.sorted() {
      let family = RowFamily.entries(ItemListReference(kind: kind, id: id))
      if pages(of: family).isEmpty, creation != nil { put(RowPage(rows: []), at: 0, of: family.key, asOf: nil) }
      change(family) { page, _ in
        page = RowPage(rows: entries, title: list.name, subtitle: list.description)
      }
    }
  }

  private mutating func insert(_ list: RemoteItemList, _ creation: ListCreationMutation, _ library: String) {
    var shown: ShownItemList?
    creation.apply(to: &shown)
    guard var row = shown?.row else { return }
    row.show(list)
    let family = RowFamily.lists(creation.list.kind, library: library)
    if pages(of: family).isEmpty { put(RowPage(rows: []), at: 0, of: family.key, asOf: nil) }
    change(family) { page, number in
      guard number == 0 else { return }
      page.rows.insert(row, at: 0)
      page.added = (page.added ?? 0) + 1
    }
  }

  private mutating func remove(_ ids: Set<String>, _ kind: ItemListKind, isFirst: Bool) {
    for library in Set(pages.values.flatMap(\.rows).filter { ids.contains($0.id) }.compactMap(\.libraryId)) {
      change(.lists(kind, library: library)) { page, _ in
        let before = page.rows.count
        page.rows.removeAll { ids.contains($0.id) }
        if page.rows.count < before { page.added = (page.added ?? 0) - before + page.rows.count }
      }
    }
    guard isFirst else { return }
    for id in ids.sorted() {
      let family = RowFamily.entries(ItemListReference(kind: kind, id: id))
      if pages(of: family).isEmpty { put(RowPage(rows: []), at: 0, of: family.key, asOf: nil) }
      change(family) { page, _ in page = RowPage(rows: [], title: page.title, isGone: true) }
    }
  }
}

extension ShelfRow {
  fileprivate mutating func show(_ list: RemoteItemList) {
    (id, title, subtitle, count) = (list.id, list.name, list.description ?? "", list.entries.count)
  }
}

/// The changes of playlists and collections that are not on the server yet.
struct OpenListChanges {
  private let changes: [any ListMutation]
  /// The server's ids by the local ones.
  private let ids: [String: String]

  init(_ open: [MutationRecord], ids: [String: String]) {
    changes = open.compactMap(ListMutations.mutation)
    self.ids = ids
  }

  /// The open creation of the list whose entries `family` holds; nil if there is none.
  func creation(of family: RowFamily) -> ListCreationMutation? {
    guard case .entries(let list) = family else { return nil }
    return changes(of: list.kind, list.id).lazy.compactMap { $0 as? ListCreationMutation }.first
  }

  /// A page with the open changes; nil if there is nothing to show.
  /// - Parameter rows: all kept pages.
  func applied(to page: RowPage?, _ number: Int, of family: RowFamily, in rows: KeptRows) -> RowPage? {
    if changes.isEmpty { return page }
    switch family {
    case .lists(let kind, let library): return lists(page, number, kind, library, rows)
    case .entries(let list): return entries(page, list)
    }
  }

  private func changes(of kind: ItemListKind, _ id: String) -> [any ListMutation] {
    changes.filter { $0.list.kind == kind && ($0.list.id == id || ids[$0.list.id] == id) }
  }

  private func lists(
    _ page: RowPage?, _ number: Int, _ kind: ItemListKind, _ library: String, _ kept: KeptRows
  ) -> RowPage? {
    let before = page?.rows ?? []
    var rows = before.compactMap { row -> ShelfRow? in
      let mine = changes(of: kind, row.id)
      if mine.isEmpty { return row }
      let names = [row.id] + ids.filter { $0.value == row.id }.keys.sorted()
      var shown: ShownItemList? = ShownItemList(row: row, entries: kept.entries(kind, ids: names))
      for change in mine { change.apply(to: &shown) }
      return shown?.row
    }
    if number == 0 {
      let listed = Set(before.map(\.id))
      for creation in changes.compactMap({ $0 as? ListCreationMutation })
      where creation.list.kind == kind && creation.library == library
        && !listed.contains(ids[creation.list.id] ?? creation.list.id)
      {
        var shown: ShownItemList?
        for change in changes(of: kind, creation.list.id) { change.apply(to: &shown) }
        if let row = shown?.row { rows.insert(row, at: 0) }
      }
    }
    guard page != nil || !rows.isEmpty else { return nil }
    var page = page ?? RowPage(rows: [])
    page.added = (page.added ?? 0) + rows.count - before.count
    page.rows = rows
    return page
  }

  private func entries(_ page: RowPage?, _ list: ItemListReference) -> RowPage? {
    let mine = changes(of: list.kind, list.id)
    if mine.isEmpty || page?.isGone == true { return page }
    var shown = page.map { page in
      var row = ShelfRow(id: list.id, kind: list.kind.rowKind, title: page.title ?? "")
      (row.subtitle, row.count) = (page.subtitle ?? "", page.rows.count)
      return ShownItemList(row: row, entries: page.rows)
    }
    for change in mine { change.apply(to: &shown) }
    if let shown, let rows = shown.entries {
      return RowPage(rows: rows, title: shown.row.title, subtitle: shown.row.subtitle)
    }
    // No entries are left. If the list was loaded before, or a queued change removes it, the list is gone. Otherwise it was never
    // loaded.
    let isRemoved = page != nil || mine.contains { $0 is ListRemovalMutation }
    return isRemoved ? RowPage(rows: [], title: page?.title, isGone: true) : nil
  }
}
