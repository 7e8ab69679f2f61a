import Foundation
import MediaCore

/// The watch records of a ``WatchStatusStore``, and how changes of this and of other devices get into them. A save writes only the records
/// that have changed.
struct SavedStatuses: PatchableValue, Sendable {
  /// The number of records that are kept. Beyond it the oldest exchanged records are dropped on this device.
  static let capacity = 100_000
  /// The number of records above the capacity at which records are dropped: sorting all of them for each new one would take too long.
  static let slack = 1000

  /// The records by video id.
  private(set) var records: [String: WatchRecord] = [:]
  /// The date of the last change that all devices had before this device changed the video, by video id. Only for records that are not
  /// exchanged.
  private var shared: [String: Date] = [:]
  /// When records were last exchanged; nil for never.
  var lastSync: Date?
  /// The store with which records are exchanged by a token; nil for none so far.
  var exchange: Exchange?
  /// The older apps' marks that were taken over, by name; nil for none.
  var takenOver: Set<String>?

  /// The place in a ``WatchStatusExchange``.
  struct Exchange: Codable, Equatable {
    var name: String
    var token: Data?
  }

  /// Begins an exchange with the store of this name. Another store than before, such as another person's iCloud, has none of the records.
  mutating func follow(_ name: String) {
    guard exchange?.name != name else { return }
    if exchange != nil {
      for record in records.values where record.synced { put(with(record) { $0.synced = false }) }
    }
    exchange = Exchange(name: name)
  }

  /// The records that other devices do not have yet, oldest first.
  var unsynced: [WatchRecord] {
    records.values.filter { !$0.synced }.sorted { ($0.lastModified, $0.videoId) < ($1.lastModified, $1.videoId) }
  }

  private mutating func put(_ record: WatchRecord, shared date: Date? = nil) {
    records[record.videoId] = record
    shared[record.videoId] = record.synced ? nil : date
  }

  /// Makes a change of this device.
  mutating func change(_ videoIds: [String], at date: Date, _ body: (inout WatchRecord) -> Void) {
    // Other devices get whole milliseconds: a finer date here would be later than the same change is there.
    let now = Date(timeIntervalSince1970: Double(date.milliseconds) / 1000)
    for id in Set(videoIds) where !id.isEmpty {
      let old = records[id]
      var record = old ?? WatchRecord(videoId: id, lastModified: now)
      body(&record)
      // If the user removes a mark, store `unwatched`: another device would keep its own mark over a record with `unknown`.
      if record.status == .unknown, let old, old.status != .unknown { record.status = .unwatched }
      guard record != old else { continue }
      // Date the change after the record it replaces, otherwise the older record wins if this device's clock is behind.
      record.lastModified = max(now, (old?.lastModified).map { $0.addingTimeInterval(0.001) } ?? now)
      record.synced = false
      put(record, shared: old.flatMap { $0.synced ? $0.lastModified : shared[id] })
    }
    dropOldest()
  }

  /// Merges records of other devices: the later change of a video counts. If the later change is only
  /// a position, the earlier mark stays.
  /// - Returns: the number of records that replaced older ones, and the changes that lost.
  mutating func merge(_ remote: [WatchRecord], now: Date) -> (taken: Int, conflicts: [WatchConflict]) {
    var conflicts: [WatchConflict] = []
    var taken = 0
    for record in remote {
      let id = record.videoId
      let mine = records[id]
      if let mine, let joined = Self.joined(mine, record) {
        put(joined, shared: record.lastModified)
        taken += 1
        continue
      }
      let isTied = mine?.isTied(with: record) ?? false
      let isNewer = mine.map { isTied ? $0.yields(to: record) : record.lastModified > $0.lastModified } ?? true
      if let mine, !mine.synced, record.synced || isNewer, shared[id].map({ $0 < record.lastModified }) ?? true {
        let (kept, lost) = isNewer ? (record, mine) : (mine, record)
        if let new = WatchConflict(kept: kept, isThisDevice: !isNewer, lost: lost, noticedAt: now) {
          conflicts.append(new)
        }
        // Note the date of the other device's change in `shared`, so that the change is reported as a conflict only once, even if it is
        // pulled again.
        if !isNewer { shared[id] = record.lastModified }
      }
      if isNewer {
        put(record, shared: shared[id])
        taken += 1
      } else if isTied, let mine {
        // Date the record after the tie: another device's store replaces a record only by a later one.
        put(
          with(mine) {
            $0.lastModified += 0.001
            $0.synced = false
          }, shared: record.lastModified)
      } else if var mine, record.synced {
        mine.synced = true
        if mine == record { put(record) }
      }
    }
    dropOldest()
    return (taken, conflicts)
  }

