/// A value, usually a large one, whose changes can be written to disk as a difference. An ``AccountCache`` then saves only the parts of the
/// value that have changed. Dictionaries conform to this protocol. A struct of dictionaries can forward to their implementations.
public protocol PatchableValue: Codable, Equatable {
  /// The type of the difference that is written to disk.
  associatedtype Patch: Codable

  /// Returns the difference that turns `older` into this value.
  func patch(from older: Self) -> Patch
  /// Applies a difference that ``patch(from:)`` has returned. This value must be the older one, and is the newer one afterwards.
  mutating func apply(_ patch: Patch)
}

/// The difference between two dictionaries.
public struct DictionaryPatch<Key: Codable & Hashable, Value: Codable>: Codable {
  var set: [Key: Value] = [:]
  var removed: [Key] = []
}

extension Dictionary: PatchableValue where Key: Codable, Value: Codable & Equatable {
  public func patch(from older: Self) -> DictionaryPatch<Key, Value> {
    if let changed = changedInPlace(since: older) { return DictionaryPatch(set: changed) }
    return DictionaryPatch(
      set: filter { older[$0.key] != $0.value }, removed: older.keys.filter { self[$0] == nil })
  }

  /// The changed values where both have the same keys in the same order, as a copy does until a key is added or removed: then no
  /// key has to be looked up. Nil where the order differs.
  private func changedInPlace(since older: Self) -> Self? {
    guard count == older.count else { return nil }
    var changed: Self = [:]
    for (mine, theirs) in zip(self, older) {
      guard mine.key == theirs.key else { return nil }
      if mine.value != theirs.value { changed[mine.key] = mine.value }
    }
    return changed
  }

  public mutating func apply(_ patch: DictionaryPatch<Key, Value>) {
    for key in patch.removed { self[key] = nil }
    merge(patch.set) { $1 }
  }
}
