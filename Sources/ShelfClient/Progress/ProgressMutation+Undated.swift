import Foundation
import MediaCore

// Servers before 2.26 date every change of progress with the time at which it arrives, so that a place that waited for a network looks
// newer than it is: to this device as if another one had gone on, and to the others as if theirs were older.
extension ProgressMutation {
  /// The server's record, with the date of the listening or of the change that it comes from.
  /// - Parameter isSent: this change may have arrived.
  func read(_ api: API, isSent: Bool) async throws(ClientError) -> MediaProgress? {
    try await dated(api.progress.progress(of: item), api, isSent: isSent)
  }

  /// A record that was just read, with the date of the listening or of the change that it comes from.
  /// - Parameter isSent: this change may have arrived.
  func dated(_ record: MediaProgress?, _ api: API, isSent: Bool) async throws(ClientError) -> MediaProgress? {
    guard var record else { return nil }
    // Only a record that seems newer than this change can be taken for another device's later choice.
    guard isOvertaken(by: record), try await !api.keepsDates() else { return record }
    if isSent, Place(record).isSame(as: place) {
      record.lastUpdate = at
    } else if let heard = try await heard(api, record) {
      record.lastUpdate = min(record.lastUpdate ?? heard, heard)
    }
    return record
  }

  /// When the record's place was reached, by the history of the item, whose dates are those of the devices. Nil for a place that was set
  /// without listening.
  private func heard(_ api: API, _ record: MediaProgress) async throws(ClientError) -> Date? {
    guard !record.isFinished, let position = record.currentTime else { return nil }
    let sessions = try await api.listening.sessions(of: item, page: 0, limit: 10).items
    return sessions.filter { abs(($0.currentTime ?? -1) - position) < 0.5 }.compactMap(\.updatedAt).max()
  }

  /// The record whose place an upload of listening has left as it was, because the server's own date of it is later than that of the
  /// listening. Nil where the place is right, or another device's later one.
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
