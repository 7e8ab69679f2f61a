public import Foundation
public import MediaCore

/// Exchanges watch statuses with the user's other devices through a shared store that the app provides, such as CloudKit. The server cannot
/// store watch statuses.
///
/// The shared store has one record for each video, named by the video's id. ``WatchStatusCloud`` contains the names of the zone and the
/// record type that the first app uses in CloudKit.
///
/// ```swift
/// struct SharedFolder: WatchStatusAdapter {
///   func pull(since: Date?) async throws(ClientError) -> [WatchRecord] { try folder.records(after: since) }
///   func push(_ records: [WatchRecord]) async throws(ClientError) { try folder.merge(records) }
/// }
/// ```
public protocol WatchStatusAdapter: Sendable {
  /// Returns the records that were changed after the date `since`, with their own `lastModified`. If `since` is nil, returns all records.
  /// Returning more records than requested does no harm.
  func pull(since: Date?) async throws(ClientError) -> [WatchRecord]
  /// Stores the given records, at most 400, in the shared store. When the call returns, the records are stored. A given record must not
  /// replace a newer record in the store.
  func push(_ records: [WatchRecord]) async throws(ClientError)
}

/// The names under which the first app for this server stores watch statuses in CloudKit. Use the same names to read the statuses of that
/// app.
public enum WatchStatusCloud {
  /// The name of the record zone in the private CloudKit database.
  public static let zone = "WatchedStatusZone"
  /// The name of the CloudKit record type.
  public static let recordType = "WatchedStatus"
}
