/// The order in which a player goes through an item's chapters: repeated, shuffled, or one after the other.
///
/// A value without a clock: its owner calls ``turn(atEndOf:)`` when a chapter has been played to its end.
public struct ChapterOrder: Codable, Hashable, Sendable {
  /// The part of an item that a player repeats.
  public enum Repeat: String, Codable, Hashable, Sendable, CaseIterable {
    /// The player plays the chapters once and repeats nothing.
    case off
    /// The whole book or episode is repeated; it does not become finished.
    case item
    /// The chapter that plays is repeated.
    case chapter
  }

  /// The player's next step after the end of a chapter.
  public enum Turn: Hashable, Sendable {
    /// Playing continues in the item without a step of the player.
    case goOn
    /// The player seeks to the chapter with this index.
    case chapter(Int)
    /// The player pauses: all chapters of a shuffled item were played.
    case stop
  }

  /// The part that is repeated.
  public var repeats = Repeat.off
  /// The indices of the chapters in the order in which they are played; nil if they are played in the item's own order.
  public private(set) var shuffled: [Int]?

  /// Creates an order that plays the item from its beginning to its end.
  public init() {}

  /// Whether the chapters are played in a random order.
  public var isShuffled: Bool { shuffled != nil }

  /// Whether the chapters are played in the item's own order, so that no chapter's end has to be watched.
  public var isPlain: Bool { repeats != .chapter && shuffled == nil }

  /// Puts the chapters in a random order.
  /// - Parameters:
  ///   - count: the number of chapters; below two, there is nothing to shuffle.
  ///   - current: the index of the chapter that plays, which stays the first one.
  ///   - random: returns a random number from 0 up to, but not including, its argument.
  public mutating func shuffle(_ count: Int, current: Int?, random: (Int) -> Int) {
    guard count > 1 else { return shuffled = nil }
    var rest = Array(0..<count).filter { $0 != current }
    for index in rest.indices.reversed() where index > 0 { rest.swapAt(index, random(index + 1)) }
    shuffled = (current.map { [$0] } ?? []) + rest
  }

  /// Plays the chapters in the item's own order again.
  public mutating func unshuffle() { shuffled = nil }

  /// The player's next step at the end of the chapter with the index `chapter`.
  public func turn(atEndOf chapter: Int) -> Turn {
    if repeats == .chapter { return .chapter(chapter) }
    guard let shuffled else { return .goOn }
    guard let place = shuffled.firstIndex(of: chapter) else { return .goOn }
    if place + 1 < shuffled.count { return .chapter(shuffled[place + 1]) }
    return repeats == .item ? .chapter(shuffled[0]) : .stop
  }
}
