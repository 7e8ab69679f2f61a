public import Foundation
import MediaCore

/// A playlist, private to its account. Taking out the last item removes it. Required: `id`.
public struct Playlist: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  public var libraryId: String?
  public var userId: String?
  public var name = ""
  public var description: String?
  /// In their order.
  public var items: [PlaylistItem] = []
  public var lastUpdate: Date?
  public var createdAt: Date?

  public init(id: String) { self.id = id }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    libraryId = members[.libraryId]
    userId = members[.userId]
    name = members[.name] ?? ""
    description = members[.description]
    items = members.list(.items)
    lastUpdate = members[.lastUpdate]
    createdAt = members[.createdAt]
  }
}

/// A book or an episode in a playlist. Required: `libraryItemId`.
public struct PlaylistItem: Codable, Hashable, Sendable, Identifiable {
  public var libraryItemId: String
  /// Nil for a book.
  public var episodeId: String?
  /// Expanded for a book, minified for an episode.
  public var libraryItem: ShelfItem?
  /// Expanded; nil for a book.
  public var episode: Episode?

  public var id: PlayableID { PlayableID(libraryItemId: libraryItemId, episodeId: episodeId) }

  public init(libraryItemId: String) { self.libraryItemId = libraryItemId }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    libraryItemId = try members.requireID(.libraryItemId)
    episodeId = members[.episodeId]
    libraryItem = members[.libraryItem]
    episode = members[.episode]
  }

  /// The title of the episode or the book; empty when the playlist came without them.
  public var title: String { (episode != nil ? episode?.title : libraryItem?.title) ?? "" }
}

/// The name of a book or an episode of a playlist in a request.
public struct PlaylistEntry: Codable, Hashable, Sendable {
  public var libraryItemId: String
  /// Nil for a book.
  public var episodeId: String?

  public init(libraryItemId: String, episodeId: String? = nil) {
    self.libraryItemId = libraryItemId
    self.episodeId = episodeId
  }

  public init(_ id: PlayableID) { self.init(libraryItemId: id.libraryItemId, episodeId: id.episodeId) }

  var id: PlayableID { PlayableID(libraryItemId: libraryItemId, episodeId: episodeId) }
}

/// The body that makes a playlist (`POST /api/playlists`).
public struct PlaylistDraft: Codable, Hashable, Sendable {
  public var libraryId: String
  public var name: String
  public var description: String?
  public var items: [PlaylistEntry]

  public init(libraryId: String, name: String = "", description: String? = nil, items: [PlaylistEntry] = []) {
    self.libraryId = libraryId
    self.name = name
    self.description = description
    self.items = items
  }
}

/// A change of a playlist (`PATCH /api/playlists/{id}`); what is nil stays.
public struct PlaylistUpdate: Codable, Hashable, Sendable {
  public var name: String?
  /// An empty one takes it away.
  public var description: String?
  /// All of its items in another order: neither more nor fewer.
  public var items: [PlaylistEntry]?

  public init(name: String? = nil, description: String? = nil, items: [PlaylistEntry]? = nil) {
    self.name = name
    self.description = description
    self.items = items
  }
}
