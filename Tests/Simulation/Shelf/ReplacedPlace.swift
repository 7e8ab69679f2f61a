import MediaCore
import Testing

@testable import ShelfClient

/// A case that Documentation/Offline.md excludes: the server accepts a finished mark or a new place whatever its date, so an older one can
/// replace a newer one. The simulation counts such a place as a limit, not as a loss.
enum ReplacedPlace {
  /// Whether the server has held `place` and then an older record.
  static func isIn(_ history: [JSONValue], _ place: Place) -> Bool {
    zip(history, history.dropFirst()).contains { held, next in
      let isSame = place.isSame(
        as: Place(position: held["currentTime"]?.double ?? 0, isFinished: held["isFinished"]?.bool ?? false))
      return isSame && next["lastUpdate"]?.double ?? .infinity < held["lastUpdate"]?.double ?? 0
    }
  }
}

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
