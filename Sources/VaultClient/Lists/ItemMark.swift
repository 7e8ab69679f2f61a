/// The list's own mark and note of one of its titles. What is nil keeps its value.
public struct ItemMark: Hashable, Sendable, Codable {
  /// False also sets ``watchedBy`` back to `you`.
  public var watched: Bool?
  /// Counts only together with ``watched`` true.
  public var watchedBy: WatchedBy?
  public var notes: String?

  public init(watched: Bool? = nil, watchedBy: WatchedBy? = nil, notes: String? = nil) {
    self.watched = watched
    self.watchedBy = watchedBy
    self.notes = notes
  }

  enum CodingKeys: String, CodingKey {
    case watched
    case watchedBy = "watched_by"
    case notes
  }

  func merged(with newer: ItemMark) -> ItemMark {
    ItemMark(
      watched: newer.watched ?? watched, watchedBy: newer.watchedBy ?? (newer.watched == false ? nil : watchedBy),
      notes: newer.notes ?? notes)
  }
}
