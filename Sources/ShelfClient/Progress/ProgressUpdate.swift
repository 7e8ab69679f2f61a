public import Foundation
import MediaCore

/// A change of progress (`PATCH /api/me/progress/…`). Some combinations have unexpected effects; the static members are safe.
public struct ProgressUpdate: Codable, Hashable, Sendable {
  /// The new position, in seconds; unchanged if nil.
  public var currentTime: Double?
  /// The duration of the item, in seconds; unchanged if nil.
  public var duration: Double?
  /// The fraction that was listened to, 0…1; unchanged if nil. Ignored together with ``isFinished``.
  public var progress: Double?
  /// Whether the item is finished. Together with a position, one of the two has no effect: see ``ProgressAPI``.
  public var isFinished: Bool?
  /// Whether to hide the item from “continue listening”.
  public var hideFromContinueListening: Bool?
  /// The place in the ebook; unchanged if nil.
  public var ebookLocation: String?
  /// The fraction of the ebook that was read, 0…1; unchanged if nil.
  public var ebookProgress: Double?
  /// When the item was finished, only beside ``isFinished``; if nil, the server's current time.
  public var finishedAt: Date?
  /// The time of the change; the server's current time when missing.
  public var lastUpdate: Date?
  /// When the progress began. The server ignores it when there is already a record.
  public var createdAt: Date?
  /// The number of seconds for the end of the item: with less than this left, the item becomes finished. The server uses 10 if nil.
  public var markAsFinishedTimeRemaining: Double?
  /// The percentage of the item beyond which it becomes finished.
  public var markAsFinishedPercentComplete: Double?

  /// Creates a change; members that are nil stay as they are.
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

  /// The change that marks an item as finished, wherever the position is. A position in the same update could undo it.
  public static let finished = ProgressUpdate(isFinished: true)

  /// The change that restarts a *finished* item: position and progress become 0.
  public static let restartFinished = ProgressUpdate(isFinished: false)

  /// The change that restarts an item *in progress*.
  public static let restartInProgress = ProgressUpdate(currentTime: 0, progress: 0)

  /// Restarts an item, finished or in progress.
  static func restart(from now: MediaProgress, at time: Date?) -> ProgressUpdate {
    var update = now.isFinished ? restartFinished : restartInProgress
    update.lastUpdate = time
    return update
  }

  /// A change that moves to a position, in seconds. Without a duration, the server keeps the stored progress.
  public static func position(_ seconds: Double, duration: Double?, at time: Date? = nil) -> ProgressUpdate {
    guard let duration, duration > 0 else { return ProgressUpdate(currentTime: seconds, lastUpdate: time) }
    return ProgressUpdate(
      currentTime: seconds, duration: duration, progress: (seconds / duration).asFraction, lastUpdate: time)
  }
}

/// The change of one item in a request for several (`PATCH /api/me/progress/batch/update`). The server silently skips changes that it
/// cannot apply. Required: `libraryItemId`.
public struct BatchProgressUpdate: Codable, Hashable, Sendable {
  /// The id of the library item: of the book, or of the episode's podcast.
  public var libraryItemId: String
  /// The id of the episode; nil for a book.
  public var episodeId: String?
  /// The change of the item's progress.
  public var update: ProgressUpdate

  /// Creates the change of one item; members that are nil stay as they are.
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