  /// The mark of the older record with the position of the newer one, if only the older one has a mark; otherwise nil. Its date is later than
  /// both dates, so that the joined record replaces both on every device.
  private static func joined(_ mine: WatchRecord, _ record: WatchRecord) -> WatchRecord? {
    let (older, newer) = mine.lastModified < record.lastModified ? (mine, record) : (record, mine)
    guard older.lastModified < newer.lastModified, newer.status == .unknown, older.status != .unknown else {
      return nil
    }
    return with(newer) {
      $0.status = older.status
      $0.lastModified += 0.001
      $0.synced = false
    }
  }

  /// Notes records that were sent. Those that were changed during the push stay unsynced; the next exchange sends them.
  mutating func noteSent(_ sent: [WatchRecord]) {
    for record in sent where records[record.videoId] == record { put(with(record) { $0.synced = true }) }
  }

  /// Adds the records of an earlier build's journal that are not older than the ones here.
  mutating func add(_ earlier: SavedStatuses) {
    for (id, record) in earlier.records where records[id].map({ $0.lastModified < record.lastModified }) ?? true {
      put(record, shared: earlier.shared[id])
    }
    lastSync = lastSync ?? earlier.lastSync
    exchange = exchange ?? earlier.exchange
    takenOver = takenOver ?? earlier.takenOver
  }

  /// Adds an entry of an earlier build's journal. A later entry of a video replaces an earlier one.
  mutating func add(_ entry: StatusJournal.Entry) {
    for record in entry.records { put(record, shared: shared[record.videoId]) }
    for (id, date) in entry.shared ?? [:] where records[id]?.synced == false { shared[id] = date }
    lastSync = entry.lastSync ?? lastSync
  }

  private mutating func dropOldest() {
    guard records.count > Self.capacity + Self.slack else { return }
    let oldest = records.values.filter(\.synced).sorted { $0.lastModified < $1.lastModified }
    for record in oldest.prefix(records.count - Self.capacity) { records[record.videoId] = nil }
  }

  struct Patch: Codable {
    var records: DictionaryPatch<String, WatchRecord>
    var shared: DictionaryPatch<String, Date>?
    var lastSync: Date?
    var exchange: Exchange?
    var takenOver: Set<String>?
  }

  func patch(from older: SavedStatuses) -> Patch {
    Patch(
      records: records.patch(from: older.records),
      shared: shared == older.shared ? nil : shared.patch(from: older.shared), lastSync: lastSync,
      exchange: exchange, takenOver: takenOver)
  }

  mutating func apply(_ patch: Patch) {
    records.apply(patch.records)
    if let change = patch.shared { shared.apply(change) }
    (lastSync, exchange, takenOver) = (patch.lastSync, patch.exchange, patch.takenOver)
  }
}

extension WatchRecord {
  /// Whether another device made a different change in the same millisecond. Devices whose clocks are behind date their changes right after
  /// the record that they replace, so this happens to changes hours apart.
  fileprivate func isTied(with other: WatchRecord) -> Bool {
    lastModified.milliseconds == other.lastModified.milliseconds
      && (status, playbackPosition) != (other.status, other.playbackPosition)
  }

  /// Whether the other of two tied records counts, alike on every device: a mark before none, then any fixed order.
  fileprivate func yields(to other: WatchRecord) -> Bool {
    func rank(_ record: WatchRecord) -> (Int, String, Double) {
      (record.status == .unknown ? 0 : 1, record.status.rawValue, record.playbackPosition)
    }
    return rank(self) < rank(other)
  }
}
