import Foundation
import MediaCore

/// The items whose pages were opened lately, with episodes, chapters and files. The limit counts their content: a podcast of a thousand
/// episodes counts as much as a hundred books.
struct SeenItems: PatchableValue, Sendable {
  struct Seen: Codable, Equatable, Sendable {
    var item: ShelfItem
    /// When the server sent it.
    var asOf: Date
    /// Greater for an item that was opened later.
    var order: Int
  }

  /// Items at most, and episodes, chapters and files in all of them together.
  static let keptItems = 40
  static let keptParts = 4_000

  private(set) var items: [String: Seen] = [:]

  func patch(from older: SeenItems) -> DictionaryPatch<String, Seen> { items.patch(from: older.items) }
  mutating func apply(_ patch: DictionaryPatch<String, Seen>) { items.apply(patch) }

  mutating func put(_ item: ShelfItem, asOf: Date) {
    items[item.id] = Seen(item: item, asOf: asOf, order: (items.values.map(\.order).max() ?? 0) + 1)
    var parts = items.values.reduce(0) { $0 + $1.item.partCount }
    for (id, seen) in items.sorted(by: { $0.value.order < $1.value.order }).dropLast() {
      guard items.count > Self.keptItems || parts > Self.keptParts else { return }
      items[id] = nil
      parts -= seen.item.partCount
    }
  }
}

extension ShelfItem {
  /// The number of elements in its lists.
  fileprivate var partCount: Int {
    let book = media.book
    return (media.podcast?.episodes?.count ?? 0) + (libraryFiles?.count ?? 0) + (book?.chapters?.count ?? 0)
      + (book?.tracks?.count ?? 0) + (book?.audioFiles?.count ?? 0)
  }
}
