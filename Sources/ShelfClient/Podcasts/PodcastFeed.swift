public import MediaCore

/// A feed as the server read it (`POST /api/podcasts/feed`).
public struct PodcastFeed: Codable, Hashable, Sendable {
  /// As it came.
  public var metadata: JSONValue = [:]
  /// In the feed's order, newest first in most.
  public var episodes: [FeedEpisode] = []

  public init() {}

  /// The title, as the feed writes it.
  public var title: String? { metadata["title"]?.string }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    metadata = members[.metadata] ?? [:]
    episodes = members.list(.episodes)
  }
}

/// An episode as a feed offers it, not yet on the server. Kept as it came: downloading it wants all of it back.
public struct FeedEpisode: Codable, Hashable, Sendable {
  /// The episode as the server hands it on; it is sent back to fetch the file.
  public var value: JSONValue

  /// As the server handed it on.
  public init(_ value: JSONValue) { self.value = value }

  public init(from decoder: any Decoder) throws { value = try JSONValue(from: decoder) }
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }

  /// The title, as the feed writes it.
  public var title: String? { value["title"]?.string }
  /// The id that the feed gives the episode.
  public var guid: String? { value["guid"]?.string }
  /// As the feed writes it.
  public var pubDate: String? { value["pubDate"]?.string }
  /// Where the audio is.
  public var url: String? { value["enclosure"]?["url"]?.string }
}
