import MediaCore

/// An episode with its podcast (`GET /api/libraries/{id}/recent-episodes`). The episode is in the expanded form. The server lists only
/// episodes that this account has not finished. The response contains no progress: see ``ProgressAPI/progress(of:)``. Decoding requires the
/// episode's `id`.
public struct RecentEpisode: Codable, Hashable, Sendable, Identifiable {
  /// The episode itself, without its podcast.
  public var episode: Episode
  /// The podcast, without its episodes.
  public var podcast: Podcast?
  /// The id of the podcast's library.
  public var libraryId: String?

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
  public init(episode: Episode) { self.episode = episode }

  public var id: String { episode.id }

  private enum CodingKeys: CodingKey {
    case podcast, libraryId
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    episode = try Episode(from: decoder)
    podcast = members[.podcast]
    libraryId = members[.libraryId]
  }

  public func encode(to encoder: any Encoder) throws {
    try episode.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(podcast, forKey: .podcast)
    try container.encodeIfPresent(libraryId, forKey: .libraryId)
  }
}
