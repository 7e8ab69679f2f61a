import Foundation
import MediaCore

// Servers before 2.26 date each change of progress with the time of its arrival. A place that was sent late then looks newer than it is,
// and would win over other devices' listening.
extension ProgressMutation {
  /// The server's record, with the date of the listening or of the change that it comes from.
  /// - Parameter isSent: whether this change may have arrived already.
  func read(_ api: API, isSent: Bool) async throws(ClientError) -> MediaProgress? {
    try await dated(api.progress.progress(of: item), api, isSent: isSent)
  }

  /// A record that was just read, with the date of the listening or of the change that it comes from.
  /// - Parameter isSent: whether this change may have arrived already.
  func dated(_ record: MediaProgress?, _ api: API, isSent: Bool) async throws(ClientError) -> MediaProgress? {
    guard var record else { return nil }
    // A record older than this change loses anyway, so its date needs no correction.
    guard isOvertaken(by: record), try await !api.keepsDates() else { return record }
    if isSent, Place(record).isSame(as: place) {
      record.lastUpdate = at
    } else if let heard = try await heard(api, record) {
      record.lastUpdate = min(record.lastUpdate ?? heard, heard)
    }
    return record
  }

  /// When the record's place was reached, by the item's history, which has the devices' own dates. Nil for a place that was set without
  /// listening.
  private func heard(_ api: API, _ record: MediaProgress) async throws(ClientError) -> Date? {
    guard !record.isFinished, let position = record.currentTime else { return nil }
    let sessions = try await api.listening.sessions(of: item, page: 0, limit: 10).items
    return sessions.filter { abs(($0.currentTime ?? -1) - position) < 0.5 }.compactMap(\.updatedAt).max()
  }

  /// The record if an upload of listening has not moved its place, because the server's own date is later than the listening's. Nil if
  /// the place is right, or is another device's later one.
  func refusedPlace(_ api: API) async throws(ClientError) -> MediaProgress? {
    guard try await !api.keepsDates(), let record = try await read(api, isSent: true) else { return nil }
    return Place(record).isSame(as: place) || isOvertaken(by: record) ? nil : record
  }
}

extension Place {
  fileprivate init(_ record: MediaProgress) {
    self.init(position: record.currentTime ?? 0, isFinished: record.isFinished)
  }
}

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
