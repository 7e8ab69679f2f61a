import Foundation
public import MediaCore

extension WatchStatusStore {
  /// The number of answers of one pull, against a store that always has more.
  private static let mostAnswers = 1000

  /// Exchanges watch statuses with other devices. First reads the changes that other devices have made since the last saved token, then
  /// sends this device's changes in batches of 400. Does nothing if the last exchange was less than five minutes ago, unless `force` is
  /// true. The token is saved after each answer, so that the next exchange continues where an interrupted exchange ended.
  /// - Returns: nil if less than five minutes have passed, if another exchange is running, or if the user signed out during the exchange.
  /// - Throws: `syncFailed`, `cancelled`. Records of completed batches stay marked as synced.
  @discardableResult
  public func sync(_ exchange: any WatchStatusExchange, force: Bool = false) async throws(HubError) -> SyncResult? {
    try await run(force: force) { (mark, _, now) async throws(ClientError) in
      let name = try await exchange.name
      try await save(mark) { $0.follow(name) }
      var result = SyncResult(taken: try await pull(exchange, mark))
      let waiting = try await saved().unsynced
      for batch in waiting.batches(of: Self.batchSize) where !batch.isEmpty {
        let newer = try await exchange.save(batch)
        let kept = Set(newer.map(\.videoId))
        try await save(mark) { $0.noteSent(batch.filter { !kept.contains($0.videoId) }) }
        result.taken += try await take(newer.map { record in with(record) { $0.synced = true } }, mark)
        result.sent += batch.count - kept.count
      }
      try await save(mark) { $0.lastSync = now }
      return result
    }
  }

  private func pull(_ exchange: any WatchStatusExchange, _ mark: Mark) async throws(ClientError) -> Int {
    var taken = 0
    for _ in 0..<Self.mostAnswers {
      let token = try await saved().exchange?.token
      guard let changes = try await exchange.changes(since: token) else {
        // If the store no longer accepts the token, drop the token and ask again. Without a token, stop: asking again would never end.
        guard token != nil else { break }
        try await save(mark) { $0.exchange?.token = nil }
        continue
      }
      taken += try await take(changes.records.map { record in with(record) { $0.synced = true } }, mark)
      // Save the token after the records. If the app ended in between, a token saved first would skip these records for good.
      try await save(mark) { $0.exchange?.token = changes.token }
      guard changes.hasMore, changes.token != nil, changes.token != token else { break }
    }
    return taken
  }

  /// Imports the watch records of an older app. For each `name` and user, the import runs only once on this device. The records are merged
  /// like the records of other devices, so this device's record of a video stays if it is newer. If ``WatchRecord/synced`` is false, the
  /// other devices do not have the record yet, and the record is sent with the next exchange.
  ///
  /// ```swift
  /// try await hub.library.statuses.takeOver("old folder") { () async throws(ClientError) in try folder.records(after: nil) }
  /// ```
  /// - Parameter read: reads the older app's records. This function is not called if the records of this `name` were imported before. If it
  ///   throws an error, the error is thrown to the caller, and the next call tries again.
  /// - Returns: the number of records that were new on this device or replaced older records; nil if the records of this `name` were
  ///   imported before.
  @discardableResult
  public func takeOver(
    _ name: String, _ read: @Sendable () async throws(ClientError) -> [WatchRecord]
  ) async throws(HubError) -> Int? {
    try await during(.storage, await takeOverOnce(name, read))
  }

  private func takeOverOnce(
    _ name: String, _ read: @Sendable () async throws(ClientError) -> [WatchRecord]
  ) async throws(ClientError) -> Int? {
    let mark = try await readMark()
    if try await saved().takenOver?.contains(name) == true { return nil }
    let taken = try await take(try await read(), mark)
    try await save(mark) { $0.takenOver = ($0.takenOver ?? []).union([name]) }
    return taken
  }
}
