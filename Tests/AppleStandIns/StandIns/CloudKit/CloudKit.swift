public import Foundation

open class CKContainer: NSObject, @unchecked Sendable {
  public class func `default`() -> CKContainer { CKContainer() }
  public var privateCloudDatabase: CKDatabase { CKDatabase() }
  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
  public func userRecordID() async throws -> CKRecord.ID { CKRecord.ID(recordName: "", zoneID: .init(zoneName: "")) }
}

open class CKDatabase: NSObject, @unchecked Sendable {
  public enum RecordZoneChange {
    public struct Modification: Sendable { public let record: CKRecord }
    public struct Deletion: Sendable { public let recordID: CKRecord.ID }
  }

  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
  public func recordZoneChanges(
    inZoneWith zoneID: CKRecordZone.ID, since previousToken: CKServerChangeToken?, desiredKeys: [String]? = nil,
    resultsLimit: Int? = nil
  ) async throws -> (
    modificationResultsByID: [CKRecord.ID: Result<RecordZoneChange.Modification, any Error>],
    deletions: [RecordZoneChange.Deletion], changeToken: CKServerChangeToken, moreComing: Bool
  ) { ([:], [], CKServerChangeToken(), false) }

  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
  public func modifyRecords(
    saving recordsToSave: [CKRecord], deleting recordIDsToDelete: [CKRecord.ID],
    savePolicy: CKModifyRecordsOperation.RecordSavePolicy = .ifServerRecordUnchanged, atomically: Bool = true
  ) async throws -> (
    saveResults: [CKRecord.ID: Result<CKRecord, any Error>], deleteResults: [CKRecord.ID: Result<Void, any Error>]
  ) { ([:], [:]) }

  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
  public func save(_ zone: CKRecordZone) async throws -> CKRecordZone { zone }
}

public enum CKModifyRecordsOperation {
  public enum RecordSavePolicy: Int, Sendable { case ifServerRecordUnchanged, changedKeys, allKeys }
}

open class CKRecordZone: NSObject, @unchecked Sendable {
  public final class ID: NSObject, @unchecked Sendable {
    public init(zoneName: String, ownerName: String = "") {}
  }
  public init(zoneID: ID) {}
}

open class CKRecord: NSObject, @unchecked Sendable {
  public final class ID: NSObject, @unchecked Sendable {
    public let recordName: String
    public init(recordName: String, zoneID: CKRecordZone.ID) { self.recordName = recordName }
  }
  public let recordID: ID
  public init(recordType: String, recordID: ID) { self.recordID = recordID }
  public subscript(key: String) -> (any CKRecordValueProtocol)? {
    get { nil }
    set {}
  }
}

public protocol CKRecordValueProtocol {}
extension String: CKRecordValueProtocol {}
extension Double: CKRecordValueProtocol {}
extension Date: CKRecordValueProtocol {}

public final class CKServerChangeToken: NSObject, NSSecureCoding, @unchecked Sendable {
  public static var supportsSecureCoding: Bool { true }
  override init() {}
  public init?(coder: NSCoder) {}
  public func encode(with coder: NSCoder) {}
}

public struct CKError: Error {
  public enum Code: Int, Sendable {
    case networkUnavailable, networkFailure, notAuthenticated, requestRateLimited, serverRecordChanged,
      changeTokenExpired
    case zoneNotFound, userDeletedZone, quotaExceeded, serviceUnavailable, zoneBusy, operationCancelled
  }
  public var code: Code
  public var serverRecord: CKRecord? { nil }
  public var retryAfterSeconds: Double? { nil }
}
