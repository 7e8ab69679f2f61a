public import Foundation
import MediaCore

/// The books of a series in its order, or the episodes of a podcast in the podcast's own order, as the server last sent them to this
/// device.
public struct ItemSequence: Codable, Hashable, Sendable {
  /// The kind of an order: of a series or of a podcast.
  public enum Kind: String, Codable, Hashable, Sendable {
    /// The books of a series, by their places in it.
    case series
    /// The episodes of a podcast: a serial one from its first episode on, any other from the newest to the oldest.
    case podcast
  }

  /// The kind of the order: of a series or of a podcast.
  public var kind: Kind
  /// The id of the series, or of the podcast's item.
  public var id: String
  /// The name of the series or the podcast.
  public var title: String
  /// The books or episodes in their order.
  public var rows: [ShelfRow]
  /// When the server sent the rows.
  public var asOf: Date

  /// The first row after `item` that can be played and is not finished. Nil after the last row, and for an item that is not in the order.
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
