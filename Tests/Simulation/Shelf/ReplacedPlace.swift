import MediaCore

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
