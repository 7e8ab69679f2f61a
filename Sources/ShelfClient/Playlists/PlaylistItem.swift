import MediaCore

/// A book or an episode in a playlist. Required: `libraryItemId`.
public struct PlaylistItem: Codable, Hashable, Sendable, Identifiable {
  public var libraryItemId: String
  /// Nil for a book.
  public var episodeId: String?
  /// Expanded for a book, minified for an episode.
  public var libraryItem: LibraryItem?
  /// Expanded; nil for a book.
  public var episode: Episode?

  public var id: PlayableID { PlayableID(libraryItemId: libraryItemId, episodeId: episodeId) }

  public init(
    libraryItemId: String, episodeId: String? = nil, libraryItem: LibraryItem? = nil, episode: Episode? = nil
  ) {
    self.libraryItemId = libraryItemId
    self.episodeId = episodeId
    self.libraryItem = libraryItem
    self.episode = episode
  }
}

extension PlaylistItem {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    libraryItemId = try members.requireID(.libraryItemId)
    episodeId = members[.episodeId]
    libraryItem = members[.libraryItem]
    episode = members[.episode]
  }
}

extension PlaylistItem {
  /// The title of the episode or the book; empty when the playlist came without them.
  public var title: String { (episode != nil ? episode?.title : libraryItem?.title) ?? "" }
}
