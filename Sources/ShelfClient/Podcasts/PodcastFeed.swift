public import MediaCore

/// A feed as the server read it (`POST /api/podcasts/feed`).
public struct PodcastFeed: Codable, Hashable, Sendable {
  /// As it came.
  public var metadata: JSONValue = [:]
  public var episodes: [FeedEpisode] = []

  public init() {}

  public var title: String? { metadata["title"]?.string }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    metadata = members[.metadata] ?? [:]
    episodes = members.list(.episodes)
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
