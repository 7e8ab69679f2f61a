import MediaCore

/// An episode of the server's own tables. Required: `id`.
public struct ResolvedEpisode: Codable, Hashable, Sendable, Identifiable {
  public var id: EpisodeID
  public var episodeNumber: Int?
  /// 0 for a stub, which is the normal case.
  public var tmdbEpisodeId: Int?
  public var name: String

  public init(id: EpisodeID, episodeNumber: Int? = nil, tmdbEpisodeId: Int? = nil, name: String = "") {
    self.id = id
    self.episodeNumber = episodeNumber
    self.tmdbEpisodeId = tmdbEpisodeId
    self.name = name
  }
}

extension ResolvedEpisode {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = EpisodeID(rawValue: try members.requireID(.id))
    episodeNumber = members[.episodeNumber]
    tmdbEpisodeId = members[.tmdbEpisodeId]
    name = members[.name] ?? ""
  }
}
