public import Foundation
import MediaCore

/// A change of an item's progress (`PATCH /api/me/progress/…`). Some combinations of members have unexpected effects; prefer the static
/// members such as ``finished``, which are safe.
public struct ProgressUpdate: Codable, Hashable, Sendable {
  /// The new position, in seconds. If nil, the position does not change.
  public var currentTime: Double?
  /// The duration of the item, in seconds. If nil, the duration does not change.
  public var duration: Double?
  /// The fraction that was listened to, 0…1. If nil, the fraction does not change. The server ignores this fraction if ``isFinished`` is
  /// set.
  public var progress: Double?
  /// Whether the item is finished. Don't set ``currentTime`` in the same update. With `true`, a position before the item's end makes the
  /// item unfinished again. With `false`, the server ignores the position if the item was finished.
  public var isFinished: Bool?
  /// Whether to hide the item from the home screen's “continue listening” shelf. If nil, a hidden item stays hidden, and a shown item stays
  /// shown.
  public var hideFromContinueListening: Bool?
  /// The place in the ebook where the reader is, such as an epubcfi or a page. If nil, the place does not change.
  public var ebookLocation: String?
  /// The fraction of the ebook that was read, 0…1. If nil, the fraction does not change.
  public var ebookProgress: Double?
  /// When the item was finished. Set this date only together with ``isFinished``. If nil, the server uses its current time.
  public var finishedAt: Date?
  /// The time of the change of progress. If nil, the server uses its current time.
  public var lastUpdate: Date?
  /// When the item was begun. The server ignores this date if the item already has a progress record.
  public var createdAt: Date?
  /// A number of seconds before the item's end. If less time than this is left after the position, the server marks the item as finished.
  /// If nil, the server uses 10 seconds.
  public var markAsFinishedTimeRemaining: Double?
  /// A percentage of the item's duration, 0…100. If the position is beyond this percentage, the server marks the item as finished.
  public var markAsFinishedPercentComplete: Double?

  /// Creates a change. A parameter that is nil leaves the value on the server unchanged.
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

  /// The change that marks an item as finished, whatever its position is. Don't set ``currentTime`` in the same update: a position before
  /// the item's end makes the item unfinished again.
  public static let finished = ProgressUpdate(isFinished: true)

  /// The change that restarts a *finished* item. When a finished item becomes unfinished, the server sets its position and progress to 0.
  public static let restartFinished = ProgressUpdate(isFinished: false)

  /// The change that restarts an *unfinished* item. It sets the position and the progress to 0.
  public static let restartInProgress = ProgressUpdate(currentTime: 0, progress: 0)

  /// Restarts an item, finished or in progress.
  static func restart(from now: MediaProgress, at time: Date?) -> ProgressUpdate {
    var update = now.isFinished ? restartFinished : restartInProgress
    update.lastUpdate = time
    return update
  }

  /// Returns a change that sets the position, in seconds. If `duration` is nil or 0, the update has no ``progress``, and the fraction that
  /// the server has stored does not change.
  public static func position(_ seconds: Double, duration: Double?, at time: Date? = nil) -> ProgressUpdate {
    guard let duration, duration > 0 else { return ProgressUpdate(currentTime: seconds, lastUpdate: time) }
    return ProgressUpdate(
      currentTime: seconds, duration: duration, progress: (seconds / duration).asFraction, lastUpdate: time)
  }
}

/// The change of one item's progress in a request for several items (`PATCH /api/me/progress/batch/update`). The server skips changes that
/// it cannot apply, without an error. Decoding requires `libraryItemId`.
public struct BatchProgressUpdate: Codable, Hashable, Sendable {
  /// The id of the library item: of the book, or of the episode's podcast.
  public var libraryItemId: String
  /// The id of the episode; nil if the item is a book.
  public var episodeId: String?
  /// The change of the item's progress.
  public var update: ProgressUpdate

  /// Creates the change of one item. A member of `update` that is nil leaves the value on the server unchanged.
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
