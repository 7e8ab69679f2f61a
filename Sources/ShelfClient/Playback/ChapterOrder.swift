/// The order in which a player goes through an item's chapters: repeated, shuffled, or simply on.
///
/// A value without a clock: its owner asks ``turn(atEndOf:)`` when a chapter has been played to its end.
public struct ChapterOrder: Codable, Hashable, Sendable {
  /// The part that is repeated.
  public enum Repeat: String, Codable, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case off
    /// The whole book or episode; it does not become finished.
    case item
    /// The chapter that plays.
    case chapter
  }

  /// The player's next step after the end of a chapter.
  public enum Turn: Hashable, Sendable {
    /// Playing goes on by itself.
    case goOn
    /// The index of the chapter to seek to.
    case chapter(Int)
    /// All chapters of a shuffled item were played: pause.
    case stop
  }

  /// The part that is repeated.
  public var repeats = Repeat.off
  /// The indices of the chapters in the order in which they are played; nil if they are played as they come.
  public private(set) var shuffled: [Int]?

  /// The item from its beginning to its end.
  public init() {}

  /// Whether the chapters are played in a random order.
  public var isShuffled: Bool { shuffled != nil }

  /// Whether the order is the item's own, so that no chapter's end has to be watched.
  public var isPlain: Bool { repeats != .chapter && shuffled == nil }

  /// Puts the chapters in a random order.
  /// - Parameters:
  ///   - count: the number of chapters; below two, there is nothing to shuffle.
  ///   - current: the index of the chapter that plays, which stays the first one.
  ///   - random: a number from 0 up to its argument, without that one.
  public mutating func shuffle(_ count: Int, current: Int?, random: (Int) -> Int) {
    guard count > 1 else { return shuffled = nil }
    var rest = Array(0..<count).filter { $0 != current }
    for index in rest.indices.reversed() where index > 0 { rest.swapAt(index, random(index + 1)) }
    shuffled = (current.map { [$0] } ?? []) + rest
  }

  /// Plays the chapters as they come.
  public mutating func unshuffle() { shuffled = nil }

  /// The turn at the end of the chapter with that index.
  public func turn(atEndOf chapter: Int) -> Turn {
    if repeats == .chapter { return .chapter(chapter) }
    guard let shuffled else { return .goOn }
    guard let place = shuffled.firstIndex(of: chapter) else { return .goOn }
    if place + 1 < shuffled.count { return .chapter(shuffled[place + 1]) }
    return repeats == .item ? .chapter(shuffled[0]) : .stop
  }
}
