import MediaTesting
import ShelfClient
import Testing

@Suite("The timeline of several files")
struct PlaybackTimelineTests {
  /// Files of all lengths, including 0, in books of up to 200 hours.
  private func tracks(_ seed: UInt64) -> [(start: Double?, duration: Double)] {
    let random = SeededRandom(seed: seed)
    let count = 1 + Int(random.next() % 60)
    var tracks: [(start: Double?, duration: Double)] = []
    var end = 0.0
    for _ in 0..<count {
      let length = random.next() % 5 == 0 ? 0 : random.fraction() * (random.next() % 3 == 0 ? 36_000 : 300)
      // Servers send the exact offset, none, or a rounded one.
      let start: Double? =
        switch random.next() % 3 {
        case 0: nil
        case 1: end
        default: (end * 1000).rounded() / 1000
        }
      tracks.append((start: start, duration: length))
      end += length
    }
    return tracks
  }

  @Test("any position lands in the right file at the right offset, and back", arguments: 1...400 as ClosedRange<UInt64>)
  func bijection(seed: UInt64) throws {
    let timeline = PlaybackTimeline(tracks(seed))
    #expect(timeline.parts.allSatisfy { $0.start <= $0.end })
    #expect(zip(timeline.parts, timeline.parts.dropFirst()).allSatisfy { $0.end <= $1.start + 1e-9 })
    let random = SeededRandom(seed: seed &+ 1000)
    let edges = timeline.parts.flatMap {
      [$0.start, $0.end, ($0.start + $0.end) / 2, $0.end.nextDown, $0.start.nextUp]
    }
    for position in edges + (0..<100).map({ _ in random.fraction() * timeline.duration }) {
      guard let place = timeline.place(at: position) else {
        #expect(timeline.duration == 0)
        continue
      }
      let part = timeline.parts[place.track]
      #expect(part.duration > 0, "a file of no length is never played")
      #expect((0...part.duration).contains(place.offset))
      let holds = timeline.parts.lastIndex { $0.duration > 0 && $0.start <= position && position < $0.end }
      if let holds { #expect(place.track == holds) }
      // Rounded offsets leave gaps of half a millisecond at most.
      #expect(abs(timeline.position(of: place) - timeline.clamped(position)) < 0.001)
    }
    for (index, part) in timeline.parts.enumerated() where part.duration > 0 {
      let offset = part.duration / 3
      #expect(
        timeline.place(at: timeline.position(of: .init(track: index, offset: offset)))?.track == index, "file \(index)")
    }
  }

  @Test("a file of no length, an offset that is missing, and one that overlaps")
  func oddities() {
    let timeline = PlaybackTimeline([
      (start: 0, duration: 10), (start: 10, duration: 0), (start: nil, duration: 5), (start: 12, duration: 10),
      (start: 30, duration: 4), (start: 34, duration: 0),
    ])
    #expect(timeline.duration == 34)
    #expect(timeline.place(at: 9.9)?.track == 0)
    #expect(timeline.place(at: 10) == .init(track: 2, offset: 0))
    #expect(timeline.place(at: 11.5) == .init(track: 2, offset: 1.5))
    #expect(timeline.place(at: 12) == .init(track: 3, offset: 0))
    #expect(timeline.place(at: 25) == .init(track: 4, offset: 0), "a gap leads to the next file")
    #expect(timeline.place(at: 34) == .init(track: 4, offset: 4))
    #expect(timeline.place(at: 99) == .init(track: 4, offset: 4))
    #expect(timeline.place(at: -5) == .init(track: 0, offset: 0))
    #expect(timeline.place(at: .nan) == .init(track: 0, offset: 0))
    #expect(timeline.place(at: .infinity) == .init(track: 4, offset: 4))
  }

  @Test("nothing to play has no place")
  func nothing() {
    for timeline in [
      PlaybackTimeline([(start: Double?, duration: Double)]()), PlaybackTimeline([(start: 0, duration: 0)]),
      PlaybackTimeline([(start: .nan, duration: .infinity), (start: -3, duration: -1)]),
    ] {
      #expect(timeline.duration == 0)
      #expect(timeline.place(at: 3) == nil)
    }
  }

  @Test("a stream whose length is unknown has that of the item")
  func unknownLength() {
    let timeline = PlaybackTimeline([(start: 0, duration: 0)], duration: 90)
    #expect(timeline.duration == 90)
    #expect(timeline.place(at: 60) == .init(track: 0, offset: 60))
  }

  @Test("a book of 60 hours keeps its milliseconds to the end")
  func long() throws {
    let timeline = PlaybackTimeline((0..<2160).map { _ in (start: nil as Double?, duration: 100.001) })
    let position = 2159 * 100.001 + 99.999
    let place = try #require(timeline.place(at: position))
    #expect(place.track == 2159)
    #expect(abs(place.offset - 99.999) < 0.0001)
  }
}

@Suite("Chapters at a position")
struct ChapterListTests {
  private func list(_ ranges: [(Double, Double)], duration: Double = 0) -> ChapterList {
    ChapterList(
      ranges.enumerated().map { Chapter(id: $0.offset, start: $0.element.0, end: $0.element.1) }, duration: duration)
  }

  @Test(
    "current, next, previous and the time left, in gaps and overlaps too", arguments: 1...200 as ClosedRange<UInt64>)
  func properties(seed: UInt64) {
    let random = SeededRandom(seed: seed)
    let ranges = (0..<Int(random.next() % 30)).map { _ -> (Double, Double) in
      let start = random.fraction() * 1000
      return (start, start + (random.next() % 6 == 0 ? 0 : random.fraction() * 120))
    }
    let list = list(ranges, duration: 1200)
    #expect(zip(list.chapters, list.chapters.dropFirst()).allSatisfy { $0.end <= $1.start })
    for _ in 0..<100 {
      let position = random.fraction() * 1200
      let current = list.chapters.last { $0.start <= position && position < $0.end }
      #expect(list.current(at: position) == current)
      #expect(list.next(after: position) == list.chapters.first { $0.start > position })
      let before = list.chapters.filter { $0.start <= position && $0 != current }.last
      #expect(list.previous(before: position) == before)
      #expect(list.timeLeft(at: position) == current.map { $0.end - position })
      let end = list.end(at: position) ?? -1
      #expect(end > position)
      #expect(list.previousStart(at: position) <= position)
    }
  }

  @Test("of chapters that overlap, the one that began last counts, and it ends where the next begins")
  func overlaps() {
    let list = list([(0, 100), (50, 120), (50, 90), (110, 110), (115, 200)], duration: 200)
    #expect(list.chapters.map(\.id) == [0, 2, 4])
    #expect(list.current(at: 60)?.id == 2)
    #expect(list.timeLeft(at: 20) == 30)
    #expect(list.current(at: 100) == nil)
    #expect(list.end(at: 100) == 115)
    #expect(list.current(at: 200)?.id == 4, "the very end belongs to the last one")
  }

  @Test("previous goes to the start of the chapter, and within its first seconds to the one before")
  func previous() {
    let list = list([(0, 100), (100, 200)])
    #expect(list.previousStart(at: 150) == 100)
    #expect(list.previousStart(at: 103) == 100)
    #expect(list.previousStart(at: 102.9) == 0)
    #expect(list.previousStart(at: 1) == 0)
    #expect(self.list([(10, 20)]).previousStart(at: 5) == 0)
  }
}
