public import Foundation
public import MediaCore

/// The outcome of a ``BackgroundRefresh``: what came, what was sent, and what is left.
public struct BackgroundOutcome: Sendable, Hashable {
  /// The episodes that the Latest tab did not have before, newest first; without those that the user has begun or removed. Empty at the
  /// first refresh of an account, to which every episode would be new.
  public var newEpisodes: [QueueEntry] = []
  /// The number of changes that waited before and are on the server now.
  public var sentCount = 0
  /// The changes that the server has refused in this refresh. They stay listed in ``ShelfService/queue`` until the user decides.
  public var refused: [MutationRecord] = []
  /// The number of changes that still wait.
  public var waitingCount = 0
  /// The items that the rules have begun to download.
  public var newDownloads: [PlayableID] = []
  /// Whether all steps were done in time and without an error.
  public var isComplete = false
  /// The first problem of a step; nil when there was none, or when the time was over before a step could fail.
  public var error: ClientError?
  /// When to ask the system for background time again: after ``BackgroundRefresh/soonest`` if something is left to do, else after
  /// ``BackgroundRefresh/usual``.
  public var nextAt = Date.distantPast

  /// Creates an outcome without any news, for a preview or a test of an app.
  public init() {}
}
