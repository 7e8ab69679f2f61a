public import MediaCore

/// A podcast's feed as the server read it (`POST /api/podcasts/feed`).
public struct PodcastFeed: Codable, Hashable, Sendable {
  /// The metadata of the podcast as the server sent it.
  public var metadata: JSONValue = [:]
  /// The episodes in the feed's order, mostly newest first.
  public var episodes: [FeedEpisode] = []

  public init() {}

  /// The title of the podcast, as the feed writes it.
  public var title: String? { metadata["title"]?.string }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    metadata = members[.metadata] ?? [:]
    episodes = members.list(.episodes)
  }
}

/// An episode in a feed, not yet on the server. Kept as the server sent it, because the request to download it needs all members.
public struct FeedEpisode: Codable, Hashable, Sendable {
  /// The episode as the server sent it, which is sent back to download the file.
  public var value: JSONValue

  /// Creates an episode from the value that the server sent.
  public init(_ value: JSONValue) { self.value = value }

  public init(from decoder: any Decoder) throws { value = try JSONValue(from: decoder) }
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }

  /// The title of the episode, as the feed writes it.
  public var title: String? { value["title"]?.string }
  /// The id that the feed gives the episode.
  public var guid: String? { value["guid"]?.string }
  /// The date of publication, as the feed writes it.
  public var pubDate: String? { value["pubDate"]?.string }
  /// The address of the episode's audio.
  public var url: String? { value["enclosure"]?["url"]?.string }
}
