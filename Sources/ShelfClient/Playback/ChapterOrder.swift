/// The order in which a player plays an item's chapters, and what the player repeats.
///
/// When a chapter has ended, the player calls ``turn(atEndOf:)``, which returns what the player does next.
public struct ChapterOrder: Codable, Hashable, Sendable {
  /// The content that a player repeats: the whole item, one chapter, or nothing.
  public enum Repeat: String, Codable, Hashable, Sendable, CaseIterable {
    /// The player plays the chapters once and repeats nothing.
    case off
    /// The player repeats the whole book or episode. The item is then not marked as finished.
    case item
    /// The player repeats the current chapter.
    case chapter
  }

  /// The player's next step after the end of a chapter.
  public enum Turn: Hashable, Sendable {
    /// Playing continues into the next chapter by itself; the player does nothing.
    case goOn
    /// The player seeks to the chapter with this index.
    case chapter(Int)
    /// The player pauses, since all chapters of a shuffled item were played.
    case stop
  }

  /// The content that the player repeats: the whole item, the current chapter, or nothing.
  public var repeats = Repeat.off
  /// The indices of the chapters in their shuffled order; nil if the chapters are played in the item's own order.
  public private(set) var shuffled: [Int]?

  /// Creates an order that plays the item from its beginning to its end.
  public init() {}

  /// Whether the chapters are played in a random order.
  public var isShuffled: Bool { shuffled != nil }

  /// Whether the chapters are played in the item's own order and no single chapter is repeated. The player then does nothing at the end of
  /// a chapter.
  public var isPlain: Bool { repeats != .chapter && shuffled == nil }

  /// Puts the chapters in a random order.
  /// - Parameters:
  ///   - count: the number of chapters. If it is below two, the chapters stay in the item's own order.
  ///   - current: the index of the current chapter, which becomes the first of the random order; nil if no chapter is playing.
  ///   - random: returns a random number from 0 up to, but not including, its argument.
  public mutating func shuffle(_ count: Int, current: Int?, random: (Int) -> Int) {
    guard count > 1 else { return shuffled = nil }
    var rest = Array(0..<count).filter { $0 != current }
    for index in rest.indices.reversed() where index > 0 { rest.swapAt(index, random(index + 1)) }
    shuffled = (current.map { [$0] } ?? []) + rest
  }

  /// Plays the chapters in the item's own order again.
  public mutating func unshuffle() { shuffled = nil }

  /// Returns what the player does next at the end of the chapter with the index `chapter`.
  public func turn(atEndOf chapter: Int) -> Turn {
    if repeats == .chapter { return .chapter(chapter) }
    guard let shuffled else { return .goOn }
    guard let place = shuffled.firstIndex(of: chapter) else { return .goOn }
    if place + 1 < shuffled.count { return .chapter(shuffled[place + 1]) }
    return repeats == .item ? .chapter(shuffled[0]) : .stop
  }
}
