import Foundation
import MediaCore

extension ProgressMutation {
  /// The change that sets a place again after an older one has replaced it: the server accepts a mark or a move whatever its date, and
  /// two devices can write within the time of one request. A server that was restored from a backup also shows older places.
  /// - Parameters:
  ///   - earlier: the record as the server showed it before.
  ///   - record: the record as the server shows it now.
  ///   - now: by the server's clock.
  /// - Returns: nil if `record` is not older or has the same place, or if the earlier date lies in the server's future.
  init?(settingAgain earlier: MediaProgress, over record: MediaProgress, now: Date) {
    guard let item = earlier.playableID, let at = earlier.lastUpdate, let replacedAt = record.lastUpdate,
      replacedAt < at - 1, at <= now, earlier.isFinished || earlier.currentTime != nil
    else { return nil }
    let place = Place(position: earlier.currentTime ?? 0, isFinished: earlier.isFinished)
    let older = Place(position: record.currentTime ?? 0, isFinished: record.isFinished)
    guard !place.isSame(as: older) else { return nil }
    self.init(
      item: item, action: place.isFinished ? .finished : .position, position: place.isFinished ? nil : place.position,
      duration: earlier.duration, at: at, isServerTime: true,
      overwritten: Version(older, at: replacedAt, origin: "server"))
  }
}
