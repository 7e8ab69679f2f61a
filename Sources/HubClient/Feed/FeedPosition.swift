public import Foundation

/// How far a feed was read.
public struct FeedPosition: Sendable, Hashable, Codable {
  /// The newest publication seen: by the server's dates, never by the device's clock.
  public var publishedAt: Date?
  /// Places in the Worker's sequence by channel: a place belongs to the channels it was read for. Under `*` for all channels.
  public var places: [String: Int]

  public init(publishedAt: Date? = nil, places: [String: Int] = [:]) {
    self.publishedAt = publishedAt
    self.places = places
  }

  /// The further one of both, in each part.
  public func advanced(to other: FeedPosition) -> FeedPosition {
    FeedPosition(
      publishedAt: [publishedAt, other.publishedAt].compactMap { $0 }.max(),
      places: places.merging(other.places) { max($0, $1) })
  }
}
