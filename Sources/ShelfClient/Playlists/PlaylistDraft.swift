import MediaCore

/// The body that makes a playlist (`POST /api/playlists`). Required: `libraryId`.
public struct PlaylistDraft: Codable, Hashable, Sendable {
  public var libraryId: String
  public var name: String
  public var description: String?
  public var items: [PlaylistEntry]

  public init(
    libraryId: String, name: String = "", description: String? = nil, items: [PlaylistEntry] = []
  ) {
    self.libraryId = libraryId
    self.name = name
    self.description = description
    self.items = items
  }
}

extension PlaylistDraft {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    libraryId = try members.requireID(.libraryId)
    name = members[.name] ?? ""
    description = members[.description]
    items = members.list(.items)
  }
}
