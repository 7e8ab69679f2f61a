public import Foundation
public import MediaCore

/// Exchanges watch statuses with the user's other devices through a store that keeps track of changes by a token, as CloudKit does. A pull
/// then brings each change of other devices once, whatever the devices' clocks say.
///
/// Each video has one record, named by the video's id. `Examples/MediaApp/Hub/CloudWatchStatuses.swift` implements this protocol over
/// CloudKit, to copy. For a store that has dates but no tokens, use a ``WatchStatusAdapter``.
///
/// ```swift
/// actor SharedLog: WatchStatusExchange {
///   private var log: [WatchRecord] = []
///   var name: String { "shared log" }
///
///   func changes(since token: Data?) async throws(ClientError) -> WatchStatusChanges? {
///     let start = token.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
///     return WatchStatusChanges(records: Array(log.dropFirst(start)), token: Data("\(log.count)".utf8))
///   }
///
///   func save(_ records: [WatchRecord]) async throws(ClientError) -> [WatchRecord] {
///     log += records
///     return []
///   }
/// }
/// ```
public protocol WatchStatusExchange: Sendable {
  /// The name of the store and of its owner, such as the id of the user's record in CloudKit. A token is only handed back under the name it
  /// was made with: under another name, as after a change of the iCloud account, everything is pulled, and all records are sent.
  var name: String { get async throws(ClientError) }
  /// Returns the records changed since `token`, with their own `lastModified`; from the beginning when the token is nil.
  /// - Returns: nil when the store no longer accepts the token: the changes are then requested again from the beginning.
  func changes(since token: Data?) async throws(ClientError) -> WatchStatusChanges?
  /// Stores at most 400 records before it returns. A record must not replace a newer one.
  /// - Returns: the newer records that the store kept instead.
  func save(_ records: [WatchRecord]) async throws(ClientError) -> [WatchRecord]
}

/// One answer of a ``WatchStatusExchange``.
public struct WatchStatusChanges: Sendable, Hashable {
  /// The changed records.
  public var records: [WatchRecord]
  /// The token up to which these records were read. It is kept on the device once the records are stored; its content belongs to the
  /// exchange.
  public var token: Data?
  /// Whether more changes follow: they are requested at once, with ``token``.
  public var hasMore: Bool

  /// Creates an answer.
  public init(records: [WatchRecord], token: Data?, hasMore: Bool = false) {
    (self.records, self.token, self.hasMore) = (records, token, hasMore)
  }
}
