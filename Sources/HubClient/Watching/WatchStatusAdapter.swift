public import Foundation
public import MediaCore

/// Exchanges watch statuses with the user's other devices. The server has no place for them: an app brings CloudKit or
/// another shared store.
///
/// One record per video, named by its id. The names that the first app used for CloudKit are in ``WatchStatusCloud``.
///
/// ```swift
/// struct SharedFolder: WatchStatusAdapter {
///   func pull(since: Date?) async throws(ClientError) -> [WatchRecord] { try folder.records(after: since) }
///   func push(_ records: [WatchRecord]) async throws(ClientError) { try folder.merge(records) }
/// }
/// ```
public protocol WatchStatusAdapter: Sendable {
  /// The changes since then; everything when nil, and more than asked for does no harm. With their own `lastModified`.
  func pull(since: Date?) async throws(ClientError) -> [WatchRecord]
  /// At most 400 at a time. Returns when they are stored. A record must not replace one that is newer.
  func push(_ records: [WatchRecord]) async throws(ClientError)
}

/// The names under which the first app keeps watch statuses in CloudKit.
public enum WatchStatusCloud {
  /// The zone of the private database.
  public static let zone = "WatchedStatusZone"
  /// The record type.
  public static let recordType = "WatchedStatus"
}
