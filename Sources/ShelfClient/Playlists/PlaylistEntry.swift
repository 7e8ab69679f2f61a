import MediaCore

/// How a request names a book or an episode of a playlist. Required: `libraryItemId`.
public struct PlaylistEntry: Codable, Hashable, Sendable {
  public var libraryItemId: String
  /// Nil for a book.
  public var episodeId: String?

  public init(libraryItemId: String, episodeId: String? = nil) {
    self.libraryItemId = libraryItemId
    self.episodeId = episodeId
  }
}

extension PlaylistEntry {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    libraryItemId = try members.requireID(.libraryItemId)
    episodeId = members[.episodeId]
  }
}
