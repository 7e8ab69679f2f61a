import MediaCore
import Testing

@testable import ShelfClient

@Suite("The named limit of places, as opposed to a loss")
struct ReplacedPlaceLimitTests {
  private func record(_ position: Double, at time: Double) -> JSONValue {
    ["currentTime": .number(position), "isFinished": false, "lastUpdate": .number(time)]
  }

  @Test("only an older record that came after the place is the limit")
  func limit() {
    let place = Place(position: 60, isFinished: false)
    #expect(ReplacedPlace.isIn([record(10, at: 1), record(60, at: 5), record(20, at: 3)], place))
    #expect(!ReplacedPlace.isIn([record(10, at: 1), record(60, at: 5), record(20, at: 7)], place))
    #expect(!ReplacedPlace.isIn([record(60, at: 5)], place))
    #expect(!ReplacedPlace.isIn([record(10, at: 5), record(20, at: 3)], place))
  }
}
