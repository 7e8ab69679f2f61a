public import Foundation
public import MediaCore

/// The outcome of a ``BackgroundRefresh``: new data on this device, sent changes, and work that is left.
public struct BackgroundOutcome: Sendable, Hashable {
  /// The episodes that this refresh has added to the Latest tab, newest first. Episodes that the user has begun or removed are left out.
  /// After the first refresh of an account, the list is empty, because otherwise all episodes would be new.
  public var newEpisodes: [QueueEntry] = []
  /// The number of changes that waited before the refresh and that this refresh has sent to the server.
  public var sentCount = 0
  /// The changes that the server has refused during this refresh. ``ShelfService/queue`` lists these changes until the user retries, edits
  /// or discards them.
  public var refused: [MutationRecord] = []
  /// The number of changes that still wait to be sent after the refresh.
  public var waitingCount = 0
  /// The items whose downloads this refresh has started because of ``DownloadRules``.
  public var newDownloads: [PlayableID] = []
  /// Whether all steps ended in time and without an ``error``. The value can be true while changes still wait to be sent; see
  /// ``waitingCount``.
  public var isComplete = false
  /// The error of the first step that failed; nil if no step failed before the time was over.
  public var error: ClientError?
  /// The earliest time for the next refresh, to request from the system. If work is left, this is ``BackgroundRefresh/soonest`` after this
  /// refresh. Otherwise it is ``BackgroundRefresh/usual`` after this refresh.
  public var nextAt = Date.distantPast

  /// Creates an empty outcome, for a preview or a test of an app.
  public init() {}
}
