public import MediaCore

/// A feed as the server read it (`POST /api/podcasts/feed`). Required: `podcast`.
public struct PodcastFeed: Codable, Hashable, Sendable {
  /// As it came.
  public var metadata: JSONValue
  public var episodes: [FeedEpisode]

  public init(metadata: JSONValue = [:], episodes: [FeedEpisode] = []) {
    self.metadata = metadata
    self.episodes = episodes
  }

  public var title: String? { metadata["title"]?.string }

  private enum CodingKeys: CodingKey {
    case podcast, metadata, episodes
  }

  private struct Content: Codable, Hashable {
    let metadata: JSONValue
    let episodes: [FeedEpisode]

    init(metadata: JSONValue, episodes: [FeedEpisode]) {
      self.metadata = metadata
      self.episodes = episodes
    }

    init(from decoder: any Decoder) throws {
      let members = try decoder.lenient(PodcastFeed.CodingKeys.self)
      metadata = members[.metadata] ?? [:]
      episodes = members.list(.episodes)
    }
  }

  public init(from decoder: any Decoder) throws {
    let content: Content = try decoder.lenient(CodingKeys.self).require(.podcast)
    metadata = content.metadata
    episodes = content.episodes
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Content(metadata: metadata, episodes: episodes), forKey: .podcast)
  }
}

/// An episode as a feed offers it, not yet on the server. Kept as it came: downloading it wants all of it back.
public struct FeedEpisode: Codable, Hashable, Sendable {
  public var value: JSONValue

  public init(_ value: JSONValue) { self.value = value }

  public init(from decoder: any Decoder) throws { value = try JSONValue(from: decoder) }
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }

  public var title: String? { value["title"]?.string }
  public var guid: String? { value["guid"]?.string }
  /// As the feed writes it.
  public var pubDate: String? { value["pubDate"]?.string }
  /// Where the audio is.
  public var url: String? { value["enclosure"]?["url"]?.string }
}
