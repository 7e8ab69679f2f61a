public import MediaCore

/// A podcast's feed, which the server has read for the app (`POST /api/podcasts/feed`).
public struct PodcastFeed: Codable, Hashable, Sendable {
  /// The metadata of the podcast, as the server's unchanged JSON.
  public var metadata: JSONValue = [:]
  /// The episodes in the order of the feed, which is newest first in most feeds.
  public var episodes: [FeedEpisode] = []

  public init() {}

  /// The title of the podcast; nil if the feed has none.
  public var title: String? { metadata["title"]?.string }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    metadata = members[.metadata] ?? [:]
    episodes = members.list(.episodes)
  }
}

/// An episode in a podcast's feed, whether or not the server has downloaded the episode. The value is the server's unchanged JSON, because
/// ``PodcastAPI/download(_:of:)`` has to send the whole JSON back.
public struct FeedEpisode: Codable, Hashable, Sendable {
  /// The server's unchanged JSON of the episode. ``PodcastAPI/download(_:of:)`` sends this JSON back to the server, so keep all members.
  public var value: JSONValue

  /// Creates an episode from the value that the server sent.
  public init(_ value: JSONValue) { self.value = value }

  public init(from decoder: any Decoder) throws { value = try JSONValue(from: decoder) }
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }

  /// The title of the episode; nil if the feed has none.
  public var title: String? { value["title"]?.string }
  /// The episode's id in the feed; nil if the feed has none.
  public var guid: String? { value["guid"]?.string }
  /// The date of publication as text, in the format of the feed.
  public var pubDate: String? { value["pubDate"]?.string }
  /// The URL of the episode's audio file.
  public var url: String? { value["enclosure"]?["url"]?.string }
}
