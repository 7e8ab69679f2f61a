import MediaCore
import Testing

@testable import ShelfClient

@Suite("The player in a car")
struct CarNowPlayingTests {
  private func state(chapters count: Int, at position: Double = 0) -> PlayerViewModel.State {
    with(PlayerViewModel.State()) { state in
      state.phase = .ready
      state.duration = Double(count) * 100
      state.chapters = (0..<count).map { index in
        with(Chapter(id: index, start: Double(index) * 100, end: Double(index + 1) * 100)) {
          $0.title = index == 1 ? "" : "Part \(index)"
        }
      }
      state.position = position
    }
  }

  @Test("it has a button for the speed once an item plays, and one for chapters if there are two")
  func buttons() {
    #expect(CarNowPlaying(.init()).buttons == [])
    #expect(CarNowPlaying(with(state(chapters: 3)) { $0.phase = .failed }).buttons == [])
    #expect(CarNowPlaying(state(chapters: 0)).buttons == [.speed])
    #expect(CarNowPlaying(state(chapters: 1)).buttons == [.speed])
    #expect(CarNowPlaying(state(chapters: 2)).buttons == [.speed, .chapters])
    var queued = state(chapters: 0)
    #expect(!CarNowPlaying(queued).hasUpNext)
    queued.nextUp = QueueEntry(id: PlayableID(libraryItemId: "b"), title: "Next")
    #expect(CarNowPlaying(queued).hasUpNext)
  }

  @Test("a tap on the speed goes through six of them and begins again")
  func speeds() {
    var state = state(chapters: 0)
    var seen: [Double] = []
    for _ in 0..<7 {
      state.rate = CarNowPlaying(state).nextSpeed.rawValue
      seen.append(state.rate)
    }
    #expect(seen == [1.25, 1.5, 1.75, 2, 0.75, 1, 1.25])
    state.rate = 1.35
    #expect(CarNowPlaying(state).nextSpeed == PlaybackSpeed(1.5))
    state.rate = 3.5
    #expect(CarNowPlaying(state).nextSpeed == PlaybackSpeed(0.75))
  }

  @Test("it lists the chapters around the current one, and names untitled ones by their number")
  func chapters() {
    let texts = Texts(.shelfGerman)
    let car = CarNowPlaying(state(chapters: 9, at: 250), limits: CarLimits(rows: 4), texts: texts)
    #expect(car.chapters.map(\.title) == ["Kapitel 2", "Part 2", "Part 3", "Part 4"])
    #expect(car.chapters.map(\.isCurrent) == [false, true, false, false])
    #expect(car.chapters.map(\.startText) == ["1:40", "3:20", "5:00", "6:40"])
    let end = CarNowPlaying(state(chapters: 9, at: 900), limits: CarLimits(rows: 4))
    #expect(end.chapters.map(\.start) == [500, 600, 700, 800] && end.chapters.last?.isCurrent == true)
    #expect(CarNowPlaying(state(chapters: 3), limits: CarLimits(rows: 9)).chapters.count == 3)
  }
}
