import CloudKit
import Foundation
import HubClient
import MediaCore

/// The watch statuses in the user's private database of CloudKit, under the first app's names, exchanged by CloudKit's change token.
///
/// To run, the app needs the capability iCloud with CloudKit and this container. Call `sync(_:)` of the hub's `library.statuses` when the
/// app comes to the front, and with `force` after a push of CloudKit.
struct CloudWatchStatuses: WatchStatusExchange {
  private let container: CKContainer
  private let zone = CKRecordZone.ID(zoneName: WatchStatusCloud.zone)
  private var database: CKDatabase { container.privateCloudDatabase }

  init(container: CKContainer = .default()) { self.container = container }

  var name: String {
    get async throws(ClientError) {
      do { return try await container.userRecordID().recordName } catch { throw Self.error(error) }
    }
  }

  func changes(since token: Data?) async throws(ClientError) -> WatchStatusChanges? {
    do {
      let before = try token.map {
        try NSKeyedUnarchiver.unarchivedObject(ofClass: CKServerChangeToken.self, from: $0)
      }
      let answer = try await database.recordZoneChanges(inZoneWith: zone, since: before ?? nil)
      let records = answer.modificationResultsByID.values.compactMap { try? WatchRecord($0.get().record) }
      let after = try NSKeyedArchiver.archivedData(withRootObject: answer.changeToken, requiringSecureCoding: true)
      return WatchStatusChanges(records: records, token: after, hasMore: answer.moreComing)
    } catch let error as CKError where error.code == .changeTokenExpired {
      return nil
    } catch let error as CKError where error.code == .zoneNotFound || error.code == .userDeletedZone {
      // Nothing was ever saved, or the user has deleted it in the settings: the next save makes the zone.
      return WatchStatusChanges(records: [], token: nil)
    } catch { throw Self.error(error) }
  }

  func save(_ records: [WatchRecord]) async throws(ClientError) -> [WatchRecord] {
    do {
      _ = try await database.save(CKRecordZone(zoneID: zone))
      let byID = Dictionary(records.map { ($0.videoId, $0) }, uniquingKeysWith: { $1 })
      var newer: [WatchRecord] = []
      var open = records.map { record in
        let id = CKRecord.ID(recordName: record.id, zoneID: zone)
        return record.written(to: CKRecord(recordType: WatchStatusCloud.recordType, recordID: id))
      }
      // A record that is there already is refused once, and written over only where ours is the later change.
      for _ in 0..<3 where !open.isEmpty {
        let saved = try await database.modifyRecords(saving: open, deleting: [], atomically: false).saveResults
        open = []
        for case (let id, .failure(let error)) in saved {
          guard let there = (error as? CKError)?.serverRecord, let mine = byID[id.recordName] else { throw error }
          let theirs = try WatchRecord(there)
          if theirs.lastModified > mine.lastModified {
            newer.append(theirs)
          } else {
            open.append(mine.written(to: there))
          }
        }
      }
      guard open.isEmpty else { throw Busy() }
      return newer
    } catch { throw Self.error(error) }
  }

  /// Another device writes the same records again and again: the next exchange tries again.
  private struct Busy: Error {}

  /// The error as the screens show it: without a network or an iCloud account the exchange waits, and nothing is lost.
  private static func error(_ error: any Error) -> ClientError {
    let operation = OperationID("app.cloud.exchange")
    if error is CancellationError { return .cancelled(operation) }
    switch (error as? CKError)?.code {
    case .networkUnavailable, .networkFailure: return ClientError(.unreachable, operation: operation)
    case .notAuthenticated: return ClientError(.signedOut, operation: operation)
    case .operationCancelled: return .cancelled(operation)
    default: return ClientError(.server, operation: operation, detail: "\((error as? CKError)?.code.rawValue ?? -1)")
    }
  }
}

extension WatchRecord {
  fileprivate struct Unreadable: Error {}

  fileprivate init(_ record: CKRecord) throws {
    guard let modified = record["lastModified"] as? Date else { throw Unreadable() }
    let status = WatchStatus(rawValue: record["status"] as? String ?? WatchStatus.unknown.rawValue)
    self.init(videoId: record.recordID.recordName, status: status, lastModified: modified)
    playbackPosition = record["playbackPosition"] as? Double ?? 0
  }

  fileprivate func written(to record: CKRecord) -> CKRecord {
    record["videoId"] = videoId
    record["status"] = status.rawValue
    record["playbackPosition"] = playbackPosition
    record["lastModified"] = lastModified
    return record
  }
}
