public import Foundation
public import MediaCore

/// Exchanges watch statuses with the user's other devices through a store that the app supplies, such as CloudKit, because the server
/// cannot store them.
///
/// Each video has one record, named by the video's id. ``WatchStatusCloud`` has the names that the first app used in CloudKit.
///
/// ```swift
/// struct SharedFolder: WatchStatusAdapter {
///   func pull(since: Date?) async throws(ClientError) -> [WatchRecord] { try folder.records(after: since) }
///   func push(_ records: [WatchRecord]) async throws(ClientError) { try folder.merge(records) }
/// }
/// ```
public protocol WatchStatusAdapter: Sendable {
  /// Returns the records changed since a date, with their own `lastModified`; all records when the date is nil. Returning more than
  /// requested does no harm.
  func pull(since: Date?) async throws(ClientError) -> [WatchRecord]
  /// Stores at most 400 records before it returns. A record must not replace a newer one.
  func push(_ records: [WatchRecord]) async throws(ClientError)
}

/// The names under which the first app keeps watch statuses in CloudKit.
public enum WatchStatusCloud {
  /// The zone of the private database.
  public static let zone = "WatchedStatusZone"
  /// The record type.
  public static let recordType = "WatchedStatus"
}
