public import Foundation
public import MediaCore

/// The outcome of a ``BackgroundRefresh``: the data that is new on this device, the changes that were sent, and the work that is left.
public struct BackgroundOutcome: Sendable, Hashable {
  /// The episodes that this refresh has added to the Latest tab, newest first. Episodes that the user has begun or removed are left out.
  /// Empty after the first refresh of an account, since all episodes would be new.
  public var newEpisodes: [QueueEntry] = []
  /// The number of changes that waited before the refresh and are on the server now.
  public var sentCount = 0
  /// The changes that the server has refused during this refresh. They stay listed in ``ShelfService/queue`` until the user retries, edits
  /// or discards them.
  public var refused: [MutationRecord] = []
  /// The number of changes that still wait to be sent.
  public var waitingCount = 0
  /// The items whose downloads the rules (``DownloadRules``) have started.
  public var newDownloads: [PlayableID] = []
  /// Whether all steps ended in time and without an ``error``. Can be true while changes still wait to be sent: see ``waitingCount``.
  public var isComplete = false
  /// The first error of a step; nil if no step failed before the time was over.
  public var error: ClientError?
  /// The earliest time for the next refresh, to request from the system. If work is left, the time is ``BackgroundRefresh/soonest`` after
  /// this refresh, otherwise ``BackgroundRefresh/usual`` after it.
  public var nextAt = Date.distantPast

  /// Creates an empty outcome, for a preview or a test of an app.
  public init() {}
}
