public import Foundation
import MediaCore

/// A change of progress (`PATCH /api/me/progress/…`). Some combinations have unexpected effects; the static members are safe.
public struct ProgressUpdate: Codable, Hashable, Sendable {
  /// Seconds.
  public var currentTime: Double?
  /// Seconds.
  public var duration: Double?
  /// The progress, 0…1. Ignored together with ``isFinished``; unchanged if nil.
  public var progress: Double?
  /// Whether the item is finished. Together with a position, one of the two has no effect: see ``ProgressAPI``.
  public var isFinished: Bool?
  /// Whether to hide the item from “continue listening”.
  public var hideFromContinueListening: Bool?
  /// The place in an e-book.
  public var ebookLocation: String?
  /// The progress in the ebook, 0…1.
  public var ebookProgress: Double?
  /// When the item was finished, only beside ``isFinished``; the current time when missing.
  public var finishedAt: Date?
  /// The time of the change; the server's current time when missing.
  public var lastUpdate: Date?
  /// Ignored when there is a record already.
  public var createdAt: Date?
  /// Seconds: with less than this left, the item becomes finished. 10 when missing.
  public var markAsFinishedTimeRemaining: Double?
  /// Percentage beyond which the item becomes finished.
  public var markAsFinishedPercentComplete: Double?

  /// A change; members that are nil stay as they are.
  public init(
    currentTime: Double? = nil, duration: Double? = nil, progress: Double? = nil, isFinished: Bool? = nil,
    lastUpdate: Date? = nil
  ) {
    self.currentTime = currentTime
    self.duration = duration
    self.progress = progress
    self.isFinished = isFinished
    self.lastUpdate = lastUpdate
  }

  /// Marks as finished, wherever the position is. A position in the same update could undo it.
  public static let finished = ProgressUpdate(isFinished: true)

  /// Restarts a *finished* item: position and progress become 0.
  public static let restartFinished = ProgressUpdate(isFinished: false)

  /// Restarts an item *in progress*.
  public static let restartInProgress = ProgressUpdate(currentTime: 0, progress: 0)

  /// Restarts an item, finished or in progress.
  static func restart(from now: MediaProgress, at time: Date?) -> ProgressUpdate {
    var update = now.isFinished ? restartFinished : restartInProgress
    update.lastUpdate = time
    return update
  }

  /// Moves to a position, in seconds. Without a duration, the server keeps the stored progress.
  public static func position(_ seconds: Double, duration: Double?, at time: Date? = nil) -> ProgressUpdate {
    guard let duration, duration > 0 else { return ProgressUpdate(currentTime: seconds, lastUpdate: time) }
    return ProgressUpdate(
      currentTime: seconds, duration: duration, progress: (seconds / duration).asFraction, lastUpdate: time)
  }
}

/// One element of `PATCH /api/me/progress/batch/update`; the server skips some silently. Required: `libraryItemId`.
public struct BatchProgressUpdate: Codable, Hashable, Sendable {
  /// The id of the book or podcast.
  public var libraryItemId: String
  /// The id of the episode; nil for a book.
  public var episodeId: String?
  /// The change.
  public var update: ProgressUpdate

  /// A change; members that are nil stay as they are.
  public init(libraryItemId: String, episodeId: String? = nil, update: ProgressUpdate) {
    self.libraryItemId = libraryItemId
    self.episodeId = episodeId
    self.update = update
  }

  private enum CodingKeys: CodingKey {
    case libraryItemId, episodeId
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    libraryItemId = try members.requireID(.libraryItemId)
    episodeId = members[.episodeId]
    update = try ProgressUpdate(from: decoder)
  }

  public func encode(to encoder: any Encoder) throws {
    try update.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(libraryItemId, forKey: .libraryItemId)
    try container.encodeIfPresent(episodeId, forKey: .episodeId)
  }
}

extension ProgressUpdate: TimedBody {
  var hasPlausibleTimes: Bool {
    [currentTime ?? 0, duration ?? 0].allSatisfy(\.isMediaTime)
      && [progress ?? 0, ebookProgress ?? 0].allSatisfy((0...1).contains)
  }
}

extension [BatchProgressUpdate]: TimedBody {
  var hasPlausibleTimes: Bool { allSatisfy(\.update.hasPlausibleTimes) }
}
