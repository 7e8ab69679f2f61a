/// The chapters of an item, sorted by time. The list finds the chapter at a position, the next and the previous chapter, and the time left
/// in a chapter.
///
/// The chapters of an item can leave gaps, overlap, or have no length. In this list, chapters do not overlap: a chapter ends where the next
/// one begins, or earlier. So if several chapters of the item contain a position, the list returns the chapter that began last.
public struct ChapterList: Codable, Hashable, Sendable {
  /// The chapters in the order of their start times. A chapter that overlaps the next one ends where the next one begins.
  public let chapters: [Chapter]
  /// The duration of the item, in seconds; 0 if it is unknown.
  public let duration: Double

  /// The number of seconds after a chapter's start during which ``previousStart(at:)`` returns the start of the previous chapter.
  public static let previousWithin = 3.0

  /// Creates a list of the chapters of an item.
  /// - Parameters:
  ///   - chapters: the chapters in any order. Chapters without a length, or with invalid times, are left out. Only a last chapter without a
  ///     length is kept, and ends with the item.
  ///   - duration: the duration of the item, in seconds; 0 if it is unknown.
  public init(_ chapters: [Chapter], duration: Double = 0) {
    let last = chapters.last
    let ended = chapters.map { chapter in
      // If the last chapter has no length, end it with the item.
      var chapter = chapter
      if chapter == last, chapter.end == chapter.start, duration.isFinite {
        chapter.end = Swift.max(chapter.end, duration)
      }
      return chapter
    }
    let sorted = ended.filter { $0.start.isFinite && $0.end.isFinite && $0.start >= 0 && $0.end > $0.start }
      .enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
    self.chapters = sorted.indices.compactMap { index in
      var chapter = sorted[index]
      if index + 1 < sorted.count { chapter.end = min(chapter.end, sorted[index + 1].start) }
      // Of chapters with the same start, only the last has a length: drop the others.
      return chapter.end > chapter.start ? chapter : nil
    }
    self.duration = duration.isFinite ? max(0, duration) : 0
  }

  /// Whether the list has no chapters.
  public var isEmpty: Bool { chapters.isEmpty }

  /// The index of the last chapter that has begun at a position; nil before the first one.
  private func begun(at position: Double) -> Int? {
    var (low, high) = (0, chapters.count)
    while low < high {
      let middle = (low + high) / 2
      if chapters[middle].start <= position { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  /// The chapter at a position in seconds; nil if no chapter contains the position. A chapter's end time does not belong to the chapter,
  /// but the end of the item belongs to the last chapter.
  public func current(at position: Double) -> Chapter? { index(at: position).map { chapters[$0] } }

  /// The index in ``chapters`` of the chapter at a position in seconds; nil if no chapter contains the position.
  public func index(at position: Double) -> Int? {
    if duration > 0, position >= duration { return chapters.isEmpty ? nil : chapters.count - 1 }
    guard let index = begun(at: position), position < chapters[index].end else { return nil }
    return index
  }

  /// The first chapter that begins after a position in seconds; nil if no chapter begins later.
  public func next(after position: Double) -> Chapter? {
    let index = begun(at: position).map { $0 + 1 } ?? 0
    return chapters.indices.contains(index) ? chapters[index] : nil
  }

  /// The chapter before the chapter at a position in seconds. If the position is in a gap, this is the chapter that has just ended. Nil if
  /// there is no earlier chapter.
  public func previous(before position: Double) -> Chapter? {
    guard let index = begun(at: position) else { return nil }
    // Between two chapters, the previous chapter is the one that has just ended.
    let previous = self.index(at: position) == nil ? index : index - 1
    return chapters.indices.contains(previous) ? chapters[previous] : nil
  }

  /// The position to which a "previous chapter" button seeks, in seconds. It is the start of the current chapter. Within ``previousWithin``
  /// seconds after that start, it is the start of the previous chapter. Before the first chapter, it is 0, the start of the item.
  public func previousStart(at position: Double) -> Double {
    guard let index = begun(at: position) else { return 0 }
    if position - chapters[index].start >= Self.previousWithin { return chapters[index].start }
    return index > 0 ? chapters[index - 1].start : 0
  }

  /// The end of the chapter at a position, in seconds. If the position is in a gap, this is the start of the next chapter. After the last
  /// chapter, it is the end of the item, or nil if the item's duration is unknown.
  public func end(at position: Double) -> Double? {
    if let current = current(at: position), current.end > position { return current.end }
    return next(after: position)?.start ?? (duration > position ? duration : nil)
  }

  /// The seconds of media from a position to the end of its chapter; nil if no chapter contains the position.
  public func timeLeft(at position: Double) -> Double? {
    current(at: position).map { max(0, $0.end - position) }
  }
}
