import Foundation
import MediaCore

/// The pages of many lists, bounded: the lists that were used least recently go first, from their end.
struct KeptRows: PatchableValue, Sendable {
  struct Use: Codable, Equatable, Sendable {
    /// When the server last confirmed the first page.
    var asOf: Date?
    /// Greater for a list that was used later.
    var order: Int
  }

  struct Patch: Codable {
    var pages: DictionaryPatch<String, RowPage>
    var lists: DictionaryPatch<String, Use>
  }

  private(set) var pages: [String: RowPage] = [:]
  private(set) var lists: [String: Use] = [:]

  func patch(from older: KeptRows) -> Patch {
    Patch(pages: pages.patch(from: older.pages), lists: lists.patch(from: older.lists))
  }

  mutating func apply(_ patch: Patch) {
    pages.apply(patch.pages)
    lists.apply(patch.lists)
  }

  private static func name(_ page: Int, of list: String) -> String { "\(page)/\(list)" }

  func page(_ page: Int, of list: String) -> RowPage? { pages[Self.name(page, of: list)] }

  /// - Parameter page: nil if the server has confirmed the kept page.
  mutating func put(_ page: RowPage?, at number: Int, of list: String, asOf: Date?) {
    if let page { pages[Self.name(number, of: list)] = page }
    lists[list] = Use(asOf: asOf ?? lists[list]?.asOf, order: (lists.values.map(\.order).max() ?? 0) + 1)
  }

  /// The pages of all lists of `family`.
  func pages(of family: RowFamily) -> [RowPage] {
    pages.filter { Self.parts(of: $0.key)?.list.hasPrefix(family.key) == true }.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Changes the pages of all lists of `family`.
  mutating func change(_ family: RowFamily, _ body: (inout RowPage, _ number: Int) -> Void) {
    for (key, page) in pages {
      guard let parts = Self.parts(of: key), parts.list.hasPrefix(family.key) else { continue }
      var changed = page
      body(&changed, parts.page)
      guard changed != page else { continue }
      // Drop the tag: the page now differs from the server's, and a 304 would confirm the local change.
      changed.tag = nil
      pages[key] = changed
    }
  }

  /// Removes the pages of a list from `number` on.
  mutating func removePages(of list: String, from number: Int) {
    let gone = pages.keys.filter { Self.parts(of: $0).map { $0.list == list && $0.page >= number } ?? false }
    for key in gone { pages[key] = nil }
    if number == 0 { lists[list] = nil }
  }

  /// Removes whole lists, and pages from the end of lists, until at most so many are left. The first page of the newest list stays and
  /// counts as one page of a paged list: a list in one piece may be longer than the limit, and would remove itself and all others.
  mutating func trim(lists maximumLists: Int, rows maximumRows: Int) {
    let old = lists.sorted { $0.value.order < $1.value.order }.map(\.key)
    let newest = old.last.map { Self.name(0, of: $0) }
    let excess = max(0, (newest.flatMap { pages[$0] }?.rows.count ?? 0) - RowStore.largestPage)
    var count = pages.values.reduce(0) { $0 + $1.rows.count } - excess
    guard lists.count > maximumLists || count > maximumRows else { return }
    for list in old.prefix(max(0, lists.count - maximumLists)) { removePages(of: list, from: 0) }
    count = pages.values.reduce(0) { $0 + $1.rows.count } - excess
    let numbers = Dictionary(grouping: pages.keys.compactMap(Self.parts), by: \.list)
    // Remove a list whose first page alone exceeds the limit before all other lists: removing the other lists would not make enough room.
    let isLong = { [pages] in pages[Self.name(0, of: $0)].map { $0.rows.count > maximumRows } ?? false }
    for list in old.filter(isLong) + old.filter({ !isLong($0) }) {
      for part in (numbers[list] ?? []).sorted(by: { $0.page > $1.page }) {
        guard count > maximumRows else { return }
        let name = Self.name(part.page, of: list)
        if name == newest { continue }
        count -= pages.removeValue(forKey: name)?.rows.count ?? 0
      }
      if count > maximumRows, page(0, of: list) == nil { lists[list] = nil }
    }
  }

  private static func parts(of name: String) -> (page: Int, list: String)? {
    guard let slash = name.firstIndex(of: "/"), let page = Int(name[..<slash]) else { return nil }
    return (page, String(name[name.index(after: slash)...]))
  }
}
