public import Foundation
public import MediaCore

/// Exchanges watch statuses with the user's other devices through a shared store that tracks changes by a token, as CloudKit does. With
/// tokens, each change of another device is read once, even if the clocks of the devices differ.
///
/// The shared store has one record for each video, named by the video's id. `Examples/MediaApp/Hub/CloudWatchStatuses.swift` implements
/// this protocol for CloudKit; copy it into an app. For a store that has dates but no tokens, use a ``WatchStatusAdapter``.
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
  /// A name that identifies the store and its owner, such as the id of the user's record in CloudKit. A token is used only with the name
  /// under which it was created. If the name changes, as after a change of the iCloud account, all records are read from the beginning, and
  /// all records of this device are sent.
  var name: String { get async throws(ClientError) }
  /// Returns the records that were changed since `token`, with their own `lastModified`. If `token` is nil, returns the records from the
  /// beginning.
  /// - Returns: nil if the store no longer accepts the token. This method is then called again, with nil as the token.
  func changes(since token: Data?) async throws(ClientError) -> WatchStatusChanges?
  /// Stores the given records, at most 400, in the shared store. When the call returns, the records are stored. A given record must not
  /// replace a newer record in the store.
  /// - Returns: the records in the store that are newer than the given records of the same videos, and were therefore not replaced.
  func save(_ records: [WatchRecord]) async throws(ClientError) -> [WatchRecord]
}

/// One answer of a ``WatchStatusExchange``, with changed records.
public struct WatchStatusChanges: Sendable, Hashable {
  /// The records that were changed.
  public var records: [WatchRecord]
  /// The token up to which these records were read. This device saves the token once the records are stored. Only the
  /// ``WatchStatusExchange`` interprets the content of the token.
  public var token: Data?
  /// Whether the store has more changes. If true, these changes are requested at once, with ``token``.
  public var hasMore: Bool

  /// Creates an answer.
  public init(records: [WatchRecord], token: Data?, hasMore: Bool = false) {
    (self.records, self.token, self.hasMore) = (records, token, hasMore)
  }
}
