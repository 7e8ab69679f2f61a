public import Foundation
import MediaCore

/// A playlist, which only its own account sees. Removing the last item from a playlist deletes the playlist. Decoding requires `id`.
public struct Playlist: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The id of the playlist's library.
  public var libraryId: String?
  /// The id of the account that owns the playlist.
  public var userId: String?
  /// The name of the playlist.
  public var name = ""
  public var description: String?
  /// The books and episodes of the playlist, in order.
  public var items: [PlaylistItem] = []
  /// When the playlist was last changed on the server.
  public var lastUpdate: Date?
  /// When the playlist was created on the server.
  public var createdAt: Date?

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
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

/// A book or an episode in a playlist. Decoding requires `libraryItemId`.
public struct PlaylistItem: Codable, Hashable, Sendable, Identifiable {
  /// The id of the library item: of the book, or of the episode's podcast.
  public var libraryItemId: String
  /// The id of the episode; nil if the item is a book.
  public var episodeId: String?
  /// The library item: a book in the expanded form of ``ShelfItem``, or an episode's podcast in the short form.
  public var libraryItem: ShelfItem?
  /// The episode in its expanded form (see ``ShelfItem``); nil if the item is a book.
  public var episode: Episode?

  public var id: PlayableID { PlayableID(libraryItemId: libraryItemId, episodeId: episodeId) }

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
  public init(libraryItemId: String) { self.libraryItemId = libraryItemId }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    libraryItemId = try members.requireID(.libraryItemId)
    episodeId = members[.episodeId]
    libraryItem = members[.libraryItem]
    episode = members[.episode]
  }

  /// The title of the episode, or of the book; empty if the server sent no title.
  public var title: String { (episode != nil ? episode?.title : libraryItem?.title) ?? "" }
}

/// The ids of a book or an episode of a playlist, for requests to the server.
public struct PlaylistEntry: Codable, Hashable, Sendable {
  /// The id of the library item: of the book, or of the episode's podcast.
  public var libraryItemId: String
  /// The id of the episode; nil if the item is a book.
  public var episodeId: String?

  /// Creates an entry for a book, or for an episode with its podcast's id.
  public init(libraryItemId: String, episodeId: String? = nil) {
    self.libraryItemId = libraryItemId
    self.episodeId = episodeId
  }

  /// Creates an entry for the book or episode with this id.
  public init(_ id: PlayableID) { self.init(libraryItemId: id.libraryItemId, episodeId: id.episodeId) }

  var id: PlayableID { PlayableID(libraryItemId: libraryItemId, episodeId: episodeId) }
}

/// The request body that creates a playlist (`POST /api/playlists`).
public struct PlaylistDraft: Codable, Hashable, Sendable {
  /// The id of the library to which all items of the playlist belong.
  public var libraryId: String
  /// The name of the playlist, which must not be empty.
  public var name: String
  public var description: String?
  /// The books and episodes of the playlist, in order.
  public var items: [PlaylistEntry]

  /// Creates a draft of a playlist; the server gives the playlist an id.
  public init(libraryId: String, name: String = "", description: String? = nil, items: [PlaylistEntry] = []) {
    self.libraryId = libraryId
    self.name = name
    self.description = description
    self.items = items
  }
}

/// A change of a playlist (`PATCH /api/playlists/{id}`). A member that is nil leaves the playlist's value unchanged.
public struct PlaylistUpdate: Codable, Hashable, Sendable {
  /// The new name. If nil, the name does not change.
  public var name: String?
  /// The new description. If nil or empty, the description does not change: the server ignores an empty text.
  public var description: String?
  /// All items of the playlist in their new order, neither more nor fewer. If nil, the order does not change.
  public var items: [PlaylistEntry]?

  /// Creates a change. A parameter that is nil leaves the playlist's value unchanged.
  public init(name: String? = nil, description: String? = nil, items: [PlaylistEntry]? = nil) {
    self.name = name
    self.description = description
    self.items = items
  }
}
