import MediaTesting

@testable import ShelfTesting

extension ShelfWorld {
  /// Sets where the server finishes the items of a library.
  /// - Parameters:
  ///   - percent: the percentage of the item; nil for none.
  ///   - remaining: the seconds before its end; nil for none.
  mutating func setFinish(in library: String, percent: Double?, remaining: Double?) {
    guard let index = libraries.firstIndex(where: { $0.id == library }) else { return }
    let settings = libraries[index].settings
      .with("markAsFinishedPercentComplete", .amount(percent))
      .with("markAsFinishedTimeRemaining", .amount(remaining))
    if let changed = Library(libraries[index].json.with("settings", settings)) { libraries[index] = changed }
  }

  /// Marks an item as missing: its files are gone from the server's disk.
  mutating func setMissing(_ id: String) {
    guard let row = item(id) else { return }
    if let changed = ShelfItemRow(expanded: row.expanded.with("isMissing", true)) { put(changed) }
  }
}
