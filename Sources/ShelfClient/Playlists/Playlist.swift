public import Foundation
import MediaCore

/// A playlist, private to its account. Taking out the last item removes it. Required: `id`.
public struct Playlist: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  public var libraryId: String?
  public var userId: String?
  public var name: String
  public var description: String?
  /// In their order.
  public var items: [PlaylistItem]
  public var lastUpdate: Date?
  public var createdAt: Date?

  public init(
    id: String, libraryId: String? = nil, userId: String? = nil, name: String = "", description: String? = nil,
    items: [PlaylistItem] = [], lastUpdate: Date? = nil, createdAt: Date? = nil
  ) {
    self.id = id
    self.libraryId = libraryId
    self.userId = userId
    self.name = name
    self.description = description
    self.items = items
    self.lastUpdate = lastUpdate
    self.createdAt = createdAt
  }
}

extension Playlist {
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
