public import Foundation
import MediaCore

/// The books of a series, or the episodes of a podcast, in playing order, as the server last sent them to this device. ``Kind`` describes
/// the playing order of each.
public struct ItemSequence: Codable, Hashable, Sendable {
  /// The kind of a sequence: the books of a series or the episodes of a podcast.
  public enum Kind: String, Codable, Hashable, Sendable {
    /// The books of a series, ordered by their places in the series.
    case series
    /// The episodes of a podcast: of a serial podcast from the first episode on, of any other podcast from the newest episode to the
    /// oldest.
    case podcast
  }

  /// The kind of the sequence: the books of a series or the episodes of a podcast.
  public var kind: Kind
  /// The id of the series, or the id of the podcast's library item.
  public var id: String
  /// The name of the series or the podcast.
  public var title: String
  /// The books or episodes in their playing order.
  public var rows: [ShelfRow]
  /// When the server sent the rows.
  public var asOf: Date

  /// Returns the first row after `item` that can be played and is not finished. Nil if there is no such row after `item`, or if `item` is
  /// not among the rows.
  public func next(after item: PlayableID, finished isFinished: (PlayableID) -> Bool) -> ShelfRow? {
    guard let place = rows.firstIndex(where: { $0.id == item.description }) else { return nil }
    return rows[rows.index(after: place)...].first { row in row.playable.map { !isFinished($0) } ?? false }
  }
}

extension Podcast {
  /// The episodes in the podcast's own order: those of a serial podcast from the first one on, all others with the newest first.
  var inOwnOrder: [Episode] { metadata.type == .serial ? newestFirst.reversed() : newestFirst }
}

extension QueueEntry {
  /// The entry of a row; nil for a row that cannot be played.
  init?(_ row: ShelfRow) {
    guard let id = row.playable else { return nil }
    self.init(id: id, title: row.title)
    author = row.subtitle
    coverURL = row.coverURL
    duration = row.duration
    publishedAt = row.publishedAt
  }
}
